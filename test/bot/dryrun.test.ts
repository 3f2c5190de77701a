// /dryrun in the chat: what a run came to in words for a phone, and the real one over the sample.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { DryRunReport } from "../../agent/dry-run/report.ts";
import { dryRunReply } from "../../bot/dry-run-text.ts";
import { openBot } from "./bot-rig.ts";
import { assertMessage } from "./render/valid.ts";
import { openRig } from "./story-rig.ts";

const report = (more: Partial<DryRunReport> = {}): DryRunReport => ({
  entries: [{ path: "main.js", end: "completed", error: null }],
  findings: [],
  entered: 3,
  notEntered: [],
  missing: [],
  loaded: ["main.js"],
  assumed: [],
  leftOut: [],
  output: [],
  ms: 90,
  ...more,
});

test("a run that came to its end says what it proves and what not, and asks for nothing", () => {
  const { text, document } = dryRunReply("quire", report());

  assertMessage(text);
  assert.match(text.text, /^quire: dry run: 1 script ran to its end/);
  assert.match(text.text, /What this proves: [\s\S]* What it does not: /);
  assert.doesNotMatch(text.text, /Ask for the correction/);
  assert.equal(document, undefined);
});

test("a script that threw is named with its place, and what to ask for stands below", () => {
  const error = {
    message: "ReferenceError: x is not defined",
    path: "lib/a.js",
    line: 4,
    column: 2,
    confidence: "certain" as const,
  };

  const { text } = dryRunReply("quire", report({ entries: [{ path: "main.js", end: "threw", error }] }));

  assert.match(text.text, /lib\/a\.js:4:2: ReferenceError: x is not defined/);
  assert.match(text.text, /such as: correct what the dry run of lib\/a\.js found$/);
});

test("without an entry script it says where to name one", () => {
  const { text } = dryRunReply("quire", report({ entries: [] }));

  assert.match(text.text, /Name the scripts that the engine starts as entry in \.handrail\/engine\.json/);
});

test("what a script prints neither fills the message, nor hides, nor makes links", () => {
  const output = Array.from({ length: 9 }, () => `tap https://evil.example/x \u202e${"y".repeat(150)}`);
  const notEntered = Array.from({ length: 30 }, (_, i) => ({
    name: `f${"z".repeat(120)}${i}`,
    path: `${"deep/".repeat(30)}a.js`,
    line: i,
  }));

  const { text, document } = dryRunReply("quire", report({ output, notEntered }));

  assertMessage(text);
  assert.match(text.text, /⟨U\+202E⟩/);
  assert.match(text.text, /All of it is in the file below\.$/);
  assert.equal(document?.name, "dry-run-quire.txt");
});

test("the command answers from what the workspace's run came to", async (t) => {
  const asked: (string | null)[] = [];
  const bot = await openBot(t, {
    checks: {
      tainted: async () => [],
      check: async () => ({ type: "none", text: "not here" }),
      async dryRun(path) {
        asked.push(path);
        return path === null
          ? { type: "dry_ran", report: report() }
          : { type: "none", text: "no such script." };
      },
    },
  });

  bot.say("/dryrun");
  await bot.says("quire: dry run: 1 script ran to its end");
  bot.say("/dryrun lib/x.js");
  await bot.says("quire: no such script.");

  assert.deepEqual(asked, [null, "lib/x.js"]);
});

test("on the sample the entry script runs to its end, and an undocumented call is told with its place", async () => {
  await using rig = await openRig();

  const asked = rig.say("/dryrun");
  const clean = await rig.hear(/shop: dry run/, { after: asked });
  assert.match(clean.text, /main\.js ran to its end/);

  await writeFile(join(rig.workspace, "odd.js"), "var a = 1;\nsheet.gridCellEnd();\n");
  const one = rig.say("/dryrun odd.js");
  const odd = await rig.hear(/odd\.js:2:/, { after: one });
  assert.match(odd.text, /1 undocumented name touched/);
});
