// The tables of an index file that hold topics, and how they are asked. Promises an answer in milliseconds over thousands
// of topics without keeping any: postings are read by word. Refuses to merge or to mine.

import type { DatabaseSync } from "node:sqlite";
import { rankInIndex, type TopicIndex } from "./rank-topics.ts";
import type { Topic, TopicMatch } from "./topic.ts";

/** Postings and phrases are what `TopicIndex` says, as bytes; the phrases stand under the empty word, which is none. */
export const TOPICS_SCHEMA = `
  CREATE TABLE topics (
    n INTEGER PRIMARY KEY, title TEXT NOT NULL, phrases TEXT NOT NULL, symbols TEXT NOT NULL, common TEXT NOT NULL, pattern TEXT, chunk TEXT);
  CREATE TABLE topic_words (word TEXT PRIMARY KEY, postings BLOB NOT NULL) WITHOUT ROWID;
`;

export function clearTopics(db: DatabaseSync): void {
  db.exec("DELETE FROM topics; DELETE FROM topic_words;");
}

/** The word under which the phrases stand. */
export const PHRASES = "";

export function openTopics(db: DatabaseSync): (goal: string, limit: number) => TopicMatch[] {
  const byWord = db.prepare("SELECT postings FROM topic_words WHERE word = ?");
  const byNumber = db.prepare("SELECT * FROM topics WHERE n = ?");
  const topics = Number(db.prepare("SELECT count(*) AS count FROM topics").get()?.count);
  const postings = (word: string) => numbersOf(byWord.get(word)?.postings);
  const state: { phrases?: Uint32Array } = {};

  return (goal, limit) => {
    if (topics === 0) return [];
    state.phrases ??= postings(PHRASES) ?? new Uint32Array();
    const index: TopicIndex = { topics, phrases: state.phrases, postings };
    return rankInIndex(goal, index, limit).flatMap((ranked) => {
      const row = byNumber.get(ranked.topic);
      return row ? [{ ...ranked, topic: toTopic(row) }] : [];
    });
  };
}

function toTopic(row: Record<string, unknown>): Topic {
  return {
    title: String(row.title),
    phrases: JSON.parse(String(row.phrases)),
    symbols: JSON.parse(String(row.symbols)),
    common: JSON.parse(String(row.common)),
    pattern: typeof row.pattern === "string" ? row.pattern : null,
    chunk: typeof row.chunk === "string" ? row.chunk : null,
  };
}

function numbersOf(stored: unknown): Uint32Array | undefined {
  // Copied, since the bytes may begin anywhere in their buffer and numbers may not.
  return stored instanceof Uint8Array ? new Uint32Array(stored.slice().buffer) : undefined;
}
