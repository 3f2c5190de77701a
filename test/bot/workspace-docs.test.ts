// The documentation of one workspace as its turns find it: what its owner is told while it is read, and when a source has
// gone. Promises real folders and a clock that waits only where a test says so.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import { writeBuiltOf } from "../../agent/docs/sources/built-of.ts";
import { prepareSources } from "../../agent/docs/sources/prepare-sources.ts";
import { createWorkspaceDocs } from "../../bot/workspace-docs.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import { workspaceWith } from "../agent/docs/sources/workspace-with.ts";

const DOCS = { sources: [{ name: "loom", folder: "docs" }] };
const MEMBERS = ["a", "b", "c", "d", "e", "f"];
const PAGES = Object.fromEntries(
  MEMBERS.map((name) => [`docs/Loom-${name}.md`, `# Loom-${name}\n\nNumber ${name}.\n`]),
);

/** `isSlow`: whatever is waited for has come at once. */
function open(t: TestContext, given: { json?: unknown; isSlow?: boolean } = {}) {
  const workspace = workspaceWith(t, given.json ?? DOCS, PAGES);
  const told: string[] = [];
  const sleep: Clock["sleep"] = given.isSlow
    ? async () => {}
    : (_ms, signal) => systemClock.sleep(600_000, signal);
  const clock: Clock = { ...systemClock, sleep };
  const dir = path.join(workspace.root, "..", "index");
  const { root } = workspace;
  const tell = (text: string) => void told.push(text);
  const deps = { root, dir, trusted: async () => new Set<string>(), clock, tell, signal: t.signal };
  const start = () => {
    const docs = createWorkspaceDocs(deps);
    t.after(() => docs.close());
    return docs;
  };
  /** As a job or the command line does. */
  const build = async () => {
    const { sources } = await workspace.load();
    const { cacheDir } = workspace;
    const prepared = await prepareSources(sources, { cacheDir, clock: systemClock, signal: t.signal });
    await buildIndex({ ...deps, ...prepared, clock: systemClock });
    await writeBuiltOf(dir, sources);
  };
  return { ...workspace, told, start, build };
}

test("documentation that takes a while to be read says so, since the request that waits for it cannot", async (t) => {
  const slow = open(t, { isSlow: true });
  const quick = open(t);

  for (const { start } of [slow, quick]) {
    const docs = start();
    await docs.refresh();
    assert.equal((await docs.open())?.stats.members, 6);
    await docs.open();
  }

  assert.equal(slow.told.length, 1);
  assert.match(slow.told[0] ?? "", /^its documentation .* is being read; requests go on/);
  assert.deepEqual(quick.told, []);
});

test("a folder that has gone keeps its pages, and the owner is told which, and what to do", async (t) => {
  const { start, told, root, write } = open(t);
  const docs = start();
  await docs.refresh();
  await docs.open();
  fs.rmSync(path.join(root, "docs"), { recursive: true });
  const more = { sources: [...DOCS.sources, { name: "more", folder: "more" }] };
  write(".handrail/docs.json", JSON.stringify(more));
  write("more/Reed-a.md", "# Reed-a\n\nNew.\n");

  await docs.refresh();
  const found = await docs.open();

  assert.equal(found?.stats.members, 7);
  const said = told.map((text) => text.replace(root, "…"));
  assert.deepEqual(said, [
    `"loom" cannot be read: there is no folder …/docs. Its pages are kept from the last index.
Once it can be read, /jobs runs rebuild-index.`,
  ]);
});

test("what is wrong with many sources is one message, and what waits for a yes another", async (t) => {
  const faulty = Array.from({ length: 14 }, (_, n) => ({ name: `s${n}`, floder: "docs" }));
  const waiting = ["one", "two"].map((name) => ({ name, folder: `../${name}` }));
  const { start, told } = open(t, { json: { sources: [...faulty, ...waiting] } });

  await start().refresh();

  assert.equal(told.length, 2);
  assert.match(told[0] ?? "", /^"one" is left out: .*\n"two" is left out: .*\/trust shows it\.$/);
  assert.match(
    told[1] ?? "",
    /"s11" does not fit.*\n… and 2 more: handrail index --workspace names them all\.$/,
  );
});

test("an index that somebody else built is taken as it is, also when its pages have shrunk since", async (t) => {
  const { start, told, root, build } = open(t);
  await build();
  for (const name of MEMBERS.slice(0, 4)) fs.rmSync(path.join(root, `docs/Loom-${name}.md`));

  const docs = start();
  await docs.refresh();

  assert.equal((await docs.open())?.stats.members, 6);
  assert.deepEqual(told, []);
});

test("an index that was swapped in meanwhile is the one that is opened", async (t) => {
  const { start, write, build } = open(t);
  const docs = start();
  await docs.refresh();
  await docs.open();
  write("more/Reed-a.md", "# Reed-a\n\nNew.\n");
  write(".handrail/docs.json", JSON.stringify({ sources: [...DOCS.sources, { name: "m", folder: "more" }] }));

  await build();
  await docs.refresh();

  assert.equal((await docs.open())?.stats.members, 7);
});
