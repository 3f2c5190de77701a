// The queue of requests before they are turns. Promises one request per cause, and that it becomes one turn or
// is dropped, never both. Refuses to choose which goes next: callers see them oldest first.

import type { QueuedRequest, TurnLog } from "../ledger.ts";
import type { Database, Sql } from "./database.ts";
import { int, intOrNull, oneOf, type Row, text, textOrNull } from "./row.ts";

const STATES = ["queued", "running", "ended", "dropped"] as const;
const REQUEST = 'id, cause, workspace, chat, topic, message_id, "by", text, replied_to, state, turn, at';

export function createRequests(db: Database): Pick<TurnLog, "addRequest" | "queuedRequests" | "dropRequest"> {
  return {
    addRequest: (request, at) =>
      db.write((sql) => {
        const { cause, workspace, chat, topic, messageId, by, text: words, repliedTo } = request;
        sql.run(
          `INSERT INTO requests (cause, workspace, chat, topic, message_id, "by", text, replied_to, state, at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?) ON CONFLICT (cause) DO NOTHING`,
          cause,
          workspace,
          chat,
          topic,
          messageId,
          by,
          words,
          repliedTo ?? null,
          at,
        );
        const row = sql.one(`SELECT ${REQUEST} FROM requests WHERE cause = ?`, cause);
        if (!row) throw new Error(`The request ${cause} was not stored.`);
        return toRequest(row);
      }),
    queuedRequests: (workspace) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${REQUEST} FROM requests WHERE state = 'queued' AND workspace = ? ORDER BY id`,
            workspace,
          )
          .map(toRequest),
      ),
    dropRequest: (id) =>
      db.write(
        (sql) => sql.run("UPDATE requests SET state = 'dropped' WHERE id = ? AND state = 'queued'", id) === 1,
      ),
  };
}

/** queued → running, or throws: somebody else took or dropped it. */
export function startRequest(sql: Sql, id: number, turn: string): void {
  const taken = sql.run(
    "UPDATE requests SET state = 'running', turn = ? WHERE id = ? AND state = 'queued'",
    turn,
    id,
  );
  if (taken !== 1) throw new Error(`Request ${id} is not queued any more, turn ${turn} cannot take it.`);
}

function toRequest(row: Row): QueuedRequest {
  const repliedTo = textOrNull(row, "replied_to");
  return {
    id: int(row, "id"),
    cause: text(row, "cause"),
    workspace: text(row, "workspace"),
    chat: text(row, "chat"),
    topic: textOrNull(row, "topic"),
    messageId: intOrNull(row, "message_id"),
    by: text(row, "by"),
    text: text(row, "text"),
    ...(repliedTo === null ? {} : { repliedTo }),
    state: oneOf(row, "state", STATES),
    turn: textOrNull(row, "turn"),
    at: int(row, "at"),
  };
}
