// A long turn that is killed before and after each write of its log, and at each of its failpoints: what it comes to
// is always the same. And words that come in the moment in which a review opens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replayTurn } from "../../../agent/replay.ts";
import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { call, type ScriptedReply, say, together } from "../../servers/scripted-model.ts";
import { type Kill, processes } from "./processes.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const FILES = { "main.js": "var a = 1;\nvar b = 2;\nvar c = 3;\n", "old.js": "old();\n" };

/** What the model says depends on the transcript alone, so that asking again gives the same. */
const script: ScriptedReply[] = [
  together(
    call("read_file", { path: "main.js" }),
    call("read_file", { path: "old.js" }),
    call("no_such_tool", {}),
  ),
  call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" }),
  together(
    call("write_file", { path: "new.js", content: "fresh();\n" }),
    call("delete_file", { path: "old.js" }),
  ),
  say("b is 20; new.js is there and old.js is gone."),
  call("edit_file", { path: "main.js", old: "var b = 20;", new: "var b = 21;" }),
  say("b is 21; new.js is there and old.js is gone."),
];

const respond = (request: ChatRequest): ScriptedReply => {
  const said = request.messages.filter((message) => message.role === "assistant").length;
  return script[said] ?? say("too far");
};

/** Runs to the end as a bot would over restarts: a killed run is run again, an open review gets its verdict. */
async function toEnd(
  shop: Workshop,
  turn: string,
  { real, next }: ReturnType<typeof processes>,
): Promise<void> {
  for (let runs = 0; runs < 12; runs++) {
    const shutdown = await next();
    try {
      if ((await shop.run(turn, { shutdown })) === "ended") return;
    } catch (error) {
      if (!shutdown.aborted) throw error;
    }
    if (shutdown.aborted) continue;
    const revised = (await real.reviewsIn(["revised"])).length > 0;
    await (revised ? shop.decide(turn, "apply") : shop.decide(turn, "revise", "21, please"));
  }
  assert.fail("the turn did not end");
}

async function story(kill: Kill) {
  await using shop = await openWorkshop({ files: FILES, model: { respond } });
  const turn = await shop.ask("tidy up");
  const running = processes(shop, kill);
  const { real, state } = running;
  await toEnd(shop, turn, running);

  const replay = await replayTurn(await real.log(turn), real);
  assert.deepEqual(replay.faults, []);
  const row = await real.turn(turn);
  const [answer, ...others] = new Set(
    shop.notifier.answers.map(({ text, outcome }) => `${outcome}: ${text}`),
  );
  assert.deepEqual(others, []);
  return {
    appends: state.appends,
    passed: [...state.passed],
    end: {
      answer,
      state: row?.state,
      outcome: row?.outcome,
      main: await shop.file("main.js"),
      created: await shop.file("new.js"),
      deleted: await shop.file("old.js").catch(() => null),
      generations: (await real.generations("ws", 9)).length,
      open: (await real.reviewsIn(["open", "approved"])).length,
    },
  };
}

test("a turn killed at any write of its log, or at any failpoint, comes to the same end", async () => {
  const whole = await story(null);
  assert.equal(whole.end.answer, "landed: b is 21; new.js is there and old.js is gone.");
  assert.equal(whole.end.generations, 1);
  assert.ok(whole.appends >= 15, `${whole.appends} writes`);
  assert.ok(whole.passed.length >= 6, whole.passed.join());

  for (let at = 1; at <= whole.appends; at++) {
    for (const when of ["before", "after"] as const) {
      assert.deepEqual((await story({ at, when })).end, whole.end, `killed ${when} write ${at}`);
    }
  }
  for (const failpoint of whole.passed) {
    assert.deepEqual((await story({ failpoint })).end, whole.end, `killed at ${failpoint}`);
  }
});

test("words that come as the review opens steer what the person sends back", async () => {
  await using shop = await openWorkshop({ files: FILES, model: { respond } });
  const { ledger } = shop.deps;
  const state = { said: false };
  const failpoint = (name: string) => {
    if (name !== "review:opening" || state.said) return;
    state.said = true;
    const body = JSON.stringify({ text: "and look at c too" });
    said.push(ledger.addInput({ turn, kind: "steer", body, by: "telegram:1", at: 1 }, "steer:1"));
  };
  const said: Promise<boolean>[] = [];
  Object.assign(shop.deps, { failpoint });
  const turn = await shop.ask("tidy up");
  await shop.run(turn);
  assert.deepEqual(await Promise.all(said), [true]);

  await shop.decide(turn, "revise", "21, please");
  assert.equal(await shop.run(turn), "waiting");

  const raw = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(raw, /"21, please"\},\{"role":"user","content":"and look at c too"/);
  assert.deepEqual(await ledger.inputs(turn), []);
});
