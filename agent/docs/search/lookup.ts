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
