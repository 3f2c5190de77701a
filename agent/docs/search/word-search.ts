// Whether a word stands anywhere in the documentation, in exactly its case: what speaks for a name that no entry has.
// Promises the text itself is asked, since search terms are cut and in lower case, and each word once for a version.
// Refuses parts of words: `grid` does not stand in `gridBegin`.

import type { DatabaseSync } from "node:sqlite";

/** Checks ask for inventions, which are few; a tool that asks for more starts anew. */
const KEPT_WORDS = 10_000;

export function wordSearch(db: DatabaseSync): (word: string) => boolean {
  const having = db.prepare(
    "SELECT title, text FROM chunks WHERE instr(text, ?1) > 0 OR instr(title, ?1) > 0",
  );
  const kept = new Map<string, boolean>();
  return (word) => {
    if (!/^[\p{L}\p{N}_$]+$/u.test(word)) return false;
    const known = kept.get(word);
    if (known !== undefined) return known;
    const found = stands(having.iterate(word), wholeWord(word));
    if (kept.size >= KEPT_WORDS) kept.clear();
    kept.set(word, found);
    return found;
  };
}

function stands(rows: Iterable<Record<string, unknown>>, pattern: RegExp): boolean {
  for (const { title, text } of rows) if (pattern.test(`${String(title)}\n${String(text)}`)) return true;
  return false;
}

const wholeWord = (word: string): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_$])${word.replaceAll("$", "\\$")}(?![\\p{L}\\p{N}_$])`, "u");
