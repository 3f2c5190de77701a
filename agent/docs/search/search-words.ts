// Full text over the chunks, ranked, alone or together with what is near in meaning. Promises that no query is an error,
// whatever operators or quotes it holds: only its words are looked at. Refuses to answer by words where not one of them,
// nor another for it, nor a correction of it, stands anywhere.

import type { DatabaseSync } from "node:sqlite";
import type { Found } from "./lookup.ts";
import { createRanking, type Ranked } from "./rank-chunks.ts";
import { slipSearch } from "./search-slips.ts";
import { readShelf } from "./shelf.ts";

/** `nearest` are rows, the nearest in meaning first. */
export type WordSearch = (query: string, limit: number, nearest?: readonly number[]) => Found;

/** Reads what ranking needs in memory, once. */
export function wordSearch(db: DatabaseSync): WordSearch {
  const rank = createRanking(readShelf(db));
  const slips = slipSearch(db);
  return (query, limit, nearest = []) => {
    const { rows, total, isCorrected } = rank(query, nearest);
    const near = slips(query);
    const best = nearFirst(near, rows).slice(0, limit);
    if (best.length === 0) return { kind: "none", rows: [], total: 0 };
    const kind = near.length > 0 || isCorrected ? "typo" : "words";
    return { kind, rows: best, total: Math.max(total, near.length, best.length) };
  };
}

/** Of names that are equally near, the one that the words rank higher; then what only the words found. */
function nearFirst(near: readonly number[], rows: readonly Ranked[]): { n: number; score: number }[] {
  if (near.length === 0) return rows.map(({ n, score }) => ({ n, score }));
  const top = rows[0]?.score ?? 1;
  const byWords = new Map(rows.map(({ n, score }) => [n, score / top]));
  const first = near.map((n) => ({ n, score: 1 + (byWords.get(n) ?? 0) })).sort((a, b) => b.score - a.score);
  const isNear = new Set(near);
  const others = rows.filter(({ n }) => !isNear.has(n)).map(({ n, score }) => ({ n, score: score / top }));
  return [...first, ...others];
}
