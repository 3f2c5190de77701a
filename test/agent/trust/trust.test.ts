// What waits for the owner's yes, what a yes binds to, and what happens when the bytes move.

import assert from "node:assert/strict";
import { chmod, link, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { MAX_FILES, type OwnFile, treeOf } from "../../../agent/trust/own-tree.ts";
import { isTrusted } from "../../../agent/trust/trust.ts";
import { toolFile, toolsBench, trustedBench } from "../client-tools/tools-bench.ts";

const fileOf = (path: string, text: string): OwnFile => ({ path, bytes: Buffer.from(text) });

test("a tree's hash is of its paths and its bytes, in whatever order they come", () => {
  const files = [fileOf("a.ts", "1"), fileOf("lib/b.ts", "2")];

  assert.equal(treeOf(files).hash, treeOf(files.toReversed()).hash);
  const others = [
    [fileOf("a.ts", "1")],
    [fileOf("a.ts", "1"), fileOf("lib/c.ts", "2")],
    [fileOf("a.ts", "2"), fileOf("lib/b.ts", "1")],
    [fileOf("a.ts", "12"), fileOf("lib/b.ts", "")],
  ];
  assert.equal(new Set([files, ...others].map((one) => treeOf(one).hash)).size, 5);
});

test("code without a yes is not run, not even read as a module, and is told once", async (t) => {
  const mark = join(await mkdtemp(join(tmpdir(), "handrail-mark-")), "ran");
  const bench = await toolsBench(t, {
    "a.ts": `import { writeFileSync } from "node:fs";\nwriteFileSync(${JSON.stringify(mark)}, "");\n${toolFile("a", "return 1;")}`,
  });

  await bench.own.refresh();
  await bench.own.refresh();

  assert.deepEqual(bench.names(), []);
  await assert.rejects(readFile(mark), /ENOENT/);
  assert.equal(new Set(bench.told).size, 1);
  assert.match(bench.told[0] ?? "", /waits for your yes; until then none of it runs\. \/trust/);
});

test("a changed byte unloads, the old bytes load again, and each word of it is told", async (t) => {
  const bench = await trustedBench(t, { "a.ts": toolFile("a", 'return "old";') });
  const old = await readFile(join(bench.root, ".handrail/tools/a.ts"), "utf8");
  assert.deepEqual(bench.names(), ["a"]);

  await bench.write(".handrail/tools/a.ts", old.replace("old", "new"));
  await bench.own.refresh();

  assert.deepEqual(bench.names(), []);
  assert.match(bench.told.at(-1) ?? "", /is not what you said yes to any more, so its tools are unloaded/);

  await bench.write(".handrail/tools/a.ts", old);
  await bench.own.refresh();

  assert.deepEqual(bench.names(), ["a"]);
  assert.equal((await bench.call("a")).text, "old");
});

test("a file that joins, a file that goes and a helper that changes all count as a change", async (t) => {
  const bench = await trustedBench(t, { "a.ts": toolFile("a", "return 1;"), "lib/b.ts": "export {};\n" });
  const changes: (() => Promise<void>)[] = [
    () => bench.write(".handrail/tools/lib/b.ts", "export { };\n"),
    () => bench.write(".handrail/tools/notes.txt", "new"),
    () => rm(join(bench.root, ".handrail/tools/lib"), { recursive: true }),
  ];

  for (const change of changes) {
    await change();
    await bench.own.refresh();

    assert.deepEqual(bench.names(), []);
    await bench.say("trusted");
    await bench.own.refresh();
    assert.deepEqual(bench.names(), ["a"]);
  }

  await rm(join(bench.root, ".handrail/tools"), { recursive: true });
  await bench.own.refresh();
  assert.deepEqual(bench.names(), []);
  assert.match(bench.told.at(-1) ?? "", /is empty now/);
});

test("a yes that is taken back unloads, and says nothing that its owner does not know", async (t) => {
  const bench = await trustedBench(t, { "a.ts": toolFile("a", "return 1;") });

  await bench.say("withdrawn");
  await bench.own.refresh();

  assert.deepEqual(bench.names(), []);
  assert.deepEqual(bench.told, []);
});

test("what runs are the kept bytes; a copy that was tampered with is replaced by what the yes was given to", async (t) => {
  const bench = await toolsBench(t, { "a.ts": toolFile("a", 'return "mine";') });
  await bench.say("trusted");
  const [hash] = await bench.trust.trusted("tools");
  const copy = join(bench.dir, hash ?? "", "a.ts");
  assert.deepEqual(await readdir(bench.dir), [hash]);

  await writeFile(copy, toolFile("a", 'return "theirs";'));
  assert.equal(await bench.trust.kept("tools", hash ?? ""), null);
  await bench.own.refresh();

  assert.equal((await bench.call("a")).text, "mine");
  assert.match(await readFile(copy, "utf8"), /mine/);
});

const unfit: [string, (root: string) => Promise<void>, RegExp][] = [
  ["a link", (tools) => symlink("/etc/hostname", join(tools, "b.ts")), /b\.ts is a link/],
  ["a link to a folder", (tools) => symlink(tmpdir(), join(tools, "lib")), /lib is a link/],
  ["a binary file", (tools) => writeFile(join(tools, "b.bin"), Buffer.from([0, 1, 2])), /b\.bin is no text/],
  ["an unreadable name", (tools) => writeFile(join(tools, "b\u202ets.exe"), ""), /other signs/],
  ["twins", (tools) => writeFile(join(tools, "A.ts"), ""), /differ in case/],
  [
    "too many files",
    async (tools) => {
      for (let i = 0; i < MAX_FILES; i++) await writeFile(join(tools, `f${i}.txt`), "");
    },
    /more than 64 files/,
  ],
  ["too much", (tools) => writeFile(join(tools, "b.txt"), "x".repeat(1024 * 1024)), /more than 1024 KB/],
  [
    "a folder far down",
    async (tools) => void (await mkdir(join(tools, ..."abcdefghij".split("")), { recursive: true })),
    /nested deeper/,
  ],
];

for (const [what, arrange, words] of unfit) {
  test(`${what} in the folder makes all of it unfit, and nothing of it runs`, async (t) => {
    const bench = await trustedBench(t, { "a.ts": toolFile("a", "return 1;") });

    await arrange(join(bench.root, ".handrail/tools"));
    await bench.own.refresh();

    assert.deepEqual(bench.names(), []);
    assert.match(bench.told.at(-1) ?? "", words);
    const { found } = await bench.trust.standing("tools");
    assert.equal(found.type, "unfit");
  });
}

test("a tools folder that is a link is unfit, wherever it leads", async (t) => {
  const bench = await toolsBench(t, {});
  const elsewhere = await mkdtemp(join(tmpdir(), "handrail-else-"));
  await writeFile(join(elsewhere, "a.ts"), toolFile("a", "return 1;"));
  await mkdir(join(bench.root, ".handrail"), { recursive: true });
  await symlink(elsewhere, join(bench.root, ".handrail/tools"));

  await bench.own.refresh();

  assert.match(bench.told.at(-1) ?? "", /is a link or no folder/);
});

test("when nothing moved a look is enough: the files are not read again", async (t) => {
  const bench = await trustedBench(t, { "a.ts": toolFile("a", "return 1;") });
  const file = join(bench.root, ".handrail/tools/a.ts");
  const before = await bench.trust.look();

  // Same bytes, another file: what the system says of it moves.
  await link(file, join(bench.root, "beside.ts"));
  await chmod(file, 0o600);
  const after = await bench.trust.look();

  assert.notEqual(before?.stamp, after?.stamp);
});

test("a docs.json that stays inside needs no yes; one that reaches out needs one for exactly these bytes", async (t) => {
  const docs = (folder: string) => JSON.stringify({ sources: [{ name: "d", folder }] });
  const bench = await toolsBench(t, {}, { ".handrail/docs.json": docs("docs"), "docs/a.md": "# A\n" });
  const outside = await mkdtemp(join(tmpdir(), "handrail-docs-"));

  assert.equal((await bench.trust.standing("docs")).found.type, "nothing");

  await bench.write(".handrail/docs.json", docs(outside));
  const asked = await bench.trust.standing("docs");
  assert.match(asked.found.type === "found" ? (asked.found.why[0] ?? "") : "", /outside the workspace/);
  await bench.say("trusted", "docs");
  assert.equal(isTrusted(await bench.trust.standing("docs")), true);
  assert.equal((await bench.trust.standing("tools")).yes, null, "one subject's yes is none for another");

  await bench.write(".handrail/docs.json", `${docs(outside)}\n`);
  const moved = await bench.trust.standing("docs");
  assert.equal(isTrusted(moved), false);
  const last = await bench.trust.kept("docs", moved.lastYes?.hash ?? "");
  assert.equal(Buffer.from(last?.files[0]?.bytes ?? "").toString(), docs(outside));
});
