// Typed namespaces: parsed when read, by our clock, and loud where Keyv is quiet.
// The adapter below them has keyv-adapter.test.ts.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import * as z from "zod";
import { type Namespace, namespace } from "../../store/namespace.ts";
import { openStore, type Store } from "../../store/open.ts";
import { T0 } from "./samples.ts";

const Lookup = z.object({ text: z.string() });
type Lookup = z.infer<typeof Lookup>;

type Setting = { store: Store; lookups: Namespace<Lookup>; time: { now: number } };

async function openLookups(t: TestContext): Promise<Setting> {
  const time = { now: T0 };
  const clock = { now: () => time.now, sleep: async () => undefined };
  const store = await openStore("memory:", { clock });
  t.after(() => store[Symbol.asyncDispose]());
  const keyv = store.keyv("lookups");
  return { store, time, lookups: namespace({ name: "lookups", keyv, schema: Lookup.parse, clock }) };
}

test("a value is found again, a missing one is a miss", async (t) => {
  const { lookups } = await openLookups(t);

  await lookups.set("q", { text: "Sheet.addFrame" });

  assert.deepEqual(await lookups.get("q"), { found: true, value: { text: "Sheet.addFrame" } });
  assert.deepEqual(await lookups.get("other"), { found: false });
});

test("a value lives as long as it was given, by our clock", async (t) => {
  const { lookups, time } = await openLookups(t);
  await lookups.set("q", { text: "a" }, 1000);
  await lookups.set("r", { text: "b" });
  time.now = T0 + 999;
  assert.equal((await lookups.get("q")).found, true);

  time.now = T0 + 1000;

  assert.equal((await lookups.get("q")).found, false);
  assert.deepEqual(await lookups.list(), [{ key: "r", value: { text: "b" } }]);
});

test("delete says whether there was something", async (t) => {
  const { lookups } = await openLookups(t);
  await lookups.set("q", { text: "a" });

  assert.deepEqual([await lookups.delete("q"), await lookups.delete("q")], [true, false]);
});

test("clearing one namespace leaves the other", async (t) => {
  const { lookups, store } = await openLookups(t);
  const clock = { now: () => T0, sleep: async () => undefined };
  const keyv = store.keyv("preferences");
  const preferences = namespace({ name: "preferences", keyv, schema: Lookup.parse, clock });
  await lookups.set("q", { text: "a" });
  await preferences.set("q", { text: "b" });

  await lookups.clear();

  assert.deepEqual(await lookups.list(), []);
  assert.deepEqual(await preferences.get("q"), { found: true, value: { text: "b" } });
});

test("a value of another shape throws and names its key", async (t) => {
  const { lookups, store } = await openLookups(t);
  await store.keyv("lookups").set("q", { words: "from an older version" });

  await assert.rejects(lookups.get("q"), /lookups\/q/);
  await assert.rejects(lookups.list(), /lookups\/q/);
});

test("a read, write, list or delete that failed is no miss", async (t) => {
  const { lookups, store } = await openLookups(t);
  await lookups.set("q", { text: "a" });

  await store[Symbol.asyncDispose]();

  await assert.rejects(lookups.get("q"), /could not read/);
  await assert.rejects(lookups.set("q", { text: "b" }), /could not write/);
  await assert.rejects(lookups.list(), /could not list/);
  await assert.rejects(lookups.delete("q"), /could not delete/);
  await assert.rejects(lookups.clear(), /could not clear/);
});

test("a write that Keyv calls false throws", async (t) => {
  const { lookups } = await openLookups(t);

  await assert.rejects(lookups.set("", { text: "a" }), /not written/);
});

test("a row that is not what Keyv wrote is no miss", async (t) => {
  const { lookups, store } = await openLookups(t);
  await store.keyv("lookups").store.set("q", "{not json");

  await assert.rejects(lookups.get("q"), /lookups\/q/);
});

test("a row that is no entry is read as null, and all others as they are", async (t) => {
  const { store, time } = await openLookups(t);
  const keyv = store.keyv("lookups");
  const clock = { now: () => time.now, sleep: async () => undefined };
  const schema = (value: unknown) => Lookup.safeParse(value).data ?? null;
  const tolerant = namespace({ name: "lookups", keyv, schema, clock });
  const spoiled = ["{not json", "", "null", "5", "[]", "{}", '"q"'];
  for (const [n, text] of spoiled.entries()) await keyv.store.set(`q${n}`, text);

  await tolerant.set("r", { text: "b" });

  assert.deepEqual(await tolerant.list(), [
    ...spoiled.map((_, n) => ({ key: `q${n}`, value: null })),
    { key: "r", value: { text: "b" } },
  ]);
  assert.deepEqual(await tolerant.get("q0"), { found: true, value: null });
});
