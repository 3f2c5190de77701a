// `handrail index` over workspaces and over documentation that changes: whose index is built, what is held back, what the
// report names. Promises the command in this process, over real folders. Refuses parsers' details.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { indexCommand } from "../../../bot/cli/index-command.ts";
import type { CliIo } from "../../../bot/cli/io.ts";
import { lookupCommand } from "../../../bot/cli/lookup-command.ts";
import { indexDirOf, workspaceId } from "../../../bot/workspace-entry.ts";
import { systemClock } from "../../../store/clock.ts";
import { openHere, tempDocs } from "./docs-folder.ts";

const MEMBERS = Array.from({ length: 10 }, (_, n) => `m${n}`);

function project(t: TestContext, docsJson?: unknown) {
  const docs = tempDocs(t);
  const write = (file: string, text: string): void => {
    fs.mkdirSync(path.dirname(path.join(docs.root, file)), { recursive: true });
    fs.writeFileSync(path.join(docs.root, file), text);
  };
  docs.write("Loom.md", "# Loom\n\nThe machine.");
  for (const name of MEMBERS) docs.write(`Loom-${name}.md`, `# Loom-${name}\n\nNumber ${name}.`);
  if (docsJson !== undefined) write(".handrail/docs.json", JSON.stringify(docsJson));
  const said = { out: "", err: "" };
  const io: CliIo = {
    stdout: (text) => {
      said.out += text;
    },
    stderr: (text) => {
      said.err += text;
    },
    isTty: false,
    clock: systemClock,
    signal: t.signal,
    dataDir: path.join(docs.root, "data"),
    cwd: docs.root,
  };
  const run = async (...argv: string[]): Promise<number> => {
    said.out = "";
    said.err = "";
    return await indexCommand(argv, io);
  };
  return { ...docs, write, docsWrite: docs.write, said, io, run };
}

const own = { sources: [{ name: "loom", folder: "docs", complete: true }] };

test("a workspace's sources are built into the index that its turns use", async (t) => {
  const { run, said, io, root } = project(t, own);

  assert.equal(await run("--workspace", "."), 0, said.err);

  const dir = indexDirOf(io.dataDir, workspaceId(fs.realpathSync(root)));
  const docs = await openHere(t, dir);
  assert.equal(docs.surface.isComplete("Loom"), true);
  assert.match(said.out, /^11 chunks, 1 interface, 10 members\n/);
  assert.equal(await run(), 0);
  assert.match(said.out, /nothing changed/);
  assert.equal(await lookupCommand(["Loom.m3"], io), 0);
  assert.match(said.out, /1 found by name/);
});

test("a bad source is told, the rest is built, and the exit code is 1", async (t) => {
  const { run, said } = project(t, {
    sources: [...own.sources, { name: "gone", folder: "nowhere" }, { name: "odd", floder: "docs" }],
  });

  const code = await run();

  assert.equal(code, 1);
  assert.match(said.out, /^11 chunks/);
  assert.match(
    said.out,
    /"gone" cannot be read: there is no folder .*nowhere\. Nothing of it is in the index\.\n/,
  );
  assert.match(said.out, /"odd"/);
});

test("a workspace of which nothing can be read says why, and ends in 1", async (t) => {
  const { run, said } = project(t, { sources: [{ name: "gone", folder: "nowhere" }] });

  assert.equal(await run(), 1);

  assert.match(said.err, /"gone" cannot be read: there is no folder .*nowhere\.\n/);
  assert.equal(said.out, "");
});

test("a source that shrank is not swapped in until somebody accepts it", async (t) => {
  const { run, said, io, folder, root } = project(t, own);
  await run();
  for (const name of MEMBERS.slice(0, 3)) fs.rmSync(path.join(folder, `Loom-${name}.md`));

  const held = await run();

  assert.equal(held, 1);
  assert.match(said.out, /not swapped in: 0 added, 3 removed, 0 modified/);
  assert.match(
    said.out,
    /"loom" shrank from 11 chunks to 8, so the old index stays\. .*handrail index --accept-shrink/,
  );
  assert.match(said.out, /"loom" shrank from 10 members to 7/);
  const dir = indexDirOf(io.dataDir, workspaceId(fs.realpathSync(root)));
  const docs = await openHere(t, dir);
  assert.equal(docs.stats.members, 10);
  assert.deepEqual(
    fs.readdirSync(dir).filter((name) => name.startsWith("building-")),
    [],
  );

  assert.equal(await run("--accept-shrink"), 0, said.out);
  await docs.reload();
  assert.equal(docs.stats.members, 7);
  assert.equal(await run(), 0);
});

test("a source that lost a fifth or less, or had next to nothing, is swapped in", async (t) => {
  const { run, folder, said } = project(t, own);
  await run();

  fs.rmSync(path.join(folder, "Loom-m0.md"));
  fs.rmSync(path.join(folder, "Loom-m1.md"));
  assert.equal(await run(), 0, said.out);

  const few = project(t, { sources: [{ name: "few", folder: "few" }] });
  few.write("few/Loom-a.md", "# Loom-a\n\nOne.");
  few.write("few/Loom-b.md", "# Loom-b\n\nTwo.");
  await few.run();
  fs.rmSync(path.join(few.root, "few/Loom-b.md"));
  assert.equal(await few.run(), 0, few.said.out);
});

test("from the second build on the report names what came and went", async (t) => {
  const { run, said, docsWrite, folder } = project(t, own);
  await run();
  assert.doesNotMatch(said.out, /more:/);
  docsWrite("Shuttle.md", "# Shuttle\n\nFlies.");
  docsWrite("Shuttle-pass.md", "# Shuttle-pass\n\nPasses.");
  fs.rmSync(path.join(folder, "Loom-m4.md"));

  await run("--json");

  const report = JSON.parse(said.out.trimEnd().split("\n").at(-1) ?? "");
  assert.deepEqual(report.delta.interfaces, {
    added: ["Shuttle"],
    removed: [],
    addedCount: 1,
    removedCount: 0,
  });
  assert.deepEqual(report.delta.members.removed, ["Loom.m4"]);
  docsWrite("Shuttle-lift.md", "# Shuttle-lift\n\nLifts.");
  await run();
  assert.match(said.out, /1 member more: Shuttle\.lift\n/);
});

test("a first build names nothing as new, also where a static member has an instance's name", async (t) => {
  const { run, said, write } = project(t, { sources: [{ name: "types", file: "a.d.ts" }] });
  write("a.d.ts", "declare class A { static of(): A; of(): A }\n");

  assert.equal(await run(), 0, said.err);

  assert.match(said.out, /^\d chunks?, 1 interface, 2 members\n/);
  assert.doesNotMatch(said.out, /more:/);
});

test("what waits for a yes is told, and how to give it at a terminal", async (t) => {
  const { run, said, root } = project(t, {
    sources: [...own.sources, { name: "far", folder: "/usr/share" }],
  });

  assert.equal(await run("--workspace", "."), 0, said.err);

  assert.match(said.out, /"far" is left out: \/usr\/share is outside the workspace/);
  assert.ok(said.out.endsWith(`handrail trust --workspace ${fs.realpathSync(root)}\n`));
});

test("documentation without a page says what is read", async (t) => {
  const { run, said, write } = project(t, { sources: [{ name: "none", folder: "other" }] });
  write("other/a.png", "x");

  await run();

  assert.match(said.out, /not yet read: 1 × \.png\nNo page was found\. Documentation is Markdown, .*\n$/);
});

test("a folder named with a parser and as complete stays so, also when it is only asked", async (t) => {
  const { run, said, io } = project(t);
  const named = ["--docs", "docs", "--parser", "markdown", "--complete"];

  assert.equal(await run(...named), 0, said.err);
  assert.match(said.out, /^11 chunks/);
  await lookupCommand([...named, "machine"], io);
  await lookupCommand(["--docs", "docs", "machine"], io);
  await run(...named);

  assert.match(said.out, /nothing changed/);
});
