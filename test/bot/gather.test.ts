// Long pastes, cut by Telegram's clients, are one request again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gather, PASTE_WINDOW_MS, textOf, type Waiting } from "../../bot/gather.ts";
import { parseUpdate } from "../../bot/incoming.ts";
import { ANN, openBot } from "./bot-rig.ts";

const long = "x".repeat(4096);

function waiting(id: number, text: string, receivedAt: number, from = ANN): Waiting {
  const sender = { id: from, is_bot: false, first_name: "Ann" };
  const chat = { id: from, type: "private" };
  const body = JSON.stringify({ update_id: id, message: { message_id: id, chat, from: sender, text } });
  const incoming = parseUpdate(body, receivedAt);
  assert.ok(incoming.type === "message");
  return { actor: `telegram:${from}`, message: incoming.message, isEdit: false };
}

test("parts that follow a full one at once are one message", () => {
  const { ready, waitMs } = gather([waiting(1, long, 0), waiting(2, long, 10), waiting(3, "end", 20)], 30);

  assert.equal(waitMs, null);
  assert.deepEqual(
    ready.map((group) => textOf(group.parts)),
    [`${long}${long}end`],
  );
});

test("a full part alone is held for the window, and others go on", () => {
  const pending = [waiting(1, long, 0), waiting(2, "hello", 5, 102)];

  const early = gather(pending, 100);
  const late = gather(pending, PASTE_WINDOW_MS);

  assert.deepEqual(
    early.ready.map((group) => textOf(group.parts)),
    ["hello"],
  );
  assert.equal(early.waitMs, PASTE_WINDOW_MS - 100);
  assert.equal(late.ready.length, 2);
});

test("what comes after the window, from another person, or as a command is its own message", () => {
  const pending = [
    waiting(1, long, 0),
    waiting(2, "from ben", 1, 102),
    waiting(3, "/status", 2),
    waiting(4, "late", PASTE_WINDOW_MS + 1),
  ];

  assert.equal(gather(pending, PASTE_WINDOW_MS + 2).ready.length, 4);
});

test("a clock that was set back holds nothing", () => {
  assert.equal(gather([waiting(1, long, 1_000_000)], 5).ready.length, 1);
});

test("a pasted text over the limit becomes one request", async (t) => {
  const bot = await openBot(t);
  const text = Array.from({ length: 2000 }, (_, i) => `line ${i}`).join("\n");

  bot.say(text);
  await bot.until(async () => bot.heard.length > 0);
  await bot.settled();

  assert.equal(bot.heard.length, 1);
  assert.equal(bot.heard[0]?.replaceAll("\n", ""), `start ${text}`.replaceAll("\n", ""));
});
