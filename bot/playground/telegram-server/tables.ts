// The state, in memory and optionally on disk: named tables of JSON values and the bytes of files. Promises that
// commit() makes everything set so far durable in one transaction. Refuses to write anything before commit().

import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

export type Table<T> = {
  get(key: string | number): T | undefined;
  set(key: string | number, value: T): void;
  delete(key: string | number): void;
  all(): T[];
  size(): number;
  entries(): [key: string, value: T][];
};

export type Tables = {
  table<T>(name: string): Table<T>;
  bytesOf(file: string): Uint8Array | undefined;
  keepBytes(file: string, bytes: Uint8Array): void;
  commit(): void;
  close(): void;
};

// WAL with synchronous=NORMAL: a killed process loses nothing that was committed, only a power cut may, and the
// playground does not promise more. FULL would cost a disk flush for every call of every test.
const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS rows (tab TEXT, key TEXT, body TEXT NOT NULL, UNIQUE (tab, key));
  CREATE TABLE IF NOT EXISTS files (id TEXT PRIMARY KEY, bytes BLOB NOT NULL);`;

export function openTables(path: string | undefined): Tables {
  return path === undefined ? memoryTables() : diskTables(path);
}

function memoryTables(): Tables {
  const files = new Map<string, Uint8Array>();
  return {
    table: <T>() => createTable<T>(new Map(), () => {}),
    bytesOf: (file) => files.get(file),
    keepBytes: (file, bytes) => void files.set(file, bytes),
    commit: () => {},
    close: () => {},
  };
}

type Write = { tab: string; key: string; value: unknown };

function diskTables(path: string): Tables {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  closeSync(openSync(path, "a", 0o600));
  const db = new DatabaseSync(path);
  db.exec(schema);
  const read = db.prepare("SELECT key, body FROM rows WHERE tab = ? ORDER BY rowid");
  const put = db.prepare(
    "INSERT INTO rows (tab, key, body) VALUES (?, ?, ?) ON CONFLICT (tab, key) DO UPDATE SET body = excluded.body",
  );
  const drop = db.prepare("DELETE FROM rows WHERE tab = ? AND key = ?");
  const readFile = db.prepare("SELECT bytes FROM files WHERE id = ?");
  const putFile = db.prepare("INSERT OR REPLACE INTO files (id, bytes) VALUES (?, ?)");
  const writes = new Map<string, Write>();
  const files = new Map<string, Uint8Array>();
  const flush = () => {
    for (const [id, bytes] of files) putFile.run(id, bytes);
    for (const { tab, key, value } of writes.values()) {
      if (value === undefined) drop.run(tab, key);
      else put.run(tab, key, JSON.stringify(value));
    }
  };
  return {
    table<T>(tab: string) {
      const loaded = new Map<string, T>();
      // The edge: rows were written by this same module from a value of this type.
      for (const row of read.all(tab)) loaded.set(String(row.key), JSON.parse(String(row.body)) as T);
      return createTable(loaded, (key, value) => void writes.set(`${tab}/${key}`, { tab, key, value }));
    },
    bytesOf(file) {
      const bytes = files.get(file) ?? readFile.get(file)?.bytes;
      return bytes instanceof Uint8Array ? bytes : undefined;
    },
    keepBytes: (file, bytes) => void files.set(file, bytes),
    commit() {
      if (writes.size === 0 && files.size === 0) return;
      inTransaction(db, flush);
      writes.clear();
      files.clear();
    },
    close: () => db.close(),
  };
}

function inTransaction(db: DatabaseSync, work: () => void): void {
  db.exec("BEGIN IMMEDIATE");
  try {
    work();
    db.exec("COMMIT");
  } catch (cause) {
    db.exec("ROLLBACK");
    throw cause;
  }
}

function createTable<T>(
  rows: Map<string, T>,
  changed: (key: string, value: T | undefined) => void,
): Table<T> {
  return {
    get: (key) => rows.get(String(key)),
    set(key, value) {
      rows.set(String(key), value);
      changed(String(key), value);
    },
    delete(key) {
      if (rows.delete(String(key))) changed(String(key), undefined);
    },
    all: () => [...rows.values()],
    size: () => rows.size,
    entries: () => [...rows],
  };
}
