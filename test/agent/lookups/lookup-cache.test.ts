// What the lookup cache keeps: whole answers without findings, for as long as their index; and nothing else.

import assert from "node:assert/strict";
import { test } from "node:test";
import { type CachedAnswer, cacheTtlMs, keep, lookupCache } from "../../../agent/lookups/lookup-cache.ts";
import { systemClock } from "../../../store/clock.ts";
import { openStore } from "../../../store/open.ts";

const DAY = 24 * 60 * 60 * 1000;

const answer = (more: Partial<CachedAnswer> = {}): CachedAnswer => ({
  tool: "rag_lookup",
  query: "split a table",
  ok: true,
  text: "Table.split takes the row to split at, and returns the new table.",
  cut: false,
  findings: [],
  index: "v1",
  keptAt: 0,
  ...more,
});

async function openCache() {
  const store = await openStore("memory:", { clock: systemClock });
  return {
    cache: lookupCache(store.keyv("lookups"), systemClock),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

test("a whole answer is kept for thirty days and served as it was", async () => {
  await using shelf = await openCache();

  assert.equal(await keep(shelf.cache, "split table", answer()), true);

  assert.equal(cacheTtlMs(answer()), 30 * DAY);
  assert.deepEqual(await shelf.cache.get("split table"), { found: true, value: answer() });
});

for (const [name, more] of [
  ["a failure", { ok: false }],
  ["an empty answer", { text: " \n" }],
  ["an answer that the audit flagged", { findings: ["Table.cut does not exist"] }],
  ["an answer that was cut", { cut: true }],
  ["an answer too short to be one", { text: "Not found." }],
  ["the answer of a tool that no rule names", { tool: "lookup_docs" }],
] satisfies [string, Partial<CachedAnswer>][]) {
  test(`the lookup cache never keeps ${name}`, async () => {
    await using shelf = await openCache();

    assert.equal(await keep(shelf.cache, "split table", answer(more)), false);

    assert.deepEqual(await shelf.cache.get("split table"), { found: false });
  });
}
