// What a lookup is asked and what it answers, for both sides of the search thread. Promises one shape for names, words
// and typos. Refuses to hold text of chunks: a hit names its chunk.

/** Which way of searching answered. */
export type LookupKind = "name" | "words" | "typo" | "none";

/** A found chunk; a higher score is better, and comparable within one lookup only. */
export type Hit = { chunk: string; title: string; score: number; snippet: string };

/** `total` counts all that matched, `hits` the best of them. */
export type Lookup = { kind: LookupKind; hits: Hit[]; total: number };

/** What the search thread finds: rows of the index file, not yet chunks. */
export type Found = { kind: "words" | "typo" | "none"; rows: { n: number; score: number }[]; total: number };

export const DEFAULT_LIMIT = 8;
export const MAX_LIMIT = 50;

/** A longer query is cut here: nothing that names what it wants needs more, and each term costs time. */
const MAX_QUERY_CHARS = 1000;
const MAX_TERMS = 12;

export type Term = { literal: string; parts: string[] };

const STOPWORDS = new Set(
  `a about an and any are as at be by can could do does for from get gets has have how i if in into is it its me my of on
   or so some that the their then there this to want was what when where which who why will with would you your`.split(
    /\s+/,
  ),
);

/** The significant words of a query, each once; all of them when none is significant. */
export function queryTerms(query: string, partsOf: (word: string) => string[]): Term[] {
  const terms = new Map<string, Term>();
  for (const [word] of query.slice(0, MAX_QUERY_CHARS).matchAll(/[\p{L}\p{N}_$]+/gu)) {
    const parts = partsOf(word);
    const literal = word.toLowerCase();
    if (parts.length > 0 && !terms.has(literal)) terms.set(literal, { literal, parts });
  }
  const all = [...terms.values()];
  const significant = all.filter((term) => !STOPWORDS.has(term.literal));
  return (significant.length > 0 ? significant : all).slice(0, MAX_TERMS);
}
