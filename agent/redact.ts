// Takes known secrets out of text by value, before a model, a person or a log can see it. Refuses to guess
// what looks like a secret: the values come from who holds them.

/** What stands in a secret's place. Staged content that holds it is refused: writing it back would destroy the secret. */
export const REDACTED = "«redacted»";

/** Shorter values would blank out ordinary words. */
const SHORTEST = 8;

/** Longer ones first: a secret that begins with another would leave its end. Also as it stands inside JSON. */
export function redact(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
    .toSorted((a, b) => b.length - a.length)
    .reduce((clean, secret) => clean.replaceAll(secret, REDACTED), text);
}
