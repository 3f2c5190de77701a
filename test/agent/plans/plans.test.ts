// Stories of plans: items handed to workers over one stage, what is done pulled from the files, and what the person is told.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unfinishedItems } from "../../../agent/plans/plan.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, plan, respondBy, type Script, write } from "./plan-story.ts";

const MAIN_JS = "function grid() {\n  return 1;\n}\nfunction cells() {\n  return 2;\n}\ngrid();\ncells();\n";
const FILES = { "main.js": MAIN_JS, "notes.md": "# Notes\n" };

const two = plan(
  item("Move grid() into grid.js", ["grid.js"], "grid.js declares grid()"),
  item("Move cells() into cells.js", ["cells.js"], "cells.js declares cells()"),
);

async function shopFor(script: Script, files: Record<string, string> = FILES): Promise<Workshop> {
  return await openWorkshop({ files, model: { respond: respondBy(script) } });
}

test("each item goes to a worker, and what it exposes is read from its file", async () => {
  await using shop = await shopFor({
    main: [two, say("grid.js and cells.js hold grid() and cells() now.")],
    items: {
      1: [write("grid.js", "function grid() {\n  return 1;\n}\nvar WIDTH = 3;\n"), say("Staged grid.js.")],
      2: [write("cells.js", "App.cells = function () {};\n"), say("Staged cells.js.")],
    },
  });
  const turn = await shop.ask("split main.js into modules");

  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  const ended = events.filter((e) => e.type === "item_ended");
  assert.deepEqual(
    ended.map(({ item, state, files }) => [item, state, files]),
    [
      [1, "completed", ["grid.js"]],
      [2, "completed", ["cells.js"]],
    ],
  );
  assert.deepEqual(ended[0]?.exposes, [
    {
      path: "grid.js",
      exposes: [
        { kind: "function", name: "grid" },
        { kind: "variable", name: "WIDTH" },
      ],
    },
  ]);
  const second = shop.model.requests
    .find((r) => r.raw.toString().includes("Item 2 of the plan"))
    ?.raw.toString();
  assert.match(second ?? "", /grid\.js: function grid; variable WIDTH/);
  assert.deepEqual(unfinishedItems(events), []);
  assert.deepEqual(
    shop.reviewer.cards[0]?.files.map(({ path }) => path),
    ["cells.js", "grid.js"],
  );

  await shop.decide(turn, "apply");
  assert.equal(await shop.run(turn), "ended");
  const rows = await shop.deps.ledger.log(turn);
  assert.deepEqual((await replayTurn(rows, shop.deps.ledger)).faults, []);
});

test("the plan is stored before its first item, and shown as it goes on", async () => {
  await using shop = await shopFor({
    main: [two, say("Done: grid.js and cells.js.")],
    items: { 1: [write("grid.js", "var a;\n"), say("ok")], 2: [write("cells.js", "var b;\n"), say("ok")] },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  const types = (await shop.events(turn)).map(({ type }) => type);
  assert.ok(types.indexOf("plan_made") > 0 && types.indexOf("plan_made") < types.indexOf("item_began"));
  const shown = shop.notifier.seen.flatMap((progress) =>
    progress.type === "plan" ? [progress.items.map(({ state }) => state).join()] : [],
  );
  assert.deepEqual(
    [...new Set(shown)],
    ["open,open", "working,open", "completed,open", "completed,working", "completed,completed"],
  );
});

test("an item whose words name nothing is refused, and nothing is stored", async () => {
  await using shop = await shopFor({
    main: [plan(item("Improve the code", ["main.js"], "Everything works better")), say("I made no plan.")],
    items: {},
  });
  const turn = await shop.ask("improve it");

  await shop.run(turn);

  const events = await shop.events(turn);
  assert.ok(!events.some(({ type }) => type === "plan_made"));
  assert.match(shop.model.requests.at(-1)?.raw.toString() ?? "", /name no file, no member and no behaviour/);
});

test("a worker that stages nothing is sent back twice, and its item is not completed", async () => {
  await using shop = await shopFor({
    main: [two, say("grid.js was not made: the worker staged nothing. cells() was left out as well.")],
    items: { 1: [say("I created grid.js."), say("grid.js is created."), say("It is there.")] },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  const events = await shop.events(turn);
  assert.equal(events.filter((e) => e.type === "pushed" && e.thread === "item:1").length, 2);
  const ended = events.find((e) => e.type === "item_ended");
  assert.equal(ended?.type === "item_ended" ? ended.state : "", "unfinished");
  assert.ok(
    !events.some((e) => e.type === "item_began" && e.item === 2),
    "the rest waits for the plan to be made anew",
  );
  assert.deepEqual(unfinishedItems(events), ["Move grid() into grid.js", "Move cells() into cells.js"]);
});

test("after an item that was not completed a new plan goes on with what is left", async () => {
  const rest = plan(item("Move cells() into cells.js", ["cells.js"], "cells.js declares cells()"));
  await using shop = await shopFor({
    main: [two, rest, say("cells.js holds cells(). Move grid() into grid.js was left out.")],
    items: {
      1: [say("no"), say("no"), say("no")],
      3: [write("cells.js", "function cells() {}\n"), say("ok")],
    },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  const events = await shop.events(turn);
  const made = events.filter((e) => e.type === "plan_made");
  assert.deepEqual(
    made.map(({ plan, items }) => [plan, items.map(({ n }) => n)]),
    [
      [1, [1, 2]],
      [1, [1, 3]],
    ],
  );
  assert.deepEqual(unfinishedItems(events), ["Move grid() into grid.js"]);
});

test("a second try under other words takes up the first, and a plan that is over is still compared", async () => {
  const retry = plan(
    item("Try again: a grid module", ["grid.js"], "grid.js declares grid()"),
    item("Move cells() into cells.js", ["cells.js"], "cells.js declares cells()"),
  );
  const late = plan(item("Write the footer in footer.js", ["footer.js"], "footer.js declares footer()"));
  await using shop = await shopFor({
    main: [two, retry, late, say("grid.js, cells.js and footer.js are there.")],
    items: {
      1: [say("no"), say("no"), say("no")],
      3: [write("grid.js", "function grid() {}\n"), say("ok")],
      4: [write("cells.js", "function cells() {}\n"), say("ok")],
      5: [write("footer.js", "function footer() {}\n"), say("ok")],
    },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  const events = await shop.events(turn);
  assert.deepEqual(unfinishedItems(events), []);
  assert.deepEqual(
    events.flatMap((e) => (e.type === "plan_made" ? [e.plan] : [])),
    [1, 1, 2],
  );
  assert.deepEqual(
    shop.reviewer.cards[0]?.checks.filter((line) => /plan/i.test(line)),
    ["Plan: all 3 items completed."],
  );
});

test("an item that only the model let go of is told", async () => {
  const other = plan(item("Write the footer in footer.js", ["footer.js"], "footer.js declares footer()"));
  await using shop = await shopFor({
    main: [two, other, say("footer.js is there."), say("footer.js is there, nothing else.")],
    items: {
      1: [say("no"), say("no"), say("no")],
      3: [write("footer.js", "function footer() {}\n"), say("ok")],
    },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  assert.deepEqual(unfinishedItems(await shop.events(turn)), [
    "Move grid() into grid.js",
    "Move cells() into cells.js",
  ]);
  assert.match(
    shop.reviewer.cards[0]?.checks.join("\n") ?? "",
    /Dropped from the plan: Move cells\(\) into cells\.js\./,
  );
});

test("a worker neither plans nor asks, and its requests carry no such tools", async () => {
  await using shop = await shopFor({
    main: [two, say("Nothing was moved.")],
    items: { 1: [call("make_plan", { items: [] }), say("x"), say("x"), say("x")] },
  });
  const turn = await shop.ask("split main.js");

  await shop.run(turn);

  const events = await shop.events(turn);
  assert.ok(
    events.some((e) => e.type === "tool_ran" && e.tool === "make_plan" && e.reason === "unknown_tool"),
  );
  const workers = shop.model.requests.find((r) => r.raw.toString().includes("Item 1 of the plan"));
  assert.doesNotMatch(workers?.raw.toString() ?? "", /"name":"ask_person"/);
  assert.match(workers?.raw.toString() ?? "", /"name":"write_file"/);
});

test("words said while a worker is at work reach it, and the rest waits for the turn's own conversation", async () => {
  const state: { turn: string; said: Promise<boolean> | null } = { turn: "", said: null };
  await using shop = await shopFor({
    main: [
      two,
      say("grid.js is there; cells() stays in main.js, as you said. Move cells() into cells.js: left out."),
    ],
    items: { 1: [write("grid.js", "function grid() {}\n"), say("Staged grid.js.")] },
  });
  const failpoint = (name: string) => {
    if (name !== "plan:began" || state.said) return;
    const body = JSON.stringify({ text: "leave cells alone" });
    const input = { turn: state.turn, kind: "steer" as const, body, by: "telegram:1", at: 1 };
    state.said = shop.deps.ledger.addInput(input, "steer:1");
  };
  Object.assign(shop.deps, { failpoint });
  state.turn = await shop.ask("split main.js");

  await shop.run(state.turn);
  await state.said;

  const events = await shop.events(state.turn);
  assert.ok(!events.some((e) => e.type === "item_began" && e.item === 2));
  const workers = shop.model.requests.filter((r) => r.raw.toString().includes("Item 1 of the plan"));
  assert.match(workers.at(-1)?.raw.toString() ?? "", /leave cells alone/);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(state.turn), shop.deps.ledger)).faults, []);
});

test("a stop leaves the item at work orphaned, never completed", async () => {
  const stop = new AbortController();
  await using shop = await shopFor({
    main: [two],
    items: { 1: [write("grid.js", "function grid() {}\n"), say("Staged grid.js.")] },
  });
  const state: { turn: string; asked: Promise<unknown> | null } = { turn: "", asked: null };
  Object.assign(shop.deps, {
    failpoint: (name: string) => {
      if (name !== "tools:ran" || state.asked) return;
      const staged = shop.model.requests.some((r) => r.raw.toString().includes("Item 1 of the plan"));
      if (!staged) return;
      const input = { turn: state.turn, kind: "stop" as const, body: "{}", by: "telegram:1", at: 1 };
      state.asked = shop.deps.ledger.addInput(input, "stop:1").then(() => stop.abort());
    },
  });
  state.turn = await shop.ask("split main.js");

  await shop.run(state.turn, { stop: stop.signal });

  const events = await shop.events(state.turn);
  const ended = events.find((e) => e.type === "item_ended");
  assert.equal(ended?.type === "item_ended" ? ended.state : "", "orphaned");
  assert.equal(shop.notifier.answers[0]?.outcome, "stopped");
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(state.turn), shop.deps.ledger)).faults, []);
});
