// Everything at once: seeded faults of the network and kills at seeded failpoints, until all is said. The chat is the
// oracle: each answer whole and once, each card with its diff and its buttons, nothing left unsent.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault } from "../../../bot/playground/telegram-server/faults.ts";
import { sha256 } from "../../../store/hash.ts";
import { button, openRig, row, text } from "./rig.ts";

/** A small generator of its own, so that a seed is a whole story. */
function chance(seed: number): (share: number) => boolean {
  let state = seed;
  return (share) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32 < share;
  };
}

function faultFrom(happens: (share: number) => boolean): Fault | undefined {
  if (happens(0.05)) return { kind: "reset_before" };
  if (happens(0.05)) return { kind: "reset_after" };
  if (happens(0.03)) return { kind: "half_body" };
  if (happens(0.03)) return { kind: "status", code: 429, retryAfter: 3 };
  if (happens(0.03)) return { kind: "status", code: 502, html: true, after: happens(0.5) };
  return undefined;
}

const first = Number(process.env.SEED ?? 1);
const rounds = 8 * Number(process.env.RUNS ?? 1);

for (let seed = first; seed < first + rounds; seed += 1) {
  test(`seed ${seed}: faults and kills lose no answer, double none, and leave no card without buttons`, async (t) => {
    const happens = chance(seed);
    const { chats, say, live, messages, ledger } = await openRig(t, { fault: () => faultFrom(happens) });
    const bytes = Buffer.from("--- a/x\n+++ b/x\n");
    await ledger.putBlobs([{ hash: sha256(bytes), bytes }]);
    const wanted = Array.from({ length: 12 }, (_, i) => `Answer number ${i} in full.`);
    const card = { kind: "card", priority: 1, cause: "card", chat: chats.ann } as const;
    const whenDelivered = { by: "diff", keyboard: button("Apply") };
    await say(
      ...wanted.map((words, i) =>
        row(
          { chat: i % 2 ? chats.ann : chats.ben, cause: `a${i}`, kind: "answer", priority: 1 },
          text(words, { lead: "Done: …" }),
        ),
      ),
      row(card, text("The card", { lead: "Review: x", keyboard: button("Reject"), whenDelivered })),
      row(
        { chat: chats.ann, cause: "diff", kind: "document", priority: 1, after: "card" },
        { type: "document", name: "x.diff", blob: sha256(bytes), caption: "", card: "card", replyTo: null },
      ),
    );

    for (let lives = 0; lives < 12 && (await ledger.nextOutboxAt()) !== null; lives += 1) {
      await live(() => {
        if (lives < 11 && happens(0.15)) throw new Error("killed");
      });
    }

    const shown = [...messages(chats.ann), ...messages(chats.ben)];
    for (const words of wanted) assert.equal(shown.filter((one) => one.text === words).length, 1, words);
    assert.equal(shown.filter((one) => one.keyboard[0]?.[0]?.text === "Apply").length, 1);
    assert.ok(shown.some((one) => one.document !== undefined));
    assert.deepEqual(await ledger.unsent(null), []);
  });
}
