// The thread that searches text and titles, so that no query holds the event loop of the bot. Promises one answer per
// question, in order. Refuses to load titles for typos before a question needs them.

import type { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { wordsOf } from "../../../store/words-of.ts";
import { readIndexFile } from "../index/index-file.ts";
import type { Found } from "./lookup.ts";
import { wordSearch } from "./search-words.ts";

export type SearchQuestion = { id: number; query: string; limit: number };
export type SearchAnswer = { id: number; found: Found } | { id: number; error: string };

/** Fewer hits than this, and a misspelling is likelier than a rarity. */
const FEW = 3;

const file: string = workerData;
const search = createSearch(readIndexFile(file));

// One at a time: a question that waits for the titles must not be overtaken into answering out of order.
const questions: SearchQuestion[] = [];
parentPort?.on("message", (question: SearchQuestion) => {
  questions.push(question);
  if (questions.length === 1) void answerAll();
});

async function answerAll(): Promise<void> {
  for (let question = questions[0]; question !== undefined; question = questions[0]) {
    const { id, query, limit } = question;
    const answer = await search(query, limit).then(
      (found): SearchAnswer => ({ id, found }),
      (error: unknown): SearchAnswer => ({
        id,
        error: wordsOf(error),
      }),
    );
    parentPort?.postMessage(answer);
    questions.shift();
  }
}

function createSearch(db: DatabaseSync): (query: string, limit: number) => Promise<Found> {
  const wordsOf = wordSearch(db);
  const titles = lazy(async () => (await import("./search-typos.ts")).typoSearch(db));

  return async (query, limit) => {
    const words = wordsOf(query);
    const all = words.all(limit);
    if (all.total >= FEW) return { kind: "words", ...all };

    // A word that stands nowhere is likely mistyped: titles near to it come before chunks that merely lack it.
    if (words.hasUnknown()) {
      const near = (await titles())(query, limit, "every");
      if (near.total > 0) return { kind: "typo", ...near };
    }
    const any = words.any(limit);
    if (any.total >= FEW) return { kind: "words", ...append(all.rows, any.rows, limit), total: any.total };

    const near = (await titles())(query, limit, "some");
    const rows = append(append(all.rows, any.rows, limit).rows, near.rows, limit);
    const kind = any.total > 0 || all.total > 0 ? "words" : near.total > 0 ? "typo" : "none";
    return { kind, ...rows, total: Math.max(any.total, all.total, near.total) };
  };
}

type Rows = Found["rows"];

// Scores of two searches do not compare, so those of the second are laid below the first's last one.
function append(first: Rows, second: Rows, limit: number): { rows: Rows } {
  const seen = new Set(first.map((row) => row.n));
  const floor = first.at(-1)?.score ?? 0;
  const top = second[0]?.score ?? 1;
  const below = second
    .filter((row) => !seen.has(row.n))
    .map((row) => (first.length === 0 ? row : { n: row.n, score: (floor * 0.9 * row.score) / top }));
  return { rows: [...first, ...below].slice(0, limit) };
}

function lazy<T>(load: () => Promise<T>): () => Promise<T> {
  const state: { loaded?: Promise<T> } = {};
  return () => {
    state.loaded ??= load();
    return state.loaded;
  };
}
