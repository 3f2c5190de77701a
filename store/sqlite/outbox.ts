// What is to be said, keyed by its cause. Promises that a cause is said once, that a card's message id reaches
// its review in the same transaction, and that a body replaced while the old one was on its way stays due.
// Refuses to send: that is the bot's.

import type { NewOutboxMessage, Outbox, OutboxMessage } from "../ledger.ts";
import type { Database, Sql } from "./database.ts";
import { int, intOrNull, oneOf, type Row, text, textOrNull } from "./row.ts";

const KINDS = ["answer", "card", "notice", "edit", "status", "document"] as const;
const STATES = ["pending", "placed", "done", "dead"] as const;

const COLUMNS = `id, cause, chat, topic, kind, priority, body, "after", review, state, message_id, attempts, next_at,
  error, created_at`;

// A message that was placed and then failed in its edit has an id all the same: what waits for it may go.
const MAY_GO = `state IN ('pending', 'placed') AND ("after" IS NULL OR EXISTS (
  SELECT 1 FROM outbox AS p WHERE p.cause = outbox."after" AND (p.message_id IS NOT NULL OR p.state = 'done')))`;

// Clocks are set back. What was never tried waits for nothing, whatever the clock said then; and a time further ahead
// than a retry is put off by comes from a clock that was ahead.
const MOST_PUT_OFF_MS = 3_600_000;
const IS_DUE = `(next_at <= ?1 OR attempts = 0 OR next_at > ?1 + ${MOST_PUT_OFF_MS})`;

const ADD = `INSERT INTO outbox (cause, chat, topic, kind, priority, body, "after", review, state, next_at, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'pending', ?, ?) ON CONFLICT (cause) DO`;
const KEEP = `${ADD} NOTHING`;
const REPLACE = `${ADD} UPDATE SET body = excluded.body, next_at = excluded.next_at, attempts = 0, error = NULL,
  state = CASE WHEN message_id IS NULL THEN 'pending' ELSE 'placed' END`;

export function createOutbox(db: Database): Outbox {
  return {
    async say(messages, at, options) {
      const statement = options?.replace ? REPLACE : KEEP;
      await db.write((sql) => {
        for (const message of messages) add(sql, statement, { ...message, at });
      });
    },
    dueOutbox: (now, limit) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${COLUMNS} FROM outbox WHERE ${IS_DUE} AND ${MAY_GO} ORDER BY priority, id LIMIT ?2`,
            now,
            limit,
          )
          .map(toMessage),
      ),
    nextOutboxAt: () =>
      db.read((sql) =>
        intOrNull(sql.one(`SELECT min(next_at) AS at FROM outbox WHERE ${MAY_GO}`) ?? {}, "at"),
      ),
    outboxByCause: (cause) =>
      db.read((sql) => {
        const row = sql.one(`SELECT ${COLUMNS} FROM outbox WHERE cause = ?`, cause);
        return row && toMessage(row);
      }),
    markPlaced: (id, messageId, at) => db.write((sql) => place(sql, { id, messageId, at })),
    async markDone(id, _at, sentBody) {
      await db.write((sql) =>
        sql.run(
          "UPDATE outbox SET state = 'done', error = NULL WHERE id = ? AND state <> 'dead' AND (?2 IS NULL OR body = ?2)",
          id,
          sentBody ?? null,
        ),
      );
    },
    async markFailed(id, error, nextAt) {
      await db.write((sql) =>
        sql.run(
          `UPDATE outbox SET attempts = attempts + 1, error = ?, next_at = coalesce(?2, next_at),
            state = CASE WHEN ?2 IS NULL THEN 'dead' ELSE state END
            WHERE id = ?3 AND state IN ('pending', 'placed')`,
          error,
          nextAt,
          id,
        ),
      );
    },
    unsent: (chat) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${COLUMNS} FROM outbox WHERE state <> 'done' AND (?1 IS NULL OR chat = ?1) ORDER BY id`,
            chat,
          )
          .map(toMessage),
      ),
  };
}

function add(sql: Sql, statement: string, message: NewOutboxMessage & { at: number }): void {
  const { cause, chat, topic, kind, priority, body, after, review, at } = message;
  sql.run(statement, cause, chat, topic, kind, priority, body, after, review, at, at);
}

function place(sql: Sql, { id, messageId, at }: { id: number; messageId: number; at: number }): void {
  sql.run(
    `UPDATE outbox SET message_id = ?, next_at = ?, attempts = 0, error = NULL,
      state = CASE state WHEN 'pending' THEN 'placed' ELSE state END WHERE id = ?`,
    messageId,
    at,
    id,
  );
  sql.run(
    "UPDATE reviews SET message_id = ? WHERE review = (SELECT review FROM outbox WHERE id = ?)",
    messageId,
    id,
  );
}

function toMessage(row: Row): OutboxMessage {
  return {
    id: int(row, "id"),
    cause: text(row, "cause"),
    chat: text(row, "chat"),
    topic: textOrNull(row, "topic"),
    kind: oneOf(row, "kind", KINDS),
    priority: int(row, "priority"),
    body: text(row, "body"),
    after: textOrNull(row, "after"),
    review: textOrNull(row, "review"),
    state: oneOf(row, "state", STATES),
    messageId: intOrNull(row, "message_id"),
    attempts: int(row, "attempts"),
    nextAt: int(row, "next_at"),
    error: textOrNull(row, "error"),
    createdAt: int(row, "created_at"),
  };
}
