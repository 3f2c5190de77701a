// The claim audit on published documentation: page upon page of what was added, is created and has been removed, and none of
// it a claim of a turn. Promises a share that no table can give. Refuses to keep a line of it.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { ClaimFacts } from "../../../../agent/gates/claims/claim.ts";
import { falseClaims } from "../../../../agent/gates/claims/false-claims.ts";
import { corpusFolder } from "../../../corpora.ts";

/** Nothing was changed, read, looked up or run: whatever is claimed is false. */
const idle: ClaimFacts = {
  changed: { staged: [], landed: [], rejected: [] },
  ops: new Map(),
  read: [],
  lookups: [],
  testsRun: false,
  checks: null,
  files: [],
  request: "explain this",
};

test("documentation that speaks of its own past is not taken for a claim", (t) => {
  const folders = ["acrobat", "phantomjs"].flatMap((name) => corpusFolder(t, name) ?? []);
  if (folders.length === 0) return;
  let [lines, claims] = [0, 0];

  for (const folder of folders) {
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith(".md"),
    );
    for (const page of pages) {
      const text = readFileSync(join(folder, page), "utf8");
      lines += text.split("\n").length;
      claims += falseClaims(text, idle).length;
    }
  }

  t.diagnostic(`${claims} in ${lines} lines`);
  assert.ok(lines > 1_000);
  assert.ok(claims / lines < 1 / 1_000);
});
