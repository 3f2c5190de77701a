// Updates as they came, with the poll offset. Promises that an update is stored once, by its exact id, in the
// transaction that moves the offset. Refuses to compare ids by size: Telegram may start them anew.

import type { Inbox } from "../ledger.ts";
import type { Database, Sql } from "./database.ts";
import { int, text } from "./row.ts";

export function createInbox(db: Database): Inbox {
  return {
    ingest: (updates, nextOffset) =>
      db.write((sql) => {
        let added = 0;
        for (const { updateId, body, receivedAt } of updates) {
          added += sql.run(
            "INSERT OR IGNORE INTO inbox (update_id, body, received_at) VALUES (?, ?, ?)",
            updateId,
            body,
            receivedAt,
          );
        }
        sql.run(
          "INSERT INTO poll VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET next_offset = excluded.next_offset",
          nextOffset,
        );
        return added;
      }),

    pollOffset: () =>
      db.read((sql) => {
        const row = sql.one("SELECT next_offset FROM poll");
        return row ? int(row, "next_offset") : 0;
      }),

    pendingUpdates: (limit) =>
      db.read((sql) =>
        sql
          .all(
            "SELECT update_id, body, received_at FROM inbox WHERE finished_at IS NULL ORDER BY n LIMIT ?",
            limit,
          )
          .map((row) => ({
            updateId: int(row, "update_id"),
            body: text(row, "body"),
            receivedAt: int(row, "received_at"),
          })),
      ),

    async finishUpdate(updateId, at, error) {
      await db.write((sql) => finish(sql, updateId, { at, error: error ?? null }));
    },

    async finishUpdates(updateIds, at) {
      await db.write((sql) => {
        for (const updateId of updateIds) finish(sql, updateId, { at, error: null });
      });
    },
  };
}

function finish(sql: Sql, updateId: number, { at, error }: { at: number; error: string | null }): void {
  sql.run(
    "UPDATE inbox SET finished_at = ?, error = ? WHERE update_id = ? AND finished_at IS NULL",
    at,
    error,
    updateId,
  );
}
