// A review of megabytes: its card is the same as a small one's would be, and while it is made the bot goes on with
// everything else.

import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { renderCard } from "../../bot/render/card.ts";
import { renderAside } from "../../bot/render/card-thread.ts";
import { cardOf } from "./render/arbitrary.ts";

const lines = (word: string, n: number) =>
  Buffer.from(Array.from({ length: n }, (_, i) => `${word} ${i}\u200b\n`).join(""));

test("a card of ten megabytes is rendered beside the event loop, and whole", async () => {
  const files = Array.from({ length: 10 }, (_, i) => ({
    path: `f${i}.txt`,
    op: "modify" as const,
    before: lines("old", 35_000),
    after: lines("new", 35_000),
    note: null,
  }));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();

  const { shown, document } = await renderAside({ card: cardOf(files), page: 2 });

  delay.disable();
  assert.ok(shown.pages > 1_000);
  assert.ok(document.bytes.length > 8_000_000);
  assert.ok(delay.max < 500e6, `the event loop was held for ${Math.round(delay.max / 1e6)} ms`);
});

test("aside or not, the card is the same", async () => {
  const file = { path: "a.txt", op: "modify" as const, note: null };
  const card = cardOf([{ ...file, before: lines("old", 4_000), after: lines("new", 4_000) }]);

  for (const page of [1, 3]) {
    const { shown } = await renderAside({ card, page });
    assert.deepEqual(shown, renderCard(card, page));
  }
});
