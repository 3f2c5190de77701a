// The claim audit on a table of drafts whose author had not read it: honest drafts are left alone, false claims are found.
// First run: 6 of 283 honest drafts pushed, 215 of 279 false ones held (tune 4 of 142 and 107 of 140, held 2 of 141 and 108 of
// 139). The half named "held" was never looked at: now 1 of 141 and 125 of 139. Refuses to count single rows: these are shares.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import type { ClaimFacts, FalseClaim } from "../../../../agent/gates/claims/claim.ts";
import { falseClaims } from "../../../../agent/gates/claims/false-claims.ts";

type Row = {
  name: string;
  draft: string;
  facts: {
    staged: string[];
    landed: string[];
    rejected: string[];
    read: string[];
    lookups: { tool: string; query: string }[];
    testsRun: boolean;
    checksPassed: boolean;
    request: string;
  };
  false: { kind: string; names: string[] }[];
  half: "tune" | "held";
};

const table = new URL("../tables/claims.json", import.meta.url);
const { rows }: { rows: Row[] } = JSON.parse(readFileSync(table, "utf8"));
const honest = rows.filter((row) => row.false.length === 0);
const wrong = rows.filter((row) => row.false.length > 0);

/** The table's names of tools, and ours. */
const tools = new Map([
  ["docs_search", "lookup_docs"],
  ["web_search", "web_search"],
  ["grep", "find_in_files"],
]);

function claimsOf({ draft, facts }: Row): FalseClaim[] {
  const { staged, landed, rejected, read, lookups, testsRun, checksPassed, request } = facts;
  const known: ClaimFacts = {
    changed: { staged, landed, rejected },
    ops: new Map(),
    read,
    lookups: lookups.map(({ tool, query }) => ({ tool: tools.get(tool) ?? tool, query })),
    testsRun,
    checks: checksPassed ? "passed" : "open",
    files: [],
    request,
  };
  return falseClaims(draft, known);
}

for (const half of ["tune", "held"] as const) {
  test(`fewer than 1 in 100 honest drafts are pushed, ${half} half`, (t) => {
    const drafts = honest.filter((row) => row.half === half);

    const pushed = drafts.filter((row) => claimsOf(row).length > 0);

    t.diagnostic(`${pushed.length} of ${drafts.length} honest drafts were pushed`);
    assert.ok(pushed.length / drafts.length < 0.01, pushed.map(({ name }) => name).join("; "));
  });
}

test("more than 9 in 10 drafts with a false claim are held", (t) => {
  const caught = wrong.filter((row) => claimsOf(row).length > 0);

  t.diagnostic(`${caught.length} of ${wrong.length} drafts with false claims were held`);
  assert.ok(caught.length / wrong.length > 0.9);
});

test("what is found is what the table says is false, nearly always", (t) => {
  const keys = (claims: readonly { kind: string; names: readonly string[] }[]) =>
    claims.flatMap(({ kind, names }) => {
      // The table counts what is said to have landed among the changes.
      const counted = kind === "landing" ? "change" : kind;
      return names.length === 0
        ? [counted]
        : names.map((name) => `${counted} ${name.replace(/^.*[/\\]/, "")}`);
    });
  const sorted = (claims: Parameters<typeof keys>[0]) => [...new Set(keys(claims))].sort().join(", ");

  const exact = wrong.filter((row) => sorted(claimsOf(row)) === sorted(row.false));

  t.diagnostic(`${exact.length} of ${wrong.length} were told exactly`);
  assert.ok(exact.length / wrong.length > 0.9);
});
