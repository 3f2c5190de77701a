// Building an index over real folders: what the report says, what a second build costs, what may never be read.
// Promises real files, links and pipes. Refuses the corpora, which have a file of their own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { DocsFolderError } from "../../../agent/docs/index/build.ts";
import { buildIndex } from "../../../agent/docs/index/build-index.ts";
import { MAX_PAGE_BYTES } from "../../../agent/docs/index/read-pages.ts";
import { readPointer } from "../../../agent/docs/index/versions.ts";
import { systemClock } from "../../../store/clock.ts";
import { buildHere, fixtures, openHere, tempDocs } from "./docs-folder.ts";

test("a build counts what it found and opens as documentation", async (t) => {
  const { dir, folder } = tempDocs(t, {
    "Loom.md": "# Loom\n\nThe machine.",
    "Loom.warp.md": "# Loom.warp\n\nThe standing threads.",
    "Loom-weaveRow.md": "# Loom-weaveRow\n\nWeaves one row.",
  });
  const stages: string[] = [];

  const report = await buildIndex({
    sources: [{ name: "loom", folder }],
    dir,
    clock: systemClock,
    signal: t.signal,
    onProgress: ({ stage }) => stages.push(stage),
  });

  const { surface, ...rest } = report;
  assert.deepEqual([surface.interfaces, surface.members, surface.globals], [1, 2, 0]);
  assert.deepEqual(
    { ...rest, ms: 0, version: "" },
    {
      version: "",
      chunks: 3,
      interfaces: 1,
      members: 2,
      pages: 3,
      topics: 0,
      sources: [{ name: "loom", parser: null, complete: false, pages: 3, chunks: 3, members: 2 }],
      skipped: [],
      notRead: [],
      reusedPages: 0,
      changed: { added: 3, removed: 0, modified: 0 },
      delta: {
        interfaces: { added: ["Loom"], removed: [], addedCount: 1, removedCount: 0 },
        members: {
          added: ["Loom.warp", "Loom.weaveRow"],
          removed: [],
          addedCount: 2,
          removedCount: 0,
        },
      },
      held: [],
      unread: [],
      ms: 0,
      flipped: true,
    },
  );
  assert.deepEqual(
    [...new Set(stages)],
    ["locked", "scanned", "reading", "filled", "settled", "validated", "renamed", "flipped", "swept"],
  );
  const docs = await openHere(t, dir);
  assert.equal(docs.version, report.version);
  assert.equal(docs.chunk("Loom-weaveRow")?.source, "loom");
});

test("a dotted title is an interface once other chunks are members of it", async (t) => {
  const { dir } = tempDocs(t);

  buildHere({ folder: path.join(fixtures, "members"), dir });

  const docs = await openHere(t, dir);
  assert.deepEqual(
    ["Loom-warp", "Loom.pattern", "Loom.pattern-mirror"].map((id) => [
      docs.chunk(id)?.interface,
      docs.chunk(id)?.member,
    ]),
    [
      ["Loom", "warp"],
      ["Loom.pattern", undefined],
      ["Loom.pattern", "mirror"],
    ],
  );
});

test("an unchanged folder is read again and nothing else", (t) => {
  const docs = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne." });
  const first = buildHere(docs);
  const before = fs.statSync(path.join(docs.dir, "current.json"), { bigint: true });

  const second = buildHere(docs);

  assert.deepEqual([second.flipped, second.reusedPages, second.version], [false, 1, first.version]);
  assert.equal(fs.statSync(path.join(docs.dir, "current.json"), { bigint: true }).mtimeNs, before.mtimeNs);
});

test("a changed folder costs its changed pages, and the report says what changed", async (t) => {
  const docs = tempDocs(t, {
    "Loom-a.md": "# Loom-a\n\nOne.",
    "Loom-b.md": "# Loom-b\n\nTwo.",
    "Loom-c.md": "# Loom-c\n\nThree.",
  });
  buildHere(docs);

  docs.write("Loom-b.md", "# Loom-b\n\nTwo, but differently.");
  docs.write("Loom-d.md", "# Loom-d\n\nFour.");
  fs.rmSync(path.join(docs.folder, "Loom-c.md"));
  const report = buildHere(docs);

  assert.deepEqual([report.reusedPages, report.pages, report.chunks], [1, 3, 3]);
  assert.deepEqual(report.changed, { added: 1, removed: 1, modified: 1 });
  const opened = await openHere(t, docs.dir);
  assert.equal((await opened.lookup("differently")).hits[0]?.chunk, "Loom-b");
  assert.equal((await opened.lookup("three")).total, 0);
});

test("the same folder has the same version and content, however it was reached", async (t) => {
  const changing = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne.", "x/Loom-a.md": "# Loom-a\n\nOther." });
  buildHere(changing);
  changing.write("Loom.b.md", "# Loom.b\n\nTwo.");
  changing.write("Loom.b-c.md", "# Loom.b-c\n\nThree.");
  buildHere(changing);
  fs.rmSync(path.join(changing.folder, "Loom.b-c.md"));
  const grown = buildHere(changing);
  const fresh = buildHere({ folder: changing.folder, dir: path.join(changing.root, "fresh") });

  const [one, two] = [await openHere(t, changing.dir), await openHere(t, path.join(changing.root, "fresh"))];

  assert.equal(grown.version, fresh.version);
  for (const id of ["Loom-a", "Loom-a~2", "Loom-b", "Loom.b"]) assert.deepEqual(one.chunk(id), two.chunk(id));
  assert.equal(one.chunk("Loom-b")?.member, "b");
});

test("what cannot be read is in the report, each with its reason", (t) => {
  const docs = tempDocs(t, {
    "Loom-a.md": "# Loom-a\n\nOne.",
    "again/Loom-a.md": "# Loom-a\n\nOne more.",
    "binary.md": Buffer.from([35, 32, 0, 1, 2]),
    "latin.md": Buffer.from("# caf\xe9", "latin1"),
    "empty.md": " \n",
    "large.md": Buffer.alloc(MAX_PAGE_BYTES + 1, "a"),
    "api.yaml": "loom: {}",
    LICENSE: "MIT",
    ".git/notes.md": "# not documentation",
    ".handrail/AGENT.md": "# not documentation",
    "passwords.txt": "opensesame",
    "node_modules/x/readme.md": "# not documentation",
  });

  const report = buildHere(docs);

  assert.deepEqual(report.skipped, [
    { path: "binary.md", reason: "binary" },
    { path: "empty.md", reason: "empty" },
    { path: "large.md", reason: "too large (over 8 MB)" },
    { path: "latin.md", reason: "not valid UTF-8" },
    { path: "passwords.txt", reason: "looks like a place for secrets, not read" },
    { path: "again/Loom-a.md", reason: 'duplicate title: "Loom.a" is kept as "Loom-a~2"' },
  ]);
  assert.deepEqual(report.notRead, [
    { kind: ".yaml", files: 1 },
    { kind: "licence text", files: 1 },
  ]);
  assert.equal(report.chunks, 2);
});

test("a page nested beyond measure costs itself alone, at once, and the report says why", async (t) => {
  const docs = tempDocs(t, {
    "Loom-a.md": "# Loom-a\n\nOne.",
    "deep.html": `<h2>Deep</h2>${"<div>".repeat(300_000)}`,
    "tables.html": `<h2>Deep</h2>${"<table><tr><td>".repeat(2_000)}`,
    "flat.html": `<h2>Flat</h2>${"<div><br><img><p>x<p>y</div>".repeat(3_000)}`,
  });

  const report = buildHere(docs);

  const why = "nested too deeply; the page is not read";
  assert.deepEqual(report.skipped, [
    { path: "deep.html", reason: why },
    { path: "tables.html", reason: why },
  ]);
  assert.ok((await openHere(t, docs.dir)).chunk("Loom-a"));
});

test("links and pipes are reported and never opened, so nothing outside of the folder is read", async (t) => {
  const docs = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne." });
  fs.writeFileSync(path.join(docs.root, "secret.md"), "# Secret\n\nopensesame");
  fs.mkdirSync(path.join(docs.root, "outside"));
  fs.writeFileSync(path.join(docs.root, "outside", "secret.md"), "# Secret\n\nopensesame");
  fs.symlinkSync("../secret.md", path.join(docs.folder, "file-link.md"));
  fs.symlinkSync("../outside", path.join(docs.folder, "folder-link"));
  execFileSync("mkfifo", [path.join(docs.folder, "pipe.md")]);

  const report = buildHere(docs);

  assert.deepEqual(report.skipped, [
    { path: "file-link.md", reason: "a link, not followed" },
    { path: "folder-link", reason: "a link, not followed" },
    { path: "pipe.md", reason: "not a regular file" },
  ]);
  const opened = await openHere(t, docs.dir);
  assert.equal((await opened.lookup("opensesame")).total, 0);
});

test("a source sets its own parser", async (t) => {
  const docs = tempDocs(t, { "guide.md": "# Loom\n\nText.\n\n# Shuttle\n\nMore." });
  const sources = [{ name: "docs", folder: docs.folder, parser: "markdown" as const }];

  const report = await buildIndex({ sources, dir: docs.dir, clock: systemClock, signal: t.signal });

  assert.deepEqual([report.chunks, report.interfaces], [2, 0]);
});

test("a source that cannot be read any more keeps its pages, and the report says so", async (t) => {
  const docs = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne." });
  buildHere(docs);
  fs.renameSync(docs.folder, path.join(docs.root, "moved"));

  const report = buildHere(docs);

  assert.deepEqual(report.skipped, [{ path: "docs", reason: "its pages are kept from the last index" }]);
  assert.equal((await openHere(t, docs.dir)).chunk("Loom-a")?.text, "One.");
});

test("a folder that was never there is an error that names it", async (t) => {
  const { root, dir } = tempDocs(t);
  const sources = [{ name: "docs", folder: path.join(root, "nowhere") }];

  const built = buildIndex({ sources, dir, clock: systemClock, signal: t.signal });

  await assert.rejects(built, (error) => error instanceof DocsFolderError && /nowhere/.test(error.message));
  assert.equal(readPointer(dir), undefined);
});

test("an aborted build leaves the old index, and the next build is not kept waiting", async (t) => {
  const docs = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne." });
  const old = buildHere(docs);
  for (let n = 0; n < 200; n++) docs.write(`Loom-m${n}.md`, `# Loom-m${n}\n\nNumber ${n}.`);
  const controller = new AbortController();
  const options = { sources: [{ name: "docs", folder: docs.folder }], dir: docs.dir, clock: systemClock };

  const aborted = buildIndex({
    ...options,
    signal: controller.signal,
    onProgress: ({ stage }) => {
      if (stage === "reading") controller.abort(new Error("enough"));
    },
  });
  await assert.rejects(aborted, /enough/);

  // The thread may have been past its flip when the word reached it: then the new one is whole.
  const left = readPointer(docs.dir)?.version;
  const next = await buildIndex({ ...options, signal: t.signal });
  assert.ok(left === old.version || left === next.version);
  assert.equal(next.chunks, 201);
});

test("a damaged index file or pointer is replaced by the next build", async (t) => {
  const docs = tempDocs(t, { "Loom-a.md": "# Loom-a\n\nOne." });
  const { version } = buildHere(docs);

  fs.writeFileSync(path.join(docs.dir, `${version}.db`), "not a database");
  assert.equal(buildHere(docs).flipped, true);
  fs.writeFileSync(path.join(docs.dir, "current.json"), "{");
  assert.equal(buildHere(docs).flipped, true);

  assert.equal((await openHere(t, docs.dir)).chunk("Loom-a")?.text, "One.");
});
