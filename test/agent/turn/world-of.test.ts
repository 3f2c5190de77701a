// The world of a turn over a real folder: what is read again and when, and that the stage always wins.

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import type { Workspace } from "../../../agent/ports.ts";
import { ownersWord, type WorldDeps, worldOf } from "../../../agent/turn/world-of.ts";
import { createStage } from "../../../agent/workspace/stage.ts";
import { quireDocs } from "./quire-docs.ts";
import { openWorkshop } from "./workshop.ts";

const docsOfQuire = quireDocs();
const { signal } = new AbortController();

async function place(files: Record<string, string>) {
  const shop = await openWorkshop({ files, model: { script: [] } });
  const seen = { lists: 0, reads: [] as string[] };
  const real = shop.deps.workspace;
  const workspace: Workspace = {
    ...real,
    async list(given) {
      seen.lists += 1;
      return await real.list(given);
    },
    async read(path, given) {
      seen.reads.push(path);
      return await real.read(path, given);
    },
  };
  const docs = await docsOfQuire();
  const time = { now: 1_000 };
  const clock = { ...shop.deps.clock, now: () => time.now };
  const deps: WorldDeps = { ...shop.deps, workspace, clock, docs: async () => docs };
  const stage = createStage(workspace, [], { blob: async () => undefined, secrets: [] });
  const world = async (maxAgeMs?: number) => {
    const found = await worldOf(stage, { deps, signal, ...(maxAgeMs === undefined ? {} : { maxAgeMs }) });
    assert.ok(found);
    return found;
  };
  return { shop, seen, time, stage, world };
}

test("a second question within its age reads nothing, and a later one only what changed", async () => {
  const { shop, seen, time, world } = await place({ "a.js": "one();", "lib/b.js": "two();", "c.txt": "c" });
  await using _ = shop;
  await world();
  assert.deepEqual([seen.lists, seen.reads.toSorted()], [1, ["a.js", "lib/b.js"]]);

  await world(2_000);
  assert.deepEqual([seen.lists, seen.reads.length], [1, 2]);

  time.now += 5_000;
  await writeFile(join(shop.root, "a.js"), "three();");
  const { project } = await world(2_000);
  assert.deepEqual([seen.lists, seen.reads.slice(2)], [2, ["a.js"]]);
  assert.deepEqual([project.mentions?.("three"), project.mentions?.("one")], [["a.js"], []]);
});

test("what is staged stands over what was read, however old that is", async () => {
  const { shop, stage, world } = await place({ "a.js": "one();", "b.js": "two();" });
  await using _ = shop;
  await world();

  const bytes = (text: string) => new TextEncoder().encode(text);
  await stage.propose({ path: "a.js", after: bytes("fresh();"), note: null }, signal);
  await stage.propose({ path: "b.js", after: null, note: null }, signal);
  await stage.propose({ path: "lib/c.js", after: bytes("more();"), note: null }, signal);
  const { project } = await world(60_000);

  assert.deepEqual(project.paths().toSorted(), ["a.js", "lib/c.js"]);
  assert.equal(project.read("a.js"), "fresh();");
  assert.deepEqual(project.mentions?.("two"), []);
});

test("without documentation there is no world", async () => {
  await using shop = await openWorkshop({ files: { "a.js": "" }, model: { script: [] } });
  const stage = createStage(shop.deps.workspace, [], { blob: async () => undefined, secrets: [] });

  assert.equal(await worldOf(stage, { deps: shop.deps, signal }), null);
});

test("what the owner says of an interface holds for its children, and for nothing else", async () => {
  const { surface } = await docsOfQuire();
  const exists = ownersWord([{ family: "member", about: "Box.glow" }], surface);
  const child = surface.interfaces().find((name) => surface.interface(name)?.parents.includes("Box"));

  assert.ok(child);
  assert.equal(exists({ family: "member", about: "Box.glow" }), true);
  assert.equal(exists({ family: "member", about: `${child}.glow` }), true);
  assert.equal(exists({ family: "member", about: `Sheet|${child}.glow` }), true);
  assert.equal(exists({ family: "member", about: "Sheet.glow" }), false);
  assert.equal(exists({ family: "object", about: "Box.glow" }), false);
});
