// The thread that searches text and vectors, so that no query holds the event loop of the bot. Promises one answer per
// question, in order, and an error as an answer. Refuses to read vectors before a question brings its own.

import path from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { wordsOf } from "../../../store/words-of.ts";
import { readIndexFile } from "../index/index-file.ts";
import type { Found } from "./lookup.ts";
import { type Meaning, meaningSearch } from "./search-meaning.ts";
import { wordSearch } from "./search-words.ts";

export type SearchQuestion =
  | { id: number; type: "search"; query: string; limit: number; meaning: Meaning | null }
  /** Are there vectors of this model to rank by? */
  | { id: number; type: "vectors"; model: string };
export type SearchAnswer =
  | { id: number; found: Found }
  | { id: number; isReady: boolean }
  | { id: number; error: string };

const file: string = workerData;
const db = readIndexFile(file);
const search = wordSearch(db);
const meanings = meaningSearch(db, path.dirname(file));

parentPort?.on("message", (question: SearchQuestion) => {
  parentPort?.postMessage(answer(question));
});

function answer(question: SearchQuestion): SearchAnswer {
  const { id } = question;
  try {
    if (question.type === "vectors") return { id, isReady: meanings.isReady(question.model) };
    const { query, limit, meaning } = question;
    return { id, found: search(query, limit, meaning ? meanings.nearest(meaning) : []) };
  } catch (error) {
    return { id, error: wordsOf(error) };
  }
}
