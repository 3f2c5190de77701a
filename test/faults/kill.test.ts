// SIGKILL of the bot, at each failpoint between a request and its receipt, in an undo, in the start after a kill, and
// at any moment: after restarts the change is landed whole, once; the card, the receipt and the answer are in the chat,
// none lost and none twice; and the log replays. SEED= and RUNS= choose other random moments.

import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { landingFailpoints } from "../../agent/workspace/landing.ts";
import { type Kill, play } from "./kill-world.ts";

/** Most of a story is waiting for a process to start. */
const AT_ONCE = { concurrency: 4 };

const first = (name: string): Kill => ({ name, nth: 1 });
const second = (name: string): Kill => ({ name, nth: 2 });
const told = (kills: Kill[]) =>
  kills.map((kill) => ("name" in kill ? `${kill.name} #${kill.nth}` : `${kill.afterMs} ms`)).join(", then ");

/** Of three files the first is created, so it alone is linked. */
const landing = landingFailpoints(3).filter((name) => !/restored|linked:[12]/.test(name));

const beforeTheCard = [
  first("poll:ingested"),
  first("model:asked"),
  first("model:replied"),
  first("tools:ran"),
  second("tools:ran"),
  second("model:asked"),
  second("model:replied"),
  first("review:opening"),
  first("review:opened"),
  first("review:posted"),
  first("outbox:sent"),
  first("outbox:placed"),
  first("outbox:edited"),
];

const afterTheTap = [
  second("poll:ingested"),
  first("tap:decided"),
  first("tap:answering"),
  first("landing:started"),
  ...landing.map(first),
  first("landing:written"),
  first("landing:recorded"),
  first("landing:settled"),
  first("answer:delivering"),
  first("answer:delivered"),
  second("outbox:edited"),
  { name: "outbox:edited", nth: 3 },
];

const inTheUndo = [
  second("tap:answering"),
  second("land:temps"),
  second("land:renamed:0"),
  second("land:renamed:2"),
  second("landing:recorded"),
];

const inTheStartAfterAKill: Kill[][] = [
  [first("review:opened"), first("recover:reviews"), first("recover:turns")],
  [first("landing:started"), first("recover:landings"), first("land:renamed:0")],
  [first("land:renamed:0"), first("land:marked"), first("land:renamed:1"), first("land:synced")],
  [first("landing:written"), first("landing:written"), first("landing:recorded")],
  [first("answer:delivering"), first("answer:delivering"), first("answer:delivered")],
  [second("land:renamed:1"), first("recover:landings"), first("land:temps"), first("landing:settled")],
];

function dies(kills: Kill[], undo = false): void {
  test(`at ${told(kills)}`, async () => {
    assert.equal(await play({ kills, undo }), kills.length, "each kill came");
  });
}

describe("a kill between the request and the card", AT_ONCE, () => {
  for (const kill of beforeTheCard) dies([kill]);
});

describe("a kill between the tap and the receipt", AT_ONCE, () => {
  for (const kill of afterTheTap) dies([kill]);
});

describe("a kill in the undo", AT_ONCE, () => {
  for (const kill of inTheUndo) dies([kill], true);
});

describe("a kill, and more kills in the starts that follow it", AT_ONCE, () => {
  for (const kills of inTheStartAfterAKill) dies(kills, kills[0] !== undefined && told(kills).includes("#2"));
});

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 1e9));
const runs = Number(process.env.RUNS ?? 20);

describe(`kills at any moment (SEED=${seed})`, AT_ONCE, () => {
  const next = randoms(seed);
  for (let run = 0; run < runs; run++) {
    // A third one in the same call of the model ends the turn, by design: a call is made at most three times.
    const kills = Array.from({ length: 1 + Math.floor(next() * 2) }, () => ({
      afterMs: Math.round(250 + next() * 1500),
    }));
    test(`run ${run}: after ${told(kills)}`, async () => {
      await play({ kills, undo: run % 2 === 0 });
    });
  }
});

/** Mulberry32: the same numbers for the same seed. */
function randoms(from: number): () => number {
  let state = from >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
