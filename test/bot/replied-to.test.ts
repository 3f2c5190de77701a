// A reply carries what it replies to into its request: "remove that" means nothing without it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseUpdate } from "../../bot/incoming.ts";
import { openBot } from "./bot-rig.ts";

test("a request that replies to a message keeps that message's words, over the queue", async (t) => {
  const bot = await openBot(t);
  bot.say("hang first");
  const thinking = await bot.says("Thinking");

  bot.say("/next what is that", { replyTo: thinking.id });
  await bot.says("Queued as number 1");

  const [queued] = await bot.ledger.queuedRequests(
    (await bot.ledger.turnsIn(["running"]))[0]?.workspace ?? "",
  );
  assert.match(queued?.repliedTo ?? "", /Thinking/);
});

test("a part that was picked out of a message wins over all of it, and a picture's caption is words", () => {
  const from = { id: 7, is_bot: false, first_name: "Ann" };
  const chat = { id: 7, type: "private" };
  const repliedTo = (replied: object, more: object = {}) => {
    const message = { message_id: 2, from, chat, text: "remove that", reply_to_message: replied, ...more };
    const incoming = parseUpdate(JSON.stringify({ update_id: 1, message }), 0);
    return incoming.type === "message" ? incoming.message.repliedTo : undefined;
  };

  assert.equal(repliedTo({ message_id: 1, text: "all of it" }), "all of it");
  assert.equal(repliedTo({ message_id: 1, text: "all of it" }, { quote: { text: "of" } }), "of");
  assert.equal(repliedTo({ message_id: 1, caption: "a cat" }), "a cat");
  assert.equal(repliedTo({ message_id: 1 }), null);
});
