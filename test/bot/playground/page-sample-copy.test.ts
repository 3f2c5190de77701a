// The sample's copy: made once, kept, dropped when asked. Promises a look at real folders.
// Refuses to touch the shipped sample, and says when something did.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it, type TestContext } from "node:test";
import { prepareSample } from "../../../bot/playground/sample-copy.ts";

const shipped = join(import.meta.dirname, "../../../bot/playground/sample/quire");

async function folder(t: TestContext): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), "handrail-sample-"));
  t.after(() => rm(made, { recursive: true, force: true }));
  return made;
}

const filesIn = async (path: string) => (await readdir(path, { recursive: true })).sort();

it("copies the whole sample, its hidden folder included", async (t) => {
  const dataDir = await folder(t);

  const workspace = await prepareSample({ dataDir, fresh: false });

  assert.equal(workspace, join(dataDir, "playground", "workspace", "quire"));
  assert.deepEqual(await filesIn(workspace), await filesIn(shipped));
  assert((await filesIn(workspace)).includes(join(".handrail", "engine.json")));
});

it("keeps what was changed until a fresh start is asked for, and never touches the shipped one", async (t) => {
  const dataDir = await folder(t);
  const before = await readFile(join(shipped, "main.js"), "utf8");
  const workspace = await prepareSample({ dataDir, fresh: false });
  const main = join(workspace, "main.js");
  await writeFile(main, "changed");
  await writeFile(join(dataDir, "playground", "chat.sqlite"), "kept");

  await prepareSample({ dataDir, fresh: false });
  assert.equal(await readFile(main, "utf8"), "changed");

  await prepareSample({ dataDir, fresh: true });
  assert.equal(await readFile(main, "utf8"), before);
  assert.deepEqual(await readdir(join(dataDir, "playground")), ["workspace"]);
  assert.equal(await readFile(join(shipped, "main.js"), "utf8"), before);
});

it("does not take a copy that was cut short for a whole one", async (t) => {
  const dataDir = await folder(t);
  const begun = join(dataDir, "playground", "workspace.begun");
  await mkdir(begun, { recursive: true });
  await writeFile(join(begun, "stray.js"), "left by a kill");

  const workspace = await prepareSample({ dataDir, fresh: false });

  assert.deepEqual(await filesIn(workspace), await filesIn(shipped));
});
