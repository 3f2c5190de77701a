// Full text over the chunks: all words first, then any of them, ranked. Promises that no query is an error, whatever
// operators or quotes it holds, since every term is quoted. Refuses stop words unless there is nothing else.

import type { DatabaseSync } from "node:sqlite";
import { nameParts } from "../names.ts";
import { queryTerms, type Term } from "./lookup.ts";

export type WordRows = { rows: { n: number; score: number }[]; total: number };

/** One query, ready to be asked in both ways. */
export type WordQuery = {
  /** Chunks that hold every word. */
  all(limit: number): WordRows;
  /** Chunks that hold any word, those with more and rarer ones first. */
  any(limit: number): WordRows;
  /** Whether some word stands nowhere in the documentation. */
  hasUnknown(): boolean;
};

// A word in the title says what a chunk is about; in the text, what it touches; the parts of a name in between.
const WEIGHTS = "5.0, 1.0, 2.0";

// Asking for any of the words ranks every chunk that has one. A word of every eighth chunk decides nothing there, and
// leaving it out took two thirds off the slowest queries without moving a single answer out of the first ten.
const COMMON_SHARE = 1 / 8;

export function wordSearch(db: DatabaseSync): (query: string) => WordQuery {
  const chunks = Number(db.prepare("SELECT count(*) AS count FROM chunks").get()?.count);
  const count = db.prepare("SELECT count(*) AS total FROM words WHERE words MATCH ?");
  const ranked = db.prepare(
    `SELECT rowid AS n, bm25(words, ${WEIGHTS}) AS score FROM words WHERE words MATCH ? ORDER BY score, rowid LIMIT ?`,
  );
  const countOf = (expression: string) => Number(count.get(expression)?.total);
  const run = (terms: string[], operator: "AND" | "OR", limit: number): WordRows => {
    if (terms.length === 0) return { rows: [], total: 0 };
    const expression = terms.join(` ${operator} `);
    const rows = ranked
      .all(expression, limit)
      .map((row) => ({ n: Number(row.n), score: -Number(row.score) }));
    return { rows, total: rows.length < limit ? rows.length : countOf(expression) };
  };

  return (query) => {
    const terms = queryTerms(query, nameParts).map(termExpression);
    const counted = once(() => terms.map((term) => ({ term, chunks: countOf(term) })));
    const telling = () => {
      const known = counted().filter((entry) => entry.chunks > 0);
      const rare = known.filter((entry) => entry.chunks <= chunks * COMMON_SHARE);
      return (rare.length >= 2 ? rare : known).map((entry) => entry.term);
    };
    return {
      all: (limit) => run(terms, "AND", limit),
      any: (limit) => run(terms.length < 2 ? [] : telling(), "OR", limit),
      hasUnknown: () => counted().some((entry) => entry.chunks === 0),
    };
  };
}

// "exportFile" is found as written, and where the words are apart.
function termExpression({ literal, parts }: Term): string {
  const whole = quote(literal);
  return parts.length < 2 ? whole : `(${whole} OR (${parts.map(quote).join(" AND ")}))`;
}

const quote = (word: string): string => `"${word.replaceAll('"', "")}"`;

function once<T>(make: () => T): () => T {
  const made: { value?: T } = {};
  return () => {
    made.value ??= make();
    return made.value;
  };
}
