// The audit lines: who did what to which hash, in the transaction that did it.
// Refuses updates and deletions.

import type { AuditEntry } from "../ledger.ts";
import type { Sql } from "./database.ts";
import { int, text, textOrNull } from "./row.ts";

/** Who acts when no person does. */
export const NOBODY = "handrail";

export function insertAudit(sql: Sql, { at, by, action, subject, hash }: AuditEntry): void {
  sql.run(
    'INSERT INTO audit (at, "by", action, subject, hash) VALUES (?, ?, ?, ?, ?)',
    at,
    by,
    action,
    subject,
    hash,
  );
}

export function readAudit(sql: Sql, limit: number): AuditEntry[] {
  return sql
    .all('SELECT n, at, "by", action, subject, hash FROM audit ORDER BY n DESC LIMIT ?', limit)
    .map((row) => ({
      at: int(row, "at"),
      by: text(row, "by"),
      action: text(row, "action"),
      subject: text(row, "subject"),
      hash: textOrNull(row, "hash"),
    }));
}
