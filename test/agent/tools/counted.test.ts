// Lookups that find nothing are counted; those that never looked are not, and no result is changed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { counted } from "../../../agent/tools/counted.ts";
import { defineTool, done, refuse, type ToolContext, type ToolResult } from "../../../agent/tools/tool.ts";
import { systemClock } from "../../../store/clock.ts";
import { lookupServices } from "../lookups/lookup-services.ts";

type Looked = Parameters<ToolContext["lookups"]["looked"]>[0];

async function ask(queries: string[], results: Record<string, ToolResult>) {
  const tool = counted(
    defineTool({
      name: "lookup",
      description: "Looks up.",
      effect: "read",
      parameters: z.object({ query: z.string() }),
      label: () => "looking up",
      run: async ({ query }) => results[query] ?? refuse("no_hits", "Nothing."),
    }),
  );
  const looked: Looked[] = [];
  const lookups = await lookupServices({ looked: async (outcome) => void looked.push(outcome) });
  const ctx: ToolContext = Object.assign(Object.create(null), { lookups, docs: null, clock: systemClock });
  const given = [];
  for (const query of queries) given.push(await tool.call(JSON.stringify({ query }), ctx));
  return { looked, given };
}

test("a result and a miss are told, each with its question", async () => {
  const { looked, given } = await ask(["Grid", "Grit", "Grit", "Gril"], { Grid: done("There it is.") });

  assert.deepEqual(
    looked.map(({ found }) => found),
    [true, false, false, false],
  );
  assert.equal(looked[1]?.input, looked[2]?.input);
  assert.notEqual(looked[2]?.input, looked[3]?.input);
  assert.deepEqual(given[0], done("There it is."));
});

test("what never looked is not told", async () => {
  const { looked } = await ask(["a", "b"], {
    a: refuse("search_budget", "No."),
    b: refuse("own_words", "No."),
  });

  assert.deepEqual(looked, []);
});
