// Where the real documentation lies that Handrail is measured on: HANDRAIL_CORPORA, by default beside the repository.
// Promises a folder, or a test that says why it was skipped. Refuses to copy anything of it.

import fs from "node:fs";
import path from "node:path";
import type { TestContext } from "node:test";

const root = path.resolve(
  process.env.HANDRAIL_CORPORA ?? path.join(import.meta.dirname, "../../shared/corpora"),
);

/** The folder of one corpus; undefined, and the test skipped, where it is not there. */
export function corpusFolder(t: TestContext, name: string): string | undefined {
  const folder = path.join(root, name);
  if (fs.existsSync(folder)) return folder;
  t.skip(`no documentation at ${folder}: set HANDRAIL_CORPORA`);
  return undefined;
}
