// A turn with a plan, a checkpoint and a review, killed before and after each write of its log and at each failpoint: it always
// comes to the same end, and its log replays.

import assert from "node:assert/strict";
import { test } from "node:test";
import { replayTurn } from "../../../agent/replay.ts";
import { call, say, together } from "../../servers/scripted-model.ts";
import { type Kill, processes } from "../turn/processes.ts";
import { ME, openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, plan, respondBy, write } from "./plan-story.ts";

const FILES = { "main.js": "grid();\n", "other.js": "var other = 1;\n" };

const script = {
  main: [
    plan(
      item("Move grid() into grid.js", ["grid.js"], "grid.js declares grid()"),
      item("Load grid.js in main.js", ["main.js"], "main.js includes grid.js"),
    ),
    say("grid.js declares grid(), main.js includes it, and other.js is 2."),
  ],
  items: {
    1: [
      write("grid.js", "function grid() {}\n"),
      call("edit_file", { path: "other.js", old: "1", new: "2" }),
      say("Staged grid.js and other.js."),
    ],
    2: [
      say("main.js includes grid.js."),
      together(
        call("read_file", { path: "grid.js" }),
        call("edit_file", { path: "main.js", old: "grid();\n", new: '#include "grid.js"\ngrid();\n' }),
      ),
      say("main.js includes grid.js now."),
    ],
  },
};

async function toEnd(shop: Workshop, turn: string, running: ReturnType<typeof processes>): Promise<void> {
  const { real, next } = running;
  for (let runs = 0; runs < 12; runs++) {
    const shutdown = await next();
    try {
      if ((await shop.run(turn, { shutdown })) === "ended") return;
    } catch (error) {
      if (!shutdown.aborted) throw error;
    }
    if (shutdown.aborted) continue;
    const question = shop.reviewer.questions.at(-1);
    const isReview = (await real.reviewsIn(["open"])).length > 0;
    if (isReview) await shop.decide(turn, "apply");
    else {
      assert.ok(question);
      const { permission } = question;
      await real.decidePermission({ turn, permission, allow: true, by: ME, at: 1, tap: null });
    }
  }
  assert.fail("the turn did not end");
}

async function story(kill: Kill) {
  await using shop = await openWorkshop({ files: FILES, model: { respond: respondBy(script) } });
  const turn = await shop.ask("move grid and load it");
  const running = processes(shop, kill);
  const { real, state } = running;

  await toEnd(shop, turn, running);

  assert.deepEqual((await replayTurn(await real.log(turn), real)).faults, []);
  const events = await shop.events(turn);
  const answer = shop.notifier.answers.at(-1);
  return {
    appends: state.appends,
    passed: [...state.passed],
    end: {
      answer: `${answer?.outcome}: ${answer?.text}`,
      outstanding: answer?.outstanding,
      items: events.flatMap((e) =>
        e.type === "item_ended" ? [`${e.item} ${e.state} ${e.files.join()}`] : [],
      ),
      asked: events.filter((e) => e.type === "permission_asked").length,
      main: await shop.file("main.js"),
      grid: await shop.file("grid.js"),
      other: await shop.file("other.js"),
      generations: (await real.generations("ws", 9)).length,
    },
  };
}

test("a plan killed at any write of its log, or at any failpoint, comes to the same end", async () => {
  const whole = await story(null);
  assert.deepEqual(whole.end.items, ["1 completed grid.js,other.js", "2 completed main.js"]);
  assert.equal(whole.end.asked, 1);
  assert.equal(whole.end.other, "var other = 2;\n");
  assert.deepEqual(whole.end.outstanding, ["Touched and unplanned: other.js."]);
  assert.ok(whole.appends >= 20, `${whole.appends} writes`);

  for (let at = 1; at <= whole.appends; at++) {
    for (const when of ["before", "after"] as const) {
      assert.deepEqual((await story({ at, when })).end, whole.end, `killed ${when} write ${at}`);
    }
  }
  for (const failpoint of whole.passed) {
    assert.deepEqual((await story({ failpoint })).end, whole.end, `killed at ${failpoint}`);
  }
});
