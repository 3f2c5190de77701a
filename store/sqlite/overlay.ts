// What the owner says exists although the documentation does not have it. Promises that a word is given and taken back by
// a person who may, where the button was shown, each button once, with the audit line in the same transaction.
// Refuses to know what a name means: families and names are opaque here.

import type { Button, Tap } from "../ledger.ts";
import type { Existing, ExistingDecision, NewExisting, Overlay } from "../overlay.ts";
import { insertAudit } from "./audit.ts";
import type { Database, Sql } from "./database.ts";
import { readButton } from "./review-rows.ts";
import { int, oneOf, type Row, text } from "./row.ts";

const WORDS = ["exists", "withdrawn"] as const;
type Word = (typeof WORDS)[number];
const ENTRY = 'n, workspace, family, about, word, "by", at';

export function createOverlay(db: Database): Overlay {
  return {
    addExisting: (tap, wanted) => db.write((sql) => say(sql, { tap, wanted, word: "exists" })),
    removeExisting: (tap, wanted) => db.write((sql) => say(sql, { tap, wanted, word: "withdrawn" })),
    existing: (workspace) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${ENTRY} FROM existing WHERE word = 'exists' AND n IN
              (SELECT MAX(n) FROM existing WHERE workspace = ? GROUP BY family, about) ORDER BY n`,
            workspace,
          )
          .map(toEntry),
      ),
  };
}

function say(
  sql: Sql,
  { tap, wanted, word }: { tap: Tap; wanted: NewExisting; word: Word },
): ExistingDecision {
  const button = readButton(sql, tap.token);
  if (!button?.once) return { type: "unknown" };
  if (!button.allowed.includes(tap.by)) return { type: "not_allowed" };
  if (button.chat !== tap.chat) return { type: "wrong_place" };
  const before = usedFor(button, wanted) ?? settled(sql, wanted, word);
  if (before) return before;

  const { workspace, family, about } = wanted;
  const { by, at } = tap;
  sql.run(
    'INSERT INTO existing (workspace, family, about, word, "by", at) VALUES (?, ?, ?, ?, ?, ?)',
    ...[workspace, family, about, word, by, at],
  );
  sql.run("UPDATE buttons SET used_by = ?, used_at = ? WHERE token = ?", by, at, tap.token);
  insertAudit(sql, {
    at,
    by,
    action: `overlay:${word}`,
    subject: `${workspace}:${family}:${about}`,
    hash: null,
  });
  return { type: "decided", row: { workspace, family, about, by, at } };
}

function usedFor(button: Button, wanted: NewExisting): ExistingDecision | undefined {
  if (button.usedBy === null || button.usedAt === null) return undefined;
  const { workspace, family, about } = wanted;
  return { type: "already", row: { workspace, family, about, by: button.usedBy, at: button.usedAt } };
}

/** What another button has decided already: a name is said to exist once, and taken back once. */
function settled(
  sql: Sql,
  { workspace, family, about }: NewExisting,
  word: Word,
): ExistingDecision | undefined {
  const row = sql.one(
    `SELECT ${ENTRY} FROM existing WHERE workspace = ? AND family = ? AND about = ? ORDER BY n DESC LIMIT 1`,
    workspace,
    family,
    about,
  );
  if (!row) return word === "exists" ? undefined : { type: "nothing" };
  return oneOf(row, "word", WORDS) === word ? { type: "already", row: toEntry(row) } : undefined;
}

function toEntry(row: Row): Existing {
  return {
    workspace: text(row, "workspace"),
    family: text(row, "family"),
    about: text(row, "about"),
    by: text(row, "by"),
    at: int(row, "at"),
  };
}
