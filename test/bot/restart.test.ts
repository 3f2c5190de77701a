// What a start takes up: running turns, queued requests, reviews without a card, approvals without a landing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createReviews } from "../../bot/reviews.ts";
import { systemClock } from "../../store/clock.ts";
import { ANN, buttonNames, openBot, TEXT } from "./bot-rig.ts";
import { edited } from "./scripted-agent.ts";

test("a running turn is resumed and the queue goes on", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");
  bot.say("/next hello");
  await bot.says("Queued as number 1.");

  await bot.stop();
  assert.equal((await bot.ledger.turnsIn(["running"])).length, 1);
  await bot.start();
  bot.say("/stop");

  await bot.says("Answer to hello");
  assert.deepEqual(
    bot.heard.filter((line) => line.startsWith("start")),
    ["start hang first", "start hello"],
  );
});

test("a card sent before a restart stays live, and turns its pages", async (t) => {
  const bot = await openBot(t);
  bot.say("edit long");
  const card = await bot.card();
  await bot.settled();

  await bot.stop();
  await bot.start();
  await bot.tap(card, "2/");
  const second = await bot.says("page 2 of");
  await bot.tap(second, "Apply");

  await bot.says("Landed as generation 1");
});

test("an open review without a card gets one", async (t) => {
  const bot = await openBot(t);
  bot.say("edit unposted");
  await bot.until(async () => (await bot.ledger.turnsIn(["waiting"])).length === 1);
  assert.deepEqual(
    bot.person.messages(ANN).filter((m) => buttonNames(m).length > 0),
    [],
  );

  await bot.stop();
  await bot.start();

  await bot.tap(await bot.card(), "Apply");
  await bot.says("Landed as generation 1");
  assert.equal(await bot.file(), edited(TEXT, 1));
});

test("a message and a tap sent while the bot was down are handled after it", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  await bot.settled();
  await bot.stop();

  const tapped = bot.tap(card, "Apply");
  bot.say("hello");
  await bot.start();

  assert.equal((await tapped).text, "Applying.");
  await bot.says("Landed as generation 1");
  await bot.says("Answer to hello");
});

test("an update that was handled and not finished is handled again without harm", async (t) => {
  const bot = await openBot(t);
  const messageId = bot.say("hello");
  await bot.says("Answer to hello");
  await bot.settled();
  await bot.stop();

  const chat = { id: ANN, type: "private" };
  const from = { id: ANN, is_bot: false, first_name: "Ann" };
  const message = { message_id: messageId, chat, from, date: 1, text: "hello" };
  const body = JSON.stringify({ update_id: 99, message });
  await bot.ledger.ingest([{ updateId: 99, body, receivedAt: 1 }], await bot.ledger.pollOffset());
  await bot.start();
  await bot.settled();

  assert.deepEqual(bot.heard, ["start hello"]);
  assert.deepEqual(await bot.ledger.pendingUpdates(9), []);
});

test("an approved undo that was not landed is landed at the next start", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  const receipt = await bot.shown((m) => buttonNames(m).includes("Undo"));
  await bot.settled();
  const holder = { pid: process.pid, startedAt: 1, what: "a landing elsewhere" };
  const lease = await bot.ledger.acquireLease("landing:quire", holder, 60_000, Date.now());
  await bot.tap(receipt, "Undo");

  await bot.stop();
  assert.equal(await bot.file(), edited(TEXT, 1));
  assert.equal((await bot.ledger.reviewsIn(["approved"])).length, 1);
  if (lease.ok) await bot.ledger.releaseLease("landing:quire", lease.fence);
  await bot.start();

  await bot.says("Landed as generation 2");
  assert.equal(await bot.file(), TEXT);
});

test("stopping while turns run takes well under a second", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");

  const before = performance.now();
  await bot.stop();

  assert.ok(performance.now() - before < 1000);
});

test("a receipt that is settled again after its undo goes on saying so, and offers none", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  await bot.tap(await bot.shown((m) => buttonNames(m).includes("Undo")), "Undo");
  await bot.says("Undone by generation 2");
  await bot.settled();
  const { ledger } = bot;
  const generation = await ledger.generation("quire", 1);
  const reviews = createReviews({
    ledger,
    clock: systemClock,
    nameOfWorkspace: (id) => id,
    nameOfActor: () => "Ann",
    wakeOutbox: () => undefined,
  });

  await reviews.settle(generation?.review ?? "", { type: "landed", generation: 1, files: [], by: "Ann" });
  await bot.settled();

  const first = await bot.says("Undone by generation 2");
  assert.deepEqual(buttonNames(first), []);
});
