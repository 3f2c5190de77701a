// Plans of a model that does anything: makes them anew in the middle, leaves its files, asks, repeats itself, claims and gives up.
// Every turn ends, every call has one result, every log replays, and nothing lands but by a yes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { planOf } from "../../../agent/plans/plan.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { decide } from "../../../agent/turn/decide.ts";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { sha256 } from "../../../store/hash.ts";
import { call, type ScriptedReply, say, together } from "../../servers/scripted-model.ts";
import { ME, openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, itemOf, plan, write } from "./plan-story.ts";

const FILES = { "main.js": "grid();\n", "other.js": "var other = 1;\n" };
const BOUNDS = { ...defaultBounds, steps: 40, toolCalls: 80 };
const SEEDS = 24;

const plans: readonly ScriptedReply[] = [
  plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()")),
  plan(
    item("Write a.js", ["a.js"], "a.js declares a()"),
    item("Write b.js", ["b.js"], "b.js declares b()", ["a.js:1"]),
    item("Call b() in main.js", ["main.js"], "main.js calls b()", ["Nobody.knows"]),
  ),
  plan(item("Improve", ["main.js"], "Better")),
  call("make_plan", '{"items": [{"title": 3}]}'),
  plan(item("Away", ["../x.js"], "x.js is there")),
];
const work: readonly ScriptedReply[] = [
  write("grid.js", "function grid() {}\n"),
  write("a.js", "function a() {}\n"),
  write("b.js", "function b() {}\n"),
  call("edit_file", { path: "other.js", old: "1", new: "2" }),
  call("edit_file", { path: "main.js", old: "grid();", new: "b();" }),
  call("delete_file", { path: "other.js" }),
  call("read_file", { path: "main.js" }),
  together(call("read_file", { path: "a.js" }), call("list_files", {}), call("no_such_tool", {})),
  call("ask_person", { question: "Which grid?" }),
  say("I updated main.js and created grid.js, a.js and b.js."),
  say("I cannot do this. You can add it yourself."),
  say(""),
  say("All done."),
];

function replyTo(seed: number, request: ChatRequest): ScriptedReply {
  const said = request.messages.filter(({ role }) => role === "assistant").length;
  const n = itemOf(request);
  const roll = Number.parseInt(sha256(`${seed} ${n} ${said}`).slice(0, 8), 16);
  const list = n === null && (said === 0 || roll % 5 === 0) ? plans : work;
  if (n === null && roll % 97 === 3) return together(plans[0] ?? say(""), plans[1] ?? say(""));
  return list[roll % list.length] ?? say("");
}

async function follow(shop: Workshop, turn: string, seed: number): Promise<void> {
  for (let n = 0; n < 12; n++) {
    if ((await shop.run(turn)) === "ended") return;
    const open = await shop.deps.ledger.reviewsIn(["open"]);
    if (open.length > 0) {
      await shop.decide(turn, (seed + n) % 3 === 0 ? "revise" : "reject", "no, otherwise");
      continue;
    }
    const permission = shop.reviewer.questions.at(-1)?.permission ?? "";
    const allow = (seed + n) % 2 === 0;
    await shop.deps.ledger.decidePermission({ turn, permission, allow, by: ME, at: 1, tap: null });
  }
  assert.fail(`seed ${seed} does not end`);
}

async function madPlan(seed: number): Promise<{ items: number; ends: string[] }> {
  const model = { respond: (request: ChatRequest) => replyTo(seed, request) };
  await using shop = await openWorkshop({ files: FILES, model, settings: { bounds: BOUNDS } });
  const turn = await shop.ask("split main.js into modules");

  await follow(shop, turn, seed);

  const events = await shop.events(turn);
  const { ledger } = shop.deps;
  assert.deepEqual((await replayTurn(await ledger.log(turn), ledger)).faults, [], `seed ${seed}`);
  for (let seen = 1; seen <= events.length; seen++) {
    const log = events.slice(0, seen);
    assert.deepEqual(decide(log), decide([...log]), `seed ${seed}, event ${seen}`);
  }
  assert.equal(planOf(events)?.working ?? null, null, `seed ${seed} leaves an item at work`);
  const steps = events.filter((e) => e.type === "replied" && !e.thread.startsWith("side:")).length;
  assert.ok(steps <= BOUNDS.steps + 3, `seed ${seed} took ${steps} steps`);
  for (const [path, text] of Object.entries(FILES)) assert.equal(await shop.file(path), text);
  const began = events.filter((e) => e.type === "item_began").length;
  return { items: began, ends: events.flatMap((e) => (e.type === "item_ended" ? [e.state] : [])) };
}

test("whatever a model plans and its workers do, the turn ends and its log replays", async () => {
  const stories = [];
  for (let seed = 1; seed <= SEEDS; seed++) stories.push(await madPlan(seed));

  const ends = new Set(stories.flatMap(({ ends }) => ends));
  assert.ok(ends.has("completed") && ends.has("unfinished"), [...ends].join());
  assert.equal(
    stories.reduce((sum, { items }) => sum + items, 0),
    stories.reduce((sum, { ends }) => sum + ends.length, 0),
    "each item that began has one end",
  );
});
