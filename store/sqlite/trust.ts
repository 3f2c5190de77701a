// What a person said about code and settings of a workspace's own: yes, not now, no longer. Promises that each card is
// decided once, by a person who may and where it was shown, with the button and the audit line in the same transaction.
// Refuses to know what is trusted: subjects and hashes are opaque here.

import type { NewTrust, Trust, TrustDecision, TrustEntry } from "../consent.ts";
import type { Tap } from "../ledger.ts";
import { insertAudit } from "./audit.ts";
import type { Database, Sql } from "./database.ts";
import { readButton } from "./review-rows.ts";
import { int, oneOf, type Row, text } from "./row.ts";

const VERDICTS = ["trusted", "declined", "withdrawn"] as const;
const ENTRY = 'card, workspace, subject, hash, verdict, "by", at';

export function createTrust(db: Database): Trust {
  return {
    trustOf: (workspace) =>
      db.read((sql) =>
        sql.all(`SELECT ${ENTRY} FROM trust WHERE workspace = ? ORDER BY n`, workspace).map(toEntry),
      ),
    decideTrust: (tap, wanted) => db.write((sql) => decide(sql, tap, wanted)),
  };
}

function decide(sql: Sql, tap: Tap, wanted: NewTrust): TrustDecision {
  const button = readButton(sql, tap.token);
  if (!button?.once) return { type: "unknown" };
  if (!button.allowed.includes(tap.by)) return { type: "not_allowed" };
  if (button.chat !== tap.chat) return { type: "wrong_place" };
  const before = ofCard(sql, wanted.card) ?? settled(sql, wanted);
  if (before) return { type: "already", entry: before };

  const { card, workspace, subject, hash, verdict } = wanted;
  const { by, at } = tap;
  sql.run(
    'INSERT INTO trust (card, workspace, subject, hash, verdict, "by", at) VALUES (?, ?, ?, ?, ?, ?, ?)',
    ...[card, workspace, subject, hash, verdict, by, at],
  );
  sql.run(
    "UPDATE buttons SET used_by = ?, used_at = ? WHERE token = ? AND used_by IS NULL",
    by,
    at,
    tap.token,
  );
  insertAudit(sql, { at, by, action: `trust:${verdict}`, subject: `${workspace}:${subject}`, hash });
  return { type: "decided", entry: { ...wanted, by, at } };
}

function ofCard(sql: Sql, card: string): TrustEntry | undefined {
  const row = sql.one(`SELECT ${ENTRY} FROM trust WHERE card = ?`, card);
  return row && toEntry(row);
}

/** What another card has decided already: the same bytes are trusted once, and given up once. */
function settled(sql: Sql, { workspace, subject, hash, verdict }: NewTrust): TrustEntry | undefined {
  const row = sql.one(
    `SELECT ${ENTRY} FROM trust WHERE workspace = ? AND subject = ? AND verdict <> 'declined'
      ORDER BY n DESC LIMIT 1`,
    workspace,
    subject,
  );
  const last = row && toEntry(row);
  const isTrusted = last?.verdict === "trusted" && last.hash === hash;
  if (verdict === "withdrawn") return isTrusted ? undefined : last;
  return isTrusted ? last : undefined;
}

function toEntry(row: Row): TrustEntry {
  return {
    card: text(row, "card"),
    workspace: text(row, "workspace"),
    subject: text(row, "subject"),
    hash: text(row, "hash"),
    verdict: oneOf(row, "verdict", VERDICTS),
    by: text(row, "by"),
    at: int(row, "at"),
  };
}
