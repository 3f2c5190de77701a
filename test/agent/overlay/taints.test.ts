// What a false accusation has left in the lasting cache, found and purged by the name that was accused.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { LookupAnswer } from "../../../agent/lookups/cache-rules.ts";
import { openLookupCache } from "../../../agent/lookups/lookup-cache.ts";
import { taintedBy } from "../../../agent/overlay/taints.ts";
import { openStore } from "../../../store/open.ts";
import { stoppedClock, T0 } from "../../store/samples.ts";

const CELL = { family: "member", about: "Sheet.gridCellEnd" };

const answer = (normalised: string, text: string, more: Partial<LookupAnswer> = {}): LookupAnswer => ({
  tool: "rag_lookup",
  workspace: "shop",
  index: "v1",
  sources: ["docs"],
  chunks: ["Sheet-gridCell"],
  query: normalised,
  normalised,
  ok: true,
  text,
  cut: false,
  findings: [],
  keptAt: T0,
  ...more,
});

async function openCache(t: TestContext) {
  const store = await openStore("memory:", { clock: stoppedClock });
  t.after(() => store[Symbol.asyncDispose]());
  const cache = openLookupCache(store, stoppedClock);
  const deps = { workspace: "shop", cache, signal: new AbortController().signal };
  return { store, cache, deps };
}

test("answers that name the thing go, whichever index they are from; the others stay", async (t) => {
  const { cache, deps } = await openCache(t);
  await cache.keep(answer("close a cell", "Cells close by themselves: there is no gridCellEnd."));
  await cache.keep(
    answer("end of the gridCellEnd call", "Nothing of that name is documented.", { index: "v0" }),
  );
  await cache.keep(answer("open a grid", "Call `sheet.gridBegin` with the columns."));

  const found = await taintedBy(CELL, deps);
  for (const one of found) await one.purge();

  assert.deepEqual(found.map(({ what }) => what).sort(), [
    'the kept answer to "close a cell"',
    'the kept answer to "end of the gridCellEnd call"',
  ]);
  const left = await Array.fromAsync(cache.entries());
  assert.deepEqual(
    left.map(({ answer }) => answer?.query),
    ["open a grid"],
  );
  assert.deepEqual(await taintedBy(CELL, deps), []);
});

test("an entry that older rules kept with its findings goes, and another workspace's stays", async (t) => {
  const { store, cache, deps } = await openCache(t);
  const flagged = answer("close a cell", "Use the closing call.", {
    findings: ["Sheet has no member gridCellEnd."],
  });
  await store.keyv("lookups").set("older", flagged);
  await store.keyv("lookups").set("unreadable", { some: "thing" });
  await cache.keep(answer("close a cell", "There is no gridCellEnd.", { workspace: "other" }));

  const found = await taintedBy(CELL, deps);
  for (const one of [...found, ...found]) await one.purge();

  assert.deepEqual(
    found.map(({ what }) => what),
    ['the kept answer to "close a cell"'],
  );
  const left = await Array.fromAsync(cache.entries());
  assert.deepEqual(left.map(({ answer }) => answer?.workspace ?? null).sort(), [null, "other"].sort());
});

test("a purge can be stopped, and says in few words which question it was", async (t) => {
  const { cache, deps } = await openCache(t);
  await cache.keep(answer(`gridCellEnd ${"very ".repeat(40)}`, "There is no such closing call."));

  const [found] = await taintedBy(CELL, deps);

  assert.match(found?.what ?? "", /^the kept answer to "gridCellEnd (?:very )+[^"]*…"$/);
  await assert.rejects(
    taintedBy(CELL, { ...deps, signal: AbortSignal.abort(new Error("stopped")) }),
    /stopped/,
  );
});
