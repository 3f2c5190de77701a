// Where probes run: a copy of the sample workspace with an index of its own, in a temporary folder. Promises that nothing
// lands there, so that each probe finds it as it was. Refuses to outlive its owner.

import { cp, mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createProjectTexts } from "../../agent/check/project-files.ts";
import type { World } from "../../agent/check/world.ts";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { writeBuiltOf } from "../../agent/docs/sources/built-of.ts";
import { loadSources } from "../../agent/docs/sources/load-sources.ts";
import { cacheDirOf, prepareSources } from "../../agent/docs/sources/prepare-sources.ts";
import { openWorkspace } from "../../agent/workspace/folder.ts";
import { loadProfile } from "../../agent/workspace/profile.ts";
import { decodeScript } from "../../agent/workspace/text.ts";
import type { Clock } from "../../store/clock.ts";
import { noFailpoint } from "../../store/failpoint.ts";
import { indexDirOf, workspaceId } from "../workspace-entry.ts";

export type Bench = {
  root: string;
  dataDir: string;
  /** The untouched workspace with texts over it; null deletes. */
  over(texts: ReadonlyMap<string, string | null>): World;
  [Symbol.asyncDispose](): Promise<void>;
};

type Deps = { clock: Clock; signal: AbortSignal };

export async function openBench(workspace: string, deps: Deps): Promise<Bench> {
  await using stack = new AsyncDisposableStack();
  const dir = await realpath(await mkdtemp(join(tmpdir(), "handrail-probe-")));
  stack.defer(() => rm(dir, { recursive: true, force: true }));
  const root = join(dir, "quire");
  const dataDir = join(dir, "data");
  await cp(workspace, root, { recursive: true });
  await indexFor(root, dataDir, deps);
  const docs = await openDocs(indexDirOf(dataDir, workspaceId(root)), deps);
  if (!docs) throw new Error("The sample's documentation gave no index.");
  stack.use(docs);
  const project = await projectOf(root, deps);
  const profile = await loadProfile(root);
  const kept = stack.move();
  return {
    root,
    dataDir,
    over: (texts) => ({
      surface: docs.surface,
      profile,
      project: project.under(texts),
      docsText: (word) => docs.hasWord(word),
    }),
    [Symbol.asyncDispose]: () => kept[Symbol.asyncDispose](),
  };
}

/** Built before the first turn: its time is not the model's. */
async function indexFor(root: string, dataDir: string, { clock, signal }: Deps): Promise<void> {
  const dir = indexDirOf(dataDir, workspaceId(root));
  const { sources } = await loadSources(root, new Set());
  const prepared = await prepareSources(sources, { cacheDir: cacheDirOf(dir), clock, signal });
  await buildIndex({ sources: prepared.sources, dir, clock, signal });
  await writeBuiltOf(dir, sources);
}

async function projectOf(root: string, { clock, signal }: Deps) {
  const workspace = await openWorkspace(root, { clock, failpoint: noFailpoint });
  const files = await workspace.list(signal);
  const listed = files.map(({ path, bytes }) => ({ path, bytes, version: "" }));
  return await createProjectTexts().load(listed, async (path) => {
    const file = await workspace.read(path, signal);
    return file.ok ? decodeScript(file.bytes) : null;
  });
}
