// One turn at a time in a workspace: queueing, steering, stopping, and taps that never wait behind a turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, buttonNames, GROUP, openBot, TEXT } from "./bot-rig.ts";
import { edited } from "./scripted-agent.ts";

test("a tap is answered within a second, and lands, while another turn runs", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  bot.say("hang forever");
  await bot.says("Thinking");

  const before = performance.now();
  const answer = await bot.tap(card, "Apply");
  const ms = performance.now() - before;

  assert.equal(answer.text, "Applying.");
  assert.ok(ms < 1000, `the answer took ${Math.round(ms)} ms`);
  await bot.says("Landed as generation 1");
  assert.equal(await bot.file(), edited(TEXT, 1));
  assert.equal((await bot.ledger.turnsIn(["running"])).length, 1);
});

test("a comment waits for the lane, but its card shows at once that it was sent back", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  bot.say("hang forever");
  await bot.says("Thinking");

  bot.say("shorter", { replyTo: card.id });
  await bot.says("Sent back by Ann");

  assert.ok(!bot.heard.some((line) => line.startsWith("verdict")));
  bot.say("/stop");
  await bot.shown((m) => buttonNames(m).includes("Apply"));
  assert.ok(bot.heard.some((line) => line.includes("shorter")));
});

test("a message to a running turn steers it, and says so", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");

  bot.say("use the other font");
  await bot.says("Passed on to the turn that is running.");
  bot.say("/stop");
  await bot.says("Stopping “hang first”");
  await bot.settled();

  assert.ok(bot.heard.includes('steer {"text":"use the other font"}'));
  assert.deepEqual(
    bot.heard.filter((line) => line.startsWith("start")),
    ["start hang first"],
  );
});

test("another person's message queues, says its place, and starts when the lane is free", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");

  bot.say("hello", { from: BEN });
  await bot.says("Queued as number 1.", BEN);
  bot.say("/stop");

  await bot.says("Answer to hello", BEN);
  assert.deepEqual(
    bot.heard.filter((line) => line.startsWith("start")),
    ["start hang first", "start hello"],
  );
});

test("/next queues where a message would steer", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");

  bot.say("/next second");
  await bot.says("Queued as number 1.");
  bot.say("/stop");

  await bot.says("Answer to second");
});

test("a queued request can be dropped by its button, once", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  await bot.says("Thinking");
  bot.say("/next second");
  const queued = await bot.says("Queued as number 1.");

  const answer = await bot.tap(queued, "Drop it");
  const dropped = await bot.says("Dropped from the queue.");
  bot.say("/stop");
  await bot.says("Stopping “hang first”");
  await bot.settled();

  assert.equal(answer.text, "Dropped.");
  assert.equal(dropped.id, queued.id);
  assert.deepEqual(
    bot.heard.filter((line) => line.startsWith("start")),
    ["start hang first"],
  );
});

test("an edit of a queued request changes it; an edit of a running one does not run again", async (t) => {
  const bot = await openBot(t);
  const first = bot.say("hang first");
  await bot.says("Thinking");
  const second = bot.say("/next");
  const queued = bot.say("hello", { from: BEN });
  await bot.says("Queued as number 1.", BEN);

  bot.person.editText({ chat: BEN, from: BEN, messageId: queued, text: "good day" });
  bot.person.editText({ chat: ANN, from: ANN, messageId: first, text: "hang again" });
  bot.person.editText({ chat: ANN, from: ANN, messageId: second, text: "/next again" });
  bot.say("/status");
  await bot.says("good day – queued");
  bot.say("/stop");

  await bot.says("Answer to good day", BEN);
  await bot.settled();
  assert.deepEqual(
    bot.heard.filter((line) => line.startsWith("start")),
    ["start hang first", "start good day"],
  );
});

test("in a group only words to the bot steer; others queue", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first", { chat: GROUP });
  await bot.says("Thinking", GROUP);

  bot.say("by the way", { chat: GROUP });
  await bot.says("Queued as number 1.", GROUP);
  bot.say("@handrail_bot faster", { chat: GROUP });
  await bot.says("Passed on to the turn", GROUP);
  bot.say("/stop", { chat: GROUP });
  await bot.says("Answer to by the way", GROUP);
  bot.say("@handrail_bot, hello", { chat: GROUP });
  await bot.until(async () => bot.heard.includes("start hello"));
});

test("turns of two workspaces run side by side", async (t) => {
  const bot = await openBot(t, { workspaces: ["quire", "loom"] });
  bot.say("hang first");
  await bot.says("Thinking");

  bot.say("/workspace loom", { from: BEN });
  await bot.says("now works in loom", BEN);
  bot.say("edit it", { from: BEN });
  const card = await bot.card(BEN);
  await bot.tap(card, "Apply", { from: BEN });

  await bot.says("Landed as generation 1", BEN);
  assert.equal(await bot.file("loom"), edited(TEXT, 1));
  assert.equal(await bot.file("quire"), TEXT);
});

test("five reviews may wait; the sixth request is queued until one is decided", async (t) => {
  const bot = await openBot(t);
  for (let i = 1; i <= 5; i++) {
    bot.say("edit it");
    await bot.until(async () => (await bot.ledger.turnsIn(["waiting"])).length === i);
  }
  await bot.settled();
  const card = await bot.card();

  bot.say("hello");
  await bot.says("5 reviews wait. See /pending.");
  await bot.tap(card, "Reject");

  await bot.says("Answer to hello");
});

test("/stop of a turn that waits for a verdict ends it", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.card();

  bot.say("/stop");

  await bot.says("Stopping “edit it”");
  await bot.settled();
  assert.deepEqual((await bot.ledger.turnsIn(["running", "waiting"])).length, 0);
});

test("a request that cannot start and a turn that throws are told, and the next goes on", async (t) => {
  const bot = await openBot(t);

  bot.say("unstartable");
  await bot.says("could not start");
  bot.say("throw");
  await bot.says("It failed.");
  bot.say("hello");

  await bot.says("Answer to hello");
  assert.deepEqual(
    bot.incidents.map((incident) => incident.kind),
    ["turn", "turn"],
  );
});
