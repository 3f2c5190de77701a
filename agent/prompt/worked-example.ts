// The worked example in the text of a chunk. Promises whole code, as the documentation has it. Refuses code that is too
// long for a prompt and signatures, which are fenced as well but work nothing.

const FENCE = /^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)\n\1\s*$/gm;

/** An example that takes more of the prompt than this is for a lookup to show. */
const MAX_CHARS = 900;
const MAX_TEXT = 60_000;

/** The example with most of these names; the first of equals. */
export function exampleIn(text: string, names: readonly string[]): string | null {
  const blocks = [...text.slice(0, MAX_TEXT).matchAll(FENCE)]
    .map((match) => (match[2] ?? "").trim())
    .filter((block) => block.includes("\n") && block.length <= MAX_CHARS);
  const uses = (block: string) => names.filter((name) => block.includes(name)).length;
  return blocks.reduce<string | null>(
    (best, block) => (best === null || uses(block) > uses(best) ? block : best),
    null,
  );
}
