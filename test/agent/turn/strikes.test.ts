// Writes of one file that are refused again and again: the file is left alone, the rest goes on, and the answer says so.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, say, together } from "../../servers/scripted-model.ts";
import { openWorkshop } from "./workshop.ts";

const FILES = { "a.js": "var a = 1;\n", "b.js": "var b = 2;\n" };
const miss = (n: number, path = "a.js") => call("edit_file", { path, old: `var z = ${n};`, new: "" });
const hit = (path: string, old: string) => call("edit_file", { path, old, new: "var c = 3;" });

test("after three refused writes in a row a file is left alone, the rest lands, and the answer says so", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: {
      script: [
        miss(1),
        miss(2, "./a.js"),
        miss(3),
        hit("a.js", "var a = 1;"),
        hit("b.js", "var b = 2;"),
        say("Changed b."),
      ],
    },
  });
  const turn = await shop.ask("change both");

  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  const runs = (await shop.events(turn)).filter((e) => e.type === "tool_ran");
  assert.deepEqual(
    runs.map(({ reason }) => reason),
    ["no_match", "no_match", "no_match", "left_alone", null],
  );
  assert.equal(await shop.file("a.js"), FILES["a.js"]);
  assert.equal(await shop.file("b.js"), "var c = 3;\n");
  const answer = shop.notifier.answers.at(-1);
  assert.equal(answer?.outcome, "landed");
  assert.match(answer?.outstanding.join() ?? "", /Left alone: a\.js/);
});

test("a write that is staged clears its file, and other files have strikes of their own", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: {
      script: [
        together(miss(1), miss(2), miss(1, "b.js"), miss(2, "b.js")),
        hit("a.js", "var a = 1;"),
        together(miss(3), miss(4)),
        hit("a.js", "var c = 3;"),
        say("Tried."),
      ],
    },
  });
  const turn = await shop.ask("change a");

  await shop.run(turn);

  const reasons = (await shop.events(turn)).flatMap((e) => (e.type === "tool_ran" ? [e.reason] : []));
  assert.ok(!reasons.includes("left_alone"), reasons.join());
});

test("what the person says lifts it", async () => {
  await using shop = await openWorkshop({
    files: FILES,
    model: {
      script: [
        together(miss(1), miss(2), miss(3), hit("b.js", "var b = 2;")),
        say("Changed b."),
        hit("a.js", "var a = 1;"),
        say("Changed both."),
      ],
    },
  });
  const turn = await shop.ask("change both");
  await shop.run(turn);

  await shop.decide(turn, "revise", "a.js holds var a");
  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  assert.equal(await shop.file("a.js"), "var c = 3;\n");
  assert.deepEqual(shop.notifier.answers.at(-1)?.outstanding, []);
});
