// /usage: what requests cost, from the log alone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { economicsWords } from "../../bot/render/economics.ts";
import { batch, event, startTurn } from "../store/samples.ts";
import { openBot } from "./bot-rig.ts";

const usage = {
  turns: 1,
  steps: 20,
  promptTokens: 100_000,
  completionTokens: 2000,
  cachedTokens: 80_000,
  bytes: 400_000,
  fixedBytes: 100_000,
  calls: 50,
  miscalls: 1,
  trims: 1,
  drops: 0,
};

test("steps, cached tokens, the fixed share and valid calls are told in one line", () => {
  assert.equal(
    economicsWords(usage),
    "20 steps, 100 k prompt tokens (80 % cached), 2.0 k written, fixed part 25 % of what was sent, " +
      "49 of 50 calls valid (98 %), 1 trim",
  );
  assert.equal(economicsWords({ ...usage, steps: 0 }), null);
});

test("/usage tells the last thirty days, and warns of a server that reads less", async (t) => {
  const bot = await openBot(t);

  bot.say("/usage");
  const empty = await bot.says("Last 30 days");
  await startTurn(bot.ledger, "one");
  await bot.ledger.append(
    batch("one", 1, {
      events: [
        event("asked", '{"bytes":4000}'),
        event("replied", '{"usage":{"promptTokens":1000,"completionTokens":20,"cachedTokens":0}}'),
        event("prompt_dropped"),
      ],
    }),
  );
  bot.say("/usage");
  const told = await bot.says("1 request");

  assert.match(empty.text, /no model was asked/);
  assert.match(told.text, /1 request, 1 step, 1\.0 k prompt tokens \(0 % cached\)/);
  assert.match(told.text, /HANDRAIL_CONTEXT_TOKENS/);
});
