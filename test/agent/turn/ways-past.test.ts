// Stories of ways past the check of what is staged: code that comes out of a comment, files that speak for each other, paths in
// another spelling, texts in which nothing could be looked at.

import assert from "node:assert/strict";
import { test } from "node:test";
import { done, type Tool } from "../../../agent/tools/tool.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { edit, stagedPaths, tools, turnOf, write } from "./quire-turn.ts";

const INVENTED = "sheet.gridCellEnd();\n";

/** An owner's tool that writes several files at once. */
const scaffold = (files: Record<string, string>): Tool => ({
  name: "scaffold",
  description: "Writes scripts.",
  effect: "stage",
  cost: "free",
  parameters: { type: "object", properties: {} },
  label: () => "scaffolding",
  call: async () =>
    done(
      "Made.",
      null,
      Object.entries(files).map(([path, text]) => ({ path, after: Buffer.from(text), note: "made" })),
    ),
});

test("a deletion that takes an invention out of a comment is refused", async () => {
  const hidden = `var a = 1;\n/*\n${INVENTED}*/\nvar b = 2;\n`;
  const whole = await turnOf([write("n.js", hidden), edit("n.js", `/*\n${INVENTED}*/\n`, INVENTED)]);
  const half = await turnOf([write("n.js", hidden.replace("*/", "// */")), edit("n.js", "/*\n", "")]);

  assert.deepEqual(
    [whole, half].map(({ runs }) => runs.map(({ reason }) => reason)),
    [
      [null, "invented"],
      [null, "invented"],
    ],
  );
});

test("a deletion of a function whose calls stay is no invention, nor is one of a comment", async () => {
  const told = await turnOf([
    write("n.js", "// one\nfunction help() {}\nhelp();\n// two\n"),
    edit("n.js", "// two\n", ""),
    edit("n.js", "function help() {}\n", ""),
  ]);

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    [null, null, null],
  );
});

test("two new files with the same invention do not speak for each other", async () => {
  const laid = [...tools, scaffold({ "a.js": INVENTED, "b.js": INVENTED })];
  const told = await turnOf([call("scaffold", {})], { laid });

  assert.deepEqual(stagedPaths(told), []);
  assert.match(told.results[0] ?? "", /a\.js and b\.js would bring in 2 things/);
});

test("an old mistake that is copied and not moved holds the draft", async () => {
  const files = { "old.js": "function old() {\n  sheet.noteEnd();\n}\n" };
  const copy = write("n.js", "function fresh() {\n  sheet.noteEnd();\n}\n");
  const copied = await turnOf([copy, say("One."), say("Two.")], { files });
  const moved = await turnOf([copy, call("delete_file", { path: "old.js" })], { files });

  const names = [copied, moved].map(({ events }) => {
    const checked = events.find((event) => event.type === "checked");
    return checked?.type === "checked" ? checked.report.introduced.map(({ about }) => about) : null;
  });
  assert.deepEqual(names, [["Sheet.noteEnd"], []]);
});

test("a second use of an old mistake in its own file is refused, and moving the one is not", async () => {
  const files = { "old.js": "sheet.noteEnd();\nvar a = 1;\n" };
  const read = call("read_file", { path: "old.js" });
  const twice = await turnOf([read, edit("old.js", "var a = 1;", "sheet.noteEnd();")], { files });
  const down = await turnOf([read, write("old.js", "var a = 1;\nvar b = 2;\nsheet.noteEnd();\n")], { files });

  assert.deepEqual(
    [twice, down].map(({ runs }) => runs.map(({ reason }) => reason)),
    [
      [null, "invented"],
      [null, null],
    ],
  );
});

test("a path in another spelling is checked as the file that it names", async () => {
  const laid = [...tools, scaffold({ "./a.js": INVENTED })];
  const told = await turnOf([call("scaffold", {})], { laid });

  assert.equal(told.runs[0]?.reason, "invented");
});

test("a text that nests too deep to be looked at is refused, unless it was like that before", async () => {
  const deep = `var a = 1${" + 1".repeat(9_000)};\n`;
  const fresh = await turnOf([write("n.js", deep + INVENTED)]);
  const broken = await turnOf([write("n.js", `${"{[(".repeat(150_000)}\n${INVENTED}`)]);
  const old = await turnOf([call("read_file", { path: "old.js" }), edit("old.js", "var a", "var b")], {
    files: { "old.js": deep },
  });

  assert.equal(fresh.runs[0]?.reason, "too_deep");
  assert.match(fresh.results[0] ?? "", /Write that part flat/);
  assert.equal(broken.runs[0]?.reason, "too_deep");
  assert.deepEqual(
    old.runs.map(({ reason }) => reason),
    [null, null],
  );
});

test("a large text that does not parse is refused like a small one", async () => {
  const told = await turnOf([write("n.js", `var a = '${"x".repeat(310_000)}';\n) (\n${INVENTED}`)]);

  assert.equal(told.runs[0]?.reason, "syntax");
});

test("an invention behind thousands of doubts is found", async () => {
  const told = await turnOf([write("n.js", "sheet.count;\n".repeat(2_500) + INVENTED)]);

  assert.equal(told.runs[0]?.reason, "invented");
});

test("a name of thousands of signs stays short in the log and in the answer", async () => {
  const long = 'var n = "n";\nfor (var i = 0; i < 16; i++) n = n + n;\nsheet[n]();\n';
  const told = await turnOf([write("n.js", long), say("One."), say("Two.")]);

  const checked = told.events.findLast((event) => event.type === "checked");
  const [line = ""] = checked?.type === "checked" ? checked.outstanding : [];
  assert.match(line, /^Not fixed: Sheet\.n{100,200}…/);
  assert.ok(line.length < 400);
});
