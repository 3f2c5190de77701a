// Full text over the chunks, ranked. Promises that no query is an error, whatever operators or quotes it holds: only its
// words are looked at. Refuses to answer where not one word, nor another for it, nor a correction of it, stands anywhere.

import type { DatabaseSync } from "node:sqlite";
import type { Found } from "./lookup.ts";
import { createRanking } from "./rank-chunks.ts";
import { readShelf } from "./shelf.ts";

/** Reads what ranking needs in memory, once. */
export function wordSearch(db: DatabaseSync): (query: string, limit: number) => Found {
  const rank = createRanking(readShelf(db));
  return (query, limit) => {
    const { rows, total, isCorrected } = rank(query);
    const best = rows.slice(0, limit).map(({ n, score }) => ({ n, score }));
    if (best.length === 0) return { kind: "none", rows: [], total: 0 };
    return { kind: isCorrected ? "typo" : "words", rows: best, total: Math.max(total, best.length) };
  };
}
