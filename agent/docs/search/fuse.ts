// Two rankings made one: by the words of a question and by its meaning. Promises reciprocal rank fusion (a row's places
// count, scores of two searches do not compare), then the share of the question's words that a row covers. Refuses to
// drop what only one of the two found.

import type { Ranked } from "./rank-chunks.ts";

/** The usual constant: the first places of one ranking do not drown the other's. */
const K = 60;
/** What covering every word of the question adds, in shares of a row's own score. */
const COVERAGE = 0.5;

export function fuse(
  words: readonly Ranked[],
  meaning: readonly number[],
  coverageOf: (row: number) => number,
): Ranked[] {
  const scores = new Map<number, number>();
  const add = (n: number, at: number): void => {
    scores.set(n, (scores.get(n) ?? 0) + 1 / (K + at + 1));
  };
  for (const [at, { n }] of words.entries()) add(n, at);
  for (const [at, n] of meaning.entries()) add(n, at);
  return [...scores]
    .map(([n, score]): Ranked => {
      const coverage = coverageOf(n);
      return { n, score: score * (1 + COVERAGE * coverage), coverage };
    })
    .sort((a, b) => b.score - a.score || a.n - b.n);
}
