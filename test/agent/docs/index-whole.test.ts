// Invariant 7: the index is never half-built. Builds are killed at every stage, and a reader asks while builds go on.
// Promises real kills of real processes. Refuses waiting for time: each kill is tied to a stage.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setImmediate as turn } from "node:timers/promises";
import type { BuildStage } from "../../../agent/docs/index/build.ts";
import { buildIndex } from "../../../agent/docs/index/build-index.ts";
import { type Docs, openDocs } from "../../../agent/docs/open-docs.ts";
import { systemClock } from "../../../store/clock.ts";
import { buildHere, openHere, type TempDocs, tempDocs } from "./docs-folder.ts";

const PAGES = 12;

function writeRevision(docs: TempDocs, revision: string): void {
  for (let page = 0; page < PAGES; page++) {
    docs.write(`Loom-m${page}.md`, `# Loom-m${page}\n\nRevision ${revision} of this member.`);
  }
}

/** The revision that every page tells; throws when pages tell different ones, or one is missing. */
function revisionOf(docs: Docs): string {
  const told = new Set<string | undefined>();
  for (let page = 0; page < PAGES; page++) {
    told.add(/Revision (\w+)/.exec(docs.chunk(`Loom-m${page}`)?.text ?? "")?.[1]);
  }
  const [revision] = told;
  assert.ok(told.size === 1 && revision !== undefined, `half an index: ${[...told]}`);
  assert.equal(docs.stats.chunks, PAGES);
  return revision;
}

const STAGES: BuildStage[] = [
  "locked",
  "scanned",
  "reading",
  "filled",
  "settled",
  "validated",
  "renamed",
  "flipped",
  "swept",
];

test("the index is never half-built: a build killed at any stage leaves the old one or the new one", async (t) => {
  for (const stage of STAGES) {
    const docs = tempDocs(t);
    writeRevision(docs, "old");
    buildHere(docs);
    writeRevision(docs, "new");

    const child = spawnSync(process.execPath, [
      path.join(import.meta.dirname, "build-and-die.ts"),
      docs.folder,
      docs.dir,
      stage,
    ]);

    assert.equal(child.signal, "SIGKILL", `${stage}: ${child.stderr}`);
    const after = await openHere(t, docs.dir);
    assert.equal(revisionOf(after), stage === "flipped" || stage === "swept" ? "new" : "old", stage);
    assert.equal((await after.lookup("revision")).total, PAGES);

    const { version } = buildHere(docs);
    await after.reload();
    assert.equal(revisionOf(after), "new", stage);
    const left = fs
      .readdirSync(docs.dir)
      .filter((name) => name.startsWith("building-") || name.endsWith(".tmp"));
    assert.deepEqual(left, [], stage);
    assert.ok(fs.existsSync(path.join(docs.dir, `${version}.db`)));
  }
});

test("the index is never half-built: a killed first build leaves none, and the next one builds it", async (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "first");

  spawnSync(process.execPath, [
    path.join(import.meta.dirname, "build-and-die.ts"),
    docs.folder,
    docs.dir,
    "renamed",
  ]);

  assert.equal(await openDocs(docs.dir, { signal: t.signal }), undefined);
  buildHere(docs);
  assert.equal(revisionOf(await openHere(t, docs.dir)), "first");
});

test("the index is never half-built: a reader during rebuilds sees the old one or the new one", async (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "r0");
  buildHere(docs);
  const reader = await openHere(t, docs.dir);
  const state = { building: true, seen: new Set<string>() };

  const rebuilding = (async () => {
    for (let round = 1; round <= 6; round++) {
      writeRevision(docs, `r${round}`);
      const sources = [{ name: "docs", folder: docs.folder }];
      await buildIndex({ sources, dir: docs.dir, clock: systemClock, signal: t.signal });
    }
  })().finally(() => {
    state.building = false;
  });
  while (state.building) {
    await reader.reload();
    state.seen.add(revisionOf(reader));
    const { hits, total } = await reader.lookup("revision member", 50);
    assert.deepEqual([hits.length, total], [PAGES, PAGES]);
    const newcomer = await openDocs(docs.dir, { signal: t.signal });
    assert.ok(newcomer);
    revisionOf(newcomer);
    await newcomer[Symbol.asyncDispose]();
    await turn();
  }
  await rebuilding;

  await reader.reload();
  assert.equal(revisionOf(reader), "r6");
  assert.ok(state.seen.size >= 2, "the reader saw more than one version");
});

test("a lookup that runs while its version is replaced is answered from that version", async (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "old");
  buildHere(docs);
  const reader = await openHere(t, docs.dir);

  const asked = reader.lookup("revision old", 50);
  writeRevision(docs, "new");
  buildHere(docs);
  assert.equal(await reader.reload(), true);

  assert.equal((await asked).total, PAGES);
  assert.equal(await reader.reload(), false);
  assert.equal((await reader.lookup("revision new")).total, PAGES);
});

test("a reader whose version was swept before its first question of words is answered from the new one", async (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "old");
  buildHere(docs);
  const reader = await openHere(t, docs.dir);
  for (const revision of ["newer", "newest"]) {
    writeRevision(docs, revision);
    buildHere(docs);
  }

  assert.equal((await reader.lookup("revision newest")).total, PAGES);
  assert.equal(revisionOf(reader), "newest");
});

test("rubbish of killed builds is swept, and files that are not ours are left", (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "old");
  buildHere(docs);
  for (const name of ["building-abc.db", "current.json.tmp", `${"0".repeat(24)}.db`, "notes.txt"]) {
    fs.writeFileSync(path.join(docs.dir, name), "x");
  }

  const { version } = buildHere(docs);

  assert.deepEqual(
    fs.readdirSync(docs.dir).sort(),
    [`${version}.db`, "current.json", "lock.db", "notes.txt"].sort(),
  );
});

test("of two builds at once the second waits, and both end well", async (t) => {
  const docs = tempDocs(t);
  writeRevision(docs, "old");
  const options = {
    sources: [{ name: "docs", folder: docs.folder }],
    dir: docs.dir,
    clock: systemClock,
    signal: t.signal,
  };

  const reports = await Promise.all([buildIndex(options), buildIndex(options)]);

  assert.deepEqual(reports.map((report) => report.flipped).sort(), [false, true]);
});
