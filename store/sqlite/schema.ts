// The tables, as numbered migrations that are only ever added to. Promises that a file of any earlier version
// is brought here in one transaction. Refuses a file from a newer Handrail, and one that is not a ledger.

import type { Sql } from "./database.ts";
import { int } from "./row.ts";

const LEDGER = `
CREATE TABLE inbox (
  n INTEGER PRIMARY KEY AUTOINCREMENT, update_id INTEGER NOT NULL UNIQUE, body TEXT NOT NULL,
  received_at INTEGER NOT NULL, finished_at INTEGER, error TEXT
) STRICT;
CREATE INDEX inbox_pending ON inbox (n) WHERE finished_at IS NULL;
CREATE TABLE poll (id INTEGER PRIMARY KEY CHECK (id = 1), next_offset INTEGER NOT NULL) STRICT;

CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, cause TEXT NOT NULL UNIQUE, chat TEXT NOT NULL, topic TEXT,
  kind TEXT NOT NULL, priority INTEGER NOT NULL, body TEXT NOT NULL, "after" TEXT, review TEXT,
  state TEXT NOT NULL, message_id INTEGER, attempts INTEGER NOT NULL DEFAULT 0, next_at INTEGER NOT NULL,
  error TEXT, created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX outbox_due ON outbox (next_at) WHERE state IN ('pending', 'placed');

CREATE TABLE blobs (hash TEXT PRIMARY KEY, bytes BLOB NOT NULL, stored_at INTEGER NOT NULL) STRICT;

CREATE TABLE requests (
  id INTEGER PRIMARY KEY AUTOINCREMENT, cause TEXT NOT NULL UNIQUE, workspace TEXT NOT NULL, chat TEXT NOT NULL,
  topic TEXT, message_id INTEGER, "by" TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL, turn TEXT,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX requests_queued ON requests (workspace, id) WHERE state = 'queued';
CREATE TABLE turns (
  turn TEXT PRIMARY KEY, request INTEGER UNIQUE REFERENCES requests (id), workspace TEXT NOT NULL,
  chat TEXT NOT NULL, topic TEXT, "by" TEXT NOT NULL, text TEXT NOT NULL, state TEXT NOT NULL, outcome TEXT,
  answer TEXT, started_at INTEGER NOT NULL, ended_at INTEGER
) STRICT;
CREATE INDEX turns_state ON turns (state, workspace);
CREATE INDEX turns_recent ON turns (chat, ended_at) WHERE state = 'ended';
CREATE TABLE events (
  turn TEXT NOT NULL REFERENCES turns (turn), seq INTEGER NOT NULL, thread TEXT NOT NULL, step INTEGER NOT NULL,
  at INTEGER NOT NULL, type TEXT NOT NULL, body TEXT NOT NULL, prev TEXT NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY (turn, seq)
) STRICT;
CREATE TABLE inputs (
  turn TEXT NOT NULL REFERENCES turns (turn), n INTEGER NOT NULL, kind TEXT NOT NULL, "by" TEXT NOT NULL,
  body TEXT NOT NULL, at INTEGER NOT NULL, cause TEXT NOT NULL, consumed INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (turn, n), UNIQUE (turn, cause)
) STRICT;

CREATE TABLE reviews (
  review TEXT PRIMARY KEY, workspace TEXT NOT NULL, changeset TEXT NOT NULL REFERENCES blobs (hash),
  origin TEXT NOT NULL, turn TEXT REFERENCES turns (turn), chat TEXT NOT NULL, topic TEXT,
  allowed TEXT NOT NULL, opened_at INTEGER NOT NULL, expires_at INTEGER, state TEXT NOT NULL,
  message_id INTEGER, decided_by TEXT, decided_at INTEGER, comment TEXT, generation INTEGER
) STRICT;
CREATE INDEX reviews_state ON reviews (state, workspace);
CREATE TABLE buttons (
  token TEXT PRIMARY KEY, action TEXT NOT NULL, subject TEXT NOT NULL, chat TEXT NOT NULL,
  allowed TEXT NOT NULL, once INTEGER NOT NULL, used_by TEXT, used_at INTEGER,
  opened TEXT REFERENCES reviews (review)
) STRICT;

CREATE TABLE landings (
  landing TEXT PRIMARY KEY, review TEXT NOT NULL UNIQUE REFERENCES reviews (review), workspace TEXT NOT NULL,
  changeset TEXT NOT NULL, state TEXT NOT NULL, "by" TEXT NOT NULL, started_at INTEGER NOT NULL, detail TEXT
) STRICT;
CREATE INDEX landings_state ON landings (state);
CREATE TABLE generations (
  workspace TEXT NOT NULL, n INTEGER NOT NULL, changeset TEXT NOT NULL REFERENCES blobs (hash),
  review TEXT NOT NULL UNIQUE REFERENCES reviews (review), turn TEXT, "by" TEXT NOT NULL, at INTEGER NOT NULL,
  undoes INTEGER, undone_by INTEGER, PRIMARY KEY (workspace, n)
) STRICT;

CREATE TABLE bindings (
  chat TEXT NOT NULL, topic TEXT NOT NULL, workspace TEXT NOT NULL, PRIMARY KEY (chat, topic)
) STRICT;
CREATE TABLE job_runs (
  job TEXT NOT NULL, "window" TEXT NOT NULL, state TEXT NOT NULL, started_at INTEGER NOT NULL,
  ended_at INTEGER, result TEXT, PRIMARY KEY (job, "window")
) STRICT;
CREATE TABLE paused_jobs (job TEXT PRIMARY KEY) STRICT;
CREATE TABLE audit (
  n INTEGER PRIMARY KEY AUTOINCREMENT, at INTEGER NOT NULL, "by" TEXT NOT NULL, action TEXT NOT NULL,
  subject TEXT NOT NULL, hash TEXT
) STRICT;
CREATE TABLE leases (
  name TEXT PRIMARY KEY, fence INTEGER NOT NULL, held INTEGER NOT NULL, pid INTEGER NOT NULL,
  started_at INTEGER NOT NULL, what TEXT NOT NULL, machine TEXT NOT NULL, born TEXT,
  expires_at INTEGER NOT NULL
) STRICT;
`;

const KEYV = `
CREATE TABLE keyv (
  namespace TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, expires_at INTEGER,
  PRIMARY KEY (namespace, key)
) STRICT, WITHOUT ROWID;
CREATE INDEX keyv_expiry ON keyv (namespace, expires_at) WHERE expires_at IS NOT NULL;
`;

// Only ever added to: the newest word on a subject counts, and the older ones tell how it came to that.
const TRUST = `
CREATE TABLE trust (
  n INTEGER PRIMARY KEY AUTOINCREMENT, card TEXT NOT NULL UNIQUE, workspace TEXT NOT NULL, subject TEXT NOT NULL,
  hash TEXT NOT NULL, verdict TEXT NOT NULL, "by" TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX trust_subject ON trust (workspace, subject, n);
`;

const STREAKS = `
CREATE TABLE streaks (
  name TEXT PRIMARY KEY, count INTEGER NOT NULL, since INTEGER NOT NULL, last_at INTEGER NOT NULL,
  input TEXT NOT NULL, changes INTEGER NOT NULL, cost_ms INTEGER NOT NULL, told INTEGER NOT NULL
) STRICT;
`;

const REPLIED_TO = "ALTER TABLE requests ADD COLUMN replied_to TEXT;";

// Only ever added to, as with trust.
const EXISTING = `
CREATE TABLE existing (
  n INTEGER PRIMARY KEY AUTOINCREMENT, workspace TEXT NOT NULL, family TEXT NOT NULL, about TEXT NOT NULL,
  word TEXT NOT NULL, "by" TEXT NOT NULL, at INTEGER NOT NULL
) STRICT;
CREATE INDEX existing_name ON existing (workspace, family, about, n);
`;

/** Migration i makes version i + 1. */
export const MIGRATIONS: readonly string[] = [LEDGER, KEYV, REPLIED_TO, TRUST, STREAKS, EXISTING];

export function migrate(sql: Sql & { exec(sql: string): void }): void {
  const found = int(sql.one("PRAGMA user_version") ?? {}, "user_version");
  if (found > MIGRATIONS.length) throw new Error(newerText(found));
  if (found === 0 && sql.one("SELECT name FROM sqlite_schema LIMIT 1")) throw new Error(FOREIGN_TEXT);
  for (const step of MIGRATIONS.slice(found)) sql.exec(step);
  if (found < MIGRATIONS.length) sql.exec(`PRAGMA user_version = ${MIGRATIONS.length}`);
}

const FOREIGN_TEXT = "This SQLite file holds something else than a Handrail ledger. Name another file.";

function newerText(found: number): string {
  return `The ledger has version ${found}, made by a newer Handrail; this one knows ${MIGRATIONS.length}. Update Handrail.`;
}
