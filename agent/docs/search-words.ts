// Full text over the chunks: all words first, then any of them, ranked. Promises that no query is an error, whatever
// operators or quotes it holds, since every term is quoted. Refuses stop words unless there is nothing else.

import type { DatabaseSync } from "node:sqlite";
import { queryTerms, type Term } from "./lookup.ts";
import { nameParts } from "./names.ts";

export type WordRows = { rows: { n: number; score: number }[]; total: number };

// A word in the title says what a chunk is about; in the text, what it touches; the parts of a name in between.
const WEIGHTS = "10.0, 1.0, 2.0";

export function wordSearch(db: DatabaseSync) {
  const ranked = db.prepare(
    `SELECT rowid AS n, bm25(words, ${WEIGHTS}) AS score FROM words WHERE words MATCH ? ORDER BY score, rowid LIMIT ?`,
  );
  const count = db.prepare("SELECT count(*) AS total FROM words WHERE words MATCH ?");

  const run = (expression: string, limit: number): WordRows => {
    const rows = ranked
      .all(expression, limit)
      .map((row) => ({ n: Number(row.n), score: -Number(row.score) }));
    return { rows, total: rows.length < limit ? rows.length : Number(count.get(expression)?.total) };
  };

  const exists = db.prepare("SELECT 1 FROM words WHERE words MATCH ? LIMIT 1");

  return {
    /** Whether some word of the query stands nowhere in the documentation. */
    hasUnknown(query: string): boolean {
      return queryTerms(query, nameParts).some((term) => exists.get(expression(term)) === undefined);
    },
    /** Chunks that hold every word of the query. */
    all(query: string, limit: number): WordRows {
      const terms = queryTerms(query, nameParts);
      return terms.length === 0 ? NOTHING : run(terms.map(expression).join(" AND "), limit);
    },
    /** Chunks that hold any word of the query, those with more and rarer ones first. */
    any(query: string, limit: number): WordRows {
      const terms = queryTerms(query, nameParts);
      return terms.length < 2 ? NOTHING : run(terms.map(expression).join(" OR "), limit);
    },
  };
}

const NOTHING: WordRows = { rows: [], total: 0 };

// "exportFile" is found as written, and where the words are apart.
function expression({ literal, parts }: Term): string {
  const whole = quote(literal);
  return parts.length < 2 ? whole : `(${whole} OR (${parts.map(quote).join(" AND ")}))`;
}

const quote = (word: string): string => `"${word.replaceAll('"', "")}"`;
