// Titles that are nearly what was typed, by MiniSearch over the titles alone. Promises an answer for misspelt names and
// words of names. Refuses full text: over all of it, fuzzy matching costs ten times the memory and finds noise.

import type { DatabaseSync } from "node:sqlite";
import MiniSearch from "minisearch";
import { nameParts } from "../names.ts";
import { queryTerms } from "./lookup.ts";

export type TypoRows = { rows: { n: number; score: number }[]; total: number };

/** Titles near to every word of the query, or to some. */
export type TypoSearch = (query: string, limit: number, near: "every" | "some") => TypoRows;

/** Reads all titles once; a few hundred milliseconds for the largest documentation. */
export function typoSearch(db: DatabaseSync): TypoSearch {
  const index = new MiniSearch<{ id: number; title: string }>({ fields: ["title"], tokenize: titleTokens });
  for (const row of db.prepare("SELECT n, title FROM chunks ORDER BY n").iterate()) {
    index.add({ id: Number(row.n), title: String(row.title) });
  }

  return (query, limit, near) => {
    const terms = queryTerms(query, nameParts).map((term) => term.literal);
    if (terms.length === 0) return { rows: [], total: 0 };
    const found = index.search(terms.join(" "), {
      fuzzy: editShare,
      maxFuzzy: 3,
      tokenize: (text) => text.split(" "),
      combineWith: near === "every" ? "AND" : "OR",
    });
    return {
      rows: found.slice(0, limit).map(({ id, score }) => ({ n: Number(id), score })),
      total: found.length,
    };
  };
}

/** Whole names and the words inside them, so that both `documnt.exportfile` and `paragrph style` come near. */
function titleTokens(title: string): string[] {
  const whole = title.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
  return [...new Set([...whole, ...nameParts(title)])];
}

// In edits per letter: two swapped letters are two edits, and under four letters everything is near everything.
function editShare(term: string): number {
  if (term.length < 4) return 0;
  return term.length < 6 ? 0.3 : 0.25;
}
