// How fast the outbox talks: within Telegram's limits, to the second after a 429, and never one chat at another's cost.
// Promises figures in the clock's time; nothing here waits for real.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { OutboxBody } from "../../../bot/outbox/body.ts";
import { createPace } from "../../../bot/outbox/pace.ts";
import { createOutbox } from "../../../bot/outbox.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { openRig, row, text } from "./rig.ts";

const SECOND = 1_000;

test("a flood to one chat meets no 429, and another chat's reply goes at once", async (t) => {
  const { chats, say, live, messages, server, clock } = await openRig(t, { pace: "telegram" });
  const began = clock.now();
  const flood = Array.from({ length: 150 }, (_, i) =>
    row({ chat: chats.ann, cause: `f${i}` }, text(`Message ${i}`)),
  );

  await say(...flood, row({ chat: chats.ben, cause: "b" }, text("For Ben")));
  await live();

  assert.equal(messages(chats.ann).length, 150);
  assert.ok(server.calls.every((call) => call.status === 200));
  const toBen = server.calls.find((call) => call.params.text === "For Ben");
  assert.ok(toBen !== undefined && toBen.at - began < SECOND);
  assert.ok(clock.now() - began >= 147 * SECOND);
});

test("a group hears at most twenty messages a minute", async (t) => {
  const { person, say, live, server } = await openRig(t, { pace: "telegram" });
  person.addGroup({ id: -100500, title: "Team", members: [1001] });

  await say(
    ...Array.from({ length: 60 }, (_, i) => row({ chat: "-100500", cause: `g${i}` }, text(`Message ${i}`))),
  );
  await live();

  const sent = server.calls.map((call) => call.at);
  assert.ok(server.calls.every((call) => call.status === 200));
  // The bucket starts full, so the first minute holds what was saved up and what flows in.
  for (const at of sent.slice(20))
    assert.ok(sent.filter((one) => one > at - 60 * SECOND && one <= at).length <= 20);
});

test("all chats together stay within twenty-five calls a second", async (t) => {
  const { person, say, live, server } = await openRig(t, { pace: "telegram" });
  const people = Array.from({ length: 120 }, (_, i) => 5_000 + i);
  for (const id of people) {
    person.addUser({ id, first_name: `P${id}` });
    person.openPrivate(id);
  }

  await say(...people.map((id) => row({ chat: String(id), cause: `c${id}` }, text("Hello"))));
  await live();

  const sent = server.calls.map((call) => call.at);
  assert.equal(sent.length, 120);
  assert.ok(server.calls.every((call) => call.status === 200));
  for (const at of sent.slice(60))
    assert.ok(sent.filter((one) => one > at - SECOND && one <= at).length <= 25);
});

test("a 429 is obeyed to the second for its chat, urgent messages included, and no other", async (t) => {
  let refused = false;
  const { chats, say, live, server, clock } = await openRig(t, {
    fault: () => {
      if (refused) return undefined;
      refused = true;
      return { kind: "status", code: 429, retryAfter: 7 };
    },
  });
  const began = clock.now();

  await say(
    row({ chat: chats.ann, cause: "a" }, text("For Ann")),
    row({ chat: chats.ann, cause: "b" }, text("For Ann, too")),
    row({ chat: chats.ann, cause: "u" }, text("Urgent", { urgent: true })),
    row({ chat: chats.ben, cause: "c", priority: 3 }, text("For Ben")),
  );
  await live();

  const at = (words: string) =>
    server.calls.filter((call) => call.params.text === words && call.ok).map((call) => call.at - began);
  assert.deepEqual(at("For Ann"), [7 * SECOND]);
  assert.deepEqual(at("Urgent"), [7 * SECOND]);
  assert.ok((at("For Ann, too")[0] ?? 0) >= 7 * SECOND);
  assert.deepEqual(at("For Ben"), [0]);
});

test("a receipt waits for no pacing, and an answer goes before progress", async (t) => {
  const { chats, say, live, server, clock } = await openRig(t);
  const began = clock.now();
  const status: OutboxBody = { type: "status", text: "Progress", entities: [], keyboard: null };

  await say(
    row({ chat: chats.ann, cause: "s", kind: "status", priority: 3 }, status),
    ...Array.from({ length: 6 }, (_, i) => row({ chat: chats.ann, cause: `n${i}` }, text(`Notice ${i}`))),
    row({ chat: chats.ann, cause: "a", kind: "answer", priority: 1 }, text("Answer")),
    row({ chat: chats.ann, cause: "r", kind: "edit", priority: 0 }, text("Receipt")),
  );
  await live();

  const order = server.calls.map((call) => call.params.text);
  assert.deepEqual(order.slice(0, 2), ["Receipt", "Answer"]);
  assert.equal(order.at(-1), "Progress");
  assert.equal(server.calls[0]?.at, began);
});

test("what comes due while the outbox looks goes at once, and not at the next look in a minute", async (t) => {
  const { ledger, telegram } = await openRig(t);
  const time = { now: 1_800_000_000_000 };
  const dueAt = time.now + 3;
  const life = new AbortController();
  const slept: number[] = [];
  const clock = {
    now: () => time.now,
    sleep: async (ms: number) => {
      slept.push(ms);
      life.abort();
    },
  };
  const slow = {
    ...ledger,
    nextOutboxAt: async () => {
      time.now += 10;
      return dueAt;
    },
  };

  const { signal } = life;
  await createOutbox({
    ledger: slow,
    telegram,
    clock,
    signal,
    failpoint: noFailpoint,
    onIncident: () => {},
  }).run();

  assert.deepEqual(slept, [0]);
});

test("a clock that is set back by a day frees a chat that a 429 had blocked", () => {
  const time = { now: 1_800_000_000_000 };
  const pace = createPace({ now: () => time.now, sleep: async () => undefined });
  pace.block("1", time.now + 5 * SECOND);
  assert.equal(pace.readyAt("1", "send", false), time.now + 5 * SECOND);

  time.now -= 24 * 3_600 * SECOND;

  assert.ok(pace.readyAt("1", "send", true) <= time.now);
  pace.block("1", time.now + 3 * SECOND);
  assert.equal(pace.readyAt("1", "send", true), time.now + 3 * SECOND);
});
