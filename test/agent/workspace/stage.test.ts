// The stage: proposed contents over the disk. Promises that reads see them and the disk does not, that pre-images are
// those of the first staging, and that each limit says itself.

import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { REDACTED } from "../../../agent/redact.ts";
import type { StageWrite } from "../../../agent/tools/tool.ts";
import { openWorkspace } from "../../../agent/workspace/folder.ts";
import { createStage, type Stage } from "../../../agent/workspace/stage.ts";
import { systemClock } from "../../../store/clock.ts";
import { noFailpoint } from "../../../store/failpoint.ts";
import { sha256 } from "../../../store/hash.ts";
import { folderWith } from "../tools/tool-world.ts";

const { signal } = new AbortController();
const SECRET = "sk-canary-0123456789";
const write = (path: string, after: string | null): StageWrite => {
  return { path, after: after === null ? null : Buffer.from(after), note: null };
};

async function stageOver(files: Record<string, string>): Promise<{ root: string; stage: Stage }> {
  const root = await folderWith(files);
  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  return { root, stage: createStage(workspace, [], { blob: async () => undefined, secrets: [SECRET] }) };
}

async function textOf(stage: Stage, path: string): Promise<string> {
  const file = await stage.read(path, signal);
  return file.ok ? `${Buffer.from(file.bytes).toString()}${file.staged ? " (staged)" : ""}` : file.reason;
}

test("a staged file is read back, and the disk keeps the old one", async () => {
  const { root, stage } = await stageOver({ "a.js": "old" });

  const proposal = await stage.propose(write("./a.js", "new"), signal);

  assert.equal(await textOf(stage, "a.js"), "new (staged)");
  assert.equal(await readFile(join(root, "a.js"), "utf8"), "old");
  assert.ok(proposal.ok);
  assert.deepEqual(proposal.change, {
    path: "a.js",
    op: "modify",
    before: sha256("old"),
    after: sha256("new"),
    mode: 0o644,
  });
  assert.deepEqual(
    proposal.blobs.map((blob) => blob.hash),
    [sha256("old"), sha256("new")],
  );
});

test("the pre-image is that of the first staging, whatever the disk does meanwhile", async () => {
  const { root, stage } = await stageOver({ "a.js": "old" });
  await stage.propose(write("a.js", "one"), signal);
  await writeFile(join(root, "a.js"), "moved");

  await stage.propose(write("a.js", "two"), signal);

  assert.deepEqual(
    stage.changes().map(({ before, after }) => [before, after]),
    [[sha256("old"), sha256("two")]],
  );
});

test("staging back to the pre-image drops the change", async () => {
  const { stage } = await stageOver({ "a.js": "old" });
  await stage.propose(write("a.js", "one"), signal);
  await stage.propose(write("new.js", "x"), signal);

  const back = await stage.propose(write("a.js", "old"), signal);
  const gone = await stage.propose(write("new.js", null), signal);

  assert.ok(back.ok && back.change.before === back.change.after);
  assert.ok(gone.ok && gone.change.before === null && gone.change.after === null);
  assert.deepEqual(stage.changes(), []);
  assert.equal(await textOf(stage, "a.js"), "old");
});

test("a stage is built again from the changes of a log", async () => {
  const { root, stage } = await stageOver({ "a.js": "old", "b.js": "b" });
  const first = await stage.propose(write("a.js", "one"), signal);
  const second = await stage.propose(write("b.js", null), signal);
  assert.ok(first.ok && second.ok);

  const workspace = await openWorkspace(root, { clock: systemClock, failpoint: noFailpoint });
  const blobs = new Map(first.blobs.map((blob) => [blob.hash, blob.bytes]));
  const again = createStage(workspace, [first.change, second.change], {
    blob: async (hash) => blobs.get(hash),
    secrets: [],
  });

  assert.equal(await textOf(again, "a.js"), "one (staged)");
  assert.equal(await textOf(again, "b.js"), "not_found");
  assert.deepEqual(again.changes(), stage.changes());
});

test("a listing shows the stage over the disk", async () => {
  const { stage } = await stageOver({ "a.js": "old", "b.js": "b" });
  await stage.propose(write("c/new.js", "four"), signal);
  await stage.propose(write("b.js", null), signal);

  const files = await stage.list(signal);

  assert.deepEqual(files, [
    { path: "a.js", bytes: 3, staged: false },
    { path: "c/new.js", bytes: 4, staged: true },
  ]);
});

test("each limit says itself", async () => {
  const { stage } = await stageOver({});
  const large = await stage.propose(write("big.txt", "x".repeat(1024 * 1024 + 1)), signal);
  const many = Array.from({ length: 51 }, (_, index) => write(`f${index}.txt`, "x"));
  const files = await stage.proposeAll(many, signal);
  const heavy = Array.from({ length: 5 }, (_, index) =>
    write(`h${index}.txt`, `${index}`.repeat(1024 * 1024)),
  );
  const turn = await stage.proposeAll(heavy, signal);

  assert.match(large.ok ? "" : large.text, /at most 1 MB/);
  assert.match(files.ok ? "" : files.text, /at most 50 files/);
  assert.match(turn.ok ? "" : turn.text, /at most 4 MB/);
  assert.deepEqual(stage.changes(), []);
});

test("a staged file cannot be a folder of another", async () => {
  const { stage } = await stageOver({});
  await stage.propose(write("lib", "a file"), signal);

  const below = await stage.propose(write("lib/a.js", "x"), signal);

  assert.equal(!below.ok && below.reason, "path");
  assert.equal(stage.changes().length, 1);
});

test("content with a redaction mark is refused, since it would overwrite a secret", async () => {
  const { stage } = await stageOver({ "a.js": "old" });

  const proposal = await stage.propose(write("a.js", `key = "${REDACTED}"`), signal);

  assert.equal(!proposal.ok && proposal.reason, "redacted");
});

test("several writes are staged together or not at all, and a moved file keeps its mode", async () => {
  const { stage } = await stageOver({ "run.sh": "#!/bin/sh\n" });
  const bad = await stage.proposeAll([write("x.js", "x"), write("../y.js", "y")], signal);
  assert.deepEqual([bad.ok, stage.changes()], [false, []]);

  const moved = await stage.proposeAll([write("bin/run.sh", "#!/bin/sh\n"), write("run.sh", null)], signal);

  assert.ok(moved.ok);
  assert.deepEqual(
    stage.changes().map(({ path, op, mode }) => [path, op, mode]),
    [
      ["bin/run.sh", "create", 0o644],
      ["run.sh", "delete", 0o644],
    ],
  );
});

test("content that the review could not show is not staged, but a binary file may move", async () => {
  const binary = "\u0000\u0001 picture";
  const { stage } = await stageOver({ "a.js": "old();\n", "logo.bin": binary });

  const hidden = await stage.propose(write("b.js", "/*\u0000*/ steal();\n"), signal);
  const moved = await stage.proposeAll([write("logo.bin", null), write("img/logo.bin", binary)], signal);

  assert.equal(hidden.ok ? "" : hidden.reason, "binary");
  assert.ok(moved.ok);
});

test("a change whose diff would print a secret is not staged; elsewhere in that file it is", async () => {
  const lines = ["one", "two", `key = "${SECRET}"`, "four", "five", "six", "seven", "eight"];
  const text = lines.join("\n");
  const { stage } = await stageOver({ "config.js": text });

  const near = await stage.propose(write("config.js", text.replace("five", "5")), signal);
  const gone = await stage.propose(write("config.js", null), signal);
  const far = await stage.propose(write("config.js", text.replace("eight", "8")), signal);

  assert.equal(near.ok ? "" : near.reason, "redacted");
  assert.equal(gone.ok ? "" : gone.reason, "redacted");
  assert.ok(far.ok);
});

test("a review too large to be sent is not staged, also when it only deletes", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 18 }, (_, i) => [`f${i}.txt`, "x".repeat(1_000_000)]),
  );
  const { stage } = await stageOver(files);

  const gone = await stage.proposeAll(
    Object.keys(files).map((path) => write(path, null)),
    signal,
  );

  assert.equal(gone.ok ? "" : gone.reason, "limit");
});
