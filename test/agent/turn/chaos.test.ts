// Two hundred turns with a model gone mad, from seeds: each ends inside its bounds, every call has one result, every
// log replays, and nothing is on disk that nobody approved.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { replayTurn } from "../../../agent/replay.ts";
import { decide } from "../../../agent/turn/decide.ts";
import type { Verdict } from "../../../store/ledger.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const TURNS = 200;
const BOUNDS = { steps: 7, toolCalls: 30, tokens: 2_000_000, activeMs: 60_000, reviews: 2 };
const FILES = {
  "main.js": "var a = 1;\nvar b = 2;\nvar c = 3;\n",
  "lib/text.js": "var t = 'é 🚲';\n",
  ".env": "SECRET=1\n",
};
/** Each model call may be made three times; a bound asks for one more, and so does a comment. */
const MOST_REQUESTS = (BOUNDS.steps + 1 + BOUNDS.reviews) * 3;

const verdict = fc.constantFrom<Verdict>("apply", "reject", "revise", "withdraw");

test(`${TURNS} turns with a mad model each end inside their bounds and replay`, async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.array(verdict, { minLength: 3, maxLength: 3 }),
      madTurn,
    ),
    { numRuns: TURNS, seed: 20260505, endOnFailure: true },
  );
});

async function madTurn(seed: number, verdicts: Verdict[]): Promise<void> {
  await using shop = await openWorkshop({ files: FILES, model: { seed }, settings: { bounds: BOUNDS } });
  const { ledger } = shop.deps;
  const turn = await shop.ask("tidy up");

  await follow(shop, turn, verdicts);

  const events = await shop.events(turn);
  const rows = await ledger.log(turn);
  const main = events.filter((event) => event.type === "asked" && event.thread === "main");
  assert.ok(main.length <= MOST_REQUESTS, `${main.length} requests`);
  assert.equal(shop.notifier.answers.length, 1);
  assert.ok((shop.notifier.answers[0]?.text ?? "").trim() !== "");
  assert.deepEqual((await replayTurn(rows, ledger)).faults, []);
  for (let seen = 1; seen <= events.length; seen++) {
    const log = events.slice(0, seen);
    assert.deepEqual(decide(log), decide(log), "the same log, the same action, after every event");
  }
  assert.equal(decide(events).type, "done");
  assert.deepEqual(await ledger.reviewsIn(["open", "approved"]), []);
  const landed = (await ledger.generations("ws", 9)).length;
  assert.equal(landed, shop.notifier.answers[0]?.outcome === "landed" || hasLanded(events) ? 1 : 0);
  if (landed === 0) {
    for (const [path, text] of Object.entries(FILES)) assert.equal(await shop.file(path), text);
    assert.deepEqual(
      (await shop.deps.workspace.list(new AbortController().signal)).map((file) => file.path),
      Object.keys(FILES).sort(),
    );
  }
  assert.equal(await shop.file(".env"), FILES[".env"], "a file of secrets is never touched");
}

const hasLanded = (events: { type: string }[]) => events.some((event) => event.type === "landed");

async function follow(shop: Workshop, turn: string, verdicts: Verdict[]): Promise<void> {
  for (const said of [...verdicts, "reject" as const]) {
    if ((await shop.run(turn)) === "ended") return;
    await shop.decide(turn, said, said === "revise" ? "no, otherwise" : "");
  }
  assert.equal(await shop.run(turn), "ended");
}
