// Keeping the lookup cache honest: what its rules would not keep now goes, whoever put it there.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type CachedAnswer, cacheTtlMs, keep, lookupCache } from "../../agent/lookups/lookup-cache.ts";
import { maintainCache } from "../../jobs/maintain-cache.ts";
import { openStore } from "../../store/open.ts";
import { setClock } from "./rig.ts";

const DAY = 24 * 60 * 60 * 1000;
const NOW = Date.parse("2026-05-05T12:00:00Z");
const signal = new AbortController().signal;

const answer = (more: Partial<CachedAnswer> = {}): CachedAnswer => ({
  tool: "rag_lookup",
  query: "how wide is a sheet",
  ok: true,
  text: "Sheet.pageWidth is the width of the sheet in points.",
  cut: false,
  findings: [],
  index: "v1",
  keptAt: NOW,
  ...more,
});

const unfit: [string, Partial<CachedAnswer>][] = [
  ["a failure", { ok: false }],
  ["an empty answer", { text: " \n " }],
  ["a flagged answer", { findings: ["invented: sheet.superFrame"] }],
  ["a cut answer", { cut: true }],
  ["an implausibly short answer", { text: "It does." }],
  ["an answer that no rule names", { tool: "some_other_tool" }],
];

async function openCache() {
  const clock = setClock(NOW);
  const store = await openStore("memory:", { clock });
  const cache = lookupCache(store.keyv("lookups"), clock);
  const job = maintainCache({ cache, indexes: async () => ["v1"], clock });
  return { clock, store, cache, job, [Symbol.asyncDispose]: () => store[Symbol.asyncDispose]() };
}

test("a whole answer is kept, and survives the job", async () => {
  await using desk = await openCache();

  assert.equal(await keep(desk.cache, "q", answer()), true);
  const result = await desk.job.run(signal);

  assert.deepEqual(result, { kept: 1, against_rules: 0, orphaned: 0, expired: 0 });
  assert.equal((await desk.cache.get("q")).found, true);
});

for (const [name, more] of unfit) {
  test(`${name} is never kept, and the job removes one that got in`, async () => {
    await using desk = await openCache();

    assert.equal(cacheTtlMs(answer(more)), 0);
    assert.equal(await keep(desk.cache, "q", answer(more)), false);
    await desk.cache.set("q", answer(more), DAY);
    const result = await desk.job.run(signal);

    assert.equal(result.against_rules, 1);
    assert.equal((await desk.cache.get("q")).found, false);
  });
}

test("an answer dies with its index, and with its time", async () => {
  await using desk = await openCache();
  await desk.cache.set("orphan", answer({ index: "v0" }));
  await desk.cache.set("old", answer({ keptAt: NOW - 31 * DAY }));
  await desk.cache.set("good", answer());

  const result = await desk.job.run(signal);

  assert.deepEqual(result, { kept: 1, against_rules: 0, orphaned: 1, expired: 1 });
});

test("an entry of another make does not keep the job from its work for ever", async () => {
  await using desk = await openCache();
  await desk.store.keyv("lookups").set("q", { from: "an older version" });
  await desk.cache.set("good", answer());

  const first = await desk.job.run(signal);
  await desk.cache.set("good", answer());
  const second = await desk.job.run(signal);

  assert.deepEqual(first, { kept: 0, unreadable: true });
  assert.deepEqual(second, { kept: 1, against_rules: 0, orphaned: 0, expired: 0 });
});
