// What an item rests on is looked up by code: what does not resolve is shown as unverified, and its item waits until it does.

import assert from "node:assert/strict";
import { test } from "node:test";
import { citationsIn, type Sources, unverifiedOf } from "../../../agent/plans/citations.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { createStage } from "../../../agent/workspace/stage.ts";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { quireDocs } from "../turn/quire-docs.ts";
import { openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, plan, respondBy, write } from "./plan-story.ts";

const docs = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);
const FILES = { "main.js": "function boot() {}\nApp.start = boot;\n", "notes.md": "one\ntwo\n" };

async function shopFor(
  main: ScriptedReply[],
  items: Record<number, ScriptedReply[]> = {},
): Promise<Workshop> {
  const model = { respond: respondBy({ main, items }) };
  return await openWorkshop({ files: FILES, model, deps: { docs, tools: () => tools } });
}

const read = (path: string) => call("read_file", { path });

test("chunks, places and names resolve against the index and the files", async () => {
  await using shop = await shopFor([]);
  const stage = createStage(shop.deps.workspace, [], { blob: async () => undefined, secrets: [] });
  const { signal } = new AbortController();
  const found = (await docs()).lookup("Sheet");
  const chunk = (await found).hits[0]?.chunk ?? "";
  const sources: Sources = {
    docs: await docs(),
    files: stage,
    exists: undefined,
    lookedUp: new Set(),
    signal,
  };
  const owner =
    (await docs()).surface
      .interfaces()
      .find((name) => (sources.docs?.surface.members(name).length ?? 0) > 0) ?? "";
  const member = (await docs()).surface.members(owner)[0]?.name ?? "";

  const good = [
    `[chunk ${chunk}]`,
    "notes.md:2",
    "main.js:1-2",
    owner,
    `${owner}.${member}`,
    `${owner}.${member}()`,
    "boot",
    "App.start",
  ];
  const bad = [
    "[chunk 99-nowhere]",
    "notes.md:3",
    "nowhere.js:1",
    `${owner}.glimmerFold`,
    "Glimmer.fold",
    "common sense",
  ];

  assert.deepEqual(await unverifiedOf(good, sources), []);
  assert.deepEqual(
    (await unverifiedOf(bad, sources)).map(({ citation }) => citation),
    bad,
  );
});

test("citations are found in words as well", () => {
  assert.deepEqual(citationsIn("as [chunk 12-a] says, and lib/grid.js:40 does; see v1.2:3 and x"), [
    "[chunk 12-a]",
    "lib/grid.js:40",
  ]);
});

test("an item that rests on nothing that can be found does not begin, and the model is told which", async () => {
  const resting = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()", ["Sheet.glimmerFold"]));
  await using shop = await shopFor([resting, say("Nothing was done: Write grid.js waits for a source.")]);
  const turn = await shop.ask("make a grid");

  await shop.run(turn);

  const events = await shop.events(turn);
  assert.ok(!events.some((e) => e.type === "item_began"));
  const told = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(told, /Item 1 does not begin: Sheet\.glimmerFold is unverified/);
  const shown = shop.notifier.seen.flatMap((seen) => (seen.type === "plan" ? seen.items : []));
  assert.deepEqual(shown.at(-1), {
    title: "Write grid.js",
    state: "waiting",
    unverified: ["Sheet.glimmerFold"],
  });
});

test("a plan with a citation that holds begins", async () => {
  const bad = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()", ["Sheet.glimmerFold"]));
  const good = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()", ["main.js:1"]));
  await using shop = await shopFor([bad, good, say("grid.js declares grid().")], {
    2: [write("grid.js", "function grid() {}\n"), say("ok")],
  });
  const turn = await shop.ask("make a grid");

  await shop.run(turn);

  const ended = (await shop.events(turn)).find((e) => e.type === "item_ended");
  assert.equal(ended?.type === "item_ended" ? `${ended.item} ${ended.state}` : "", "2 completed");
});

test("a place in a file that an earlier item makes is looked up when its item's turn comes", async () => {
  const both = plan(
    item("Write grid.js", ["grid.js"], "grid.js declares grid()"),
    item("Call grid() in main.js", ["main.js"], "main.js calls grid()", ["grid.js:1"]),
  );
  await using shop = await shopFor([both, say("grid.js and main.js are done.")], {
    1: [write("grid.js", "function grid() {}\n"), say("ok")],
    2: [
      call("edit_file", { path: "main.js", old: "App.start = boot;", new: "App.start = boot;\ngrid();" }),
      say("ok"),
    ],
  });
  const turn = await shop.ask("make a grid");

  await shop.run(turn);

  const states = (await shop.events(turn)).flatMap((e) =>
    e.type === "item_ended" ? [`${e.item} ${e.state}`] : [],
  );
  assert.deepEqual(states, ["1 completed", "2 completed"]);
});

test("a lookup that does not settle it leaves the item waiting", async () => {
  const resting = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()", ["Sheet.glimmerFold"]));
  const look = call("lookup_docs", { query: "Sheet" });
  await using shop = await shopFor([
    resting,
    look,
    say("Nothing was done: Write grid.js waits for a source."),
  ]);
  const turn = await shop.ask("make a grid");

  await shop.run(turn);

  const events = await shop.events(turn);
  const waits = events.filter((e) => e.type === "item_waits");
  assert.deepEqual(
    waits.map(({ fragment }) => fragment),
    [null],
    "what the tool's result said is not said again",
  );
  assert.ok(!events.some((e) => e.type === "item_began"));
});

test("reading the file that it cites lets a waiting item begin", async () => {
  const staged = write("lib.js", "function lib() {}\n");
  const resting = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()", ["lib.js:1", "lib"]));
  await using shop = await shopFor([resting, staged, read("lib.js"), say("lib.js and grid.js are there.")], {
    1: [write("grid.js", "function grid() {}\n"), say("ok")],
  });
  const turn = await shop.ask("make a grid");

  await shop.run(turn);

  const events = await shop.events(turn);
  const made = events.find((e) => e.type === "plan_made");
  assert.equal(made?.type === "plan_made" ? made.items[0]?.unverified.length : 0, 2);
  assert.deepEqual(
    events.flatMap((e) => (e.type === "item_ended" ? [`${e.item} ${e.state}`] : [])),
    ["1 completed"],
  );
});
