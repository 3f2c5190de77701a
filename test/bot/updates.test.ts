// Updates from the inbox to their handlers: one that fails does not stop the next, and taps overtake messages.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccess } from "../../bot/access.ts";
import type { Incident } from "../../bot/incident.ts";
import { createUpdates, type Handlers } from "../../bot/updates.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { ANN, openBot } from "./bot-rig.ts";

const clock: Clock = { ...systemClock, sleep: (ms, signal) => systemClock.sleep(ms / 50, signal) };
const ann = { id: ANN, is_bot: false, first_name: "Ann" };
const chat = { id: ANN, type: "private" };
const message = (id: number, text: string) => ({ message: { message_id: id, chat, from: ann, text } });
const tap = (id: number) => ({
  callback_query: { id: `q${id}`, from: ann, data: "t:x", message: { message_id: 1, chat } },
});

async function ingest(ledger: Ledger, updates: object[]): Promise<void> {
  const rows = updates.map((update, i) => ({
    updateId: i + 1,
    body: JSON.stringify({ update_id: i + 1, ...update }),
    receivedAt: 0,
  }));
  await ledger.ingest(rows, rows.length + 1);
}

function listening(ledger: Ledger, handlers: Partial<Handlers>) {
  const ending = new AbortController();
  const incidents: Incident[] = [];
  const nothing = async () => undefined;
  const updates = createUpdates({
    ledger,
    access: createAccess([ANN]),
    clock,
    signal: ending.signal,
    onIncident: (incident) => incidents.push(incident),
    onPerson: () => undefined,
    handlers: {
      tap: nothing,
      message: nothing,
      edit: nothing,
      refuseTap: nothing,
      failed: nothing,
      ...handlers,
    },
  });
  const running = updates.run();
  const stop = async () => {
    ending.abort();
    await running;
  };
  return { updates, incidents, stop };
}

test("a tap behind messages is handled first, and while a message is still being handled", async () => {
  await using ledger = await openLedger("memory:", { clock });
  const order: string[] = [];
  const gate = Promise.withResolvers<void>();
  await ingest(ledger, [message(1, "one"), message(2, "two"), tap(3)]);

  const { updates, stop } = listening(ledger, {
    message: async ({ parts: [first] }) => {
      await gate.promise;
      order.push(first.text ?? "");
    },
    tap: async (query) => {
      order.push(query.id);
      gate.resolve();
    },
  });
  await updates.settled();
  await stop();

  assert.deepEqual(order, ["q3", "one", "two"]);
});

test("an update whose handler throws is finished with its error and told; the next goes on", async () => {
  await using ledger = await openLedger("memory:", { clock });
  const handled: string[] = [];
  const told: number[] = [];
  await ingest(ledger, [message(1, "bad"), message(2, "good")]);

  const { updates, incidents, stop } = listening(ledger, {
    message: async ({ parts: [first] }) => {
      if (first.text === "bad") throw new Error("a bug");
      handled.push(first.text ?? "");
    },
    failed: async (waiting) => void told.push(waiting.message.messageId),
  });
  await updates.settled();
  await stop();

  assert.deepEqual(handled, ["good"]);
  assert.deepEqual(told, [1]);
  assert.equal(incidents.length, 1);
  assert.deepEqual(await ledger.pendingUpdates(9), []);
});

test("edits and messages are handled in the order in which they came", async () => {
  await using ledger = await openLedger("memory:", { clock });
  const order: string[] = [];
  const edit = { edited_message: { ...message(1, "one, edited").message, edit_date: 5 } };
  await ingest(ledger, [message(1, "one"), edit, message(2, "two")]);

  const { updates, stop } = listening(ledger, {
    message: async ({ parts: [first] }) => void order.push(first.text ?? ""),
    edit: async (waiting) => void order.push(waiting.message.text ?? ""),
  });
  await updates.settled();
  await stop();

  assert.deepEqual(order, ["one", "one, edited", "two"]);
});

test("an inbox that fails for a moment is read again", async () => {
  await using ledger = await openLedger("memory:", { clock });
  const handled: string[] = [];
  let failures = 1;
  await ingest(ledger, [message(1, "one")]);
  const shaky: Ledger = {
    ...ledger,
    pendingUpdates: async (limit) => {
      if (failures-- > 0) throw new Error("the disk is busy");
      return ledger.pendingUpdates(limit);
    },
  };

  const { incidents, stop } = listening(shaky, {
    message: async ({ parts: [first] }) => void handled.push(first.text ?? ""),
  });
  while (handled.length === 0) await clock.sleep(5, AbortSignal.timeout(5_000));
  await stop();

  assert.deepEqual(handled, ["one"]);
  assert.match(incidents[0]?.text ?? "", /could not be read/);
});

test("a tap is answered within a second while many notices wait for their pace", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  for (let i = 0; i < 25; i++) bot.say("/help");
  await bot.says("/undo –");

  const before = performance.now();
  const answer = await bot.tap(card, "Reject");

  assert.equal(answer.text, "Rejected. Nothing was written.");
  assert.ok(performance.now() - before < 1000);
});
