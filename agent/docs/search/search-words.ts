// Full text over the chunks, ranked, alone or together with what is near in meaning. Promises that no query is an error,
// whatever operators or quotes it holds: only its words are looked at. Refuses to answer by words where not one of them,
// nor another for it, nor a correction of it, stands anywhere.

import type { DatabaseSync } from "node:sqlite";
import type { Found } from "./lookup.ts";
import { createRanking } from "./rank-chunks.ts";
import { readShelf } from "./shelf.ts";

/** `nearest` are rows, the nearest in meaning first. */
export type WordSearch = (query: string, limit: number, nearest?: readonly number[]) => Found;

/** Reads what ranking needs in memory, once. */
export function wordSearch(db: DatabaseSync): WordSearch {
  const rank = createRanking(readShelf(db));
  return (query, limit, nearest = []) => {
    const { rows, total, isCorrected } = rank(query, nearest);
    const best = rows.slice(0, limit).map(({ n, score }) => ({ n, score }));
    if (best.length === 0) return { kind: "none", rows: [], total: 0 };
    return { kind: isCorrected ? "typo" : "words", rows: best, total: Math.max(total, best.length) };
  };
}
