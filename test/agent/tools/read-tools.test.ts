// list_files and read_file. Promises the forms that prompts and people know, and that nothing is left out in silence.

import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { listFilesTool } from "../../../agent/tools/list-files.ts";
import { readFileTool } from "../../../agent/tools/read-file.ts";
import { writeFileTool } from "../../../agent/tools/write-file.ts";
import { toolWorld } from "./tool-world.ts";

test("a file shows with line numbers and its place in the whole", async () => {
  const world = await toolWorld({
    "main.js": Array.from({ length: 12 }, (_, i) => `line ${i + 1}\r\n`).join(""),
  });

  const whole = await world.call(readFileTool, { path: "main.js" });
  const part = await world.call(readFileTool, { path: "main.js", from: 9, to: 10 });

  assert.ok(whole.text.startsWith("main.js, lines 1-12 of 12\n 1| line 1\n 2| line 2\n"));
  assert.equal(part.text, "main.js, lines 9-10 of 12\n 9| line 9\n10| line 10");
  assert.deepEqual(part.ok && part.evidence, { path: "main.js", lines: [9, 10] });
});

test("a staged file says that it is staged", async () => {
  const world = await toolWorld({ "a.js": "old\n" });
  await world.call(writeFileTool, { path: "b.js", content: "new\n" });

  const read = await world.call(readFileTool, { path: "b.js" });
  const listed = await world.call(listFilesTool, {});

  assert.equal(read.text, "b.js, lines 1-1 of 1 (staged)\n1| new");
  assert.equal(listed.text, "a.js (4 B)\nb.js (4 B) staged");
});

test("a long file is cut, and says where to go on", async () => {
  const world = await toolWorld({ "a.txt": "x\n".repeat(700) });

  const first = await world.call(readFileTool, { path: "a.txt" });
  const rest = await world.call(readFileTool, { path: "a.txt", from: 601 });

  assert.ok(first.text.startsWith("a.txt, lines 1-600 of 700\n"));
  assert.ok(first.text.endsWith("\n… cut here: go on with from: 601."));
  assert.ok(rest.text.startsWith("a.txt, lines 601-700 of 700\n"));
});

test("binary, secret, missing and empty files are named and not printed", async () => {
  const world = await toolWorld({ "a.png": new Uint8Array([1, 0, 2]), ".env": "KEY=1", "empty.js": "" });

  const binary = await world.call(readFileTool, { path: "a.png" });
  const secret = await world.call(readFileTool, { path: ".env" });
  const missing = await world.call(readFileTool, { path: "b.js" });
  const empty = await world.call(readFileTool, { path: "empty.js" });

  assert.deepEqual(
    [binary, secret, missing].map((result) => !result.ok && result.reason),
    ["binary", "secret", "not_found"],
  );
  assert.equal(empty.text, "empty.js is empty.");
});

test("a region beyond the file is refused with the lines that there are", async () => {
  const world = await toolWorld({ "a.js": "1\n2\n" });

  assert.match((await world.call(readFileTool, { path: "a.js", from: 5 })).text, /lines 1 to 2/);
  assert.equal((await world.call(readFileTool, { path: "a.js", from: 0 })).ok, false);
  assert.equal((await world.call(readFileTool, { path: "a.js", from: 1.5 })).ok, false);
});

test("a listing narrows by a part of the name or a glob, and says what it left out", async () => {
  const many = Object.fromEntries(Array.from({ length: 310 }, (_, i) => [`many/f${i}.txt`, ""]));
  const world = await toolWorld({ ...many, "lib/Text.js": "", "main.js": "" });

  assert.equal((await world.call(listFilesTool, { pattern: "text" })).text, "lib/Text.js (0 B)");
  assert.equal(
    (await world.call(listFilesTool, { pattern: "**/*.js" })).text,
    "lib/Text.js (0 B)\nmain.js (0 B)",
  );
  assert.match((await world.call(listFilesTool, { pattern: "many" })).text, /… 10 more files left out/);
  assert.match(
    (await world.call(listFilesTool, { pattern: "nope" })).text,
    /No file fits "nope"; the workspace shows 312/,
  );
});

test("the base tools keep their order, and their JSON stays under 4.3 KB", () => {
  const names = baseTools.map((tool) => tool.name);
  const json = baseTools.map(({ name, description, parameters }) => {
    return { type: "function", function: { name, description, parameters } };
  });

  assert.deepEqual(names, [
    "list_files",
    "read_file",
    "find_in_files",
    "write_file",
    "edit_file",
    "apply_edit",
    "delete_lines",
    "delete_file",
    "move_file",
    "ask_person",
    "make_plan",
  ]);
  assert.ok(Buffer.byteLength(JSON.stringify(json)) < 4_300);
});

test("a call with unknown or malformed arguments is refused with what to do", async () => {
  const world = await toolWorld({ "a.js": "" });

  for (const tool of baseTools) {
    const result = await world.call(tool, { approved: true });
    assert.equal(!result.ok && result.reason, "malformed", tool.name);
  }
});

test("a pattern made to be slow is refused or ends, and the event loop goes on", async () => {
  const names = Array.from({ length: 300 }, (_, i) => [`${"a".repeat(150)}${i}.js`, ""]);
  const world = await toolWorld(Object.fromEntries(names));
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();

  const slow = await world.call(listFilesTool, { pattern: `${"*a".repeat(99)}b` });
  const long = await world.call(listFilesTool, { pattern: `${"*a".repeat(500)}b` });

  delay.disable();
  assert.ok(slow.ok);
  assert.ok(!long.ok);
  assert.ok(delay.max < 500e6, `the event loop was held for ${Math.round(delay.max / 1e6)} ms`);
});
