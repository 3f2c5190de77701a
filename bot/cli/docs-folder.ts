// What `index` and `lookup` share: the folder that `--docs` names, where its index is kept, and the fresh index itself.
// Promises that the same folder has the same index, however its path is written. Refuses a folder that is not there.

import { hash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { OnProgress } from "../../agent/docs/index/build.ts";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import type { IndexReport } from "../../agent/docs/index/report.ts";
import { wordsOf } from "../../store/words-of.ts";
import type { CliIo } from "./io.ts";
import { UsageError, usageLine } from "./usage.ts";

export type DocsFolder = { folder: string; dir: string };

export async function findDocsFolder(
  docs: string | undefined,
  into: string | undefined,
  io: CliIo,
): Promise<DocsFolder> {
  if (docs === undefined) throw new UsageError("Name the documentation folder: --docs DIR.");
  const asked = path.resolve(io.cwd, docs);
  const folder = await realpath(asked).catch(() => undefined);
  const isFolder = folder !== undefined && (await stat(folder)).isDirectory();
  if (!isFolder)
    throw new UsageError(`There is no folder ${asked}; give --docs the folder that holds the documentation.`);

  const kept = path.join(io.dataDir, "indexes", hash("sha256", folder).slice(0, 16));
  return { folder, dir: into === undefined ? kept : path.resolve(io.cwd, into) };
}

/** Builds what changed since the last time, which for an unchanged folder is next to nothing. */
export function refreshIndex(at: DocsFolder, io: CliIo, onProgress?: OnProgress): Promise<IndexReport> {
  const sources = [{ name: "docs", folder: at.folder }];
  const { clock, signal } = io;
  return buildIndex({ sources, dir: at.dir, clock, signal, ...(onProgress ? { onProgress } : {}) });
}

/** Runs a command's body and turns what it throws into a line and an exit code. */
export async function exitCode(io: CliIo, usage: string, body: () => Promise<void>): Promise<number> {
  try {
    await body();
    return 0;
  } catch (error) {
    const misused = usageLine(error, usage);
    io.stderr(misused ?? `${io.signal.aborted ? "Stopped." : wordsOf(error)}\n`);
    return misused === null ? 1 : 2;
  }
}
