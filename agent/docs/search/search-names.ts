// Exact names, from a table, at once: a title, an interface, a member of any interface. Promises the same case first, then
// any case. Refuses to search: what is not a name here is nobody's guess.

import type { DatabaseSync } from "node:sqlite";
import { nameForms } from "../names.ts";

export type NameRows = { rows: { n: number; score: number }[]; total: number };

/** Prepares the search over one index file. */
export function nameSearch(db: DatabaseSync): (query: string, limit: number) => NameRows | undefined {
  const find = db.prepare(
    `SELECT chunk, rank, name = ?2 AS same FROM names WHERE key = ?1
     ORDER BY same DESC, rank, length(title), title LIMIT ?3`,
  );
  const count = db.prepare("SELECT count(*) AS total FROM names WHERE key = ?");

  return (query, limit) => {
    for (const form of nameForms(query)) {
      const key = form.toLowerCase();
      const found = find.all(key, form, limit);
      if (found.length === 0) continue;
      const rows = found.map((row) => ({
        n: Number(row.chunk),
        score: (row.same === 1 ? 1 : 0.9) - (row.rank === 2 ? 0.1 : 0),
      }));
      const total = found.length < limit ? found.length : Number(count.get(key)?.total);
      return { rows, total };
    }
    return undefined;
  };
}
