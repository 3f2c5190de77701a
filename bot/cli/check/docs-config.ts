// Documentation that a file named on the command line lists, in the shape of `.handrail/docs.json`. Promises that a bad source
// is told and the others go on. Refuses to let the file reach out of its own folder: nobody said yes to more.

import { readFile, realpath } from "node:fs/promises";
import path from "node:path";
import { type SourceNote, sourcesIn } from "../../../agent/docs/sources/load-sources.ts";
import { cacheDirOf, prepareSources } from "../../../agent/docs/sources/prepare-sources.ts";
import { OWN_FOLDER } from "../../../agent/workspace/own-file.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { indexDirOf, workspaceId } from "../../workspace-entry.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import type { CodePlace } from "./code-place.ts";

export async function findConfig(stated: string, io: CliIo): Promise<CodePlace> {
  const asked = path.resolve(io.cwd, stated);
  const file = await realpath(asked).catch(() => null);
  const text = file === null ? null : await readFile(file, "utf8").catch(() => null);
  if (file === null || text === null) throw new UsageError(`There is no file ${asked} that can be read.`);

  const folder = path.dirname(file);
  const root = path.basename(folder) === OWN_FOLDER ? path.dirname(folder) : folder;
  const { sources, notes } = await sourcesIn(text, root, new Set());
  if (sources.length === 0 && notes.length === 0) throw new UsageError(`${asked} names no sources.`);
  // Apart from the workspace's own index, which another list of sources may have made.
  const dir = indexDirOf(io.dataDir, workspaceId(file));
  const { clock, signal } = io;
  const prepared = await prepareSources(sources, { cacheDir: cacheDirOf(dir), clock, signal });
  return {
    name: file,
    dir,
    sources: prepared.sources,
    stated: sources,
    notes: [...notes.map(inWords), ...prepared.notes],
    profile: await loadProfile(root),
    root,
    workspace: workspaceId(root),
  };
}

function inWords(note: SourceNote): SourceNote {
  if (note.kind !== "waits") return note;
  const text = `"${note.source}" is left out, since it reaches out of the folder of that file: name it with --docs.`;
  return { ...note, text };
}
