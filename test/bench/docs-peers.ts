// What the documentation bench sets beside Handrail's search: MiniSearch with its defaults, FTS5 with its defaults.
// Promises the same chunks and the same questions. Refuses tuning: a peer is what its manual's first page gives.

import { DatabaseSync } from "node:sqlite";
import MiniSearch from "minisearch";
import type { Titled } from "./docs-queries.ts";

/** A search to be measured: titles of the best hits. */
export type Searcher = (query: string, kind: "names" | "words" | "typos") => Promise<string[]> | string[];

export function miniSearchDefaults(chunks: Titled[]): Searcher {
  const index = new MiniSearch({ idField: "n", fields: ["title", "text"], storeFields: ["title"] });
  index.addAll(chunks);
  return (query, kind) =>
    index
      .search(query, kind === "typos" ? { fuzzy: 0.2 } : {})
      .slice(0, 10)
      .map((hit) => String(hit.title));
}

export function fts5Defaults(chunks: Titled[]): Searcher {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE docs USING fts5 (title, text); BEGIN");
  const add = db.prepare("INSERT INTO docs (rowid, title, text) VALUES (?, ?, ?)");
  for (const chunk of chunks) add.run(chunk.n, chunk.title, chunk.text);
  db.exec("COMMIT");
  const find = db.prepare("SELECT title FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 10");
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return find.all(words.map((word) => `"${word}"`).join(" OR ")).map((row) => String(row.title));
  };
}
