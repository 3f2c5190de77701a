// Who may act: numeric ids on the list, and nobody else, for messages and taps alike.

import assert from "node:assert/strict";
import { test } from "node:test";
import { createAccess } from "../../bot/access.ts";
import { parseUpdate } from "../../bot/incoming.ts";
import { ANN, GROUP, openBot, STRANGER } from "./bot-rig.ts";

test("an empty list does not start, and neither does a name", () => {
  assert.throws(() => createAccess([]), /at least one numeric user id/);
  assert.throws(() => createAccess([Number("@ann")]), /Usernames are not accepted/);
  assert.throws(() => createAccess([-5]), /not a numeric/);
});

const chat = { id: GROUP, type: "supergroup", title: "Team" };
const ann = { id: ANN, is_bot: false, first_name: "Ann" };
const message = { message_id: 1, date: 1, chat, from: ann, text: "hello" };

for (const [who, update] of [
  ["a stranger", { message: { ...message, from: { ...ann, id: STRANGER } } }],
  [
    "a stranger with a listed person's username",
    { message: { ...message, from: { ...ann, id: 7, username: "ann" } } },
  ],
  ["nobody", { message: { ...message, from: undefined } }],
  [
    "an anonymous admin",
    {
      message: { ...message, from: { id: 1087968824, is_bot: true, first_name: "Group" }, sender_chat: chat },
    },
  ],
  ["a listed person in a chat's name", { message: { ...message, sender_chat: chat } }],
  ["a channel", { message: { ...message, chat: { id: -100, type: "channel" } } }],
  ["a bot with a listed id", { message: { ...message, from: { ...ann, is_bot: true } } }],
  ["an edit by a stranger", { edited_message: { ...message, from: { ...ann, id: STRANGER } } }],
] as const) {
  test(`${who} is refused`, () => {
    const incoming = parseUpdate(JSON.stringify({ update_id: 1, ...update }), 1);

    assert.ok(incoming.type === "message" || incoming.type === "edit");
    assert.equal(createAccess([ANN]).allow(incoming.sender).ok, false);
  });
}

for (const [what, body] of [
  ["no JSON", "{"],
  ["no object", "7"],
  [
    "an id that is a text",
    JSON.stringify({ update_id: 1, message: { ...message, from: { ...ann, id: String(ANN) } } }),
  ],
  ["a channel post", JSON.stringify({ update_id: 1, channel_post: message })],
  [
    "an id that is no whole number",
    JSON.stringify({ update_id: 1, message: { ...message, from: { ...ann, id: 1.5 } } }),
  ],
] as const) {
  test(`${what} is left aside`, () => {
    assert.equal(parseUpdate(body, 1).type, "ignored");
  });
}

test("a stranger gets silence, one line in the audit, and no turn", async (t) => {
  const bot = await openBot(t);

  bot.say("remove everything", { from: STRANGER });
  bot.say("/status", { from: STRANGER });
  bot.say("hello");
  await bot.says("Answer to hello");
  await bot.settled();

  assert.deepEqual(
    bot.person.messages(STRANGER).filter((m) => m.from === "bot"),
    [],
  );
  assert.deepEqual(bot.heard, ["start hello"]);
  const refused = (await bot.ledger.auditTail(20)).filter((line) => line.action === "refused");
  assert.deepEqual(
    refused.map((line) => line.by),
    [`telegram:${STRANGER}`],
  );
});
