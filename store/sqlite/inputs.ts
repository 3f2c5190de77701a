// What came from outside for a running turn, in order. Promises one number per cause. Refuses to be read twice:
// consumed inputs stay stored and are not listed.

import type { InputKind, TurnInput } from "../ledger.ts";
import type { Sql } from "./database.ts";
import { int, oneOf, text } from "./row.ts";

const KINDS = ["steer", "stop", "verdict", "permission", "overruled"] as const satisfies readonly InputKind[];

export function insertInput(sql: Sql, input: Omit<TurnInput, "n">, cause: string): void {
  sql.run(
    `INSERT OR IGNORE INTO inputs (turn, n, kind, "by", body, at, cause)
      VALUES (?1, (SELECT coalesce(max(n), 0) + 1 FROM inputs WHERE turn = ?1), ?2, ?3, ?4, ?5, ?6)`,
    input.turn,
    input.kind,
    input.by,
    input.body,
    input.at,
    cause,
  );
}

/** False when the turn is unknown or has ended; a known cause is true again. */
export function offerInput(sql: Sql, input: Omit<TurnInput, "n">, cause: string): boolean {
  if (sql.one("SELECT n FROM inputs WHERE turn = ? AND cause = ?", input.turn, cause)) return true;
  if (!sql.one("SELECT turn FROM turns WHERE turn = ? AND state <> 'ended'", input.turn)) return false;
  insertInput(sql, input, cause);
  return true;
}

export function consumeInput(sql: Sql, turn: string, n: number): void {
  sql.run("UPDATE inputs SET consumed = 1 WHERE turn = ? AND n = ?", turn, n);
}

export function readInputs(sql: Sql, turn: string): TurnInput[] {
  return sql
    .all('SELECT turn, n, kind, "by", body, at FROM inputs WHERE turn = ? AND consumed = 0 ORDER BY n', turn)
    .map((row) => ({
      turn: text(row, "turn"),
      n: int(row, "n"),
      kind: oneOf(row, "kind", KINDS),
      by: text(row, "by"),
      body: text(row, "body"),
      at: int(row, "at"),
    }));
}
