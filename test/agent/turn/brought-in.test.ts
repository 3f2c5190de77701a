// Which lookup brought a name in: a table of results, each the only one of its turn.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { EventBody, TurnEvent } from "../../../agent/events.ts";
import { CORRECTIONS } from "../../../agent/lookups/messages.ts";
import { broughtIn, type Source } from "../../../agent/turn/brought-in.ts";

type Run = { tool?: string; args?: object; text: string; ok?: boolean };

async function sourceOf(
  run: Run,
  named = { family: "member", about: "Sheet.cellFinish" },
): Promise<Source | null> {
  const { tool = "rag_lookup", args = { query: "close a cell" }, text, ok = true } = run;
  const bodies: EventBody[] = [
    {
      type: "replied",
      reply: "r",
      fragment: "f",
      text: "",
      calls: [{ id: "c1", name: tool, args: JSON.stringify(args) }],
      finish: "tool_calls",
      cut: false,
      usage: { promptTokens: 1, completionTokens: 1, cachedTokens: 0 },
      ms: 1,
    },
    {
      type: "tool_ran",
      index: 0,
      call: "c1",
      tool,
      key: "k",
      ok,
      reason: ok ? null : "no_hits",
      fragment: "result",
      result: "h",
      evidence: null,
      ms: 1,
    },
  ];
  const events = bodies.map(
    (body, at): TurnEvent => ({ ...body, turn: "t", seq: at + 1, thread: "main", step: 1, at: 0 }),
  );
  const blob = async () => new TextEncoder().encode(JSON.stringify({ role: "tool", content: text }));
  return await broughtIn(named, { events, blob });
}

test("an answer that has the name as code brought it in, with its query", async () => {
  const found = { tool: "rag_lookup", query: "close a cell" };

  assert.deepEqual(await sourceOf({ text: "Call `sheet.cellFinish()` then." }), found);
  assert.deepEqual(await sourceOf({ text: "cellFinish ends it" }), found);
  assert.deepEqual(
    await sourceOf({ text: `Call sheet.cellFinish().\n\n${CORRECTIONS}\n- cellFinish does not exist.` }),
    found,
  );
  assert.deepEqual(await sourceOf({ tool: "wiki", text: "sheet.cellFinish()" }), {
    tool: "wiki",
    query: "close a cell",
  });
});

test("who says that there is no such name, or was asked for it, or shows a file, did not bring it in", async () => {
  const runs: Run[] = [
    { text: "There is no cellFinish: cells close by themselves." },
    { text: "`cellFinish()` does not exist, and cellFinish isn't needed." },
    {
      text: `Use gridCell.\n\n${CORRECTIONS}\n- sheet.cellFinish does not exist.\n\nExcerpts: Sheet-gridCell`,
    },
    { text: "sheet.cellFinish()", args: { query: "sheet.cellFinish" } },
    { text: "sheet.cellFinish()", tool: "read_file", args: { path: "a.js" } },
    { text: "sheet.cellFinish(): does not exist", tool: "check_symbols", args: { code: "x" } },
    { text: "sheet.cellFinish()", ok: false },
    { text: "cellFinished and mycellFinish" },
  ];

  for (const run of runs) assert.equal(await sourceOf(run), null, run.text);
});

test("a plain English word counts only where it is written as code", async () => {
  const named = { family: "member", about: "Sheet.finish" };

  assert.equal(await sourceOf({ text: "Cells finish by themselves." }, named), null);
  assert.notEqual(await sourceOf({ text: "Call sheet.finish() then." }, named), null);
});
