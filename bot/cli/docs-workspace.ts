// The documentation of a workspace for the command line: its sources as a turn would read them, its profile, its own index.
// Promises that a bad source is told and the others go on. Refuses a folder without `.handrail/docs.json`.

import { realpath } from "node:fs/promises";
import path from "node:path";
import { type LoadedSources, loadSources, type SourceNote } from "../../agent/docs/sources/load-sources.ts";
import { cacheDirOf, prepareSources } from "../../agent/docs/sources/prepare-sources.ts";
import { loadProfile } from "../../agent/workspace/profile.ts";
import { indexDirOf, workspaceId } from "../workspace-entry.ts";
import type { DocsPlace } from "./docs-folder.ts";
import type { CliIo } from "./io.ts";
import { trustedDocs } from "./trusted-docs.ts";
import { UsageError } from "./usage.ts";

type Asked = { into: string | undefined; io: CliIo };

export async function findWorkspace(folder: string | undefined, { into, io }: Asked): Promise<DocsPlace> {
  const asked = path.resolve(io.cwd, folder ?? ".");
  const root = await realpath(asked).catch(() => undefined);
  if (root === undefined)
    throw new UsageError(`There is no folder ${asked}; give --workspace a project's folder.`);

  const { clock, signal, dataDir } = io;
  const loaded = await loadSources(root, await trustedDocs(dataDir, workspaceId(root), clock));
  if (loaded.sources.length === 0 && loaded.notes.length === 0) {
    const file = path.join(asked, ".handrail", "docs.json");
    const what = folder === undefined ? "Name the documentation: --workspace DIR or --docs DIR; " : "";
    const example = `{ "sources": [{ "name": "docs", "folder": "docs" }] }`;
    throw new UsageError(`${what}${file} names no sources. It says where they are: ${example}`);
  }
  const dir = into ?? indexDirOf(dataDir, workspaceId(root));
  const prepared = await prepareSources(loaded.sources, { cacheDir: cacheDirOf(dir), clock, signal });
  return {
    name: root,
    dir,
    sources: prepared.sources,
    stated: loaded.sources,
    notes: [...loaded.notes, ...prepared.notes, ...howToTrust(loaded, root)],
    profile: await loadProfile(root),
  };
}

/** Here there is no chat to send /trust to. */
function howToTrust({ notes }: LoadedSources, root: string): SourceNote[] {
  if (!notes.some((note) => note.kind === "waits")) return [];
  return [{ source: "docs.json", kind: "note", text: `At a terminal: handrail trust --workspace ${root}` }];
}
