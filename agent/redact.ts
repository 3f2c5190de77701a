// Takes known secrets out of text by value, before a model, a person or a log can see it. Refuses to guess
// what looks like a secret: the values come from who holds them.

/** What stands in a secret's place. Staged content that holds it is refused: writing it back would destroy the secret. */
export const REDACTED = "«redacted»";

/** Shorter values would blank out ordinary words. */
const SHORTEST = 8;

export function redact(text: string, secrets: readonly string[]): string {
  return forms(secrets).reduce((clean, form) => clean.replaceAll(form, REDACTED), text);
}

/** The last gate before bytes leave: each secret becomes as many stars, so that no length and no offset moves. */
export function mask(bytes: Uint8Array<ArrayBuffer>, secrets: readonly string[]): Uint8Array<ArrayBuffer> {
  const clean = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const found = forms(secrets).filter((form) => clean.includes(form));
  if (found.length === 0) return bytes;
  const masked = Buffer.from(clean);
  for (const form of found) {
    const length = Buffer.byteLength(form);
    for (let at = masked.indexOf(form); at >= 0; at = masked.indexOf(form, at + length)) {
      masked.fill("*", at, at + length);
    }
  }
  return new Uint8Array(masked);
}

/** Longer ones first: a secret that begins with another would leave its end. Also as it stands inside JSON. */
function forms(secrets: readonly string[]): string[] {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length);
}
