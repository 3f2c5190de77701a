// A workspace folder with a docs.json and files, and a place outside of it, for the tests of sources. Promises real files
// that are gone after the test.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { TestContext } from "node:test";
import { type LoadedSources, loadSources } from "../../../../agent/docs/sources/load-sources.ts";

export type TestWorkspace = {
  root: string;
  outside: string;
  cacheDir: string;
  write(file: string, text: string): void;
  load(trusted?: string[]): Promise<LoadedSources>;
};

/** `docs` becomes docs.json as it is when it is text. `files` lie in the workspace, or outside with `../outside/`. */
export function workspaceWith(
  t: TestContext,
  docs: unknown,
  files: Record<string, string> = {},
): TestWorkspace {
  const top = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), "handrail-sources-")));
  t.after(() => fs.rmSync(top, { recursive: true, force: true }));
  const root = path.join(top, "shop");
  const outside = path.join(top, "outside");
  fs.mkdirSync(root);
  fs.mkdirSync(outside);
  const write = (file: string, text: string): void => {
    const at = path.join(root, file);
    fs.mkdirSync(path.dirname(at), { recursive: true });
    fs.writeFileSync(at, text);
  };
  write(".handrail/docs.json", typeof docs === "string" ? docs : JSON.stringify(docs));
  for (const [file, text] of Object.entries(files)) write(file, text);
  const load = (trusted: string[] = []) => loadSources(root, new Set(trusted));
  return { root, outside, cacheDir: path.join(top, "cache"), write, load };
}
