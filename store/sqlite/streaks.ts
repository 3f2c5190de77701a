// What came to nothing several times in a row: lookups without a result, jobs that moved nothing. Promises one count for
// all processes, and that a streak is due to be told once until it clears. Refuses to judge: it counts.

import type { NewStreak, Streak, Streaks } from "../streaks.ts";
import type { Database, Sql } from "./database.ts";
import { int, type Row, text } from "./row.ts";

const COLUMNS = "name, count, since, last_at, input, changes, cost_ms, told";

export function createStreaks(db: Database): Streaks {
  return {
    noteStreak: (noted) => db.write((sql) => note(sql, noted)),
    streaks: (limit) =>
      db.read((sql) =>
        sql
          .all(`SELECT ${COLUMNS} FROM streaks WHERE count > ? ORDER BY since, name`, limit)
          .map((row) => toStreak(row)),
      ),
  };
}

function note(sql: Sql, { name, moved, input, costMs, at, limit }: NewStreak): Streak | null {
  if (moved) {
    sql.run("DELETE FROM streaks WHERE name = ?", name);
    return null;
  }
  sql.run(
    `INSERT INTO streaks (${COLUMNS}) VALUES (?1, 1, ?2, ?2, ?3, 0, ?4, 0)
      ON CONFLICT (name) DO UPDATE SET count = count + 1, last_at = ?2, changes = changes + (input <> ?3), input = ?3,
        cost_ms = cost_ms + ?4`,
    name,
    at,
    input,
    costMs,
  );
  const row = sql.one(`SELECT ${COLUMNS} FROM streaks WHERE name = ?`, name) ?? {};
  if (int(row, "count") <= limit || int(row, "told") === 1) return null;
  sql.run("UPDATE streaks SET told = 1 WHERE name = ?", name);
  return toStreak(row);
}

function toStreak(row: Row): Streak {
  return {
    name: text(row, "name"),
    count: int(row, "count"),
    since: int(row, "since"),
    lastAt: int(row, "last_at"),
    changes: int(row, "changes"),
    costMs: int(row, "cost_ms"),
  };
}
