// What came to nothing again and again is listed by /status, with its age, until something comes of it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { STREAK_LIMIT } from "../../agent/streaks.ts";
import { openBot } from "./bot-rig.ts";

test("/status lists a streak beyond the limit, and drops it when it clears", async (t) => {
  const bot = await openBot(t);
  const note = (moved: boolean) =>
    bot.ledger.noteStreak({
      name: "The job rebuild-index",
      moved,
      input: "no page changed",
      costMs: 600,
      at: 0,
      limit: STREAK_LIMIT,
    });
  for (let n = 0; n < 4; n++) await note(false);

  bot.say("/status");
  const listed = await bot.says("The job rebuild-index");
  await note(true);
  bot.say("/status");
  const cleared = await bot.says(/^(?![\s\S]*rebuild-index)[\s\S]*Nothing runs\./);

  assert.match(
    listed.text,
    /nothing came of it 4 times in a row \(2 s in all\)\. .*expected\. \(since \d+ days ago\)/,
  );
  assert.doesNotMatch(cleared.text, /rebuild-index/);
});
