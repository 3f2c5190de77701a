// What turns came to, counted from their rows: the same on every store.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { NewLogRow } from "../../store/ledger.ts";
import { batch, event, openFor, STORES, startTurn, T0 } from "./samples.ts";

const asked = (bytes: number, thread = "main"): NewLogRow => ({
  ...event("asked", JSON.stringify({ bytes })),
  thread,
});

function replied(prompt: number, cached: number, thread = "main"): NewLogRow {
  const usage = { promptTokens: prompt, completionTokens: 10, cachedTokens: cached };
  return { ...event("replied", JSON.stringify({ usage })), thread };
}

const ran = (reason: string | null): NewLogRow => event("tool_ran", JSON.stringify({ reason }));

for (const store of STORES) {
  test(`${store} steps, tokens, fixed bytes and miscalls are counted over the rows of turns`, async (t) => {
    const ledger = await openFor(t, store);
    await startTurn(ledger, "one");
    const events = [
      asked(1000),
      replied(250, 0),
      ran(null),
      asked(3000),
      replied(750, 200),
      ran("malformed"),
      asked(400, "side:2.0.1"),
      replied(100, 0, "side:2.0.1"),
      event("trimmed"),
      asked(2000),
      replied(500, 100),
      ran("invented"),
    ];
    await ledger.append(batch("one", 1, { events }));
    await startTurn(ledger, "two");
    await ledger.append(batch("two", 1, { events: [asked(500), replied(125, 0), event("prompt_dropped")] }));

    const one = await ledger.usage({ turn: "one" });
    const all = await ledger.usage({ since: T0 });
    const none = await ledger.usage({ since: T0 + 1 });

    assert.deepEqual(one, {
      turns: 1,
      steps: 3,
      promptTokens: 1600,
      completionTokens: 40,
      cachedTokens: 300,
      bytes: 6000,
      fixedBytes: 3000,
      calls: 3,
      miscalls: 1,
      trims: 1,
      drops: 0,
    });
    assert.deepEqual([all.turns, all.steps, all.fixedBytes, all.drops], [2, 4, 3500, 1]);
    assert.deepEqual([none.turns, none.promptTokens], [0, 0]);
  });
}
