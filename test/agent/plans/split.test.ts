// The split that was claimed and never made: three modules created, a fourth update told as done. Whatever the model does then,
// the answer that reaches the person is true: it was held, it was corrected, or it ships with a sentence of code's.

import assert from "node:assert/strict";
import { test } from "node:test";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";
import { openWorkshop, type Workshop } from "../turn/workshop.ts";
import { item, plan, respondBy, write } from "./plan-story.ts";

const MAIN_JS = "function grid() {}\nfunction cells() {}\nfunction rows() {}\ngrid();\n";
const split = plan(
  item("Move grid() into grid.js", ["grid.js"], "grid.js declares grid()"),
  item("Move cells() into cells.js", ["cells.js"], "cells.js declares cells()"),
  item("Move rows() into rows.js", ["rows.js"], "rows.js declares rows()"),
  item("Load the three modules in main.js", ["main.js"], "main.js includes grid.js, cells.js and rows.js"),
);
const CLAIM =
  "- Created grid.js\n- Created cells.js\n- Created rows.js\n- Updated main.js to load the modules";
const made = (name: string): ScriptedReply[] => [
  write(`${name}.js`, `function ${name}() {}\n`),
  say(`Created ${name}.js.`),
];
const claimed = [say("Updated main.js to include the modules."), say("main.js is updated."), say("Done.")];

async function story(main: ScriptedReply[], fourth: ScriptedReply[] = claimed): Promise<Workshop> {
  const items = { 1: made("grid"), 2: made("cells"), 3: made("rows"), 4: fourth };
  const shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { respond: respondBy({ main: [split, ...main], items }) },
  });
  return shop;
}

test("a fourth update that was claimed and never made is no completed item, and the model is told", async () => {
  await using shop = await story([
    say("grid.js, cells.js and rows.js are there. Load the three modules in main.js: not done."),
  ]);
  const turn = await shop.ask("split main.js into three modules and load them");

  await shop.run(turn);

  const ended = (await shop.events(turn)).filter((e) => e.type === "item_ended");
  assert.deepEqual(
    ended.map(({ state }) => state),
    ["completed", "completed", "completed", "unfinished"],
  );
  const told = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(told, /Item 4 \(Load the three modules in main\.js\): unfinished\. Staged by it: nothing/);
  assert.match(told, /Planned and untouched: main\.js/);
});

test("a worker's words that the files do not bear out are marked as such", async () => {
  const fourth = [say("x"), say("x"), say("I updated main.js to include the modules.")];
  await using shop = await story([say("Load the three modules in main.js: not done.")], fourth);
  const turn = await shop.ask("split main.js into three modules and load them");

  await shop.run(turn);

  const told = shop.model.requests.at(-1)?.raw.toString() ?? "";
  assert.match(told, /Of these the files show nothing: I updated main\.js/);
});

test("the false claim is held, and corrected by an edit it lands true", async () => {
  const edit = call("edit_file", {
    path: "main.js",
    old: "function grid() {}\nfunction cells() {}\nfunction rows() {}\n",
    new: '#include "grid.js"\n#include "cells.js"\n#include "rows.js"\n',
  });
  await using shop = await story([say(CLAIM), edit, say(CLAIM)]);
  const turn = await shop.ask("split main.js into three modules and load them");

  assert.equal(await shop.run(turn), "waiting");

  assert.ok((await shop.events(turn)).some((e) => e.type === "pushed" && e.thread === "main"));
  assert.ok(shop.reviewer.cards[0]?.files.some(({ path }) => path === "main.js"));
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.match(await shop.file("main.js"), /#include "rows\.js"/);
});

test("doubled down on, it ships with code's own sentence about what was not done", async () => {
  await using shop = await story([say(CLAIM), say(CLAIM), say(CLAIM), say(CLAIM), say(CLAIM)]);
  const turn = await shop.ask("split main.js into three modules and load them");

  await shop.run(turn);
  await shop.decide(turn, "apply");
  await shop.run(turn);

  const [answer] = shop.notifier.answers;
  const admitted = answer?.outstanding.join("\n") ?? "";
  assert.match(admitted, /Plan: 3 of 4 items completed/);
  assert.match(admitted, /Planned and untouched: main\.js/);
  assert.match(shop.reviewer.cards[0]?.checks.join("\n") ?? "", /Planned and untouched: main\.js/);
  assert.equal(await shop.file("main.js"), MAIN_JS);
});

test("a worker that is sent back and then edits completes its item", async () => {
  const edit = call("edit_file", { path: "main.js", old: "grid();\n", new: '#include "grid.js"\ngrid();\n' });
  const fourth = [say("Updated main.js."), edit, say("main.js includes grid.js now.")];
  await using shop = await story(
    [say("grid.js, cells.js and rows.js were created, and main.js loads grid.js.")],
    fourth,
  );
  const turn = await shop.ask("split main.js into three modules and load them");

  await shop.run(turn);

  const last = (await shop.events(turn)).findLast((e) => e.type === "item_ended");
  assert.equal(last?.type === "item_ended" ? last.state : "", "completed");
});
