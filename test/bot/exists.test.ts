// "This exists" in the chat: which names were called invented, the owner's tap, what it purges and whom it tells, and the
// tap that takes it back.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import type { Tainted } from "../../agent/overlay/taints.ts";
import { ANN, BEN, type BotRig, buttonNames, dataOf, GROUP, openBot, STRANGER } from "./bot-rig.ts";

const CELL = "Sheet.gridCellEnd";
const offerOf = (bot: BotRig, chat = ANN) =>
  bot.shown((m) => m.text.includes("called invented, since"), chat);
const existing = async (bot: BotRig) => (await bot.ledger.existing("quire")).map((row) => row.about);

const none = async () => ({ type: "none" as const, text: "not here" });
const unlooked = { check: none, dryRun: none };

async function openInvented(t: TestContext, words = `invent ${CELL}`, tainted: Tainted[] = []) {
  const bot = await openBot(t, { checks: { ...unlooked, tainted: async () => tainted } });
  bot.say(words);
  return { bot, offer: await offerOf(bot) };
}

test("after an answer the names that were refused stand in one message, each with a button", async (t) => {
  const names = ["Sheet.gridCellEnd", "a.b1", "a.b2", "a.b3", "a.b4", "a.b5"];
  const { bot, offer } = await openInvented(t, `invent ${names.join(",")}`);

  assert.match(offer.text, /quire: called invented, since the documentation does not have it:/);
  assert.match(offer.text, /• Sheet\.gridCellEnd – main\.js line 12\n/);
  assert.match(offer.text, /… and 1 more\nIf one of these does exist, an owner can say so/);
  assert.deepEqual(
    buttonNames(offer),
    names.slice(0, 5).map((name) => `It exists: ${name}`),
  );
  const answer = await bot.says("It could not be written.");
  assert.ok(answer.id < offer.id, "it comes below the answer");
});

test("what was refused before a review comes below its card, once; the answer does not say it again", async (t) => {
  const bot = await openBot(t);
  bot.say(`edit inventing ${CELL}`);
  const card = await bot.card();
  const offer = await offerOf(bot);
  assert.ok(offer.id > card.id);

  bot.say("otherwise", { replyTo: card.id });
  const second = await bot.shown((m) => m.id > offer.id && buttonNames(m).includes("Apply"));
  await bot.tap(second, "Apply");
  await bot.says("The edit is in.");
  await bot.settled();

  const offers = bot.person.messages(ANN).filter((m) => m.text.includes("called invented, since"));
  assert.equal(offers.length, 1);
  assert.deepEqual(buttonNames(offers[0] ?? card), [`It exists: ${CELL}`]);
});

test("a request in which nothing was called invented gets no such message", async (t) => {
  const bot = await openBot(t);
  bot.say("hello");
  await bot.says("Answer to hello");
  await bot.settled();

  assert.ok(bot.person.messages(ANN).every((m) => !m.text.includes("called invented")));
});

test("the tap is stored, what the accusation left is listed and purged, and a button takes the word back", async (t) => {
  const purged: string[] = [];
  const one = (what: string): Tainted => ({ what, purge: async () => void purged.push(what) });
  const { bot, offer } = await openInvented(t, `invent ${CELL},a.b1`, [
    one('the kept answer to "close a cell"'),
    one("a note"),
  ]);

  const answer = await bot.tap(offer, `It exists: ${CELL}`);

  assert.equal(answer.text, "Noted: it exists.");
  const reply = await bot.says(/exists in quire, by the word of Ann/);
  assert.match(
    reply.text,
    /^✅ Sheet\.gridCellEnd exists .* not refused as invented any more\.\nPurged, since it names it:\n• the kept answer to "close a cell"\n• a note\nNo request is at work here: ask again/,
  );
  assert.deepEqual(purged, ['the kept answer to "close a cell"', "a note"]);
  assert.deepEqual(await existing(bot), [CELL]);
  const look = await bot.says(/✅ Sheet\.gridCellEnd exists, says Ann/);
  assert.equal(look.id, offer.id, "the card becomes what was decided");
  assert.deepEqual(buttonNames(look), ["It exists: a.b1"]);

  const taken = await bot.tap(reply, "Take it back");

  assert.equal(taken.text, "Taken back.");
  const back = await bot.says(/counts as invented again .* taken back by Ann/);
  assert.equal(back.id, reply.id);
  assert.deepEqual(buttonNames(back), []);
  assert.deepEqual(await existing(bot), []);
  await bot.shown((m) => m.id === offer.id && buttonNames(m).includes(`It exists: ${CELL}`));
  const audit = (await bot.ledger.auditTail(2)).map((line) => [line.action, line.subject]);
  assert.deepEqual(audit, [
    ["overlay:withdrawn", `quire:member:${CELL}`],
    ["overlay:exists", `quire:member:${CELL}`],
  ]);
});

test("only owners may say it: a stranger, and a person whom the button does not name, change nothing", async (t) => {
  const bot = await openBot(t, { owners: [ANN] });
  bot.say(`invent ${CELL}`, { chat: GROUP, from: ANN });
  const offer = await offerOf(bot, GROUP);

  const taps = [
    await bot.tap(offer, "It exists", { from: BEN, chat: GROUP }),
    await bot.tap(offer, "It exists", { from: STRANGER, chat: GROUP }),
  ];

  for (const { text } of taps) assert.match(text ?? "", /not on this bot's list/);
  assert.deepEqual(await existing(bot), []);
  assert.match((await bot.tap(offer, "It exists", { from: ANN, chat: GROUP })).text ?? "", /^Noted/);
  await bot.says(/exists in quire, by the word of Ann/, GROUP);
});

test("an editor who is no owner is refused, though the gate lets them in", async (t) => {
  const { bot, offer } = await openInvented(t);
  const token = dataOf(offer, "It exists").slice(2);
  const button = await bot.ledger.button(token);
  assert.deepEqual(button?.allowed, [`telegram:${ANN}`, `telegram:${BEN}`]);
  const wanted = { workspace: "quire", family: "member", about: CELL };
  const tap = { token, chat: String(ANN), messageId: offer.id, at: 1 };

  const editor = await bot.ledger.addExisting({ ...tap, by: "telegram:103" }, wanted);

  assert.equal(editor.type, "not_allowed");
  assert.deepEqual(await existing(bot), []);
});

test("forged tokens, other messages and other chats say nothing", async (t) => {
  const { bot, offer } = await openInvented(t);
  const other = await bot.says("It could not be written.");
  const data = dataOf(offer, "It exists");
  const forge = (of: { messageId?: number; data?: string }) =>
    bot.person
      .tap({ chat: ANN, from: ANN, messageId: offer.id, data, ...of }, bot.signal)
      .catch(() => ({ text: "refused" }));

  const forged = [await forge({ data: `t:${"A".repeat(22)}` }), await forge({ messageId: other.id })];

  for (const { text } of forged) assert.doesNotMatch(text ?? "", /Noted/);
  assert.deepEqual(await existing(bot), []);
});

test("a second tap says who did it and when, and purges nothing twice into the chat", async (t) => {
  const { bot, offer } = await openInvented(t);
  const data = dataOf(offer, "It exists");
  await bot.tap(offer, "It exists");
  await bot.says(/exists in quire/);
  await bot.settled();

  const chat = { id: ANN, type: "private", first_name: "Ann" };
  const from = { id: BEN, is_bot: false, first_name: "Ben" };
  const message = { message_id: offer.id, chat, date: 1, text: "card" };
  bot.person.rawUpdate({ callback_query: { id: "7000001", from, chat_instance: "1", data, message } });
  const answered = (words: string) => bot.server.calls.some((call) => JSON.stringify(call).includes(words));
  await bot.until(async () => answered("Already said, by Ann, just now."));
  await bot.settled();

  const replies = bot.person.messages(ANN).filter((m) => m.text.includes("exists in quire"));
  assert.equal(replies.length, 1);
});

test("the buttons live on over a restart", async (t) => {
  const { bot, offer } = await openInvented(t);
  await bot.settled();

  await bot.stop();
  await bot.start();
  const answer = await bot.tap(offer, "It exists");

  assert.equal(answer.text, "Noted: it exists.");
  await bot.says(/exists in quire, by the word of Ann/);
  assert.deepEqual(await existing(bot), [CELL]);
});

test("a tap whose reply could not be stored stands, and the next one says and purges what it had to", async (t) => {
  const purged: string[] = [];
  const note: Tainted = { what: "a note", purge: async () => void purged.push("a note") };
  const { bot, offer } = await openInvented(t, `invent ${CELL}`, [note]);
  await bot.settled();
  const say = bot.ledger.say;
  bot.ledger.say = async () => {
    bot.ledger.say = say;
    throw new Error("disk full");
  };

  assert.equal((await bot.tap(offer, "It exists")).text, "Noted: it exists.");
  await bot.until(async () => bot.ledger.say === say);
  assert.deepEqual([await existing(bot), purged], [[CELL], []]);

  assert.match((await bot.tap(offer, "It exists")).text ?? "", /^Already said, by Ann, just now/);
  await bot.says(/exists in quire, by the word of Ann/);
  await bot.settled();
  assert.deepEqual(purged, ["a note"]);
});

test("requests at work are told: one that runs by its next look, one that waits at once, and it goes on waiting", async (t) => {
  const { bot, offer } = await openInvented(t);
  bot.say("edit it");
  const card = await bot.card();
  await bot.settled();

  await bot.tap(offer, "It exists");

  await bot.says(/Told to “edit it”/);
  await bot.settled();
  const heard = bot.heard.filter((line) => line.startsWith("overruled"));
  assert.deepEqual(heard, [`overruled {"family":"member","about":"${CELL}","word":"exists"}`]);
  const [waiting] = await bot.ledger.turnsIn(["waiting"]);
  assert.equal(waiting?.text, "edit it");
  assert.equal((await bot.tap(card, "Apply")).text, "Applying.");
  await bot.says("Landed as generation 1");
});

test("what could not be purged is said, the word stands, and the purge can be tried again", async (t) => {
  const disk = { full: true, purged: 0 };
  const broken: Tainted = {
    what: "a note",
    purge: async () => {
      if (disk.full) throw new Error("disk full");
      disk.purged += 1;
    },
  };
  const { bot, offer } = await openInvented(t, `invent ${CELL}`, [broken]);

  await bot.tap(offer, "It exists");

  const reply = await bot.says(
    /⚠ What rested on the false accusation could not all be found and purged\.\nTo be purged/,
  );
  assert.deepEqual(buttonNames(reply), ["Take it back", "Try again"]);
  assert.deepEqual(await existing(bot), [CELL]);
  assert.match(bot.incidents.map((incident) => incident.text).join(), /could not be purged/);

  disk.full = false;
  await bot.tap(reply, "Try again");

  const mended = await bot.says(/\nPurged, since it names it:\n• a note/);
  assert.equal(mended.id, reply.id);
  assert.deepEqual(buttonNames(mended), ["Take it back"]);
  assert.equal(disk.purged, 1);
});

test("/trust lists what exists by an owner's word, and takes it back", async (t) => {
  const { bot, offer } = await openInvented(t);
  await bot.tap(offer, "It exists");
  await bot.says(/exists in quire/);

  bot.say("/trust");
  const list = await bot.says(/quire: exists by an owner's word\n• Sheet\.gridCellEnd – Ann, /);
  assert.deepEqual(buttonNames(list), [`Take back: ${CELL}`]);
  const answer = await bot.tap(list, "Take back");

  assert.equal(answer.text, "Taken back.");
  await bot.says(/Nothing any more: all of it was taken back/);
  assert.deepEqual(await existing(bot), []);
  bot.say("/trust");
  await bot.says(/Nothing needs your yes/);
});

test("a name with look-alike letters stands there by name, and a long one fits its button", async (t) => {
  const long = `Sheet.${"veryLongMemberName".repeat(5)}End`;
  const { offer } = await openInvented(t, `invent Sh\u0435et.x,${long}`);

  assert.match(offer.text, /Sh⟨U\+0435⟩et\.x/);
  assert.ok(offer.text.includes(long));
  const [first, second] = buttonNames(offer);
  assert.match(first ?? "", /^It exists: Sh⟨U\+0435⟩et/);
  assert.ok((second ?? "").length <= 55 && second?.endsWith("NameEnd"));
});
