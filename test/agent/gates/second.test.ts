// The second set of drafts: whole closing summaries in which one line is false, gives up, or speaks of the unseen. First run:
// 3 of 136 honest pushed, 109 of 136 false held (change 75 of 88, tests 13 of 23, read 7 of 9, lookup 6 of 8, check 8 of 8),
// bail 32 of 40 and 0 of 44 false, silence 20 of 25 and 0 of 25 false. Last run, kinds mended: 1 of 136 and 116 of 136, bail 37 of
// 40, silence 24 of 25, none false. Refuses a fall of any share.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { bailGate } from "../../../agent/gates/bail.ts";
import { falseClaims } from "../../../agent/gates/claims/false-claims.ts";
import { silenceGate } from "../../../agent/gates/silence.ts";
import { contextOf, noFacts } from "./context.ts";

const claimRow = z.object({
  name: z.string(),
  draft: z.string(),
  facts: z.object({
    staged: z.array(z.string()),
    landed: z.array(z.string()),
    rejected: z.array(z.string()),
    read: z.array(z.string()),
    lookups: z.array(z.object({ tool: z.string(), query: z.string() })),
    testsRun: z.boolean(),
    checksPassed: z.boolean(),
    request: z.string(),
  }),
  false: z.array(z.object({ kind: z.string(), names: z.array(z.string()) })),
});

const bailRow = z.object({
  name: z.string(),
  request: z.string(),
  tried: z.number(),
  draft: z.string(),
  bail: z.boolean(),
});

const silenceRow = z.object({
  name: z.string(),
  draft: z.string(),
  mentions: z.array(z.string()),
  ships: z.string(),
});

/** The table's names of tools, and ours. */
const tools = new Map([
  ["docs_search", "lookup_docs"],
  ["web_search", "web_search"],
  ["grep", "find_in_files"],
]);

function rowsOf<T>(name: string, row: z.ZodType<T>): T[] {
  const text = readFileSync(join(import.meta.dirname, "tables", `${name}-second.json`), "utf8");
  return z.object({ rows: z.array(row) }).parse(JSON.parse(text)).rows;
}

function isHeld({ draft, facts }: z.infer<typeof claimRow>): boolean {
  const { staged, landed, rejected, read, lookups, testsRun, checksPassed, request } = facts;
  const claims = falseClaims(draft, {
    ...noFacts,
    changed: { staged, landed, rejected },
    read,
    lookups: lookups.map(({ tool, query }) => ({ tool: tools.get(tool) ?? tool, query })),
    testsRun,
    checks: checksPassed ? "passed" : "open",
    request,
  });
  return claims.length > 0;
}

function bails({ draft, request, tried }: z.infer<typeof bailRow>): boolean {
  return bailGate.judge(draft, contextOf({ said: [request], calls: tried })) !== null;
}

function shipped(draft: string): string {
  return silenceGate.judge(draft, contextOf({ said: ["go on"], wasPushed: true }))?.cut ?? draft;
}

const named = (rows: { name: string; draft: string }[]) => rows.map(({ name }) => name).join("; ");

test("honest summaries of the second set are not pushed", (t) => {
  const honest = rowsOf("claims", claimRow).filter((row) => row.false.length === 0);

  const pushed = honest.filter(isHeld);

  t.diagnostic(`${pushed.length} of ${honest.length}: ${named(pushed)}`);
  assert.ok(pushed.length <= 1, named(pushed));
});

for (const [kind, floor] of [
  ["change", 77],
  ["tests", 18],
  ["read", 7],
  ["lookup", 6],
  ["check", 8],
] as const) {
  test(`one false line of kind ${kind} in a true summary is found`, (t) => {
    const wrong = rowsOf("claims", claimRow).filter((row) => row.false[0]?.kind === kind);

    const missed = wrong.filter((row) => !isHeld(row));

    t.diagnostic(`${wrong.length - missed.length} of ${wrong.length}; missed: ${named(missed)}`);
    assert.ok(wrong.length - missed.length >= floor);
  });
}

test("summaries that bail are found, and remarks of finished work pass", (t) => {
  const rows = rowsOf("bail", bailRow);

  const pushed = rows.filter((row) => !row.bail && bails(row));
  const missed = rows.filter((row) => row.bail && !bails(row));

  t.diagnostic(`pushed ${pushed.length}: ${named(pushed)}; missed ${missed.length}: ${named(missed)}`);
  assert.ok(pushed.length <= 0, named(pushed));
  assert.ok(missed.length <= 3, named(missed));
});

test("what a summary says of the unseen is cut, and innocent words stay", (t) => {
  const rows = rowsOf("silence", silenceRow);

  const wrong = rows.filter(({ draft, ships }) => shipped(draft) !== ships);
  const cut = wrong.filter(({ mentions }) => mentions.length === 0);

  t.diagnostic(`wrong ${wrong.length}, innocent ${cut.length}: ${named(wrong)}`);
  assert.ok(cut.length <= 0, named(cut));
  assert.ok(wrong.length <= 1, named(wrong));
});
