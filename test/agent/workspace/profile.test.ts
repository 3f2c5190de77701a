// The profile of an engine. Promises that a missing file gives defaults and a wrong one is named.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { loadProfile } from "../../../agent/workspace/profile.ts";

async function workspaceWith(engine: string | null): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "profile-"));
  await mkdir(join(root, ".handrail"));
  if (engine !== null) await writeFile(join(root, ".handrail/engine.json"), engine);
  return root;
}

test("a workspace without a profile has a whole one", async () => {
  const root = await workspaceWith(null);

  const profile = await loadProfile(root);

  assert.deepEqual(profile.suffixes, { open: "Begin", close: "End" });
  assert.deepEqual(profile.facts, []);
  assert.equal(profile.name, "");
  assert.equal(profile.level, null);
});

test("what the owner says is kept and the rest is filled in", async () => {
  const root = await workspaceWith(
    '{"name":"Quire","level":3,"facts":[{"about":"Grid","fact":"Rows close."}]}',
  );

  const profile = await loadProfile(root);

  assert.equal(profile.level, 3);
  assert.deepEqual(profile.facts, [{ about: "Grid", absent: [], fact: "Rows close." }]);
  assert.deepEqual(profile.loaders, []);
});

test("a key that the profile does not know is named, and those that it knows", async () => {
  const root = await workspaceWith('{"levle": 3}');

  await assert.rejects(
    loadProfile(root),
    /^Error: \.handrail\/engine\.json does not fit: [^\n]*levle[^\n]*\. It may hold name, level, suffixes, [^\n]*\.$/,
  );
});

test("a profile that is no JSON says so", async () => {
  const root = await workspaceWith("{");

  await assert.rejects(loadProfile(root), /engine\.json is not JSON/);
});

test("what the engine has and lacks of the language, and what may be written bare, is the owner's to say", async () => {
  const root = await workspaceWith('{"bare":["app"],"builtIns":{"present":["Array#indexOf"]}}');

  const profile = await loadProfile(root);

  assert.deepEqual(profile.bare, ["app"]);
  assert.deepEqual(profile.builtIns, { present: ["Array#indexOf"], absent: [] });
});
