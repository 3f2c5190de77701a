// /status says how documentation is searched: by words alone, or by meaning too, and with which model.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openBot } from "./bot-rig.ts";

test("/status says that no embeddings model is set", async (t) => {
  const bot = await openBot(t);

  bot.say("/status");
  const { text } = await bot.says(/Documentation is searched/);

  assert.match(text, /by words alone/);
});

test("/status names the embeddings model that is used", async (t) => {
  const bot = await openBot(t, { embeddings: "embed-1" });

  bot.say("/status");
  const { text } = await bot.says(/Documentation is searched/);

  assert.match(text, /by words and by meaning \(embed-1\)/);
});
