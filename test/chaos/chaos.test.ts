// Three hundred turns with a model that is weak in every way that the pages name: what must hold holds in each. And the same
// oracles bark when the mechanisms stand aside, or they would be worth nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BEHAVIOURS } from "./behaviours.ts";
import { openQuire } from "./docs.ts";
import { reportText } from "./report.ts";
import { type ChaosEnd, chaosTurn } from "./turn.ts";

const TURNS = 300;
const SEED = 7_000_000;

test(`${TURNS} turns with a chaos model break nothing`, async () => {
  await using quire = await openQuire();

  const ends: ChaosEnd[] = [];
  for (let seed = SEED; seed < SEED + TURNS; seed++) ends.push(await chaosTurn(seed, quire));

  const wrong = ends.filter(({ violations }) => violations.length > 0);
  assert.deepEqual(wrong, [], reportText(wrong));
  const seen = new Set(ends.flatMap(({ behaviours }) => behaviours));
  assert.deepEqual(
    BEHAVIOURS.filter(({ name }) => !seen.has(name)),
    [],
  );
  assert.ok(new Set(ends.map(({ ending }) => ending)).size > 8, "they do not all end alike");
});

test("without the checks and gates the same oracles find lies and inventions", async () => {
  await using quire = await openQuire();
  const without = new Set(["checker", "gates", "grounding"] as const);
  const run = async (only: string) => {
    const ends: ChaosEnd[] = [];
    for (let seed = SEED; seed < SEED + 12; seed++)
      ends.push(await chaosTurn(seed, { ...quire, only, without }));
    return ends.flatMap(({ violations }) => violations).join("\n");
  };

  assert.match(await run("an invented member that comes back"), /landed in/);
  assert.match(await run("a false claim doubled down"), /a push was left/);
});
