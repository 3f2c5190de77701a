// The claim audit on hostile text: one long line, nested marks, verbs without end. Promises that work grows with the text and
// no faster: measured by growth, since clocks differ. Refuses seconds.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { ClaimFacts } from "../../../../agent/gates/claims/claim.ts";
import { falseClaims } from "../../../../agent/gates/claims/false-claims.ts";

const facts: ClaimFacts = {
  changed: { staged: ["src/loader.js", "my notes.md"], landed: [], rejected: [] },
  ops: new Map(),
  read: [],
  lookups: [],
  testsRun: false,
  checks: null,
  files: ["index.html"],
  request: "split the loader out of main.js, and leave the rest as it is",
};

const hostile: Record<string, string> = {
  verbs: "updated ",
  "verbs and commas": "in main.js, updated, ",
  names: "main.js, ",
  "coordinated claims": "main.js updated and ",
  "claims of mine": "I updated main.js and ",
  passives: "was updated ",
  "relative clauses": "which was created ",
  auxiliaries: "I have been not now ",
  determiners: "the ",
  "open backticks": "`a ``b ",
  "open quotes": "“a ",
  apostrophes: "'a ",
  underlines: "_",
  stars: "*",
  dots: ".",
  "nested brackets": "[(",
  "half links": "](",
  "half tags": "<b ",
  arrows: "->",
  paths: "a/b.",
  "nested marks": "**_`main.js`_** [x](y) ",
  schemes: "http://x",
  results: "checks passed, tests now all ",
  numbers: "three new of ",
  "lists of one letter": "- a\n",
  fences: "```\n",
  "one long word": "a",
};

/** The least of a few runs: others share the machine. */
function spent(draft: string): number {
  const runs = Array.from({ length: 3 }, () => {
    const before = process.cpuUsage();
    falseClaims(draft, facts);
    return process.cpuUsage(before).user;
  });
  return Math.min(...runs);
}

for (const [name, unit] of Object.entries(hostile)) {
  test(`work grows with the text: ${name}`, () => {
    const of = (bytes: number) => unit.repeat(Math.ceil(bytes / unit.length));
    spent(of(2_000));

    const [some, more] = [spent(of(12_500)), spent(of(100_000))];

    // Eight times the text: a square would be 64 times the work. Small times are mostly noise.
    assert.ok(more < 28 * Math.max(some, 2_000), `${some} µs grew to ${more} µs`);
  });
}
