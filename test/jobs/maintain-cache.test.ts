// Keeping the lookup cache honest: what its rules would not keep now goes, whoever put it there.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { LookupAnswer } from "../../agent/lookups/cache-rules.ts";
import { keyOf, openLookupCache } from "../../agent/lookups/lookup-cache.ts";
import { maintainCache } from "../../jobs/maintain-cache.ts";
import { openStore } from "../../store/open.ts";
import { answerTo, unfit } from "../agent/lookups/sample-answer.ts";
import { setClock } from "./rig.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2026-05-05T12:00:00Z");
const signal = new AbortController().signal;
const NOTHING = { kept: 0, unreadable: 0, against_rules: 0, orphaned: 0, expired: 0, over_limit: 0 };

async function openCache(maxEntries?: number) {
  const clock = setClock(NOW);
  const store = await openStore("memory:", { clock });
  const cache = openLookupCache(store, clock);
  const inUse = async (workspace: string) =>
    workspace === "ws" ? { index: "v1", sources: ["docs"] } : { index: "other", sources: null };
  const job = maintainCache({ cache, inUse, clock }, maxEntries);
  /** Past the rules, as another program might. */
  const put = (query: string, more: Partial<LookupAnswer> = {}) => {
    const answer = answerTo(query, { keptAt: NOW, ...more });
    return store.keyv("lookups").set(keyOf(answer), answer);
  };
  const keys = async () => (await Array.fromAsync(cache.entries())).map(({ key }) => key);
  return { clock, store, cache, job, put, keys, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test("a whole answer is kept, and survives the job", async () => {
  await using desk = await openCache();
  await desk.cache.keep(answerTo("split a table", { keptAt: NOW }));

  const result = await desk.job.run(signal);

  assert.deepEqual(result, { ...NOTHING, kept: 1 });
  assert.equal((await desk.keys()).length, 1);
});

for (const [name, more] of unfit) {
  test(`the job removes ${name} that got in`, async () => {
    await using desk = await openCache();
    await desk.put("split a table", more);

    const result = await desk.job.run(signal);

    assert.deepEqual(result, { ...NOTHING, against_rules: 1 });
    assert.deepEqual(await desk.keys(), []);
  });
}

test("an answer dies with its index, with a source, and with its time", async () => {
  await using desk = await openCache();
  await desk.put("of an index that is gone", { index: "v0" });
  await desk.put("of a source that is gone", { sources: ["docs", "feed"] });
  await desk.put("of last month", { keptAt: NOW - 31 * DAY });
  await desk.put("of now");
  await desk.put("of a workspace whose sources nobody here knows", {
    workspace: "elsewhere",
    index: "other",
    sources: ["feed"],
  });

  const result = await desk.job.run(signal);

  assert.deepEqual(result, { ...NOTHING, kept: 2, orphaned: 2, expired: 1 });
});

test("an entry of another make goes alone", async () => {
  await using desk = await openCache();
  await desk.store.keyv("lookups").set("q", { from: "an older version" });
  await desk.put("split a table");

  const first = await desk.job.run(signal);
  const second = await desk.job.run(signal);

  assert.deepEqual(first, { ...NOTHING, kept: 1, unreadable: 1 });
  assert.deepEqual(second, { ...NOTHING, kept: 1 });
});

test("past its limit the oldest answers go", async () => {
  await using desk = await openCache(2);
  await desk.put("newest", { keptAt: NOW });
  await desk.put("oldest", { keptAt: NOW - 2 * DAY });
  await desk.put("middle", { keptAt: NOW - DAY });

  const result = await desk.job.run(signal);

  assert.deepEqual(result, { ...NOTHING, kept: 2, over_limit: 1 });
  assert.ok(!(await desk.keys()).includes(keyOf(answerTo("oldest"))));
});
