// Folders for one test, removed after it.
// Refuses to be shared between tests.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestContext } from "node:test";

export async function tempFolder(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "handrail-store-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  return folder;
}
