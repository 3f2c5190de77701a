// The audit of composed answers, against a table written without a look at it.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { auditAnswer } from "../../../agent/check/audit-answer.ts";
import { sampleDocs } from "../docs/sample-docs.ts";

type Case = { answer: string; flagged: string[] };
const table: { cases: Case[] } = JSON.parse(
  readFileSync(new URL("../lookups/tables/audit.json", import.meta.url), "utf8"),
);

test("answers are flagged for exactly what they invent", async (t) => {
  const {
    docs: { surface },
  } = await sampleDocs(t, "quire");

  const wrong = table.cases.flatMap(({ answer, flagged }) => {
    const found = auditAnswer(answer, surface).map(({ symbol }) => symbol);
    return JSON.stringify(found) === JSON.stringify(flagged) ? [] : [{ answer, flagged, found }];
  });

  assert.deepEqual(wrong, []);
});
