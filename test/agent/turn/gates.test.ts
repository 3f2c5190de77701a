// Stories of drafts and finish gates, through the real turn: what is held, what then ships, and what the answer admits.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { EventOf, TurnEvent } from "../../../agent/events.ts";
import { replayTurn } from "../../../agent/replay.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop, type Workshop } from "./workshop.ts";

const MAIN_JS = "function a() {\n  return 1;\n}\nfunction b() {\n  return a() + 1;\n}\nb();\n";
const edit = call("edit_file", { path: "main.js", old: "return 1;", new: "return 2;" });

const checkedIn = (events: TurnEvent[]) =>
  events.filter((event): event is EventOf<"checked"> => event.type === "checked");
const heldBy = (events: TurnEvent[]) => checkedIn(events).map(({ held }) => held?.gate ?? null);

async function replays(shop: Workshop, turn: string): Promise<void> {
  const { ledger } = shop.deps;
  assert.deepEqual((await replayTurn(await ledger.log(turn), ledger)).faults, []);
}

test("a draft that hands the work back is sent back, and the work is done", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [say("You can change `return 1` to `return 2` in a()."), edit, say("a() gives 2.")] },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");

  const push = shop.model.requests[1]?.raw.toString() ?? "";
  assert.match(push, /\[automated check, not the person\]\\nThe draft hands the work back/);
  assert.deepEqual(heldBy(await shop.events(turn)), ["bail", null]);
  assert.equal(shop.reviewer.cards[0]?.draft, "a() gives 2.");
  await replays(shop, turn);
});

test("a model that gives up twice and then for good ships with a line of code's own", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        say("I cannot edit files."),
        say("Editing is something I am unable to do from here."),
        say("As said, I can't make changes to the project at all."),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "ended");

  const [answer] = shop.notifier.answers;
  assert.deepEqual(heldBy(await shop.events(turn)), ["bail", "bail", null]);
  assert.match(shop.model.requests[2]?.raw.toString() ?? "", /Again nothing was done/);
  assert.deepEqual(answer?.outstanding, ["Nothing was changed in this request."]);
});

test("a word-for-word repeat ends the turn at once", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [say("Shall I go ahead and change it?"), say("Shall I go ahead and change it?")] },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "ended");

  assert.deepEqual(heldBy(await shop.events(turn)), ["bail", null]);
});

test("a question that goes through ask_person is no bail", async () => {
  const question = call("ask_person", { question: "Shall I go ahead and change both?" });
  await using shop = await openWorkshop({ files: { "main.js": MAIN_JS }, model: { script: [question] } });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "ended");

  assert.equal(shop.notifier.answers[0]?.text, "Shall I go ahead and change both?");
  assert.deepEqual(heldBy(await shop.events(turn)), [null]);
});

test("a push answered by a smaller file that lost checked code is refused", async () => {
  const whole = "return 1;\n}\nfunction b() {\n  return a() + 1;\n}\nb();";
  const smaller = call("edit_file", { path: "main.js", old: whole, new: "return 2;\n}" });
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        call("read_file", { path: "main.js" }),
        say("You can change the number in a() yourself."),
        smaller,
        edit,
        say("a() gives 2."),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  const refused = events.find((e) => e.type === "tool_ran" && !e.ok);
  assert.equal(refused?.type === "tool_ran" ? refused.reason : null, "retreat");
  assert.match(shop.model.requests[3]?.raw.toString() ?? "", /main\.js would lose b, which was right/);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.equal(await shop.file("main.js"), MAIN_JS.replace("return 1;", "return 2;"));
});

test("an answer that apologises after a push is held once, then code cuts the sentence and the log says so", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        say("Shall I change it?"),
        edit,
        say("Sorry for the confusion. a() gives 2 now."),
        say("I apologize again for my earlier message. a() gives 2 now, in main.js."),
      ],
    },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "waiting");
  await shop.decide(turn, "apply");
  await shop.run(turn);

  const events = await shop.events(turn);
  assert.deepEqual(heldBy(events), ["bail", "silence", null, null]);
  assert.equal(checkedIn(events)[2]?.cut, "a() gives 2 now, in main.js.");
  assert.equal(shop.notifier.answers[0]?.text, "a() gives 2 now, in main.js.");
  assert.deepEqual(shop.notifier.answers[0]?.outstanding, []);
  await replays(shop, turn);
});

test("a draft after a bound is judged and cut, and nobody is pushed", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [call("read_file", { path: "main.js" }), say("Sorry, I ran out of steps. Nothing is changed.")],
    },
    settings: { bounds: { steps: 1, toolCalls: 9, tokens: 1e6, activeMs: 1e6, reviews: 1 } },
  });

  const turn = await shop.ask("make a() return 2");
  assert.equal(await shop.run(turn), "ended");

  assert.equal(shop.notifier.answers[0]?.text, "Nothing is changed.");
  assert.equal(shop.notifier.answers[0]?.outcome, "bound");
});

const docsOfQuire = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);
const scripts = Object.fromEntries(
  readdirSync(QUIRE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && statSync(join(QUIRE, path)).isFile())
    .map((path) => [path, readFileSync(join(QUIRE, path), "utf8")]),
);

async function quireShop(script: ScriptItem[], files: Record<string, string> = {}): Promise<Workshop> {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  return await openWorkshop({
    files: { ...scripts, ...files },
    model: { script },
    deps: { docs: async () => docs, tools: () => tools, profile },
  });
}

const lookUp = call("lookup_docs", { query: "Grid" });

test("code in an answer that names what is not there is sent back; quoting that it is not there passes", async () => {
  await using shop = await quireShop([
    lookUp,
    say("A cell is closed like this:\n```js\nsheet.gridCellEnd();\n```"),
    say("Cells close by themselves; there is no `sheet.gridCellEnd()`."),
  ]);

  const turn = await shop.ask("How is a cell closed?");
  assert.equal(await shop.run(turn), "ended");

  assert.deepEqual(heldBy(await shop.events(turn)), ["verify", null]);
  assert.deepEqual(shop.notifier.answers[0]?.outstanding, []);
  assert.match(
    shop.model.requests.at(-1)?.raw.toString() ?? "",
    /the answer's code, line 3: sheet\.gridCellEnd/,
  );
});

test("a call whose function a later write took away holds the draft, and stands on the card when it ships", async () => {
  await using shop = await quireShop([
    lookUp,
    call("write_file", { path: "lib/tint.js", content: "function zorble(sheet) {\n  return sheet;\n}\n" }),
    call("write_file", { path: "tinted.js", content: 'include("lib/tint.js");\nzorble(sheet);\n' }),
    call("write_file", { path: "lib/tint.js", content: "function shade(sheet) {\n  return sheet;\n}\n" }),
    say("The tint is in lib/tint.js."),
    say("lib/tint.js has the tint that tinted.js calls."),
    say("It is all in place: zorble and shade, both in lib/tint.js."),
  ]);

  const turn = await shop.ask("add a tint");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  assert.deepEqual(heldBy(events), ["verify", "verify", null]);
  const [card] = shop.reviewer.cards;
  assert.match(card?.checks[0] ?? "", /^Not fixed: zorble \(tinted\.js:2\)/);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.match(shop.notifier.answers[0]?.outstanding[0] ?? "", /^Not fixed: zorble/);
});

test("a clean change has its checks on the card, and an answer without a line", async () => {
  await using shop = await quireShop([
    lookUp,
    call("write_file", { path: "clean.js", content: 'sheet.text("a");\n' }),
    say("clean.js writes a text."),
  ]);

  const turn = await shop.ask("add a script that writes a text");
  assert.equal(await shop.run(turn), "waiting");

  const line = shop.reviewer.cards[0]?.checks.find((one) => one.startsWith("Checks:"));
  assert.match(line ?? "", /^Checks: 1 file, 1 of 1 names judged, nothing invented$/);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.deepEqual(shop.notifier.answers[0]?.outstanding, []);
});

test("a check that crashes is admitted on the card and in the answer", async () => {
  await using shop = await quireShop([
    lookUp,
    call("write_file", { path: "clean.txt", content: "a\n" }),
    say("clean.txt is there."),
  ]);
  const { ledger } = shop.deps;
  shop.deps.ledger = {
    ...ledger,
    existing: async () => {
      throw new Error("the ledger is busy");
    },
  };

  const turn = await shop.ask("add a text file");
  assert.equal(await shop.run(turn), "waiting");

  const admitted = "Not checked: the check of the staged files could not be made (the ledger is busy).";
  assert.deepEqual(shop.reviewer.cards[0]?.checks, [admitted]);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.deepEqual(shop.notifier.answers[0]?.outstanding, [admitted]);
});

test("a claim of a change that was never made is held, then held in the bluntest words, then admitted", async () => {
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: {
      script: [
        call("write_file", { path: "lib/a.js", content: "function a() {\n  return 1;\n}\n" }),
        say("I created lib/a.js and updated main.js to include it."),
        say("lib/a.js was created, and I have also updated main.js so that it loads the new file."),
        say("Both of them are done: I created lib/a.js, and I updated main.js accordingly."),
      ],
    },
  });

  const turn = await shop.ask("split a() out of main.js");
  assert.equal(await shop.run(turn), "waiting");

  const events = await shop.events(turn);
  assert.deepEqual(
    checkedIn(events).map(({ held }) => held && `${held.gate} ${held.tier}`),
    ["claim 1", "claim 3", null],
  );
  assert.match(shop.model.requests.at(-1)?.raw.toString() ?? "", /The file system shows no such thing/);
  const admitted = "Not so: no such change of main.js was made in this request.";
  assert.deepEqual(shop.reviewer.cards[0]?.checks, [admitted]);
  await shop.decide(turn, "apply");
  await shop.run(turn);
  assert.deepEqual(shop.notifier.answers[0]?.outstanding, [admitted]);
  await replays(shop, turn);
});

test("three modules made and a fourth change claimed: held, and then made", async () => {
  const made = ["one", "two", "three"].map((name) =>
    call("write_file", { path: `lib/${name}.js`, content: `function ${name}() {\n  return "${name}";\n}\n` }),
  );
  const claim =
    "Changes made:\n1. Created lib/one.js\n2. Created lib/two.js\n3. Created lib/three.js\n4. Updated main.js to use them";
  await using shop = await openWorkshop({
    files: { "main.js": MAIN_JS },
    model: { script: [...made, say(claim), edit, say(`${claim}.`)] },
  });

  const turn = await shop.ask("split main.js into three modules and use them");
  assert.equal(await shop.run(turn), "waiting");

  assert.deepEqual(heldBy(await shop.events(turn)), ["claim", null]);
  assert.equal(shop.reviewer.cards[0]?.changes.length, 4);
});
