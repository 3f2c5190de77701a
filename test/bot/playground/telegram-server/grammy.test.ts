// A whole conversation through grammY's own poll loop. Promises that an unmodified client works against the server.
// Refuses shortcuts: the bot sees only HTTP.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Bot, GrammyError, InputFile } from "grammy";
import { ann, button, openRig, token } from "./rig.ts";

test("a bot polls, answers, takes a tap, edits and sends a file", async () => {
  await using rig = await openRig();
  const bot = new Bot(token, { client: { apiRoot: rig.apiRoot } });
  bot.command("start", (ctx) => ctx.reply("Apply?", { reply_markup: button("Apply", "yes") }));
  bot.on("callback_query:data", async (ctx) => {
    await ctx.answerCallbackQuery({ text: "Landed" });
    await ctx.editMessageText("Receipt");
    await ctx.replyWithDocument(new InputFile(Buffer.from("-a\n+b\n"), "change.diff"));
  });
  const polling = bot.start();
  await using stopping = new AsyncDisposableStack();
  // Disposed before the server is: a bot left polling would keep a failed test from ending.
  stopping.defer(async () => {
    await bot.stop();
    await polling;
  });

  rig.person.sendText({ chat: rig.chat, from: ann.id, text: "/start" });
  const card = await rig.person.waitFor(
    rig.chat,
    (all) => all.find(({ keyboard }) => keyboard.length > 0),
    rig.limit(),
  );
  const tap = { chat: rig.chat, from: ann.id, messageId: card.id, data: "yes" };
  const answer = await rig.person.tap(tap, rig.limit());
  const file = await rig.person.waitFor(
    rig.chat,
    (all) => all.find(({ document }) => document)?.document,
    rig.limit(),
  );

  assert.deepEqual(answer, { text: "Landed", showAlert: false });
  assert.deepEqual(
    rig.person.messages(rig.chat).map(({ from, text }) => [from, text]),
    [
      [ann.id, "/start"],
      ["bot", "Receipt"],
      ["bot", ""],
    ],
  );
  assert.equal(Buffer.from(file.bytes()).toString(), "-a\n+b\n");
  assert(rig.calls.every(({ status }) => status === 200));
});

test("a refusal reaches the client as Telegram's error", async () => {
  await using rig = await openRig();

  const failed = await rig.api.sendMessage(5, "x").catch((error: unknown) => error);

  assert(failed instanceof GrammyError);
  assert.deepEqual([failed.error_code, failed.description], [400, "Bad Request: chat not found"]);
});
