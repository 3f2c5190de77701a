// find_in_files. Promises names as well as contents, hits in context with footprints, and an end to every expression.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findInFilesTool } from "../../../agent/tools/find-in-files.ts";
import { writeFileTool } from "../../../agent/tools/write-file.ts";
import { toolWorld } from "./tool-world.ts";

const MAIN =
  "start();\n\n// the footer\nvar foot = new Frame();\nfoot.height = 20;\nother();\nsheet.frameBegin(foot);\nlast();\n";

test("a hit shows its lines and the footprint of the variable, a name that fits is told", async () => {
  const world = await toolWorld({ "main.js": MAIN, "lib/footer.js": "x();\n" });

  const result = await world.call(findInFilesTool, { pattern: "footer" });

  const expected = `2 hits for "footer" in 2 files

lib/footer.js (filename match)

main.js
    1| start();
    2| 
  * 3| // the footer
    4| var foot = new Frame();
    5| foot.height = 20;
  footprint of foot (declared 4): 4 5 7`;
  assert.equal(result.text, expected);
});

test("a file is found by its name alone", async () => {
  const world = await toolWorld({ "parts.json": "{}", "main.js": "a\n" });

  const result = await world.call(findInFilesTool, { pattern: "JSON" });

  assert.equal(result.text, '1 hit for "JSON" in 1 file\n\nparts.json (filename match)');
});

test("groups of hits are set apart, and context does not overlap", async () => {
  const world = await toolWorld({ "a.md": "x\n1\n2\nx\n3\n4\n5\n6\n7\nx\n" });

  const result = await world.call(findInFilesTool, { pattern: "x" });

  const rows = ["  *  1| x", "     2| 1", "     3| 2", "  *  4| x", "     5| 3", "     6| 4", "  --"];
  assert.deepEqual(result.text.split("\n").slice(3), [...rows, "     8| 6", "     9| 7", "  * 10| x"]);
});

test("a pattern is a literal unless it is written as an expression", async () => {
  const world = await toolWorld({ "a.txt": "a.b\naxb\nA.B\n" });

  const literal = await world.call(findInFilesTool, { pattern: "a.b" });
  const expression = await world.call(findInFilesTool, { pattern: "/a.b$/" });
  const broken = await world.call(findInFilesTool, { pattern: "/(a/" });

  assert.match(literal.text, /^2 hits/);
  assert.match(expression.text, /^2 hits/);
  assert.ok(expression.text.includes("* 2| axb"));
  assert.equal(!broken.ok && broken.reason, "regex");
});

test("an expression made to backtrack is stopped, and the result says so", async () => {
  const world = await toolWorld({ "a.txt": `${"a".repeat(40)}b\n`, "0.txt": "aaa\n" });

  const result = await world.call(findInFilesTool, { pattern: "/^(a+)+$/" });

  assert.match(result.text, /1 hit/);
  assert.match(result.text, /Stopped: the expression took more than 250 ms on a\.txt/);
});

test("secrets and binary files are named and not searched", async () => {
  const world = await toolWorld({ ".env": "needle", "a.bin": new Uint8Array([0, 1]), "b.txt": "needle\n" });

  const result = await world.call(findInFilesTool, { pattern: "needle" });

  assert.match(result.text, /^1 hit for "needle" in 1 file/);
  assert.match(result.text, /Not searched inside: \.env \(secret-looking\); a\.bin \(binary\)\.$/);
});

test("staged content is what is searched", async () => {
  const world = await toolWorld({ "a.txt": "x\n" });
  await world.call(writeFileTool, { path: "b.txt", content: "fresh words\n" });

  assert.match((await world.call(findInFilesTool, { pattern: "fresh" })).text, /^1 hit/);
});

test("a search restricted to a folder stays in it", async () => {
  const world = await toolWorld({ "lib/a.js": "x\n", "library/b.js": "x\n", "c.js": "x\n" });

  const result = await world.call(findInFilesTool, { pattern: "x", path: "./lib/" });

  assert.match(result.text, /^1 hit for "x" in 1 file\n\nlib\/a\.js\n/);
  assert.equal((await world.call(findInFilesTool, { pattern: "x", path: "nope" })).ok, false);
});

test("what is left out is said, with how to narrow", async () => {
  const world = await toolWorld({ "a.txt": "x\n".repeat(100), "b.txt": "x\n".repeat(100) });

  const result = await world.call(findInFilesTool, { pattern: "x" });

  assert.match(result.text, /Left out: a\.txt 85, b\.txt 85\. Narrow with path or a longer pattern\./);
});

test("no hits says what to try", async () => {
  const world = await toolWorld({ "a.txt": "x\n" });

  assert.match((await world.call(findInFilesTool, { pattern: "zzz" })).text, /^No hits for "zzz"\. Try/);
});
