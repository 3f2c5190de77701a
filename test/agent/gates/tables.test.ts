// Tables of drafts and requests by an author who has not read the rules: what is found, and how much of the honest half is
// not. First run: bail 38 of 65 found and 7 of 70 false, removal 21 of 30 and 8 of 30, silence 82 of 102 as expected. The half
// named "held" was opened when "tune" was done: bail 31 of 32 and 2 of 35, removal 12 of 15 and 2 of 15, silence 43 of 51.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { bailGate } from "../../../agent/gates/bail.ts";
import { silenceGate } from "../../../agent/gates/silence.ts";
import { asksForRemoval } from "../../../agent/gates/wish.ts";
import { contextOf } from "./context.ts";

function rowsOf<T>(name: string, row: z.ZodType<T>): T[] {
  const text = readFileSync(join(import.meta.dirname, "tables", `${name}.json`), "utf8");
  return z.object({ rows: z.array(row) }).parse(JSON.parse(text)).rows;
}

const named = <R extends { name: string }>(rows: R[]) => rows.map(({ name }) => name);

test("drafts that bail are found, and honest ones pass", () => {
  const rows = rowsOf(
    "bail",
    z.object({
      name: z.string(),
      request: z.string(),
      tried: z.number(),
      draft: z.string(),
      bail: z.boolean(),
      asks: z.boolean().optional(),
    }),
  );
  const holds = ({ draft, request, tried, asks }: (typeof rows)[number]) =>
    bailGate.judge(draft, contextOf({ said: [request], calls: tried, asking: asks === true })) !== null;

  assert.deepEqual(named(rows.filter((row) => !row.bail && holds(row))), [], "held though honest");
  assert.deepEqual(named(rows.filter((row) => row.bail && !holds(row))), [], "not found");
});

test("what a draft says of the unseen is found and cut whole, and innocent words stay", () => {
  const rows = rowsOf(
    "silence",
    z.object({
      name: z.string(),
      draft: z.string(),
      mentions: z.array(z.string()),
      ships: z.string().nullable(),
    }),
  );
  const ships = (draft: string) => {
    const context = contextOf({ said: ["go on"], wasPushed: true });
    return silenceGate.judge(draft, context)?.cut ?? draft;
  };

  const wrong = rows.filter(
    ({ draft, ships: expected }) => ships(draft) !== (expected ?? "Nothing was changed in this request."),
  );

  assert.deepEqual(named(wrong), []);
});

test("a request that takes something away is told from one that does not", () => {
  const rows = rowsOf("removal", z.object({ name: z.string(), request: z.string(), removal: z.boolean() }));

  const wrong = rows.filter(({ request, removal }) => asksForRemoval(request) !== removal);

  assert.deepEqual(named(wrong), []);
});
