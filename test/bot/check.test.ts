// /check in the chat: what it says of scripts, that it holds nobody up, and that the real one finds what a request is refused.

import assert from "node:assert/strict";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { FileFinding } from "../../agent/check/finding.ts";
import type { CodeChecks, Watch } from "../../bot/agent.ts";
import { checkedReply } from "../../bot/check-text.ts";
import type { CheckResult } from "../../bot/cli/check/result.ts";
import type { AnswerOf } from "../../bot/code-answer.ts";
import { plain } from "../../bot/render/formatted.ts";
import { notice } from "../../bot/say.ts";
import { ANN, openBot } from "./bot-rig.ts";
import { assertMessage } from "./render/valid.ts";
import { openRig } from "./story-rig.ts";

const finding = (
  family: FileFinding["family"],
  about: string,
  more: Partial<FileFinding> = {},
): FileFinding => ({
  family,
  confidence: "certain",
  symbol: about,
  about,
  line: 3,
  column: 1,
  message: `${about} does not exist. Write something else.`,
  suggestions: [],
  origin: "introduced",
  ...more,
});

const resultOf = (findings: FileFinding[], more: Partial<CheckResult> = {}): CheckResult => ({
  root: "/w",
  version: "v1",
  since: null,
  files: [{ path: "lib/a.js", findings, judged: 30, open: 10 }],
  problems: [],
  ms: 5,
  ...more,
});

const checkedOf = (result: CheckResult) =>
  checkedReply({ workspace: "quire", result, leftOut: null, said: 0, canSay: false });

function checksOf(check: CodeChecks["check"]): CodeChecks {
  return { tainted: async () => [], check, dryRun: async () => ({ type: "none", text: "not here" }) };
}

test("findings stand by their kind with file and line, the certain ones first, and the file has all of them", () => {
  const likely = finding("member", "Sheet.maybe", { confidence: "likely", line: 9 });
  const many = Array.from({ length: 7 }, (_, i) => finding("engine", `Object.a${i}`));

  const { text, document } = checkedOf(resultOf([likely, finding("member", "Sheet.gridCellEnd"), ...many]));

  assertMessage(text);
  assert.match(
    text.text,
    /^quire: 1 script checked\n8 findings, 1 more that may be wrong\. 30 of 40 names could be judged \(75 %\)\./,
  );
  assert.match(
    text.text,
    /No such member\n• lib\/a\.js:3 Sheet\.gridCellEnd\n• lib\/a\.js:9 Sheet\.maybe \(may be wrong\)/,
  );
  assert.match(
    text.text,
    /In JavaScript, and not in this engine\n(?:• [^\n]*\n){4}\n… and 3 more, in the file below/,
  );
  assert.match(
    text.text,
    /Ask for the correction in words, such as: correct what is invented in lib\/a\.js$/,
  );
  assert.equal(document?.name, "check-quire.txt");
  assert.match(
    Buffer.from(document?.bytes ?? []).toString(),
    /lib\/a\.js:3:1 member Sheet\.gridCellEnd does not exist/,
  );
});

test("nothing invented is said with how much could be judged, and what could not be looked at", () => {
  const problems = Array.from({ length: 5 }, (_, i) => ({ path: `big${i}.js`, text: "is too large" }));

  const { text, document } = checkedReply({
    workspace: "quire",
    result: resultOf([], { problems }),
    leftOut: "2 of the project's 9 scripts were not searched",
    said: 2,
    canSay: false,
  });

  assert.match(text.text, /Nothing invented\. 30 of 40 names could be judged/);
  assert.match(
    text.text,
    /⚠ big2\.js is too large\n⚠ … and 2 more files that could not be judged\n⚠ 2 of the project's 9/,
  );
  assert.match(text.text, /2 names count as existing by an owner's word: \/trust lists them\.$/);
  assert.equal(document, undefined);
});

test("long names, many files and hidden letters stay inside a message", () => {
  const findings = (
    ["member", "object", "function", "syntax", "option", "constructor", "engine", "file"] as const
  ).flatMap((family) =>
    Array.from({ length: 9 }, (_, i) => finding(family, `S\u0435\u202eet.${"x".repeat(300)}${i}`)),
  );
  const files = Array.from({ length: 40 }, (_, i) => ({
    path: `${"deep/".repeat(60)}${i}.js`,
    findings,
    judged: 1,
    open: 0,
  }));

  const { text } = checkedOf(resultOf([], { files }));

  assertMessage(text);
  assert.match(text.text, /S⟨U\+0435⟩⟨U\+202E⟩et/);
});

test("while a check goes on others are answered; its news and its answer take one message", async (t) => {
  const ready = Promise.withResolvers<AnswerOf<"checked">>();
  const watching = Promise.withResolvers<Watch>();
  const asked: (string | null)[] = [];
  const bot = await openBot(t, {
    checks: checksOf((path, watch) => {
      asked.push(path);
      watching.resolve(watch);
      return ready.promise;
    }),
  });

  bot.say("/check lib");
  const first = await bot.says("Checking lib of quire…");
  bot.say("/help");
  await bot.says("/check –");
  bot.say("hello");
  await bot.says("Answer to hello");
  const { progress } = await watching.promise;
  await bot.until(async () => {
    progress(120, 410);
    return bot.person.messages(101).some((m) => m.text.includes("120 of 410"));
  });
  ready.resolve({ type: "checked", result: resultOf([]), leftOut: null });

  const answer = await bot.says("quire: 1 script checked");
  assert.equal(answer.id, first.id);
  assert.deepEqual(asked, ["lib"]);
});

test("a check that fails, or is interrupted by a stop, says so where its answer was to stand", async (t) => {
  const bot = await openBot(t, {
    checks: checksOf((path, { signal }) => {
      if (path === "bad") return Promise.reject(new Error("no memory"));
      const { promise, reject } = Promise.withResolvers<AnswerOf<"checked">>();
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      return promise;
    }),
  });

  bot.say("/check bad");
  await bot.says("This failed (no memory). Nothing was changed; send it again.");
  bot.say("/check");
  await bot.says("Checking the scripts of quire…");
  await bot.stop();
  await bot.start();

  await bot.says("Interrupted: Handrail was stopped. Send it again.");
});

test("what a killed process had under way is said to be interrupted by the next one", async (t) => {
  const bot = await openBot(t);
  await bot.stop();
  await bot.ledger.claimRun("command", "command:left", 1);
  const place = { chat: String(ANN), topic: null };
  await bot.ledger.say([notice({ cause: "command:left", place, text: plain("Checking…") })], 1);

  await bot.start();

  await bot.says("Interrupted: Handrail was stopped. Send it again.");
  assert.deepEqual(
    (await bot.ledger.runs("command", 5)).map((run) => run.state),
    ["lost"],
  );
});

test("where there is nothing to check by it is said", async (t) => {
  const bot = await openBot(t);

  bot.say("/check");

  await bot.says("quire has nothing to check by.");
});

test("on the sample: all scripts are real, an invented one is found by its path, and the owner's word counts", async () => {
  await using rig = await openRig();

  const all = rig.say("/check");
  const clean = await rig.hear(/scripts checked/, { after: all });
  assert.match(clean.text, /shop: 8 scripts checked\nNothing invented\. \d+ of \d+ names could be judged/);

  await mkdir(join(rig.workspace, "lib", "deep"), { recursive: true });
  await writeFile(join(rig.workspace, "lib", "deep", "odd.js"), "sheet.gridCellEnd();\nObject.keys({});\n");
  const one = rig.say("/check odd.js");
  const odd = await rig.hear(/1 script checked/, { after: one });
  assert.match(odd.text, /2 findings[\s\S]*No such member\n• lib\/deep\/odd\.js:1 Sheet\.gridCellEnd/);
  assert.match(odd.text, /In JavaScript, and not in this engine\n• lib\/deep\/odd\.js:2 Object\.keys/);

  await rig.tap(odd, "It exists: Sheet.gridCellEnd");
  await rig.hear(/Sheet\.gridCellEnd exists in shop, by the word of Owner/, { button: "Take it back" });
  const again = rig.say("/check odd.js");
  const fewer = await rig.hear(/1 script checked/, { after: again });
  assert.match(fewer.text, /^shop: 1 script checked\n1 finding\./);
  assert.match(fewer.text, /1 name counts as existing by an owner's word: \/trust lists them\./);

  const missing = rig.say("/check nowhere");
  await rig.hear(/No script of the engine is called nowhere, or lies under it/, { after: missing });
  const outside = rig.say("/check ../..");
  await rig.hear(/No script of the engine is called \.\.\/\.\./, { after: outside });
  const folder = rig.say("/check lib/");
  await rig.hear(/4 scripts checked/, { after: folder });
});

test("a script beyond those that are searched for names is checked all the same", async () => {
  await using rig = await openRig();
  await mkdir(join(rig.workspace, "many"));
  for (let n = 0; n < 2_000; n++) await writeFile(join(rig.workspace, "many", `f${n}.js`), "");
  // The smallest are searched.
  await writeFile(join(rig.workspace, "odd.js"), `// ${"x".repeat(9_000)}\nsheet.gridCellEnd();\n`);

  const asked = rig.say("/check odd.js");

  const answer = await rig.hear(/1 script checked/, { after: asked });
  assert.match(answer.text, /• odd\.js:2 Sheet\.gridCellEnd/);
  assert.match(answer.text, /of the project's 20\d\d scripts were not searched/);
});
