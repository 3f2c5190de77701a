// Turns and their append-only logs. Promises that an append lands whole, after exactly the event that its writer
// knew, with the bytes that its events name. Refuses a second writer, and a log whose chain is broken.

import { FIRST_PREV, rowHash, verifyChain } from "../chain.ts";
import { LedgerConflict } from "../errors.ts";
import type { AppendBatch, LogRow, NewLogRow, TurnLog, TurnRow } from "../ledger.ts";
import { insertBlobs, readBlob } from "./blobs.ts";
import type { Database, Sql } from "./database.ts";
import { consumeInput, offerInput, readInputs } from "./inputs.ts";
import { finishLanding } from "./landings.ts";
import { createRequests, startRequest } from "./requests.ts";
import { insertReview } from "./review-rows.ts";
import { int, intOrNull, oneOf, type Row, text, textOrNull } from "./row.ts";

const STATES = ["running", "waiting", "ended"] as const;
const TURN =
  'turn, request, workspace, chat, topic, "by", text, state, outcome, answer, started_at, ended_at';
const EVENT = "turn, seq, thread, step, at, type, body, prev, hash";

export function createTurnLog(db: Database): TurnLog {
  return {
    ...createRequests(db),
    createTurn: (turn, first) =>
      db.write((sql) => {
        insertTurn(sql, turn);
        return append(sql, first, db.clock.now());
      }),
    turn: (turn) =>
      db.read((sql) => {
        const row = sql.one(`SELECT ${TURN} FROM turns WHERE turn = ?`, turn);
        return row && toTurn(row);
      }),
    turnsIn: (states, workspace) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${TURN} FROM turns WHERE state IN (SELECT value FROM json_each(?))
              AND (?2 IS NULL OR workspace = ?2) ORDER BY started_at, rowid`,
            JSON.stringify(states),
            workspace ?? null,
          )
          .map(toTurn),
      ),
    recentTurns: (chat, topic, limit) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${TURN} FROM turns WHERE state = 'ended' AND chat = ? AND topic IS ?
              ORDER BY ended_at DESC, rowid DESC LIMIT ?`,
            chat,
            topic,
            limit,
          )
          .map(toTurn),
      ),
    append: (batch) => db.write((sql) => append(sql, batch, db.clock.now())),
    log: (turn) => db.read((sql) => readLog(sql, turn)),
    addInput: (input, cause) => db.write((sql) => offerInput(sql, input, cause)),
    inputs: (turn) => db.read((sql) => readInputs(sql, turn)),
    putBlobs: (blobs) => db.write((sql) => insertBlobs(sql, blobs, db.clock.now())),
    blob: (hash) => db.read((sql) => readBlob(sql, hash)),
  };
}

function insertTurn(sql: Sql, turn: Parameters<TurnLog["createTurn"]>[0]): void {
  if (sql.one("SELECT turn FROM turns WHERE turn = ?", turn.turn)) {
    throw new LedgerConflict(turn.turn, 0, lastOf(sql, turn.turn).seq);
  }
  if (turn.request !== null) startRequest(sql, turn.request, turn.turn);
  sql.run(
    `INSERT INTO turns (turn, request, workspace, chat, topic, "by", text, state, started_at)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'running', ?)`,
    turn.turn,
    turn.request,
    turn.workspace,
    turn.chat,
    turn.topic,
    turn.by,
    turn.text,
    turn.startedAt,
  );
}

function append(sql: Sql, batch: AppendBatch, now: number): LogRow[] {
  const { turn } = batch;
  const last = lastOf(sql, turn);
  if (last.seq !== batch.expect) throw new LedgerConflict(turn, batch.expect, last.seq);
  if (!sql.one("SELECT turn FROM turns WHERE turn = ?", turn)) throw new Error(`There is no turn ${turn}.`);
  insertBlobs(sql, batch.blobs, now);
  const rows = chained(turn, batch.events, last);
  for (const row of rows) insertEvent(sql, row);
  if (batch.consumed !== undefined) consumeInput(sql, turn, batch.consumed);
  if (batch.state) setState(sql, { turn, at: rows.at(-1)?.at ?? now, ...batch.state });
  if (batch.review) insertReview(sql, batch.review);
  if (batch.landing) finishLanding(sql, batch.landing);
  return rows;
}

type Last = { seq: number; hash: string };

function lastOf(sql: Sql, turn: string): Last {
  const row = sql.one("SELECT turn, seq, hash FROM events WHERE turn = ? ORDER BY seq DESC LIMIT 1", turn);
  return row ? { seq: int(row, "seq"), hash: text(row, "hash") } : { seq: 0, hash: FIRST_PREV };
}

function chained(turn: string, events: NewLogRow[], last: Last): LogRow[] {
  const rows: LogRow[] = [];
  for (const { thread, step, at, type, body } of events) {
    const { seq, hash: prev } = rows.at(-1) ?? last;
    const row = { turn, seq: seq + 1, thread, step, at, type, body, prev };
    rows.push({ ...row, hash: rowHash(row) });
  }
  return rows;
}

function insertEvent(sql: Sql, { turn, seq, thread, step, at, type, body, prev, hash }: LogRow): void {
  sql.run(
    `INSERT INTO events (${EVENT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    turn,
    seq,
    thread,
    step,
    at,
    type,
    body,
    prev,
    hash,
  );
}

function setState(sql: Sql, next: { turn: string; at: number } & NonNullable<AppendBatch["state"]>): void {
  const { turn, at, state, outcome, answer } = next;
  sql.run(
    `UPDATE turns SET state = ?, outcome = coalesce(?, outcome), answer = coalesce(?, answer), ended_at = ?
      WHERE turn = ?`,
    state,
    outcome ?? null,
    answer ?? null,
    state === "ended" ? at : null,
    turn,
  );
  if (state === "ended") sql.run("UPDATE requests SET state = 'ended' WHERE turn = ?", turn);
}

function readLog(sql: Sql, turn: string): LogRow[] {
  const rows = sql.all(`SELECT ${EVENT} FROM events WHERE turn = ? ORDER BY seq`, turn).map(toEvent);
  const verdict = verifyChain(rows);
  if (!verdict.ok) throw new Error(`The log of turn ${turn} is broken: ${verdict.what}.`);
  return rows;
}

function toEvent(row: Row): LogRow {
  return {
    turn: text(row, "turn"),
    seq: int(row, "seq"),
    thread: text(row, "thread"),
    step: int(row, "step"),
    at: int(row, "at"),
    type: text(row, "type"),
    body: text(row, "body"),
    prev: text(row, "prev"),
    hash: text(row, "hash"),
  };
}

function toTurn(row: Row): TurnRow {
  return {
    turn: text(row, "turn"),
    request: intOrNull(row, "request"),
    workspace: text(row, "workspace"),
    chat: text(row, "chat"),
    topic: textOrNull(row, "topic"),
    by: text(row, "by"),
    text: text(row, "text"),
    state: oneOf(row, "state", STATES),
    outcome: textOrNull(row, "outcome"),
    answer: textOrNull(row, "answer"),
    startedAt: int(row, "started_at"),
    endedAt: intOrNull(row, "ended_at"),
  };
}
