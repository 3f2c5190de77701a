// What a workspace shows of itself. Promises git's rules of ignoring, and that some places never show.

import assert from "node:assert/strict";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { test } from "node:test";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { globMatcher } from "../../../agent/workspace/glob.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { folderWith } from "../tools/tool-world.ts";

const { signal } = new AbortController();
const matchesGlob = (path: string, pattern: string) => globMatcher(pattern)(path);

async function listed(files: Record<string, string>): Promise<string[]> {
  const workspace = await openWorkspace(await folderWith(files), {
    clock: systemClock,
    failpoint: noFailpoint,
  });
  return (await workspace.list(signal)).map((file) => file.path);
}

test("ignored files are not listed, and a deeper file may take a rule back", async () => {
  const files = {
    ".gitignore": "*.log\n/build/\n",
    "a.log": "",
    "a.js": "",
    "build/x.js": "",
    "lib/.gitignore": "!keep.log\nlocal.js\n",
    "lib/keep.log": "",
    "lib/other.log": "",
    "lib/local.js": "",
    "local.js": "",
  };

  const paths = await listed(files);

  assert.deepEqual(paths, [".gitignore", "a.js", "lib/.gitignore", "lib/keep.log", "local.js"]);
});

test("the owner's ignore file counts for the whole workspace", async () => {
  const paths = await listed({
    ".handrail/ignore": "old/\n",
    "old/a.js": "",
    "lib/old/b.js": "",
    "c.js": "",
  });

  assert.deepEqual(paths, ["c.js"]);
});

test("git, modules and the bot's own folder never show", async () => {
  const paths = await listed({
    ".git/config": "",
    "sub/.git": "gitdir: x",
    "node_modules/a/index.js": "",
    "lib/node_modules/b.js": "",
    ".handrail/engine.json": "{}",
    "a.js": "",
  });

  assert.deepEqual(paths, ["a.js"]);
});

test("globs match whole folders, names and choices", () => {
  assert.ok(matchesGlob("lib/a.js", "*.js"));
  assert.ok(matchesGlob("a.js", "**/*.js"));
  assert.ok(matchesGlob("lib/deep/a.js", "lib/**"));
  assert.ok(matchesGlob("lib/a.ts", "lib/*.{js,ts}"));
  assert.ok(!matchesGlob("lib/deep/a.js", "lib/*.js"));
  assert.ok(!matchesGlob("mylib/a.js", "**/lib/*.js"));
});

test("rules made to backtrack, and thousands of them, neither end a listing nor hold the event loop", async () => {
  const deep = `${"a/".repeat(39)}c.js`;
  const slow = [`${"**/a/".repeat(20)}b`, `${"**/*/".repeat(20)}b`, `${"*a".repeat(100)}b`];
  const many = Array.from({ length: 6_000 }, (_, i) => `*rule${i}`);
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`file${i}.js`, ""]));
  const began = performance.now();
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();

  const paths = await listed({
    ".gitignore": [...slow, "*.log", ...many].join("\n"),
    "x.log": "",
    [deep]: "",
    ...files,
  });

  delay.disable();
  assert.ok(paths.includes(deep));
  assert.ok(!paths.includes("x.log"));
  assert.ok(performance.now() - began < 5_000);
  assert.ok(delay.max < 400e6, `the event loop was held for ${Math.round(delay.max / 1e6)} ms`);
});

test("a glob made to backtrack ends at once", () => {
  const before = performance.now();

  const fits = matchesGlob(`${"a".repeat(2000)}c`, `${"*a".repeat(60)}b`);

  assert.equal(fits, false);
  assert.ok(performance.now() - before < 1000);
});
