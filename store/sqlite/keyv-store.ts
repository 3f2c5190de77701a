// A Keyv v6 storage adapter over the ledger's file. Promises that a namespace sees only its own keys, that an
// expired entry is absent by our clock, and that a failed call rejects. Refuses values that Keyv did not
// serialise; use one adapter object per namespace, since Keyv writes the namespace into it.

import { EventEmitter } from "node:events";
import type { KeyvStorageAdapter, KeyvStorageEntry } from "keyv";
import { keyvStorageCapability } from "keyv";
import type { Database, Sql } from "./database.ts";
import { type Row, text } from "./row.ts";

const PAGE = 200;
const LIVE = "namespace = ? AND (expires_at IS NULL OR expires_at > ?)";

/** The adapter of one namespace; without a name, of the unnamed one. */
export function keyvStore(db: Database, namespace?: string): KeyvStorageAdapter {
  const now = () => db.clock.now();
  const own = () => store.namespace ?? "";
  const methods = {
    namespace,
    get: (key: string) => db.read((sql) => find(sql, { namespace: own(), key, now: now() })),
    getMany: (keys: string[]) =>
      db.read((sql) => keys.map((key) => find(sql, { namespace: own(), key, now: now() }))),
    has: (key: string) => db.read((sql) => find(sql, { namespace: own(), key, now: now() }) !== undefined),
    hasMany: (keys: string[]) =>
      db.read((sql) => keys.map((key) => find(sql, { namespace: own(), key, now: now() }) !== undefined)),
    async set(key: string, value: unknown, expires?: number) {
      await db.write((sql) =>
        put(sql, { namespace: own(), now: now() }, [
          expires === undefined ? { key, value } : { key, value, expires },
        ]),
      );
      return true;
    },
    async setMany(entries: KeyvStorageEntry<unknown>[]) {
      await db.write((sql) => put(sql, { namespace: own(), now: now() }, entries));
      return entries.map(() => true);
    },
    delete: (key: string) => db.write((sql) => remove(sql, own(), key)),
    deleteMany: (keys: string[]) => db.write((sql) => keys.map((key) => remove(sql, own(), key))),
    async clear() {
      await db.write((sql) => sql.run("DELETE FROM keyv WHERE namespace = ?", own()));
    },
    // The file is the ledger's; who opened it closes it.
    async disconnect() {},
    iterator: () => entriesOf(db, own()),
  };
  const store: KeyvStorageAdapter = Object.assign(new EventEmitter(), methods);
  store.capabilities = keyvStorageCapability(store);
  return store;
}

type Wanted = { namespace: string; key: string; now: number };

function find(sql: Sql, { namespace, key, now }: Wanted): string | undefined {
  const row = sql.one(
    `SELECT namespace, key, value FROM keyv WHERE ${LIVE} AND key = ?`,
    namespace,
    now,
    key,
  );
  return row && text(row, "value");
}

function put(sql: Sql, { namespace, now }: Omit<Wanted, "key">, entries: KeyvStorageEntry<unknown>[]): void {
  for (const { key, value, expires } of entries) {
    if (typeof value !== "string") throw new TypeError(`The value of ${namespace}/${key} is not serialised.`);
    sql.run(
      "INSERT OR REPLACE INTO keyv (namespace, key, value, expires_at) VALUES (?, ?, ?, ?)",
      namespace,
      key,
      value,
      expires === undefined ? null : Math.ceil(expires),
    );
  }
  // Whoever writes also clears away, so that a namespace with a ttl does not grow for ever.
  sql.run("DELETE FROM keyv WHERE namespace = ? AND expires_at <= ?", namespace, now);
}

function remove(sql: Sql, namespace: string, key: string): boolean {
  return sql.run("DELETE FROM keyv WHERE namespace = ? AND key = ?", namespace, key) === 1;
}

// By pages, so that a caller may write between two entries.
async function* entriesOf(db: Database, namespace: string): AsyncGenerator<[string, string], void> {
  let last: string | null = null;
  for (;;) {
    const after: string | null = last;
    const rows = await db.read((sql) => pageOf(sql, { namespace, after, now: db.clock.now() }));
    for (const row of rows) {
      last = text(row, "key");
      yield [last, text(row, "value")];
    }
    if (rows.length < PAGE) return;
  }
}

type Page = { namespace: string; after: string | null; now: number };

/** Two statements: one for both would be "first page OR behind the last key", which reads every page from the first row on. */
function pageOf(sql: Sql, { namespace, after, now }: Page): Row[] {
  const from = `SELECT namespace, key, value FROM keyv WHERE ${LIVE}`;
  return after === null
    ? sql.all(`${from} ORDER BY key LIMIT ${PAGE}`, namespace, now)
    : sql.all(`${from} AND key > ? ORDER BY key LIMIT ${PAGE}`, namespace, now, after);
}
