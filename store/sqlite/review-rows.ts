// Rows of reviews and buttons, read and written inside a caller's transaction. Promises that a review's
// changeset is a stored blob before the review exists. Refuses to decide: reviews.ts does.

import type { Button, NewButton, NewReview, Origin, ReviewRow } from "../ledger.ts";
import { insertAudit, NOBODY } from "./audit.ts";
import type { Sql } from "./database.ts";
import { corrupt, int, intOrNull, json, oneOf, type Row, text, textList, textOrNull } from "./row.ts";

const STATES = [
  "open",
  "approved",
  "rejected",
  "revised",
  "withdrawn",
  "stale",
  "replaced",
  "expired",
  "landed",
  "conflicted",
] as const;

export const REVIEW = `review, workspace, changeset, origin, chat, topic, allowed, opened_at, expires_at, state, message_id,
  decided_by, decided_at, comment, generation`;
const BUTTON = "token, action, subject, chat, allowed, once, used_by, used_at, opened";

/** Opens a review, makes the one it replaces stale, stores its buttons. The same review again changes nothing. */
export function insertReview(sql: Sql, review: NewReview): void {
  const known = readReview(sql, review.review);
  if (known && known.changeset === review.changeset) return;
  if (known) throw new Error(`Review ${review.review} exists already with another changeset.`);
  if (!sql.one("SELECT hash FROM blobs WHERE hash = ?", review.changeset)) {
    throw new Error(`Review ${review.review} names the changeset ${review.changeset}, which is not stored.`);
  }
  sql.run(
    `INSERT INTO reviews (review, workspace, changeset, origin, turn, chat, topic, allowed, opened_at, expires_at, state)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'open')`,
    review.review,
    review.workspace,
    review.changeset,
    JSON.stringify(review.origin),
    turnOf(review.origin),
    review.chat,
    review.topic,
    JSON.stringify(review.allowed),
    review.openedAt,
    review.expiresAt,
  );
  insertButtons(sql, review.buttons);
  if (review.replaces !== null) makeStale(sql, review.replaces, review);
}

export function insertButtons(sql: Sql, buttons: NewButton[]): void {
  for (const { token, action, subject, chat, allowed, once } of buttons) {
    sql.run(
      "INSERT OR IGNORE INTO buttons (token, action, subject, chat, allowed, once) VALUES (?, ?, ?, ?, ?, ?)",
      token,
      action,
      subject,
      chat,
      JSON.stringify(allowed),
      once ? 1 : 0,
    );
  }
}

export function readReview(sql: Sql, review: string): ReviewRow | undefined {
  const row = sql.one(`SELECT ${REVIEW} FROM reviews WHERE review = ?`, review);
  return row && toReview(row);
}

/** A button, with the review that its use opened. */
export function readButton(sql: Sql, token: string): (Button & { opened: string | null }) | undefined {
  const row = sql.one(`SELECT ${BUTTON} FROM buttons WHERE token = ?`, token);
  if (!row) return undefined;
  return {
    token: text(row, "token"),
    action: text(row, "action"),
    subject: text(row, "subject"),
    chat: text(row, "chat"),
    allowed: textList(row, "allowed"),
    once: int(row, "once") === 1,
    usedBy: textOrNull(row, "used_by"),
    usedAt: intOrNull(row, "used_at"),
    opened: textOrNull(row, "opened"),
  };
}

export function toReview(row: Row): ReviewRow {
  return {
    review: text(row, "review"),
    workspace: text(row, "workspace"),
    changeset: text(row, "changeset"),
    origin: originOf(row),
    chat: text(row, "chat"),
    topic: textOrNull(row, "topic"),
    allowed: textList(row, "allowed"),
    openedAt: int(row, "opened_at"),
    expiresAt: intOrNull(row, "expires_at"),
    state: oneOf(row, "state", STATES),
    messageId: intOrNull(row, "message_id"),
    decidedBy: textOrNull(row, "decided_by"),
    decidedAt: intOrNull(row, "decided_at"),
    comment: textOrNull(row, "comment"),
    generation: intOrNull(row, "generation"),
  };
}

function originOf(row: Row): Origin {
  const origin = json(row, "origin");
  if (typeof origin === "object" && origin !== null && "type" in origin) {
    if (origin.type === "turn" && "turn" in origin && typeof origin.turn === "string") {
      return { type: "turn", turn: origin.turn };
    }
    const isCommand = origin.type === "command" && "command" in origin && "by" in origin;
    if (isCommand && typeof origin.command === "string" && typeof origin.by === "string") {
      return { type: "command", command: origin.command, by: origin.by };
    }
  }
  return corrupt({ row, column: "origin" }, "is neither a turn nor a command");
}

export function turnOf(origin: Origin): string | null {
  return origin.type === "turn" ? origin.turn : null;
}

function makeStale(sql: Sql, old: string, by: NewReview): void {
  const changed = sql.run("UPDATE reviews SET state = 'stale' WHERE review = ? AND state = 'open'", old);
  if (changed === 0) return;
  insertAudit(sql, {
    at: by.openedAt,
    by: NOBODY,
    action: "stale",
    subject: old,
    hash: readReview(sql, old)?.changeset ?? null,
  });
}
