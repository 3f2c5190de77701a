// Workers under documentation: what the turn has looked up is not in a worker's context, what the worker looks up is; the brief of
// its item is; and an invented name leaves the item undone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "../turn/quire-docs.ts";
import { openWorkshop } from "../turn/workshop.ts";
import { item, plan, respondBy, write } from "./plan-story.ts";

const docs = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);
const GRID =
  "var table = new Grid();\ntable.columns = [60, 200];\nsheet.gridBegin(table);\nsheet.gridEnd();\n";
const lookup = call("lookup_docs", { query: "Grid" });

const FILES = { "main.js": 'sheet.text("a");\n' };

async function story(file: string, worker: ScriptedReply[], files: Record<string, string> = FILES) {
  const title = `Write ${file}`;
  const main = [
    lookup,
    plan(item(title, [file, ...Object.keys(files)], `${file} is there`)),
    say(`${title}: left out, if it is not there.`),
  ];
  const model = { respond: respondBy({ main, items: { 1: worker } }) };
  const deps = { docs, tools: () => tools, profile: await loadProfile(QUIRE) };
  await using shop = await openWorkshop({ files, model, deps });
  const turn = await shop.ask("zzqx");
  await shop.run(turn);
  const events = await shop.events(turn);
  return {
    results: events.flatMap((e) =>
      e.type === "tool_ran" && e.thread === "item:1" ? [`${e.tool} ${e.ok ? "ok" : e.reason}`] : [],
    ),
    states: events.flatMap((e) => (e.type === "item_ended" ? [e.state] : [])),
    opening:
      shop.model.requests.find((r) => r.raw.toString().includes("Item 1 of the plan"))?.raw.toString() ?? "",
  };
}

test("a worker looks up for itself: what the turn has read is not in its context", async () => {
  const { results, states } = await story("zzqx.js", [
    write("zzqx.js", GRID),
    lookup,
    write("zzqx.js", GRID),
    say("Staged it."),
  ]);

  assert.deepEqual(results, ["write_file ungrounded", "lookup_docs ok", "write_file ok"]);
  assert.deepEqual(states, ["completed"]);
});

test("the brief of its item spares a worker the lookup", async () => {
  const { results, states, opening } = await story("table.js", [write("table.js", GRID), say("Staged it.")]);

  assert.match(opening, /From the documentation, for this request/);
  assert.deepEqual(results, ["write_file ok"]);
  assert.deepEqual(states, ["completed"]);
});

test("an invented name is refused to a worker too, and its word does not complete the item", async () => {
  const invented = GRID.replace("gridEnd", "gridFinish");
  const { results, states } = await story("zzqx.js", [
    lookup,
    write("zzqx.js", invented),
    say("It has the table."),
    say("It is there."),
    say("Done."),
  ]);

  assert.deepEqual(results, ["lookup_docs ok", "write_file invented"]);
  assert.deepEqual(states, ["unfinished"]);
});

test("an old mistake that moves into the item's file does not leave the item undone", async () => {
  const old = "sheet.gridFinish();\n";

  const { results, states } = await story(
    "zzqx.js",
    [
      lookup,
      write("zzqx.js", `${GRID}${old}`),
      call("edit_file", { path: "old.js", old, new: 'sheet.text("b");\n' }),
      say("Moved it."),
      say("Moved it."),
      say("Moved it."),
    ],
    { ...FILES, "old.js": old },
  );

  assert.deepEqual(results, ["lookup_docs ok", "write_file ok", "edit_file ok"]);
  assert.deepEqual(states, ["completed"]);
});
