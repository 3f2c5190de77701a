// A review from card to receipt, by taps and by words: who may decide, what a second tap learns, what lands.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ANN, BEN, buttonNames, dataOf, GROUP, openBot, STRANGER, TEXT } from "./bot-rig.ts";
import { edited } from "./scripted-agent.ts";

test("a request becomes a card, Apply lands it, and the card becomes a receipt with Undo", async (t) => {
  const bot = await openBot(t);

  bot.say("edit it");
  const card = await bot.card();
  const answer = await bot.tap(card, "Apply");

  assert.equal(answer.text, "Applying.");
  const receipt = await bot.says("Landed as generation 1, applied by Ann");
  assert.equal(receipt.id, card.id);
  assert.deepEqual(buttonNames(receipt), ["Undo"]);
  assert.equal(await bot.file(), edited(TEXT, 1));
  await bot.says("The edit is in.");
});

test("the receipt's Undo brings the exact bytes back, and has its own receipt", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  const receipt = await bot.shown((m) => buttonNames(m).includes("Undo"));

  const answer = await bot.tap(receipt, "Undo");

  assert.equal(answer.text, "Undoing generation 1.");
  const second = await bot.says("Landed as generation 2");
  assert.equal(await bot.file(), TEXT);
  assert.deepEqual(buttonNames(second), ["Undo"]);
  const first = await bot.says("Undone by generation 2");
  assert.equal(first.id, receipt.id);
  assert.deepEqual(buttonNames(first), []);
});

test("Undo of a file that has changed since writes nothing and names the file", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  await bot.tap(await bot.card(), "Apply");
  const receipt = await bot.shown((m) => buttonNames(m).includes("Undo"));
  await bot.write("mine\n");

  const answer = await bot.tap(receipt, "Undo");

  assert.match(answer.text ?? "", /changed since. Nothing was written/);
  await bot.says("main.js: changed since");
  assert.equal(await bot.file(), "mine\n");
});

test("a second tap changes nothing and says what happened", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  const data = dataOf(card, "Apply");
  await bot.tap(card, "Apply");
  await bot.says("Landed as generation 1");

  bot.person.rawUpdate(tapUpdate({ from: ANN, chat: ANN, messageId: card.id, data }));
  await bot.settled();

  const answers = bot.server.calls.filter((call) => call.method === "answerCallbackQuery");
  assert.equal(answers.at(-1)?.params.text, "Already applied by you as generation 1.");
  assert.equal((await bot.ledger.generations("quire", 9)).length, 1);
});

test("two taps at once land once", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();

  await Promise.all(
    [bot.tap(card, "Apply"), bot.tap(card, "Reject"), bot.tap(card, "Apply")].map((p) => p.catch(() => 0)),
  );
  await bot.settled();

  const [review, ...others] = await bot.ledger.reviewsIn(["landed", "rejected"]);
  assert.equal(others.length, 0);
  assert.equal((await bot.ledger.generations("quire", 9)).length, review?.state === "landed" ? 1 : 0);
});

test("Reject writes nothing, and a reply of the word yes lands nothing either", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();

  bot.say("yes");
  bot.say("/approve");
  await bot.says("There is no /approve.");
  await bot.says("Answer to yes");
  assert.equal(await bot.file(), TEXT);
  await bot.tap(card, "Reject");

  await bot.says("Rejected by Ann");
  assert.equal(await bot.file(), TEXT);
});

for (const where of ["the card", "the question after Revise"] as const) {
  test(`a reply to ${where} goes to the turn as the person's words, and a new card comes`, async (t) => {
    const bot = await openBot(t);
    bot.say("edit it");
    const card = await bot.card();

    const answer = await bot.tap(card, "Revise");
    const prompt = await bot.says("Reply to this message");
    bot.say("keep the comment", { replyTo: where === "the card" ? card.id : prompt.id });

    assert.match(answer.text ?? "", /Reply to this card/);
    const next = await bot.shown((m) => buttonNames(m).includes("Apply") && m.id !== card.id);
    await bot.says("Sent back by Ann");
    assert.ok(bot.heard.some((line) => line.includes('"comment":"keep the comment"')));
    await bot.tap(next, "Apply");
    await bot.says("Landed as generation 1");
    assert.equal(await bot.file(), edited(TEXT, 2));
  });
}

test("a stranger's tap is answered, changes nothing, and the review stays open", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it", { chat: GROUP });
  const card = await bot.card(GROUP);

  const answer = await bot.tap(card, "Apply", { from: STRANGER, chat: GROUP });

  assert.equal(answer.text, "You are not on this bot's list.");
  assert.equal((await bot.ledger.reviewsIn(["open"])).length, 1);
  const own = await bot.tap(card, "Apply", { from: BEN, chat: GROUP });
  assert.equal(own.text, "Applying.");
  await bot.says("applied by Ben", GROUP);
});

test("forged, moved and nameless taps change nothing", async (t) => {
  const bot = await openBot(t);
  bot.say("edit it");
  const card = await bot.card();
  const data = dataOf(card, "Apply");
  const good = { from: ANN, chat: ANN, messageId: card.id, data };
  const { callback_query: named } = tapUpdate(good);

  bot.person.rawUpdate(tapUpdate({ ...good, data: `t:${"A".repeat(22)}` }));
  bot.person.rawUpdate(tapUpdate({ ...good, data: "apply" }));
  bot.person.rawUpdate(tapUpdate({ ...good, chat: BEN }));
  bot.person.rawUpdate(tapUpdate({ ...good, messageId: card.id + 1 }));
  bot.person.rawUpdate(tapUpdate({ ...good, from: STRANGER }));
  bot.person.rawUpdate({ callback_query: { ...named, from: undefined } });
  bot.person.rawUpdate({ callback_query: { ...named, from: { ...named.from, is_bot: true } } });
  bot.person.rawUpdate({ callback_query: { ...named, from: { ...named.from, id: String(ANN) } } });
  bot.person.rawUpdate({ callback_query: { ...named, message: undefined, inline_message_id: "x" } });
  bot.say("after them");
  await bot.says("Answer to after them");
  await bot.settled();

  assert.equal((await bot.ledger.reviewsIn(["open"])).length, 1);
  assert.equal(await bot.file(), TEXT);
});

test("a diff over one page turns in place, and Apply comes with the delivered file", async (t) => {
  const bot = await openBot(t);

  bot.say("edit long");
  const card = await bot.card();
  const file = await bot.shown((m) => m.document !== undefined);
  await bot.tap(card, "2/");
  const second = await bot.says("page 2 of");
  await bot.tap(second, "◀ 1/");
  const first = await bot.says("page 1 of");

  assert.equal(first.id, card.id);
  assert.match(file.document?.name ?? "", /\.diff$/);
  assert.ok(buttonNames(second).includes("Apply"));
  await bot.tap(first, "Apply");
  await bot.says("Landed as generation 1");
});

export function tapUpdate(of: { from: number; chat: number; messageId: number; data: string }) {
  const chat = { id: of.chat, type: "private", first_name: "Ann" };
  return {
    callback_query: {
      id: String(Math.abs(of.messageId) + 7_000_000),
      from: { id: of.from, is_bot: false, first_name: "Ann" },
      chat_instance: "1",
      data: of.data,
      message: { message_id: of.messageId, chat, date: 1, text: "card" },
    },
  };
}
