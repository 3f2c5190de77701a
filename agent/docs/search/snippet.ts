// The line of a chunk that says most about a query. Promises one short line of plain text, prose before signatures.
// Refuses markup, tables and code.

const MAX = 160;

/** The first sentence-like line that holds a word of the query, else the first one at all. */
export function snippet(text: string, query: string): string {
  const lines = proseLines(text);
  const words =
    query
      .slice(0, 200)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const best = lines.find((line) => words.some((word) => line.toLowerCase().includes(word)));
  return shorten(best ?? lines[0] ?? signature(text));
}

const SIGNATURE = /^`[^`]+`(?: \(read only\))?$/;

// "Interface: Frame", "See also: …": true of the chunk, and no answer to anything.
const LABEL = /^(?:Member of|Interface|See also|Kind|Type|Parameters|Returns|Access|Default|Since)\b.{0,60}$/;

const signature = (text: string): string =>
  text
    .slice(0, 4000)
    .split("\n")
    .find((line) => SIGNATURE.test(line))
    ?.replaceAll("`", "") ?? "";

function proseLines(text: string): string[] {
  const lines: string[] = [];
  let fenced = false;
  for (const line of text.slice(0, 4000).split("\n")) {
    if (line.startsWith("```")) fenced = !fenced;
    const prose = line
      .replace(/^[#>\-*\s]+/, "")
      .replaceAll("`", "")
      .replaceAll("**", "")
      .trim();
    const skipped =
      fenced || SIGNATURE.test(line) || prose === "" || prose.startsWith("|") || LABEL.test(prose);
    if (!skipped) lines.push(prose);
    if (lines.length === 20) break;
  }
  return lines;
}

function shorten(line: string): string {
  if (line.length <= MAX) return line;
  const cut = line.slice(0, MAX).replace(/\s+\S*$/, "");
  return `${cut}…`;
}
