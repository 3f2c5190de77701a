// One SQLite file, opened safely: WAL, every commit on disk before it is reported, one writer at a time.
// Promises that a transaction is whole or absent, and that a file shared with another process is waited for
// without holding the event loop long. Refuses asynchronous work inside a transaction.

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import type { Row } from "./row.ts";

export type Sql = {
  one(sql: string, ...params: SQLInputValue[]): Row | undefined;
  all(sql: string, ...params: SQLInputValue[]): Row[];
  /** Returns how many rows changed. */
  run(sql: string, ...params: SQLInputValue[]): number;
};

export type Database = {
  readonly clock: Clock;
  /** Runs `work` in one immediate transaction; whatever it throws undoes it. */
  write<T>(work: (sql: Sql) => T): Promise<T>;
  read<T>(work: (sql: Sql) => T): Promise<T>;
  close(): void;
};

// Short, since SQLite waits inside the call and the event loop waits with it; between tries the loop is free.
const BUSY_TIMEOUT_MS = 5;
const BUSY_TRIES = 180;
const BUSY_PAUSE_MS = 25;

/** Opens the file (or `:memory:`) and brings it to `migrate`'s version. */
export async function openDatabase(
  path: string,
  clock: Clock,
  migrate: (sql: Sql & { exec(sql: string): void }) => void,
): Promise<Database> {
  const handle = openHandle(path);
  const closed = new AbortController();
  const sql = { ...cachedStatements(handle), exec: (text: string) => handle.exec(text) };
  const attempt = async <T>(work: () => T): Promise<T> =>
    whenFree(work, { path, clock, signal: closed.signal });
  try {
    await attempt(() => configure(handle));
    await attempt(() => transaction(handle, () => migrate(sql)));
  } catch (error) {
    handle.close();
    throw resultCode(error) === null ? error : new Error(unusable(path, error), { cause: error });
  }
  return {
    clock,
    write: (work) => attempt(() => transaction(handle, () => work(sql))),
    read: (work) => attempt(() => work(sql)),
    close() {
      closed.abort(new Error("The ledger was closed."));
      if (handle.isOpen) handle.close();
    },
  };
}

function openHandle(path: string): DatabaseSync {
  try {
    if (path !== ":memory:") createPrivately(path);
    return new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  } catch (error) {
    throw new Error(unusable(path, error), { cause: error });
  }
}

// SQLite would create the file with the umask's mode; the files it puts beside it copy the mode of this one.
function createPrivately(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
}

function configure(handle: DatabaseSync): void {
  handle.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
}

/** One sentence for whoever starts Handrail: what is wrong with the file, and what to do. */
function unusable(path: string, error: unknown): string {
  const found = error instanceof Error ? error.message : String(error);
  switch (resultCode(error)) {
    case SQLITE_CORRUPT:
      return `The ledger ${path} is damaged (${found}). Put back a copy of it, or move it away with its -wal and -shm files to begin with an empty one.`;
    case SQLITE_NOTADB:
      return `The ledger ${path} could not be opened: it is no SQLite file. Name a file that is a ledger, or one that does not exist yet.`;
    case SQLITE_FULL:
      return `The ledger ${path} could not be opened: the disk is full. Make room on it.`;
    default:
      return `The ledger ${path} could not be opened for writing (${found}). Make its folder writable, or name a file in one that is.`;
  }
}

function cachedStatements(handle: DatabaseSync): Sql {
  const statements = new Map<string, StatementSync>();
  const prepared = (text: string): StatementSync => {
    const known = statements.get(text);
    if (known) return known;
    const made = handle.prepare(text);
    statements.set(text, made);
    return made;
  };
  return {
    one: (text, ...params) => prepared(text).get(...params),
    all: (text, ...params) => prepared(text).all(...params),
    run: (text, ...params) => Number(prepared(text).run(...params).changes),
  };
}

function transaction<T>(handle: DatabaseSync, work: () => T): T {
  handle.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    handle.exec("COMMIT");
    return result;
  } catch (error) {
    // Some failures (a full disk) have already rolled back.
    if (handle.isTransaction) handle.exec("ROLLBACK");
    throw error;
  }
}

async function whenFree<T>(
  work: () => T,
  { path, clock, signal }: { path: string; clock: Clock; signal: AbortSignal },
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return work();
    } catch (error) {
      if (!isBusy(error)) throw error;
      if (tries === BUSY_TRIES) throw new Error(busyText(path), { cause: error });
    }
    await clock.sleep(BUSY_PAUSE_MS, signal);
  }
}

function busyText(path: string): string {
  return `The ledger ${path} is held by another process and did not come free in ${BUSY_TRIES} tries.`;
}

const SQLITE_BUSY = 5;
const SQLITE_LOCKED = 6;
const SQLITE_CORRUPT = 11;
const SQLITE_FULL = 13;
const SQLITE_NOTADB = 26;

function isBusy(error: unknown): boolean {
  const code = resultCode(error);
  return code === SQLITE_BUSY || code === SQLITE_LOCKED;
}

/** SQLite's primary result code; null for an error that is not SQLite's. */
function resultCode(error: unknown): number | null {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number") return null;
  return error.errcode & 0xff;
}
