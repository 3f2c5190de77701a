// `handrail dry-run` over a real workspace: which scripts run, what it prints, how it ends.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dryRunCommand } from "../../../../bot/cli/dry-run-command.ts";
import { openCheckDesk } from "./desk.ts";

const SHORT = { timeout: 60_000 };
const command = dryRunCommand;
const GOOD = 'include("lib/a.js");\nsheet.text(words());\n';
const LIB = 'function words() {\n  return "w";\n}\n';

test("the entry script runs with what it loads, and the text says what that proves", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": GOOD, "lib/a.js": LIB });

  const { code, out, err } = await desk.run([], { command });

  assert.equal(code, 0, err);
  assert.match(out, /^main\.js ran to its end\.\n/);
  assert.match(out, /What this proves: .*What it does not: /);
});

test("an undocumented name and an error that is certain end with 1", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": "sheet.gridCellEnd();\n", "b.js": "nobody();\n" });

  const touched = await desk.run([], { command });
  const thrown = await desk.run(["b.js", "--format", "json"], { command });

  assert.equal(touched.code, 1);
  assert.match(touched.out, /main\.js:1:7: sheet\.gridCellEnd does not exist/);
  const told = JSON.parse(thrown.out);
  assert.deepEqual([thrown.code, told.version, told.exitCode, told.root], [1, 1, 1, desk.root]);
  const run = told.entries.find(({ path }: { path: string }) => path === "b.js");
  assert.deepEqual([run.end, run.error.line, run.error.column], ["threw", 1, 1]);
});

test("a script that meets a limit ends with 1", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": "for (;;) {}\n" });

  const { code, out } = await desk.run(["--format", "json"], { command });

  assert.equal(code, 1);
  assert.equal(JSON.parse(out).entries[0].end, "time");
});

test("a text on standard input stands in for the file of its name", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": GOOD, "lib/a.js": LIB });

  const { code, out } = await desk.run(["-", "--stdin-path", "lib/a.js"], { command, stdin: "var other;\n" });

  assert.equal(code, 1);
  assert.match(out, /main\.js:2:12: ReferenceError: words is not defined/);
});

test("a file that is not there is a line and 2, and the rest runs", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": GOOD, "lib/a.js": LIB });

  const { code, out, err } = await desk.run(["nowhere.js", "lib/a.js"], { command });

  assert.equal(code, 2);
  assert.equal(err, "nowhere.js: there is no such file\n");
  assert.match(out, /^main\.js ran to its end/);
});

test("where no script is known to begin, it says where to state one", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "a.js": "sheet.text('a');\n" });

  const { code, out, err } = await desk.run([], { command });

  assert.deepEqual([code, out], [0, "Dry run: there was no script to run.\n"]);
  assert.match(err, /^Name a script, .* \.handrail\/engine\.json\.\n$/);
});

test("what a script says orders no terminal about", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": 'throw new Error("\u001b[31mred\u0007");\n' });

  const text = await desk.run([], { command });
  const json = await desk.run(["--format", "json"], { command });

  for (const { out } of [text, json]) assert.doesNotMatch(out, /(?!\n)\p{Cc}/u);
});

test("wrong arguments are one line and 2", SHORT, async (t) => {
  const desk = await openCheckDesk(t, { "main.js": GOOD });

  const { code, out, err } = await desk.run(["--format", "sarif"], { command });

  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^--format takes text or json\. Usage: handrail dry-run [^\n]+\n$/);
});
