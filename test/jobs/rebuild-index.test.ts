// Rebuilding indexes: beside the old one, one flip, and what is open moves to it; one bad workspace stops no other.

import assert from "node:assert/strict";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { OpenedWorkspace } from "../../bot/workspace-entry.ts";
import { rebuildIndex } from "../../jobs/rebuild-index.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { openShop } from "../bot/shop.ts";

const DOCS_JSON = JSON.stringify({ sources: [{ name: "docs", folder: "docs" }] });
const page = (member: string) => `# Loom.${member}\n\nSets the ${member} of the loom, in threads.\n`;
const signal = new AbortController().signal;

async function titles(workspace: OpenedWorkspace, query: string): Promise<string[]> {
  const docs = await workspace.docs();
  return (await docs?.lookup(query))?.hits.map((hit) => hit.title) ?? [];
}

test("a changed page is found after the run, in documentation that was open all the time", async () => {
  await using shop = await openShop({ ".handrail/docs.json": DOCS_JSON, "docs/Loom-warp.md": page("warp") });
  const { workspace } = shop;
  const job = rebuildIndex({ workspaces: [workspace], clock });
  assert.ok(!(await titles(workspace, "Loom.weft")).includes("Loom.weft"));
  const before = (await workspace.docs())?.version;
  await shop.write("docs/Loom-weft.md", page("weft"));

  const result = await job.run(signal);

  assert.equal(result.workspaces, 1);
  assert.equal(result.flipped, 1);
  assert.ok((await titles(workspace, "Loom.weft")).includes("Loom.weft"));
  assert.notEqual((await workspace.docs())?.version, before);
});

test("nothing changed is visible as that: no flip, and the same version", async () => {
  await using shop = await openShop({ ".handrail/docs.json": DOCS_JSON, "docs/Loom-warp.md": page("warp") });
  const job = rebuildIndex({ workspaces: [shop.workspace], clock });
  await job.run(signal);
  const version = (await shop.workspace.docs())?.version;

  const result = await job.run(signal);

  assert.equal(result.flipped, 0);
  assert.equal(Number(result.added) + Number(result.modified) + Number(result.removed), 0);
  assert.equal((await shop.workspace.docs())?.version, version);
});

test("a source that is broken fails the run by name; its other sources and other workspaces are rebuilt", async () => {
  const sources = [{ name: "docs", folder: "docs" }, { name: "x" }];
  const files = { "docs/Loom-warp.md": page("warp") };
  await using bad = await openShop({ ...files, ".handrail/docs.json": JSON.stringify({ sources }) });
  await using good = await openShop({ ...files, ".handrail/docs.json": DOCS_JSON });
  const named = { ...bad.workspace, name: "the bad one" };
  const job = rebuildIndex({ workspaces: [named, good.workspace], clock });

  await assert.rejects(job.run(signal), /^Error: the bad one: .*"x" does not fit: needs exactly one of/);

  for (const { workspace } of [bad, good]) assert.ok((await titles(workspace, "Loom.warp")).length > 0);
  assert.match(bad.faults[0] ?? "", /needs exactly one of/, "told at the opening too");
});

test("a source that shrank fails the run, says how to accept it, and what was open stays as it was", async () => {
  const members = ["a", "b", "c", "d", "e", "f"];
  const files = Object.fromEntries(members.map((name) => [`docs/Loom-${name}.md`, page(name)]));
  await using shop = await openShop({ ...files, ".handrail/docs.json": DOCS_JSON });
  const job = rebuildIndex({ workspaces: [shop.workspace], clock });
  await job.run(signal);
  for (const name of ["a", "b", "c"]) await rm(join(shop.workspace.root, `docs/Loom-${name}.md`));

  await assert.rejects(job.run(signal), /"docs" shrank from 6 chunks to 3, .*handrail index --accept-shrink/);

  assert.ok((await titles(shop.workspace, "Loom.a")).includes("Loom.a"));
});

test("a source that is gone fails the run by name, and keeps its pages", async () => {
  await using shop = await openShop({ ".handrail/docs.json": DOCS_JSON, "docs/Loom-warp.md": page("warp") });
  const job = rebuildIndex({ workspaces: [shop.workspace], clock });
  await job.run(signal);
  await rm(join(shop.workspace.root, "docs"), { recursive: true });

  await assert.rejects(
    job.run(signal),
    /"docs" cannot be read: there is no folder .*docs\. Its pages are kept/,
  );

  assert.ok((await titles(shop.workspace, "Loom.warp")).includes("Loom.warp"));
});

test("what waits for the owner is told at the opening, and fails no run", async () => {
  await using shop = await openShop({
    ".handrail/docs.json": '{"sources":[{"name":"x","folder":"../.."}]}',
  });

  const result = await rebuildIndex({ workspaces: [shop.workspace], clock }).run(signal);

  assert.equal(result.workspaces, 0);
  assert.match(shop.faults[0] ?? "", /outside the workspace; \/trust shows it/);
});

test("a workspace without documentation costs nothing", async () => {
  await using shop = await openShop({ "main.js": "var a = 1;\n" });

  const result = await rebuildIndex({ workspaces: [shop.workspace], clock }).run(signal);

  assert.equal(result.workspaces, 0);
});

test("a run that is stopped leaves the index that was there", async () => {
  await using shop = await openShop({ ".handrail/docs.json": DOCS_JSON, "docs/Loom-warp.md": page("warp") });
  await rebuildIndex({ workspaces: [shop.workspace], clock }).run(signal);
  const version = (await shop.workspace.docs())?.version;
  await shop.write("docs/Loom-weft.md", page("weft"));

  await assert.rejects(rebuildIndex({ workspaces: [shop.workspace], clock }).run(AbortSignal.abort()));

  assert.equal((await shop.workspace.docs())?.version, version);
  assert.ok((await titles(shop.workspace, "Loom.warp")).length > 0);
});
