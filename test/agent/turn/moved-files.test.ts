// What another program may make of a file between the card and the tap: the approved change is not forced onto it, it
// is told, and nothing of it is written; and what only looks like a change lands.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, lstat, mkdir, readFile, rename, rm, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { call, say, together } from "../../servers/scripted-model.ts";
import { openWorkshop } from "./workshop.ts";

const MAIN_JS = "var a = 1;\nvar b = 2;\nvar c = 3;\n";

/** A shop with an approved change of two files, of which `main.js` was then made something else. */
async function approvedThen(happens: (path: string, root: string) => Promise<unknown>) {
  const shop = await openWorkshop({
    files: { "main.js": MAIN_JS, "other.js": "other();\n" },
    model: {
      script: [
        together(
          call("edit_file", { path: "main.js", old: "var b = 2;", new: "var b = 20;" }),
          call("edit_file", { path: "other.js", old: "other", new: "another" }),
        ),
        say("b is now 20."),
        say("The file was changed meanwhile; ask again."),
      ],
    },
  });
  const turn = await shop.ask("make b 20");
  await shop.run(turn);
  await shop.decide(turn, "apply");
  await happens(join(shop.root, "main.js"), shop.root);
  await shop.run(turn);
  return { shop, turn, main: join(shop.root, "main.js") };
}

const outside = async (path: string, root: string) => {
  await rename(path, join(root, "real.js"));
  await symlink(join(root, "real.js"), path);
};
const made: [string, (path: string, root: string) => Promise<unknown>, RegExp][] = [
  ["deleted", (path) => rm(path), /no longer exists/],
  ["replaced by a link", outside, /is a link now/],
  [
    "replaced by a FIFO",
    async (path) => {
      await rm(path);
      execFileSync("mkfifo", [path]);
    },
    /no regular file now/,
  ],
  [
    "replaced by a folder",
    async (path) => {
      await rm(path);
      await mkdir(path);
    },
    /no regular file now/,
  ],
  ["rewritten where the change is", (path) => writeFile(path, "var b = 3;\n"), /changed since the review/],
];

for (const [what, happens, why] of made) {
  test(`a file ${what} between card and tap is told, and nothing is written`, async () => {
    const { shop, turn, main } = await approvedThen(happens);
    await using _ = shop;
    const after = await lstat(main).catch(() => null);

    const { end } = shop.reviewer.ends[0] ?? {};
    assert.equal(end?.type, "conflicted");
    assert.ok(end?.type === "conflicted" && end.files.some((f) => f.path === "main.js" && why.test(f.why)));
    assert.equal(await shop.file("other.js"), "other();\n", "all or nothing");
    if (after?.isFile()) assert.equal(await readFile(main, "utf8"), "var b = 3;\n");
    assert.equal((await shop.deps.ledger.generations("ws", 9)).length, 0);
    assert.deepEqual(await shop.deps.ledger.reviewsIn(["approved"]), []);
    assert.notEqual((await shop.deps.ledger.turn(turn))?.state, "running");
  });
}

test("a file whose mode was changed between card and tap lands, and keeps that mode", async () => {
  const { shop, main } = await approvedThen((path) => chmod(path, 0o750));
  await using _ = shop;

  assert.equal(await shop.file("main.js"), MAIN_JS.replace("2;", "20;"));
  assert.equal((await stat(main)).mode & 0o777, 0o750);
});

test("a file touched and written with the same bytes lands", async () => {
  const { shop } = await approvedThen((path) => writeFile(path, MAIN_JS));
  await using _ = shop;

  assert.equal(await shop.file("main.js"), MAIN_JS.replace("2;", "20;"));
});

test("fifty files of an approved change, a large one among them, land together", async () => {
  const paths = Array.from({ length: 49 }, (_, i) => `d${i % 7}/f${i} “q” é.js`);
  const big = "x".repeat(400_000);
  await using shop = await openWorkshop({
    files: {},
    model: {
      script: [
        together(
          ...paths.map((path) => call("write_file", { path, content: `${path}\n` })),
          call("write_file", { path: "big.txt", content: big }),
        ),
        say("Made."),
      ],
    },
  });
  const turn = await shop.ask("make fifty");
  await shop.run(turn);
  await shop.decide(turn, "apply");

  await shop.run(turn);

  for (const path of paths) assert.equal(await shop.file(path), `${path}\n`);
  assert.equal(await shop.file("big.txt"), big);
  assert.equal((await shop.deps.ledger.generations("ws", 9)).length, 1);
});
