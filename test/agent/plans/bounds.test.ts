// A worker ends: by its own budget, by the brakes, by the turn's bounds, by a model that fails. Its item is then not completed, and
// the turn's own conversation goes on.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { TurnEvent } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { decide } from "../../../agent/turn/decide.ts";
import { defaultBounds } from "../../../agent/turn/deps.ts";
import { ChatError } from "../../../bot/playground/offline-model/chat-error.ts";
import { call, type Respond, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { openWorkshop, type Workshop, type WorkshopOptions } from "../turn/workshop.ts";
import { item, itemOf, plan, respondBy, write } from "./plan-story.ts";

const one = plan(item("Write grid.js", ["grid.js"], "grid.js declares grid()"));
const honest = say("Write grid.js: not done.");

async function ended(shop: Workshop, turn: string): Promise<string[]> {
  const events = await shop.events(turn);
  assert.deepEqual((await replayTurn(await shop.deps.ledger.log(turn), shop.deps.ledger)).faults, []);
  return events.flatMap((e) => {
    if (e.type === "item_ended") return [`item ${e.state}`];
    return e.type === "bound_met" ? [`${e.thread} ${e.bound}`] : [];
  });
}

async function story(
  worker: (n: number) => ScriptedReply,
  options: Partial<WorkshopOptions> = {},
): Promise<string[]> {
  const respond: Respond = (request) => {
    const said = request.messages.filter(({ role }) => role === "assistant").length;
    return itemOf(request) === null ? ([one, honest][said] ?? honest) : worker(said);
  };
  await using shop = await openWorkshop({ files: { "a.txt": "one\n" }, model: { respond }, ...options });
  const turn = await shop.ask("make a grid");
  assert.equal(await shop.run(turn), "ended");
  return await ended(shop, turn);
}

test("a worker that only looks around ends at its own budget, and the turn goes on", async () => {
  const looking = (n: number) => call("find_in_files", { pattern: `word${n}` });

  assert.deepEqual(await story(looking), ["item:1 item_steps", "item unfinished"]);
});

test("a worker that goes on calling after its bound ends all the same", async () => {
  assert.deepEqual(await story(() => call("list_files", {})), ["item:1 identical_calls", "item unfinished"]);
});

test("the turn's own bound ends the worker, and its answer still comes", async () => {
  const bounds = { ...defaultBounds, steps: 4 };
  const looking = (n: number) => call("find_in_files", { pattern: `word${n}` });

  assert.deepEqual(await story(looking, { settings: { bounds } }), ["item unfinished", "main steps"]);
});

test("a model that fails in a worker fails its item, and nothing else", async () => {
  const refusing = (): ScriptedReply => {
    throw new ChatError(400, "no", { code: "no" });
  };

  assert.deepEqual(await story(refusing), ["item failed"]);
});

test("an empty reply of a worker is told to it alone", async () => {
  const worker = [say(""), write("grid.js", "function grid() {}\n"), say("ok")];
  await using shop = await openWorkshop({
    files: {},
    model: { respond: respondBy({ main: [one, say("grid.js declares grid().")], items: { 1: worker } }) },
  });
  const turn = await shop.ask("make a grid");
  await shop.run(turn);

  const pushed = (await shop.events(turn)).flatMap((e) =>
    e.type === "pushed" ? [`${e.thread} ${e.by}`] : [],
  );
  assert.deepEqual(pushed, ["item:1 empty"]);
  assert.deepEqual(await ended(shop, turn), ["item completed"]);
});

test("a request that no model could read is the last before the answer", async () => {
  await using shop = await openWorkshop({
    files: { "a.txt": "one\n" },
    model: { script: [call("read_file", { path: "a.txt" }), say("It says one.")] },
  });
  const turn = await shop.ask("what is in a.txt");
  await shop.run(turn);
  const events = await shop.events(turn);
  const upTo = events.slice(0, events.findIndex((e) => e.type === "tool_ran") + 1);
  const large = upTo.map((e): TurnEvent => (e.type === "asked" ? { ...e, bytes: 9 * 1024 * 1024 } : e));

  const [next, then] = [decide(upTo), decide(large)];

  assert.equal(next.type, "call_model");
  assert.deepEqual(then, { type: "meet_bound", thread: "main", bound: "tokens", ask: true });
});
