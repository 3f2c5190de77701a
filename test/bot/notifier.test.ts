// What a turn says: one status message while it runs, then the answer, whole and in order.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createNotifier } from "../../bot/notifier.ts";
import { fromBody } from "../../bot/outbox/body.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import { openLedger } from "../../store/open.ts";

async function openRig(clock: Clock) {
  const ledger = await openLedger("memory:", { clock });
  const ending = new AbortController();
  const notifier = createNotifier({
    ledger,
    clock,
    signal: ending.signal,
    wakeOutbox: () => undefined,
    onIncident: ({ text }) => assert.fail(text),
  });
  const place = { workspace: "quire", chat: "101", topic: "7", by: "telegram:101", text: "hello" };
  await ledger.createTurn(
    { turn: "t", request: null, ...place, startedAt: clock.now() },
    { turn: "t", expect: 0, events: [], blobs: [] },
  );
  const said = async (cause: string) => {
    const row = await ledger.outboxByCause(cause);
    const body = row && fromBody(row.body);
    return row && { ...row, shown: body && "text" in body ? body.text : undefined };
  };
  const close = async () => {
    ending.abort();
    await notifier.close();
    await ledger[Symbol.asyncDispose]();
  };
  return { ledger, notifier, said, close };
}

const fast: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 100, signal) };

test("an answer's parts are stored together, in order, in the topic that asked", async () => {
  const { ledger, notifier, said, close } = await openRig(systemClock);
  const text = Array.from({ length: 900 }, (_, i) => `word${i}`).join(" ");

  await notifier.deliver("t", { text, outcome: "answered", outstanding: [] });
  await notifier.deliver("t", { text, outcome: "answered", outstanding: [] });

  const all = await ledger.unsent("101");
  assert.deepEqual(
    all.map((row) => [row.cause, row.after, row.topic]),
    [
      ["answer:t:0", null, "7"],
      ["answer:t:1", "answer:t:0", "7"],
    ],
  );
  const parts = [(await said("answer:t:0"))?.shown, (await said("answer:t:1"))?.shown];
  assert.deepEqual(parts.join(" ").split(/\s+/), text.split(" "));
  await close();
});

test("what was not done is said by code, below the answer", async () => {
  const { notifier, said, close } = await openRig(systemClock);

  await notifier.deliver("t", {
    text: "All **done**.",
    outcome: "bound",
    outstanding: ["the table in grid.js"],
  });

  assert.equal((await said("answer:t:0"))?.shown, "All done.\n\nNot done:\n• the table in grid.js");
  await close();
});

test("an answer over four messages becomes a head and a file", async () => {
  const { ledger, notifier, close } = await openRig(systemClock);

  await notifier.deliver("t", { text: "many words ".repeat(4000), outcome: "answered", outstanding: [] });

  const [head, file, ...others] = await ledger.unsent("101");
  const body = file && fromBody(file.body);
  assert.equal(others.length, 0);
  assert.equal(head?.kind, "answer");
  assert.ok(body?.type === "document");
  const bytes = await ledger.blob(body.blob);
  assert.ok((bytes?.length ?? 0) >= 40_000);
  await close();
});

test("a hundred reports cost few writes, and the newest is shown", async () => {
  const { ledger, notifier, said, close } = await openRig(fast);
  let writes = 0;
  const say = ledger.say;
  ledger.say = async (...args) => {
    writes += 1;
    await say(...args);
  };

  for (let step = 1; step <= 100; step++)
    notifier.progress("t", { type: "tool", step, tool: "read_file", label: `reading ${step}.js` });
  while (!(await said("status:t"))) await systemClock.sleep(2, AbortSignal.timeout(5_000));

  assert.match((await said("status:t"))?.shown ?? "", /Reading 100\.js/);
  assert.equal(writes, 1);
  await close();
});

test("the status of a turn that has ended says how long it took, and does not hold up the answer", async () => {
  const { notifier, said, close } = await openRig(systemClock);
  notifier.progress("t", { type: "thinking", step: 1 });
  while (!(await said("status:t"))) await systemClock.sleep(5, AbortSignal.timeout(5_000));
  notifier.progress("t", { type: "thinking", step: 2 });

  const before = performance.now();
  await notifier.deliver("t", { text: "Here.", outcome: "answered", outstanding: [] });

  assert.ok(performance.now() - before < 500);
  assert.match((await said("status:t"))?.shown ?? "", /^Done in 1 s, 2 steps\.$/);
  await close();
});

test("a turn that is over at once has no status", async () => {
  const { notifier, said, close } = await openRig(systemClock);

  notifier.progress("t", { type: "thinking", step: 1 });
  await notifier.deliver("t", { text: "Here.", outcome: "answered", outstanding: [] });

  assert.equal(await said("status:t"), undefined);
  await close();
});

test("a turn that waits for a verdict before anything was shown has its card, and no status", async () => {
  const { ledger, notifier, said, close } = await openRig(fast);
  let looked = 0;
  const look = ledger.outboxByCause;
  ledger.outboxByCause = async (cause) => {
    looked += 1;
    return await look(cause);
  };

  notifier.progress("t", { type: "waiting", review: "r" });
  while (looked === 0) await systemClock.sleep(2, AbortSignal.timeout(5_000));

  assert.equal(await said("status:t"), undefined);
  await close();
});

test("what the receipt says already is not said again, and a turn without success was not done", async () => {
  const { notifier, said, close } = await openRig(systemClock);
  notifier.progress("t", { type: "thinking", step: 1 });
  while (!(await said("status:t"))) await systemClock.sleep(5, AbortSignal.timeout(5_000));

  await notifier.deliver("t", {
    text: "Rejected: nothing was written.",
    outcome: "rejected",
    outstanding: [],
  });

  assert.equal(await said("answer:t:0"), undefined);
  assert.match((await said("status:t"))?.shown ?? "", /^Ended after 1 s, 1 step\.$/);
  await close();
});

test("the placeholder of an answer does not call a failure done", async () => {
  const { ledger, notifier, close } = await openRig(systemClock);

  await notifier.deliver("t", {
    text: "The model could not be reached.",
    outcome: "model_failed",
    outstanding: [],
  });

  const [row] = await ledger.unsent("101");
  const body = row && fromBody(row.body);
  assert.equal(body?.type === "text" && body.lead, "The model could not be reached.");
  await close();
});

test("the time goes on in the status while nothing else is heard", async () => {
  let now = 0;
  const clock: Clock = {
    now: () => now,
    async sleep(ms, signal) {
      await systemClock.sleep(1, signal);
      now += ms;
    },
  };
  const { notifier, said, close } = await openRig(clock);

  notifier.progress("t", { type: "thinking", step: 1 });
  const shows = async (words: RegExp) => words.test((await said("status:t"))?.shown ?? "");
  while (!(await shows(/Thinking…\n40 s · 1 step/))) await systemClock.sleep(1, AbortSignal.timeout(5_000));

  await close();
});
