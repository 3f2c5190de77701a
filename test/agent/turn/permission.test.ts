// Leave for calls that cannot simply be dropped: asked before anything runs, once or each time, over restarts and stops;
// and a call that was started and has no result is never run again by code.

import assert from "node:assert/strict";
import { test } from "node:test";
import { z } from "zod";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { defineTool, done, type Effect, type Tool } from "../../../agent/tools/tool.ts";
import { call, type ScriptItem, say, together } from "../../servers/scripted-model.ts";
import { ME, openWorkshop, type Workshop } from "./workshop.ts";

type Range = {
  workshop: Workshop;
  runs: string[];
  onRun: { do: () => void | Promise<void> };
} & AsyncDisposable;

/** A workspace whose tools launch things, and a note of each launch. */
async function openRange(script: ScriptItem[]): Promise<Range> {
  const runs: string[] = [];
  const onRun: Range["onRun"] = { do: () => undefined };
  const tool = (name: string, effect: Effect): Tool =>
    defineTool({
      name,
      description: "Launches.",
      effect,
      parameters: z.object({ what: z.string() }),
      label: ({ what }) => `launching ${what}`,
      async run({ what }) {
        runs.push(`${name} ${what}`);
        await onRun.do();
        return done(`Launched ${what}.`);
      },
    });
  const tools = [...baseTools, tool("launch", "irreversible"), tool("move_in", "effortful")];
  const workshop = await openWorkshop({
    files: { "a.txt": "one\n" },
    model: { script },
    deps: { tools: () => tools },
  });
  return { workshop, runs, onRun, [Symbol.asyncDispose]: () => workshop[Symbol.asyncDispose]() };
}

async function answer({ deps, reviewer }: Workshop, turn: string, allow: boolean): Promise<string> {
  const question = reviewer.questions.at(-1);
  assert.ok(question);
  const { permission } = question;
  const said = { turn, permission, allow, by: ME, at: deps.clock.now(), tap: null };
  return (await deps.ledger.decidePermission(said)).type;
}

async function resultsOf(workshop: Workshop, turn: string): Promise<string[]> {
  return (await workshop.events(turn)).flatMap((event) =>
    event.type === "tool_ran" ? [`${event.tool} ${event.ok ? "ok" : event.reason}`] : [],
  );
}

async function assertReplays({ deps }: Workshop, turn: string): Promise<void> {
  assert.deepEqual((await replayTurn(await deps.ledger.log(turn), deps.ledger)).faults, []);
}

test("what cannot be undone is asked each time, and runs once for each yes", async () => {
  await using range = await openRange([
    call("launch", { what: "one" }),
    call("launch", { what: "two" }),
    say("Both are up."),
  ]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("launch both");

  assert.equal(await workshop.run(turn), "waiting");
  assert.deepEqual(runs, [], "nothing of it has run");
  assert.equal((await workshop.deps.ledger.turn(turn))?.state, "waiting");
  const [question] = workshop.reviewer.questions;
  assert.equal(question?.label, "launching one");
  assert.deepEqual(JSON.parse(question?.args ?? ""), { what: "one" });
  assert.deepEqual(question?.allowed, [ME]);

  assert.equal(await answer(workshop, turn, true), "decided");
  assert.equal(await answer(workshop, turn, false), "already");
  assert.equal(await workshop.run(turn), "waiting");
  assert.deepEqual(runs, ["launch one"]);

  await answer(workshop, turn, true);
  assert.equal(await workshop.run(turn), "ended");
  assert.deepEqual(runs, ["launch one", "launch two"]);
  assert.equal(workshop.notifier.answers.at(-1)?.text, "Both are up.");
  await assertReplays(workshop, turn);
});

test("what can be undone with work is asked once in a turn", async () => {
  await using range = await openRange([
    call("move_in", { what: "one" }),
    call("move_in", { what: "two" }),
    say("Done."),
  ]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("move");
  await workshop.run(turn);

  await answer(workshop, turn, true);

  assert.equal(await workshop.run(turn), "ended");
  assert.deepEqual(runs, ["move_in one", "move_in two"]);
  assert.equal(workshop.reviewer.questions.length, 1);
});

test("a no is told to the model, the same call is not asked again, and three noes are enough", async () => {
  const launches = ["one", "one", "two", "three", "four"].map((what) => call("launch", { what }));
  await using range = await openRange([...launches, say("Nothing was launched.")]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("launch");

  for (let i = 0; i < 3; i++) {
    assert.equal(await workshop.run(turn), "waiting");
    await answer(workshop, turn, false);
  }

  assert.equal(await workshop.run(turn), "ended");
  assert.deepEqual(runs, []);
  assert.equal(workshop.reviewer.questions.length, 3);
  const expected = ["denied", "denied", "denied", "denied", "not_allowed"];
  assert.deepEqual(
    await resultsOf(workshop, turn),
    expected.map((reason) => `launch ${reason}`),
  );
  assert.deepEqual(workshop.reviewer.answers.at(-1)?.end, { type: "denied", by: ME });
});

test("calls before the question have run and are kept; those after it wait, and words wait too", async () => {
  await using range = await openRange([
    together(
      call("read_file", { path: "a.txt" }),
      call("launch", { what: "one" }),
      call("write_file", { path: "b.txt", content: "two\n" }),
    ),
    say("Done."),
  ]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("launch");
  await workshop.run(turn);
  const steer = { turn, kind: "steer" as const, by: ME, body: JSON.stringify({ text: "hurry" }), at: 1 };
  await workshop.deps.ledger.addInput(steer, "steer:1");

  assert.equal(await workshop.run(turn), "waiting", "a restart finds it waiting");
  assert.deepEqual(await resultsOf(workshop, turn), ["read_file ok"]);
  assert.equal(workshop.reviewer.questions.length, 1, "one card");

  await answer(workshop, turn, true);
  assert.equal(await workshop.run(turn), "waiting", "now for the review");
  assert.deepEqual(await resultsOf(workshop, turn), ["read_file ok", "launch ok", "write_file ok"]);
  assert.deepEqual(runs, ["launch one"]);
  assert.ok((await workshop.events(turn)).some((event) => event.type === "steered"));
  await assertReplays(workshop, turn);
});

test("a call that the process died in is told as unknown, and never run again", async () => {
  await using range = await openRange([
    call("launch", { what: "one" }),
    say("I cannot tell whether it is up."),
  ]);
  const { workshop, runs, onRun } = range;
  const turn = await workshop.ask("launch");
  await workshop.run(turn);
  await answer(workshop, turn, true);
  const shutdown = new AbortController();
  onRun.do = () => {
    shutdown.abort(new Error("down"));
    throw new Error("the line is cut");
  };

  assert.equal(await workshop.run(turn, { shutdown: shutdown.signal }), "interrupted");
  assert.equal(await workshop.run(turn), "ended");

  assert.deepEqual(runs, ["launch one"]);
  assert.deepEqual(await resultsOf(workshop, turn), ["launch unknown_outcome"]);
  const { messages } = workshop.model.requests.at(-1)?.request ?? {};
  assert.match(JSON.stringify(messages), /whether it took effect is not known/);
});

test("what has run is stored at once: a kill right after it leaves its result", async () => {
  await using range = await openRange([call("launch", { what: "one" }), say("It is up.")]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("launch");
  await workshop.run(turn);
  await answer(workshop, turn, true);
  const { failpoint } = workshop.deps;
  const shutdown = new AbortController();
  workshop.deps.failpoint = (name) => {
    if (name === "model:asked") shutdown.abort(new Error("down"));
  };

  await workshop.run(turn, { shutdown: shutdown.signal });
  assert.deepEqual(await resultsOf(workshop, turn), ["launch ok"]);
  workshop.deps.failpoint = failpoint;

  assert.equal(await workshop.run(turn), "ended");
  assert.deepEqual(runs, ["launch one"]);
});

test("a stop while the question is open ends the turn, and the question with it", async () => {
  await using range = await openRange([call("launch", { what: "one" })]);
  const { workshop, runs } = range;
  const turn = await workshop.ask("launch");
  await workshop.run(turn);
  await workshop.deps.ledger.addInput({ turn, kind: "stop", by: ME, body: "{}", at: 1 }, "stop:1");

  assert.equal(await workshop.run(turn), "ended");

  assert.deepEqual(runs, []);
  assert.deepEqual(await resultsOf(workshop, turn), ["launch stopped"]);
  assert.deepEqual(workshop.reviewer.answers.at(-1)?.end, { type: "stopped" });
  assert.equal(await answer(workshop, turn, true), "over", "a tap that comes too late runs nothing");
  await assertReplays(workshop, turn);
});

test("arguments that are no object are sent back without asking anybody", async () => {
  await using range = await openRange([call("launch", '["one"]'), say("Sorry.")]);
  const { workshop } = range;
  const turn = await workshop.ask("launch");

  assert.equal(await workshop.run(turn), "ended");

  assert.deepEqual(await resultsOf(workshop, turn), ["launch malformed"]);
  assert.deepEqual(workshop.reviewer.questions, []);
});
