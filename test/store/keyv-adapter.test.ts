// What Keyv v6 asks of a storage adapter, case by case, on the adapter itself and through a Keyv over it.
// Time is the ledger's clock, so nothing here waits.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { Keyv, type KeyvStorageAdapter } from "keyv";
import { type Database, openDatabase } from "../../store/sqlite/database.ts";
import { keyvStore } from "../../store/sqlite/keyv-store.ts";
import { migrate } from "../../store/sqlite/schema.ts";
import { T0 } from "./samples.ts";

type Setting = { db: Database; store: KeyvStorageAdapter; time: { now: number } };

async function openAdapter(t: TestContext, namespace?: string): Promise<Setting> {
  const time = { now: T0 };
  const clock = { now: () => time.now, sleep: async () => undefined };
  const db = await openDatabase(":memory:", clock, migrate);
  t.after(() => db.close());
  return { db, time, store: keyvStore(db, namespace) };
}

async function entries(store: KeyvStorageAdapter): Promise<unknown[]> {
  return await Array.fromAsync(store.iterator?.() ?? []);
}

test("a value comes back, and may be replaced", async (t) => {
  const { store } = await openAdapter(t);

  assert.equal(await store.set("k", "one"), true);
  await store.set("k", "two");

  assert.equal(await store.get("k"), "two");
});

test("a key that was never set is undefined and not there", async (t) => {
  const { store } = await openAdapter(t);

  assert.equal(await store.get("k"), undefined);
  assert.equal(await store.has("k"), false);
});

test("delete says whether there was something, and it is gone", async (t) => {
  const { store } = await openAdapter(t);
  await store.set("k", "v");
  assert.equal(await store.has("k"), true);

  assert.deepEqual([await store.delete("k"), await store.delete("k")], [true, false]);

  assert.equal(await store.get("k"), undefined);
  assert.equal(await store.has("k"), false);
});

test("clear empties its own namespace and no other", async (t) => {
  const { db, store } = await openAdapter(t, "a");
  const others = ["", "ab", "A", "a:", "%"].map((name) => keyvStore(db, name));
  for (const each of [store, ...others]) await each.set("k", "v");

  await store.clear();

  assert.equal(await store.get("k"), undefined);
  for (const other of others) assert.equal(await other.get("k"), "v");
});

test("many are set, read, looked for and deleted in the order asked", async (t) => {
  const { store } = await openAdapter(t);

  const set = await store.setMany([
    { key: "a", value: "1" },
    { key: "b", value: "2" },
  ]);

  assert.deepEqual(set, [true, true]);
  assert.deepEqual(await store.getMany(["b", "none", "a"]), ["2", undefined, "1"]);
  assert.deepEqual(await store.hasMany(["b", "none", "a"]), [true, false, true]);
  assert.deepEqual(await store.deleteMany(["a", "none", "b"]), [true, false, true]);
  assert.deepEqual(await store.getMany(["a", "b"]), [undefined, undefined]);
});

test("many of nothing is nothing", async (t) => {
  const { store } = await openAdapter(t);

  assert.deepEqual(await store.setMany([]), []);
  assert.deepEqual(await store.getMany([]), []);
  assert.deepEqual(await store.hasMany([]), []);
  assert.deepEqual(await store.deleteMany([]), []);
});

test("an entry is absent from its deadline on, wherever it is looked for", async (t) => {
  const { store, time } = await openAdapter(t);
  await store.set("k", "v", T0 + 500);
  await store.setMany([
    { key: "m", value: "v", expires: T0 + 500 },
    { key: "stays", value: "v" },
  ]);
  time.now = T0 + 499;
  assert.deepEqual(await store.getMany(["k", "m"]), ["v", "v"]);

  time.now = T0 + 500;

  assert.deepEqual(await store.getMany(["k", "m", "stays"]), [undefined, undefined, "v"]);
  assert.equal(await store.get("k"), undefined);
  assert.equal(await store.has("k"), false);
  assert.deepEqual(await store.hasMany(["k", "stays"]), [false, true]);
  assert.deepEqual(await entries(store), [["stays", "v"]]);
});

test("a deadline already past is accepted and keeps nothing, not even the old value", async (t) => {
  const { store } = await openAdapter(t);
  await store.set("k", "old");

  assert.equal(await store.set("k", "v", T0 - 1), true);

  assert.equal(await store.get("k"), undefined);
});

test("a fraction of a millisecond is a deadline too, and setting anew without one removes it", async (t) => {
  const { store, time } = await openAdapter(t);
  await store.set("k", "v", T0 + 0.5);
  assert.equal(await store.get("k"), "v");

  await store.set("k", "for good");
  time.now = T0 + 1000;

  assert.equal(await store.get("k"), "for good");
});

test("expired entries leave the file with the next write of their namespace", async (t) => {
  const { db, store, time } = await openAdapter(t);
  await store.set("old", "v", T0 + 1);
  time.now = T0 + 2;

  await store.set("new", "v");

  const keys = await db.read((sql) => sql.all("SELECT key FROM keyv").map((row) => row.key));
  assert.deepEqual(keys, ["new"]);
});

test("the namespace can be read and set", async (t) => {
  const { store } = await openAdapter(t);
  assert.equal(store.namespace, undefined);
  await store.set("k", "unnamed");

  store.namespace = "n";
  assert.equal(store.namespace, "n");
  assert.equal(await store.get("k"), undefined);

  store.namespace = undefined;
  assert.equal(await store.get("k"), "unnamed");
});

test("the iterator yields every pair of its namespace, also beyond a page and while being written to", async (t) => {
  const { db, store } = await openAdapter(t, "n");
  await keyvStore(db, "other").set("x", "v");
  const keys = Array.from({ length: 450 }, (_, i) => `key-${String(i).padStart(3, "0")}`);
  await store.setMany(keys.map((key) => ({ key, value: key })));
  const iterator = store.iterator?.();
  assert.equal(typeof iterator?.[Symbol.asyncIterator], "function");

  const seen: unknown[] = [];
  for await (const [key] of iterator ?? []) {
    seen.push(key);
    await store.delete(String(key));
  }

  assert.deepEqual(seen, keys);
  assert.deepEqual(await entries(store), []);
});

test("disconnecting one adapter leaves the others their file", async (t) => {
  const { db, store } = await openAdapter(t, "a");
  const other = keyvStore(db, "b");

  await store.disconnect?.();

  assert.equal(await other.set("k", "v"), true);
});

const ODD_KEYS = [
  "%",
  "_",
  "a:b",
  "::",
  "n:k",
  "'",
  '"',
  "k\nk",
  "k\0k",
  "k",
  "K",
  "ключ",
  "🗝️",
  " ",
  "k".repeat(4000),
];

test("odd keys are kept apart", async (t) => {
  const { store } = await openAdapter(t, "n");
  for (const key of ODD_KEYS) await store.set(key, JSON.stringify(key));

  const found = await entries(store);

  for (const key of ODD_KEYS) assert.equal(await store.get(key), JSON.stringify(key));
  assert.deepEqual(
    new Set(found.map((entry) => JSON.stringify(entry))),
    new Set(ODD_KEYS.map((key) => JSON.stringify([key, JSON.stringify(key)]))),
  );
  assert.equal(await store.delete("%"), true);
  assert.equal(await store.has("_"), true);
});

test("a large value comes back whole", async (t) => {
  const { store } = await openAdapter(t);
  const large = "ä".repeat(5_000_000);

  await store.set("k", large);

  assert.equal((await store.get("k")) === large, true);
});

test("Keyv takes the adapter as it is", async (t) => {
  const { store } = await openAdapter(t);

  const keyv = new Keyv({ store, namespace: "n" });

  assert.equal(keyv.store, store);
  assert.equal(store.namespace, "n");
});

const VALUES: [string, unknown][] = [
  ["number", 3.5],
  ["zero", 0],
  ["boolean", false],
  ["null", null],
  ["empty text", ""],
  ["text that looks serialised", ":base64:AAAA"],
  ["text", 'a "quoted" 🙂\r\n\0 text'],
  ["list", [1, "two", { three: 3 }]],
  ["bigint", 12345678901234567890n],
  ["bytes", Buffer.from([0, 1, 254, 255])],
  ["nested", { at: { n: 1n, bytes: Buffer.from("x") } }],
];

for (const [name, value] of VALUES) {
  test(`Keyv's ${name} comes back equal`, async (t) => {
    const keyv = new Keyv({ store: (await openAdapter(t)).store });

    assert.equal(await keyv.set("k", value), true);

    assert.deepEqual(await keyv.get("k"), value);
    assert.deepEqual(await keyv.getMany(["k", "none"]), [value, undefined]);
    assert.deepEqual(await Array.fromAsync(keyv.iterator()), [["k", value]]);
  });
}
