// write_file, edit_file, apply_edit, delete_file, move_file, ask_person. Promises exact matches, kept line endings, and
// that every pure deletion passes the checks of a deletion.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { applyEditTool, onlyRemoves, readRewrite } from "../../../agent/tools/apply-edit.ts";
import { askPersonTool } from "../../../agent/tools/ask-person.ts";
import { deleteFileTool } from "../../../agent/tools/delete-file.ts";
import { editFileTool } from "../../../agent/tools/edit-file.ts";
import { isElision } from "../../../agent/tools/elision.ts";
import { moveFileTool } from "../../../agent/tools/move-file.ts";
import { readFileTool } from "../../../agent/tools/read-file.ts";
import { writeFileTool } from "../../../agent/tools/write-file.ts";
import { toolWorld } from "./tool-world.ts";

const STAGED = "(not on disk; the person reviews it at the end).";

test("a new file is staged and the disk has none of it", async () => {
  const world = await toolWorld({});

  const result = await world.call(writeFileTool, { path: "lib/a.js", content: "one\ntwo\n" });

  assert.equal(result.text, `Staged lib/a.js: +2 −0 lines ${STAGED}`);
  await assert.rejects(readFile(join(world.root, "lib/a.js")), /ENOENT/);
});

test("a file that this turn has not read is not replaced, one that it read is", async () => {
  const world = await toolWorld({ "a.js": "one\ntwo\n" });
  const unread = await world.call(writeFileTool, { path: "a.js", content: "one\nTWO\n" });
  await world.call(readFileTool, { path: "a.js" });

  const read = await world.call(writeFileTool, { path: "a.js", content: "one\nTWO\n" });

  assert.equal(!unread.ok && unread.reason, "unread");
  assert.equal(read.text, `Staged a.js: +1 −1 lines ${STAGED}`);
});

test("a file is not replaced by less than half its lines", async () => {
  const world = await toolWorld({ "a.txt": "1\n2\n3\n4\n5\n" });
  await world.call(readFileTool, { path: "a.txt" });

  const result = await world.call(writeFileTool, { path: "a.txt", content: "1\nnew\n" });

  assert.equal(!result.ok && result.reason, "shrinks");
  assert.match(result.text, /2 of 5 lines.*edit_file.*delete_lines/);
});

test("content that only drops lines becomes a deletion, with its checks", async () => {
  const world = await toolWorld({ "a.txt": "1\n2\n3\n", "b.js": "go({\n  a: 1\n});\nx();\n" });

  const dropped = await world.call(writeFileTool, { path: "a.txt", content: "1\n3\n" });
  const half = await world.call(writeFileTool, { path: "b.js", content: "go({\n  a: 1\nx();\n" });
  const all = await world.call(writeFileTool, { path: "a.txt", content: "" });

  assert.equal(dropped.text, "Staged a.txt: deletes 1 of 3 lines, changes none.");
  assert.equal(!half.ok && half.reason, "unbalanced");
  assert.equal(!all.ok && all.reason, "every_line");
});

test("marks for code that was left out are refused", async () => {
  const world = await toolWorld({ "a.js": "1\n" });
  const marks = [
    "// … rest unchanged …",
    "// ... existing code ...",
    "  /* rest of the file */",
    "# ... remaining lines",
    "...",
  ];
  const code = [
    "var rest = args;",
    "f(...existing);",
    "// the rest is silence",
    "const { a, ...rest } = b;",
    "// and so on...",
  ];

  const result = await world.call(writeFileTool, {
    path: "b.js",
    content: "a();\n// ... rest unchanged ...\n",
  });

  assert.equal(!result.ok && result.reason, "elision");
  assert.deepEqual(marks.slice(0, 4).filter(isElision), marks.slice(0, 4));
  assert.deepEqual(code.filter(isElision), []);
});

test("line endings, BOM and the final newline of a replaced file stay", async () => {
  const world = await toolWorld({ "a.txt": "\uFEFFone\r\ntwo\r\nthree" });
  await world.call(readFileTool, { path: "a.txt" });

  await world.call(writeFileTool, { path: "a.txt", content: "one\nTWO\nthree\nfour\n" });

  assert.equal(await world.text("a.txt"), "\uFEFFone\r\nTWO\r\nthree\r\nfour");
});

test("lines that stay keep their own ending in a file that mixes them", async () => {
  const world = await toolWorld({ "a.txt": "one\r\ntwo\nthree\r\n" });
  await world.call(readFileTool, { path: "a.txt" });

  await world.call(writeFileTool, { path: "a.txt", content: "one\ntwo\nTHREE\n" });

  assert.equal(await world.text("a.txt"), "one\r\ntwo\nTHREE\r\n");
});

test("an edit replaces exactly what it names, in the file's own line endings", async () => {
  const world = await toolWorld({ "a.txt": "\uFEFFa\r\n\tb\r\nc\r\nb2" });

  const result = await world.call(editFileTool, { path: "a.txt", old: "\tb\nc", new: "\tB\nx\nC" });

  assert.equal(result.text, `Staged a.txt: +3 −2 lines ${STAGED}`);
  assert.equal(await world.text("a.txt"), "\uFEFFa\r\n\tB\r\nx\r\nC\r\nb2");
});

test("an edit that matches more often than asked names the lines, and count replaces all", async () => {
  const world = await toolWorld({ "a.js": "x\ny\nx\n" });

  const once = await world.call(editFileTool, { path: "a.js", old: "x", new: "z" });
  const twice = await world.call(editFileTool, { path: "a.js", old: "x", new: "z", count: 2 });

  assert.match(once.text, /occurs 2 times in a\.js, not 1 \(lines 1 3\)/);
  assert.equal(twice.ok, true);
  assert.equal(await world.text("a.js"), "z\ny\nz\n");
});

test("an edit that does not match shows the nearest region and what differs", async () => {
  const world = await toolWorld({ "a.js": "start();\n    var height = 20;\n    var width = 10;\n" });

  const spaces = await world.call(editFileTool, {
    path: "a.js",
    old: "  var height = 20;\n  var width = 10;",
    new: "x",
  });
  const words = await world.call(editFileTool, { path: "a.js", old: "    var heights = 21;", new: "x" });
  const foreign = await world.call(editFileTool, { path: "a.js", old: "nothing like it", new: "x" });

  assert.match(
    spaces.text,
    /2\| {5}var height = 20;\n3\| {5}var width = 10;\nLine 2 differs only in white space/,
  );
  assert.match(words.text, /Line 2 has " {4}var height = 20;" where `old` has " {4}var heights = 21;"/);
  assert.match(foreign.text, /read_file/);
  assert.deepEqual(world.stage.changes(), []);
});

test("an edit that only takes lines away passes the checks of a deletion", async () => {
  const world = await toolWorld({ "a.js": "go({\n  a: 1\n});\nx();\ny();\n" });

  const fine = await world.call(editFileTool, { path: "a.js", old: "x();\n", new: "" });
  const half = await world.call(editFileTool, { path: "a.js", old: "});\n", new: "" });

  assert.equal(fine.text, "Staged a.js: deletes 1 of 5 lines, changes none.");
  assert.equal(!half.ok && half.reason, "unbalanced");
});

test("a region is rewritten by the side model, and nothing outside of it changes", async () => {
  const world = await toolWorld({ "a.js": "a();\r\nb();\r\nc();" }, ["<<<NEW\nB(1);\nB(2);\nNEW>>>"]);

  const result = await world.call(applyEditTool, {
    path: "a.js",
    instruction: "call B twice",
    from: 2,
    to: 2,
  });

  assert.equal(result.text, `Staged a.js: +2 −1 lines ${STAGED}`);
  assert.equal(await world.text("a.js"), "a();\r\nB(1);\r\nB(2);\r\nc();");
  assert.equal(
    world.asks[0]?.messages[1]?.content,
    "FILE: a.js\nINSTRUCTION: call B twice\nLINES:\nL2: b();",
  );
});

test("a rewrite that is cut, loose or numbered is asked for once more, and then refused", async () => {
  const better = await toolWorld({ "a.js": "a();\n" }, ["<<<NEW\nb();", "<<<NEW\nb();\nNEW>>>"]);
  const worse = await toolWorld({ "a.js": "a();\n" }, [
    "Here: <<<NEW\nb();\nNEW>>>",
    "<<<NEW\nL1: b();\nNEW>>>",
  ]);

  const first = await better.call(applyEditTool, { path: "a.js", instruction: "b instead of a" });
  const second = await worse.call(applyEditTool, { path: "a.js", instruction: "b instead of a" });

  assert.equal(first.ok, true);
  assert.equal(!second.ok && second.reason, "bad_rewrite");
  assert.deepEqual(worse.stage.changes(), []);
});

test("a rewrite that lost nearly all of its region is not staged", async () => {
  const world = await toolWorld({ "a.js": "callSomething(1);\n".repeat(40) }, ["<<<NEW\n// done\nNEW>>>"]);

  const result = await world.call(applyEditTool, { path: "a.js", instruction: "call it with 2" });

  assert.equal(!result.ok && result.reason, "implausible");
  assert.match(result.text, /would leave 7 of 719 characters/);
  assert.deepEqual(world.stage.changes(), []);
});

test("an instruction that only removes goes the way of a deletion", async () => {
  const world = await toolWorld({ "a.txt": "a\nb\n" }, ["L2: DELETE"]);

  const result = await world.call(applyEditTool, { path: "a.txt", instruction: "Remove the b" });

  assert.equal(world.asks[0]?.purpose, "marks");
  assert.equal(result.text, "Staged a.txt: deletes 1 of 2 lines, changes none.");
  assert.ok(onlyRemoves("please delete the footer and its frame"));
  assert.ok(!onlyRemoves("remove the loop and add a call"));
  assert.ok(!onlyRemoves("rename the footer"));
  assert.ok(!onlyRemoves("remove the trailing comma"));
});

test("a rewrite that only drops lines passes the checks of a deletion", async () => {
  const world = await toolWorld({ "a.js": "go({\n  a: 1\n});\n" }, ["<<<NEW\ngo({\n  a: 1\nNEW>>>"]);

  const result = await world.call(applyEditTool, { path: "a.js", instruction: "tidy up" });

  assert.equal(!result.ok && result.reason, "unbalanced");
  assert.deepEqual(readRewrite("<<<NEW\nNEW>>>"), { ok: true, lines: [] });
});

test("a file is deleted as a whole, with its lines counted", async () => {
  const world = await toolWorld({ "a.js": "1\n2\n" });

  const result = await world.call(deleteFileTool, { path: "a.js" });

  assert.ok(result.text.startsWith(`Staged a.js: +0 −2 lines ${STAGED}`));
  assert.deepEqual(
    world.stage.changes().map(({ op }) => op),
    ["delete"],
  );
  assert.equal((await world.call(deleteFileTool, { path: "b.js" })).ok, false);
});

test("a moved file keeps its bytes, and nothing is overwritten", async () => {
  const world = await toolWorld({ "a.js": "\uFEFF1\r\n", "b.js": "2\n" });

  const onto = await world.call(moveFileTool, { from: "a.js", to: "b.js" });
  const moved = await world.call(moveFileTool, { from: "a.js", to: "lib/c.js" });

  assert.equal(!onto.ok && onto.reason, "exists");
  assert.ok(moved.ok);
  assert.equal(await world.text("lib/c.js"), "\uFEFF1\r\n");
  assert.equal(await world.text("a.js"), null);
});

test("no write reaches protected places, secrets or the outside", async () => {
  const world = await toolWorld({ ".env": "KEY=1", "a.js": "1\n" });
  const places = [".git/config", ".handrail/AGENT.md", ".Handrail/x", "../x.js", ".env", "/tmp/x"];

  for (const path of places) {
    assert.equal((await world.call(writeFileTool, { path, content: "x" })).ok, false, path);
    assert.equal((await world.call(moveFileTool, { from: "a.js", to: path })).ok, false, path);
    assert.equal((await world.call(deleteFileTool, { path })).ok, false, path);
  }
  assert.deepEqual(world.stage.changes(), []);
});

test("a question is handed on with its choices", async () => {
  const world = await toolWorld({});

  const result = await world.call(askPersonTool, { question: "Which footer?", choices: ["left", "right"] });

  assert.equal(result.text, "Which footer?\n- left\n- right");
  assert.equal((await world.call(askPersonTool, { question: " " })).ok, false);
});
