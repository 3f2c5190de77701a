// The lasting cache: what it keeps, by which words it is found again, and when it is gone.

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { DAY_MS, ruleFor } from "../../../agent/lookups/cache-rules.ts";
import {
  type CacheScope,
  keyOf,
  type LookupCache,
  openLookupCache,
} from "../../../agent/lookups/lookup-cache.ts";
import { normaliseQuery } from "../../../agent/lookups/normalise.ts";
import type { Clock } from "../../../store/clock.ts";
import { openStore } from "../../../store/open.ts";
import { answerTo, unfit } from "./sample-answer.ts";

const scope: CacheScope = { workspace: "ws", index: "v1", sources: ["docs"] };

type Shelf = { cache: LookupCache; time: { now: number }; another(): LookupCache };

async function openShelf(uri = "memory:") {
  const time = { now: 0 };
  const clock: Clock = { now: () => time.now, sleep: async () => undefined };
  const store = await openStore(uri, { clock });
  const another = () => openLookupCache(store, clock);
  return {
    store,
    time,
    another,
    cache: another(),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

const find = ({ cache }: Pick<Shelf, "cache">, query: string, more: Partial<CacheScope> = {}) =>
  cache.find(normaliseQuery(query), { ...scope, ...more });

test("an answer is found by its own words, and by words that are nearly the same", async () => {
  await using shelf = await openShelf();
  const answer = answerTo("how do I split a table");

  assert.equal((await shelf.cache.keep(answer)).kept, true);

  const exact = await find(shelf, "splitting tables");
  const near = await find(shelf, "split a tabel");
  assert.deepEqual(exact, { key: keyOf(answer), ratio: 1, answer });
  assert.ok(near && near.ratio >= 0.8 && near.ratio < 1);
  assert.equal(await find(shelf, "rotate an image"), null);
});

for (const [name, more] of unfit) {
  test(`the lookup cache never keeps ${name}`, async () => {
    await using shelf = await openShelf();
    const answer = answerTo("split a table", more);

    assert.equal((await shelf.cache.keep(answer)).kept, false);

    assert.equal(ruleFor(answer).ttlMs, 0);
    assert.equal(await find(shelf, "split a table"), null);
  });

  test(`the lookup cache never serves ${name}, whoever put it there`, async () => {
    await using shelf = await openShelf();
    const answer = answerTo("split a table", more);
    await shelf.store.keyv("lookups").set(keyOf(answer), answer);

    assert.equal(await find(shelf, "split a table"), null);
  });
}

test("whatever is kept in whatever order, only a whole answer without findings is served", async () => {
  const text = fc.oneof(
    fc.constantFrom("", " ", "No.", "Not found."),
    fc.string({ minLength: 20, maxLength: 60 }),
  );
  const answer = fc.record({
    query: fc.constantFrom("split a table", "splitting tabels", "table borders", "rotate an image"),
    ok: fc.boolean(),
    cut: fc.boolean(),
    text,
    findings: fc.oneof(fc.constant<string[]>([]), fc.array(fc.string(), { maxLength: 2 })),
    sources: fc.constantFrom<string[]>([], ["docs"], ["docs", "gone"]),
    index: fc.constantFrom("v1", "v2"),
    workspace: fc.constantFrom("ws", "other"),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(answer, { maxLength: 12 }), async (answers) => {
      await using shelf = await openShelf();
      for (const { query, ...more } of answers) await shelf.cache.keep(answerTo(query, more));

      for (const query of ["split a table", "table border", "rotate images"]) {
        const hit = await find(shelf, query);
        if (hit === null) continue;
        const { ok, cut, text: said, findings, sources, index, workspace } = hit.answer;
        assert.ok(ok && !cut && findings.length === 0 && said.trim().length >= 20);
        assert.deepEqual({ sources, index, workspace }, { sources: ["docs"], index: "v1", workspace: "ws" });
      }
    }),
    { numRuns: 60 },
  );
});

test("an answer dies with its index, with a source of it, and with its time", async () => {
  await using shelf = await openShelf();
  await shelf.cache.keep(answerTo("split a table", { sources: ["docs", "guide"] }));
  const both = { sources: ["docs", "guide"] };

  assert.equal(await find(shelf, "split a table", { ...both, index: "v2" }), null);
  assert.equal(await find(shelf, "split a table", { ...both, workspace: "other" }), null);
  assert.ok(await find(shelf, "split a table", both));

  shelf.time.now = 30 * DAY_MS - 1;
  assert.ok(await find(shelf, "split a table", both));
  shelf.time.now += 1;
  assert.equal(await find(shelf, "split a table", both), null);

  shelf.time.now = 0;
  assert.equal(await find({ cache: shelf.another() }, "split a table", { sources: ["docs"] }), null);
});

test("a dead entry does not hide a living one that is a little farther", async () => {
  await using shelf = await openShelf();
  await shelf.cache.keep(answerTo("borders of a table", { sources: ["gone"] }));
  await shelf.cache.keep(answerTo("border of tabel"));

  const hit = await find(shelf, "table borders");

  assert.equal(hit?.answer.query, "border of tabel");
});

test("answers outlast the process", async () => {
  const dir = await mkdtemp(join(tmpdir(), "handrail-cache-"));
  const uri = `sqlite:${join(dir, "store.sqlite")}`;
  {
    await using before = await openShelf(uri);
    await before.cache.keep(answerTo("split a table"));
  }

  await using after = await openShelf(uri);

  assert.equal((await find(after, "splitting a tabel"))?.answer.query, "split a table");
  await rm(dir, { recursive: true, force: true });
});

test("what another process keeps and removes is seen", async () => {
  const dir = await mkdtemp(join(tmpdir(), "handrail-cache-"));
  const uri = `sqlite:${join(dir, "store.sqlite")}`;
  await using bot = await openShelf(uri);
  await using terminal = await openShelf(uri);
  const answer = answerTo("split a table");
  assert.equal(await find(bot, "split a table"), null);

  await terminal.cache.keep(answer);
  const kept = await find(bot, "split tables");
  await bot.cache.keep(answerTo("rotate an image"));
  const removed = await terminal.cache.remove(keyOf(answer));

  assert.deepEqual([kept?.key, removed], [keyOf(answer), true]);
  assert.equal(await find(bot, "split tables"), null);
  assert.ok(await find(terminal, "rotating images"));
  await rm(dir, { recursive: true, force: true });
});

test("two processes that write at once lose nothing of each other", async () => {
  const dir = await mkdtemp(join(tmpdir(), "handrail-cache-"));
  const uri = `sqlite:${join(dir, "store.sqlite")}`;
  await using bot = await openShelf(uri);
  await using terminal = await openShelf(uri);
  const words = ["table", "image", "frame", "border", "layer", "script", "footer", "colour"];
  const queries = words.flatMap((one) => words.map((other) => `${one} ${other} ${one.length}${other}`));

  await Promise.all(
    queries.map((query, n) =>
      (n % 2 === 0 ? bot : terminal).cache.keep(answerTo(query, { text: `answer ${query}` })),
    ),
  );

  const entries = await Array.fromAsync(bot.cache.entries());
  const kept = new Set(queries.map((query) => keyOf(answerTo(query))));
  assert.deepEqual(new Set(entries.map(({ key }) => key)), kept);
  for (const query of queries) assert.equal((await find(bot, query))?.answer.text, `answer ${query}`);
  await rm(dir, { recursive: true, force: true });
});

test("an entry that cannot be read is skipped, and listed as what it is", async () => {
  await using shelf = await openShelf();
  await shelf.store.keyv("lookups").set("older", { from: "an older version" });
  await shelf.cache.keep(answerTo("split a table"));

  assert.ok(await find(shelf, "split a table"));

  const entries = await Array.fromAsync(shelf.cache.entries());
  assert.deepEqual(
    entries.find(({ key }) => key === "older"),
    { key: "older", answer: null },
  );
});

test("bytes that are no entry spoil nothing else: the rest is served, listed, and can be removed", async () => {
  await using shelf = await openShelf();
  const answer = answerTo("split a table");
  await shelf.cache.keep(answer);
  await shelf.store.keyv("lookups").store.set("spoiled", "{not json");
  await shelf.store.keyv("lookups-changed").store.set("last", "{not json");
  const cache = shelf.another();

  const found = await find({ cache }, "split a table");
  const listed = (await Array.fromAsync(cache.entries())).map((entry) => [entry.key, entry.answer !== null]);

  assert.deepEqual(found?.answer, answer);
  assert.deepEqual(
    new Map(listed.map(([key, isWhole]) => [key, isWhole])),
    new Map<unknown, unknown>([
      [keyOf(answer), true],
      ["spoiled", false],
    ]),
  );
  assert.equal(await cache.remove("spoiled"), true);
  assert.equal((await cache.keep(answerTo("rotate a layer"))).kept, true);
  assert.notEqual(await find(shelf, "rotate a layer"), null);
});
