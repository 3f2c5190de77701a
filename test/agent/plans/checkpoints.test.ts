// Checkpoints: a worker's call outside its item's files or size does not run on. It asks the person, over restarts too, and what
// got a no is not asked again.

import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { scopeOf } from "../../../agent/plans/scope.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { loseTurn } from "../../../agent/run-turn.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { defineTool, done } from "../../../agent/tools/tool.ts";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { ME, openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, plan, respondBy, write } from "./plan-story.ts";

const FILES = { "main.js": "grid();\n", "other.js": "var other = 1;\n" };
const one = plan(item("Move grid() into grid.js", ["grid.js"], "grid.js declares grid()"));
const outside = call("edit_file", { path: "other.js", old: "1", new: "2" });

async function shopFor(worker: ScriptedReply[], answer: string): Promise<Workshop> {
  const model = { respond: respondBy({ main: [one, say(answer)], items: { 1: worker } }) };
  return await openWorkshop({ files: FILES, model });
}

async function decide({ deps, reviewer }: Workshop, turn: string, allow: boolean): Promise<void> {
  const permission = reviewer.questions.at(-1)?.permission ?? "";
  const said = await deps.ledger.decidePermission({ turn, permission, allow, by: ME, at: 1, tap: null });
  assert.equal(said.type, "decided");
}

async function resultsIn(shop: Workshop, turn: string): Promise<string[]> {
  return (await shop.events(turn)).flatMap((e) =>
    e.type === "tool_ran" && e.thread === "item:1" ? [`${e.tool} ${e.ok ? "ok" : e.reason}`] : [],
  );
}

test("a call outside the item's files pauses the turn and asks; with a yes it is staged", async () => {
  const grid = write("grid.js", "function grid() {}\n");
  await using shop = await shopFor([grid, outside, outside, say("ok")], "grid.js and other.js changed.");
  const turn = await shop.ask("move grid");

  assert.equal(await shop.run(turn), "waiting");
  assert.equal((await shop.deps.ledger.turn(turn))?.state, "waiting");
  assert.ok(!(await shop.events(turn)).some((e) => e.type === "staged" && e.change.path === "other.js"));
  const [question] = shop.reviewer.questions;
  assert.equal(question?.effect, "checkpoint");
  assert.match(question?.label ?? "", /changes other\.js, outside item 1, Move grid\(\) into grid\.js/);
  assert.equal(JSON.parse(question?.args ?? "{}").path, "other.js");
  const before = shop.notifier.seen.length;
  assert.equal(await shop.run(turn), "waiting", "a restart asks the same question");
  assert.equal(shop.notifier.seen.length, before, "a turn that only waits shows no progress");

  await decide(shop, turn, true);
  assert.equal(await shop.run(turn), "waiting");

  assert.equal(shop.reviewer.questions.length, 1, "the file is asked about once");
  assert.deepEqual(
    shop.reviewer.cards[0]?.files.map(({ path }) => path),
    ["grid.js", "other.js"],
  );
  assert.match(shop.reviewer.cards[0]?.checks.join("\n") ?? "", /Touched and unplanned: other\.js/);
});

test("with a no nothing of it is staged, and the same file is not asked about again", async () => {
  const again = call("edit_file", { path: "other.js", old: "1", new: "3" });
  const grid = write("grid.js", "function grid() {}\n");
  await using shop = await shopFor([outside, again, grid, say("ok")], "grid.js declares grid().");
  const turn = await shop.ask("move grid");
  await shop.run(turn);

  await decide(shop, turn, false);
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(await resultsIn(shop, turn), [
    "edit_file outside_item",
    "edit_file outside_item",
    "write_file ok",
  ]);
  assert.equal(shop.reviewer.questions.length, 1);
  assert.deepEqual(
    shop.reviewer.cards[0]?.files.map(({ path }) => path),
    ["grid.js"],
  );
});

test("more than an item's size asks too, and a yes is for as much again", async () => {
  const big = (n: number) => `var text = "${"x".repeat(n)}";\nfunction grid() {}\n`;
  await using shop = await shopFor(
    [write("grid.js", big(60_000)), write("grid.js", big(150_000)), say("ok")],
    "grid.js declares grid().",
  );
  const turn = await shop.ask("move grid");

  assert.equal(await shop.run(turn), "waiting");
  assert.match(shop.reviewer.questions[0]?.label ?? "", /writes more than planned for item 1/);
  await decide(shop, turn, true);
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(await resultsIn(shop, turn), ["write_file ok", "write_file ok"]);
});

test("a turn that is lost while a question is open leaves the item orphaned, and every call answered", async () => {
  await using shop = await shopFor([outside], "never said");
  const turn = await shop.ask("move grid");
  await shop.run(turn);

  await loseTurn(turn, shop.deps, new AbortController().signal);

  const events = await shop.events(turn);
  const ended = events.find((e) => e.type === "item_ended");
  assert.equal(ended?.type === "item_ended" ? ended.state : "", "orphaned");
  assert.equal(shop.reviewer.answers.at(-1)?.end.type, "stopped");
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
});

test("a stop at an open question ends the item orphaned, and nothing of the call is staged", async () => {
  await using shop = await shopFor([outside], "never said");
  const turn = await shop.ask("move grid");
  await shop.run(turn);

  const stop = { turn, kind: "stop" as const, body: "{}", by: ME, at: 1 };
  await shop.deps.ledger.addInput(stop, "stop:1");
  assert.equal(await shop.run(turn), "ended");

  const events = await shop.events(turn);
  assert.deepEqual(await resultsIn(shop, turn), ["edit_file stopped"]);
  assert.ok(events.some((e) => e.type === "item_ended" && e.state === "orphaned"));
  assert.equal(shop.notifier.answers[0]?.outcome, "stopped");
  assert.equal(await shop.file("other.js"), FILES["other.js"]);
});

test("an item that has run for long asks before it stages more", async () => {
  const grid = write("grid.js", "function grid() {}\n");
  await using shop = await shopFor([grid, say("ok")], "grid.js declares grid().");
  const turn = await shop.ask("move grid");
  await shop.run(turn);
  const events = await shop.events(turn);
  const slow = events.map((e) => (e.type === "replied" && e.thread === "item:1" ? { ...e, ms: 600_000 } : e));
  const staging = { thread: "item:1", writes: [{ path: "./grid.js", after: null, note: null }] };

  assert.deepEqual(scopeOf(events, staging), { type: "given" });
  assert.deepEqual(scopeOf(slow, staging), { type: "ask", scope: { over: "time", paths: ["./grid.js"] } });
  assert.deepEqual(
    scopeOf(slow, { ...staging, thread: "main" }),
    { type: "given" },
    "only a worker has a scope",
  );
});

test("an owner's tool that writes elsewhere is asked about by what it writes, not by its arguments", async () => {
  const tool = defineTool({
    name: "format_all",
    description: "Formats.",
    effect: "stage",
    parameters: z.object({}),
    label: () => "formatting",
    run: async () =>
      done("Formatted.", null, [{ path: "other.js", after: new TextEncoder().encode("x;\n"), note: null }]),
  });
  const model = { respond: respondBy({ main: [one, say("never")], items: { 1: [call("format_all", {})] } }) };
  await using shop = await openWorkshop({ files: FILES, model, deps: { tools: () => [...baseTools, tool] } });
  const turn = await shop.ask("move grid");

  assert.equal(await shop.run(turn), "waiting");

  assert.match(shop.reviewer.questions[0]?.label ?? "", /^formatting: changes other\.js, outside item 1/);
});
