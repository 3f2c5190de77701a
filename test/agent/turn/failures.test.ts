// A model that fails in the middle of a turn: how often it is asked again, after which wait, what the person is told,
// and what of it counts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createModelClient } from "../../../agent/model/client.ts";
import type { ModelClient } from "../../../agent/ports.ts";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { systemClock } from "../../../store/clock.ts";
import { call, faulty, say } from "../../servers/scripted-model.ts";
import { impatientClock, openWorkshop } from "./workshop.ts";

const FILES = { "main.js": "var b = 2;\n" };
const edit = call("edit_file", { path: "main.js", old: "2", new: "20" });
const KEY = "test-key";

/** A clock that keeps how long it was asked to wait, and waits not at all. */
function countingClock() {
  const waits: number[] = [];
  const sleep = async (ms: number, signal: AbortSignal) => {
    signal.throwIfAborted();
    waits.push(ms);
  };
  return { waits, now: impatientClock.now, sleep };
}

test("retry-after is obeyed, and without it each wait is longer than the last", async () => {
  const clock = countingClock();
  const limited = faulty({ type: "status", status: 429, retryAfter: "17" });
  const down = faulty({ type: "status", status: 503 });
  await using shop = await openWorkshop({
    files: FILES,
    model: { script: [limited, down, say("b is 2.")] },
    clock,
  });
  const turn = await shop.ask("what is b?");

  await shop.run(turn);

  assert.equal(shop.notifier.answers[0]?.text, "b is 2.");
  const [first, second] = clock.waits.filter((ms) => ms >= 500);
  assert.equal(first, 17_000);
  assert.ok(second !== undefined && second >= 1000 && second < 17_000, String(second));
});

test("a model that stalls three times ends the turn in words, and nothing is written", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: {
      script: [edit, ...Array.from({ length: 3 }, () => faulty({ type: "stall" }, say("half of it")))],
    },
  });
  const limits = { headersMs: 2000, idleMs: 50, totalMs: 5000 };
  const endpoint = { baseUrl: shop.model.baseUrl, apiKey: KEY };
  Object.assign(shop.deps, { model: createModelClient(endpoint, systemClock, limits) });
  const turn = await shop.ask("make b 20");

  await shop.run(turn);

  const [answer] = shop.notifier.answers;
  assert.equal(answer?.outcome, "model_failed");
  assert.match(answer?.text ?? "", /stopped answering in time\. Nothing was written\. Ask again/);
  assert.equal(await shop.file("main.js"), FILES["main.js"]);
  assert.equal(shop.model.requests.length, 4);
});

test("a request that the server refuses is not sent again", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: { script: [faulty({ type: "status", status: 400 }), say("too late")] },
  });
  const turn = await shop.ask("what is b?");

  await shop.run(turn);

  assert.equal(shop.model.requests.length, 1);
  assert.equal(shop.notifier.answers[0]?.outcome, "model_failed");
});

test("three restarts in one call give up on it, in whole sentences", async () => {
  await using shop = await openWorkshop({ files: FILES, model: { script: [] } });
  const turn = await shop.ask("what is b?");
  for (let restart = 0; restart < 3; restart++) {
    const shutdown = new AbortController();
    const model: ModelClient = {
      async complete() {
        shutdown.abort();
        return { ok: false, reason: "aborted", status: null, text: "", retryAfterMs: null, retryable: false };
      },
    };
    Object.assign(shop.deps, { model });
    assert.equal(await shop.run(turn, { shutdown: shutdown.signal }), "interrupted");
  }

  await shop.run(turn);

  assert.match(
    shop.notifier.answers[0]?.text ?? "",
    /^The model could not be reached: it did not answer\. Nothing /,
  );
});

test("the time of calls that fail counts as time at work", async () => {
  const time = { now: 1_000_000 };
  const clock = { now: () => time.now, sleep: async () => undefined };
  const model: ModelClient = {
    async complete() {
      time.now += 40_000;
      return {
        ok: false,
        reason: "timeout",
        status: null,
        text: "late.",
        retryAfterMs: null,
        retryable: true,
      };
    },
  };
  await using shop = await openWorkshop({ files: FILES, model: { script: [] }, deps: { clock, model } });
  const turn = await shop.ask("what is b?");

  await shop.run(turn);

  assert.equal(fold(await shop.events(turn)).activeMs, 120_000);
});

test("a server that tells no usage does not lift the bound on tokens", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: {
      respond: (request, i) =>
        request.toolChoice === "none" ? say("So far.") : call("find_in_files", { pattern: `word ${i}` }),
      faults: () => ({ type: "missing", what: "usage" }),
    },
    settings: { bounds: { ...defaultBounds, tokens: 6000 } },
  });
  const turn = await shop.ask("look");

  await shop.run(turn);

  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /token budget/);
  assert.ok(shop.model.requests.length < 8);
});

test("the key is in no event and no answer, also when the model says it", async () => {
  const secret = 'key"with\\signs-0123456789';
  await using shop = await openWorkshop({
    files: { ...FILES, "keys.txt": `one ${secret}\ntwo ${secret}-and-more\n` },
    model: { script: [call("read_file", { path: "keys.txt" }), edit, say(`It is ${secret}.`)] },
    settings: { secrets: [secret, `${secret}-and-more`] },
  });
  const turn = await shop.ask(`is ${secret} right?`);

  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  const escaped = JSON.stringify(secret).slice(1, -1);
  const events = JSON.stringify(await shop.events(turn));
  const sent = shop.model.requests.map(({ raw }) => raw.toString()).join();
  for (const text of [events, sent, shop.notifier.answers[0]?.text ?? ""]) {
    assert.ok(!text.includes(secret) && !text.includes(escaped) && !text.includes("-and-more"), text);
  }
  for (const event of await shop.events(turn)) {
    if (event.type !== "replied") continue;
    const raw = Buffer.from((await shop.deps.ledger.blob(event.reply)) ?? []).toString();
    assert.ok(!raw.includes(escaped), raw);
  }
});
