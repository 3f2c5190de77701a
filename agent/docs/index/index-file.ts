// The file of one index version: a SQLite database that is written once and then only read. Promises that writer and
// readers agree on its tables, and that a reader's connection cannot change it. Refuses files without our own mark.

import { DatabaseSync, type StatementSync } from "node:sqlite";
import { pathToFileURL } from "node:url";
import { clearTopics, TOPICS_SCHEMA } from "../phrasebook/topic-tables.ts";
import { SEARCH_SCHEMA } from "../search/search-tables.ts";
import { clearSurface, SURFACE_SCHEMA } from "../surface/surface-tables.ts";

/** Raise it with every change of the tables: a file of another format counts as no index, and is built anew. */
export const FORMAT = 9;

const SCHEMA = `
  PRAGMA user_version = ${FORMAT};
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
  CREATE TABLE pages (
    n INTEGER PRIMARY KEY, source TEXT NOT NULL, path TEXT NOT NULL, hash TEXT NOT NULL, parser TEXT NOT NULL,
    notes TEXT NOT NULL, UNIQUE (source, path));
  CREATE TABLE chunks (
    n INTEGER PRIMARY KEY, page INTEGER NOT NULL, at INTEGER NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL,
    interface TEXT, member TEXT, stated_interface TEXT, stated_member TEXT, title_only INTEGER NOT NULL,
    text TEXT NOT NULL, line INTEGER NOT NULL, hash TEXT NOT NULL, facts TEXT NOT NULL);
  CREATE INDEX chunks_page ON chunks (page, at);
  CREATE TABLE names (
    key TEXT NOT NULL, rank INTEGER NOT NULL, title TEXT NOT NULL, chunk INTEGER NOT NULL, name TEXT NOT NULL,
    PRIMARY KEY (key, rank, title, chunk)) WITHOUT ROWID;
  ${SEARCH_SCHEMA}
  ${SURFACE_SCHEMA}
  ${TOPICS_SCHEMA}
`;

// Nobody else sees the file until it is whole, so a journal would only be written twice; the build syncs at its end.
const WRITE_ONCE = "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -12000;";

export function createIndexFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(WRITE_ONCE);
  db.exec(SCHEMA);
  return db;
}

/**
 * A statement that writes. `run` reports the connection's last row id, and the full-text table's own rows have ids that
 * no number holds: read as numbers, a later write throws (test: "a changed folder costs its changed pages …").
 */
export function prepareWrite(db: DatabaseSync, sql: string): StatementSync {
  const statement = db.prepare(sql);
  statement.setReadBigInts(true);
  return statement;
}

/** A copy of an older version, about to become a newer one: ids are given anew when it settles. */
export function continueIndexFile(file: string): DatabaseSync {
  const db = new DatabaseSync(file);
  db.exec(WRITE_ONCE);
  db.exec("DROP INDEX IF EXISTS chunks_id; DELETE FROM names;");
  clearSurface(db);
  clearTopics(db);
  return db;
}

/** A file that an older or newer Handrail built. */
export class OtherFormat extends Error {}

/** Opens for reading. `immutable` skips every lock: after its rename nobody writes to the file again. */
export function readIndexFile(file: string): DatabaseSync {
  const url = pathToFileURL(file);
  url.searchParams.set("immutable", "1");
  const db = new DatabaseSync(url, { readOnly: true });
  try {
    db.exec("PRAGMA cache_size = -8000; PRAGMA query_only = 1;");
    const format = db.prepare("PRAGMA user_version").get()?.user_version;
    if (format !== FORMAT) throw new OtherFormat(`format ${String(format)}, not ${FORMAT}`);
    if (readMeta(db, "version") === undefined) throw new Error("no version inside");
    return db;
  } catch (error) {
    db.close();
    if (error instanceof OtherFormat) throw error;
    throw new Error(`The index file ${file} cannot be read; build the index again.`, { cause: error });
  }
}

export function readMeta(db: DatabaseSync, key: string): string | undefined {
  const value = db.prepare("SELECT value FROM meta WHERE key = ?").get(key)?.value;
  return typeof value === "string" ? value : undefined;
}

export function writeMeta(db: DatabaseSync, key: string, value: string): void {
  prepareWrite(db, "INSERT OR REPLACE INTO meta VALUES (?, ?)").run(key, value);
}
