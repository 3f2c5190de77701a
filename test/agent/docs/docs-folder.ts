// Folders of documentation and of indexes for the tests of agent/docs. Promises real files in a temporary place that is
// gone after the test. Refuses the corpora: those are found by corpora.test.ts alone.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { type BuildOutcome, build, type OnProgress } from "../../../agent/docs/index/build.ts";
import { type Docs, openDocs } from "../../../agent/docs/open-docs.ts";

export const fixtures = path.join(import.meta.dirname, "fixtures");

export type TempDocs = {
  root: string;
  folder: string;
  dir: string;
  write(file: string, text: string | Buffer): void;
};

/** A documentation folder with these files, and an empty place for its index. */
export function tempDocs(t: TestContext, files: Record<string, string | Buffer> = {}): TempDocs {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-docs-"));
  t.after(() => fs.rmSync(root, { recursive: true, force: true }));
  const folder = path.join(root, "docs");
  fs.mkdirSync(folder);
  const write = (file: string, text: string | Buffer): void => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { root, folder, dir: path.join(root, "index"), write };
}

export function buildHere(
  { folder, dir }: { folder: string; dir: string },
  onProgress: OnProgress = () => {},
): BuildOutcome {
  return build({ sources: [{ name: "docs", folder }], dir, builtAt: 0 }, onProgress);
}

/** Opens the index, which must be there, and closes it after the test. */
export async function openHere(t: TestContext, dir: string): Promise<Docs> {
  const docs = await openDocs(dir, { signal: t.signal });
  if (!docs) throw new Error(`no index in ${dir}`);
  t.after(() => docs[Symbol.asyncDispose]());
  return docs;
}
