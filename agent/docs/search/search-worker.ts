// The thread that searches text, so that no query holds the event loop of the bot. Promises one answer per question, in
// order, and an error as an answer. Refuses to read anything before it is asked to start.

import { parentPort, workerData } from "node:worker_threads";
import { wordsOf } from "../../../store/words-of.ts";
import { readIndexFile } from "../index/index-file.ts";
import type { Found } from "./lookup.ts";
import { wordSearch } from "./search-words.ts";

export type SearchQuestion = { id: number; query: string; limit: number };
export type SearchAnswer = { id: number; found: Found } | { id: number; error: string };

const file: string = workerData;
const search = wordSearch(readIndexFile(file));

parentPort?.on("message", ({ id, query, limit }: SearchQuestion) => {
  parentPort?.postMessage(answer(id, query, limit));
});

function answer(id: number, query: string, limit: number): SearchAnswer {
  try {
    return { id, found: search(query, limit) };
  } catch (error) {
    return { id, error: wordsOf(error) };
  }
}
