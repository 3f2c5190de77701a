// A ledger that fails for a moment (a lock held too long, a full disk) while people tap and ask: nothing that was
// decided or asked waits for a restart, and nobody is told something that is not so.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Ledger } from "../../store/ledger.ts";
import { type BotRig, buttonNames, openBot, TEXT } from "./bot-rig.ts";
import { edited } from "./scripted-agent.ts";

/** The operation throws the next `times` times. */
function failing<K extends keyof Ledger & string>(bot: BotRig, name: K, times: number): void {
  const real = bot.ledger[name] as (...args: unknown[]) => unknown;
  let left = times;
  Object.assign(bot.ledger, {
    [name]: async (...args: unknown[]) => {
      left -= 1;
      if (left >= 0) throw new Error("the ledger is held by another process");
      return await real(...args);
    },
  });
}

for (const [operation, times] of [
  ["turn", 3],
  ["inputs", 2],
  ["startLanding", 2],
] as const) {
  test(`an approved change lands without a restart though ${operation} fails`, async (t) => {
    const bot = await openBot(t);
    bot.say("edit it");
    const card = await bot.card();
    await bot.settled();
    failing(bot, operation, times);

    const answer = await bot.tap(card, "Apply");

    assert.equal(answer.text, "Applying.");
    await bot.says("Landed as generation 1");
    assert.equal(await bot.file(), edited(TEXT, 1));
  });
}

test("a tap that could not be stored says so, and the next one decides", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  await bot.settled();
  failing(bot, "decide", 1);

  const first = await bot.tap(card, "Apply");
  const second = await bot.tap(card, "Apply");

  assert.match(first.text ?? "", /nothing was decided. Tap again/);
  assert.equal(second.text, "Applying.");
  await bot.says("Landed as generation 1");
});

test("an undo whose landing cannot be recorded is tried again until it lands", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  const receipt = await bot.shown((m) => buttonNames(m).includes("Undo"));
  await bot.settled();
  failing(bot, "startLanding", 8);

  await bot.tap(receipt, "Undo");

  await bot.says("could not be written now; it is tried again");
  await bot.says("Landed as generation 2");
  assert.equal(await bot.file(), TEXT);
});

test("a queue that could not be read is read again, and its request starts", async (t) => {
  const bot = await openBot(t);
  await bot.settled();
  failing(bot, "turnsIn", 2);

  bot.say("hello");

  await bot.says("Answer to hello");
});

test("words for a card that were stored reach the turn though nothing could be told of them", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  await bot.settled();
  failing(bot, "say", 1);

  bot.say("keep the comment", { replyTo: card.id });

  await bot.shown((m) => buttonNames(m).includes("Apply") && m.id !== card.id);
  assert.ok(bot.heard.some((line) => line.includes('"comment":"keep the comment"')));
  const texts = bot.person.messages(101).map((message) => message.text);
  assert.deepEqual(
    texts.filter((text) => text.includes("Something went wrong")),
    [],
  );
});
