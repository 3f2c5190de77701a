// A log that several calls of one reply write to at once: what memory says is what the ledger says.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody } from "../../../agent/events.ts";
import { blobOf } from "../../../agent/prompt/request.ts";
import { mainEvent, openLog } from "../../../agent/turn/log.ts";
import type { Ledger } from "../../../store/ledger.ts";
import { openWorkshop } from "./workshop.ts";

const spent = (query: string): EventBody => ({ type: "lookup_spent", index: 0, tool: "rag_lookup", query });
const event = (query: string) => mainEvent(1, 0, spent(query));

const queriesIn = (events: readonly EventBody[]) =>
  events.flatMap((one) => (one.type === "lookup_spent" ? [one.query] : []));

async function openStory(hook: (ledger: Ledger) => Ledger = (ledger) => ledger) {
  const shop = await openWorkshop({ files: {}, model: { script: [] } });
  const turn = await shop.ask("look three things up");
  return { shop, turn, log: await openLog(hook(shop.deps.ledger), turn) };
}

test("appends of several calls at once are stored one after the other", async () => {
  const { shop, turn, log } = await openStory();
  await using _ = shop;

  await Promise.all(["a", "b", "c"].map((query) => log.append([event(query)], [])));

  assert.deepEqual(queriesIn(log.events), ["a", "b", "c"]);
  assert.deepEqual(await shop.events(turn), log.events);
});

test("what is noted while an append is on its way is seen at once, and stored after it", async () => {
  const { shop, turn, log } = await openStory();
  await using _ = shop;
  log.note([event("noted before")], []);

  const first = log.append([event("appended")], []);
  await Promise.resolve();
  log.note([event("noted meanwhile")], [blobOf("bytes of it")]);
  const seen = queriesIn(log.events);
  await first;
  const inMemory = structuredClone(log.events);
  await log.append([event("last")], []);

  assert.deepEqual(seen, ["noted before", "noted meanwhile"]);
  assert.deepEqual(queriesIn(inMemory), ["noted before", "appended", "noted meanwhile"]);
  assert.deepEqual(await shop.events(turn), log.events);
  assert.deepEqual(queriesIn(log.events), ["noted before", "appended", "noted meanwhile", "last"]);
  assert.ok(await shop.deps.ledger.blob(blobOf("bytes of it").hash));
});

test("an append that fails is told to its caller alone, and what was noted waits for the next", async () => {
  const broken = { times: 1 };
  const { shop, turn, log } = await openStory((ledger) => ({
    ...ledger,
    append: (batch) =>
      broken.times-- > 0 ? Promise.reject(new Error("the disk is full")) : ledger.append(batch),
  }));
  await using _ = shop;
  log.note([event("noted")], []);

  const [first, second] = await Promise.allSettled([
    log.append([event("a")], []),
    log.append([event("b")], []),
  ]);

  assert.deepEqual([first.status, second.status], ["rejected", "fulfilled"]);
  assert.deepEqual(queriesIn(log.events), ["noted", "b"]);
  assert.deepEqual(await shop.events(turn), log.events);
});
