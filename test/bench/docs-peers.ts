// What the documentation benches set beside Handrail's search: MiniSearch with its defaults, FTS5 with its defaults.
// Promises the same chunks and the same questions. Refuses tuning: a peer is what its manual's first page gives.

import { DatabaseSync } from "node:sqlite";
import MiniSearch from "minisearch";
import type { Titled } from "./docs-queries.ts";

/** A search to be measured: the rows of the best ten chunks; `fuzzy` where the question is misspelt. */
export type Peer = (query: string, fuzzy?: "fuzzy") => number[];

export function miniSearchDefaults(chunks: Titled[]): Peer {
  const index = new MiniSearch({ idField: "n", fields: ["title", "text"] });
  index.addAll(chunks);
  return (query, fuzzy) =>
    index
      .search(query, fuzzy ? { fuzzy: 0.2 } : {})
      .slice(0, 10)
      .map((hit) => Number(hit.id));
}

export function fts5Defaults(chunks: Titled[]): Peer {
  const db = new DatabaseSync(":memory:");
  db.exec("CREATE VIRTUAL TABLE docs USING fts5 (title, text); BEGIN");
  const add = db.prepare("INSERT INTO docs (rowid, title, text) VALUES (?, ?, ?)");
  for (const chunk of chunks) add.run(chunk.n, chunk.title, chunk.text);
  db.exec("COMMIT");
  const find = db.prepare("SELECT rowid AS n FROM docs WHERE docs MATCH ? ORDER BY rank LIMIT 10");
  return (query) => {
    const words = query.match(/[\p{L}\p{N}]+/gu) ?? [];
    return find.all(words.map((word) => `"${word}"`).join(" OR ")).map((row) => Number(row.n));
  };
}
