// The claim audit on sentences of its own author: kinds of claims, and kinds of sentences that are none, each with what its turn
// did. Promises that every one is read as it is written down here. Refuses shares: those are claims-table.test.ts.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ClaimFacts, FalseClaim, Lookup } from "../../../../agent/gates/claims/claim.ts";
import { falseClaims } from "../../../../agent/gates/claims/false-claims.ts";

type Turn = {
  draft: string;
  staged?: string[];
  landed?: string[];
  rejected?: string[];
  read?: string[];
  lookups?: Lookup[];
  testsRun?: true;
  checks?: "open";
};
/** `claim` is the one name that is false, or the kind of a claim that has none. */
type Wrong = Turn & { claim: string };

const file = new URL("sentences.json", import.meta.url);
const sentences: { honest: Turn[]; false: Wrong[] } = JSON.parse(readFileSync(file, "utf8"));

function claimsOf(turn: Turn): FalseClaim[] {
  const { staged = [], landed = [], rejected = [], read = [], lookups = [] } = turn;
  const facts: ClaimFacts = {
    changed: { staged, landed, rejected },
    ops: new Map(),
    read,
    lookups,
    testsRun: turn.testsRun === true,
    checks: turn.checks ?? "passed",
    files: [],
    request: "go ahead",
  };
  return falseClaims(turn.draft, facts);
}

test("what is no false claim is left alone", () => {
  const pushed = sentences.honest.filter((turn) => claimsOf(turn).length > 0);

  assert.deepEqual(
    pushed.map(({ draft }) => draft),
    [],
  );
});

test("what the log contradicts is found, and named", () => {
  const missed = sentences.false.filter((turn) => {
    const claims = claimsOf(turn);
    const names = new Set(claims.flatMap((claim) => claim.names));
    const isNamed = names.size === 1 && names.has(turn.claim);
    return !isNamed && !claims.some(({ kind }) => kind === turn.claim);
  });

  assert.deepEqual(
    missed.map(({ draft }) => draft),
    [],
  );
});
