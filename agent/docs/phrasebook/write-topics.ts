// Puts topics into an index file. Promises the same bytes for the same topics, in whatever order their words were met.
// Refuses to mine or to answer.

import type { DatabaseSync } from "node:sqlite";
import { prepareWrite } from "../index/index-file.ts";
import { postTopics } from "./rank-topics.ts";
import type { Topic } from "./topic.ts";
import { PHRASES } from "./topic-tables.ts";

export function writeTopics(db: DatabaseSync, topics: readonly Topic[]): void {
  const { words, phrases } = postTopics(topics);
  db.exec("BEGIN");
  const addTopic = prepareWrite(db, "INSERT INTO topics VALUES (?, ?, ?, ?, ?, ?, ?)");
  for (const [n, { title, phrases: told, symbols, common, pattern, chunk }] of topics.entries())
    addTopic.run(
      n,
      title,
      JSON.stringify(told),
      JSON.stringify(symbols),
      JSON.stringify(common),
      pattern,
      chunk,
    );
  const addWord = prepareWrite(db, "INSERT INTO topic_words VALUES (?, ?)");
  addWord.run(PHRASES, bytesOf(phrases));
  for (const [word, postings] of [...words].sort(([a], [b]) => (a < b ? -1 : 1)))
    addWord.run(word, bytesOf(postings));
  db.exec("COMMIT");
}

// Little-endian on every machine that Node runs on; an index file is rebuilt, never carried over.
const bytesOf = (numbers: readonly number[]): Uint8Array => new Uint8Array(Uint32Array.from(numbers).buffer);
