// What `index` and `lookup` share: which documentation they mean, a folder or a workspace's sources, where its index is
// kept, and the fresh index itself. Promises that the same folder has the same index, however its path is written, and
// that a workspace's is the one that its turns use. Refuses a folder that is not there.

import { hash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { type DocsSource, PARSER_NAMES, type ParserName } from "../../agent/docs/chunk.ts";
import type { OnProgress } from "../../agent/docs/index/build.ts";
import { buildIndex } from "../../agent/docs/index/build-index.ts";
import type { IndexReport } from "../../agent/docs/index/report.ts";
import { openDocs } from "../../agent/docs/open-docs.ts";
import { writeBuiltOf } from "../../agent/docs/sources/built-of.ts";
import type { SourceNote, WorkspaceSource } from "../../agent/docs/sources/load-sources.ts";
import { defaultProfile, type Profile } from "../../agent/workspace/profile.ts";
import { wordsOf } from "../../store/words-of.ts";
import type { CliIo } from "./io.ts";
import { safeText } from "./safe-text.ts";
import { UsageError, usageLine } from "./usage.ts";

/** `name` is what a line about it calls it; `notes` are what could not be taken as it stands. */
export type DocsPlace = {
  name: string;
  dir: string;
  sources: DocsSource[];
  /** What docs.json names; null for a folder that is named alone. */
  stated: WorkspaceSource[] | null;
  notes: SourceNote[];
  profile: Profile;
};

export const DOCS_USAGE = "[--workspace DIR | --docs DIR [--parser NAME] [--complete]] [--into DIR]";

export const DOCS_OPTIONS = {
  docs: { type: "string" },
  workspace: { type: "string" },
  parser: { type: "string" },
  complete: { type: "boolean" },
  into: { type: "string" },
  data: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

export type DocsArgs = {
  docs?: string | undefined;
  workspace?: string | undefined;
  parser?: string | undefined;
  complete?: boolean | undefined;
  into?: string | undefined;
};

/** With neither folder named, the workspace is where the command runs, if that has documentation. */
export async function findDocs(args: DocsArgs, io: CliIo): Promise<DocsPlace> {
  const into = args.into === undefined ? undefined : path.resolve(io.cwd, args.into);
  if (args.docs !== undefined) {
    if (args.workspace !== undefined) throw new UsageError("Give --workspace or --docs, not both.");
    return await findFolders([args.docs], { args, into, io });
  }
  if (args.parser !== undefined || args.complete)
    throw new UsageError(
      "--parser and --complete go with --docs; a workspace says so in .handrail/docs.json.",
    );
  // Loaded when asked for: a folder of documentation needs nothing of a workspace.
  const { findWorkspace } = await import("./docs-workspace.ts");
  return await findWorkspace(args.workspace, { into, io });
}

type Finding = { args: Pick<DocsArgs, "parser" | "complete">; into: string | undefined; io: CliIo };

/** Several folders are one documentation. The index of one folder is that of its path alone, however it is asked for. */
export async function findFolders(docs: readonly string[], { args, into, io }: Finding): Promise<DocsPlace> {
  const parser = parserOf(args.parser);
  const found = await Promise.all(docs.map((one) => folderOf(path.resolve(io.cwd, one))));
  const folders = [...new Set(found)];
  const sources = folders.map((folder, at) => ({
    name: at === 0 ? "docs" : `docs${at + 1}`,
    folder,
    complete: args.complete ?? false,
    ...(parser ? { parser } : {}),
  }));
  return {
    name: folders.join(", "),
    dir: into ?? path.join(io.dataDir, "indexes", hash("sha256", folders.join("\0")).slice(0, 16)),
    sources,
    stated: null,
    notes: [],
    profile: defaultProfile,
  };
}

async function folderOf(asked: string): Promise<string> {
  const folder = await realpath(asked).catch(() => undefined);
  if (folder !== undefined && (await stat(folder)).isDirectory()) return folder;
  throw new UsageError(`There is no folder ${asked}; give --docs the folder that holds the documentation.`);
}

function parserOf(name: string | undefined): ParserName | undefined {
  const parser = PARSER_NAMES.find((one) => one === name);
  if (name !== undefined && parser === undefined)
    throw new UsageError(`--parser takes one of ${PARSER_NAMES.join(", ")}.`);
  return parser;
}

/** A folder as it was indexed the last time: whoever only asks need not repeat its parser, nor have it built anew. */
export async function asIndexed(at: DocsPlace, io: CliIo): Promise<DocsPlace> {
  await using docs = await openDocs(at.dir, { signal: io.signal });
  const known = new Map(docs?.stats.sources.map((one) => [one.name, one]));
  const sources = at.sources.map((source) => {
    const { parser = null, complete = false } = known.get(source.name) ?? {};
    return { ...source, complete, ...(parser ? { parser } : {}) };
  });
  return { ...at, sources };
}

export type Refreshing = { acceptShrink?: boolean; onProgress?: OnProgress };

/** Builds what changed since the last time, which for unchanged documentation is next to nothing. */
export async function refreshIndex(
  at: DocsPlace,
  io: CliIo,
  refreshing: Refreshing = {},
): Promise<IndexReport> {
  const { sources, stated, dir } = at;
  const { clock, signal } = io;
  const report = await buildIndex({ sources, dir, clock, signal, ...refreshing });
  if (stated && report.held.length === 0) await writeBuiltOf(dir, stated);
  return report;
}

/** Runs a command's body and turns what it throws into a line and an exit code; `failed` is that of all but wrong usage. */
export async function exitCode(
  io: CliIo,
  usage: string | { usage: string; failed: number },
  body: () => Promise<number>,
): Promise<number> {
  const how = typeof usage === "string" ? { usage, failed: 1 } : usage;
  try {
    return await body();
  } catch (error) {
    const misused = usageLine(error, how.usage);
    // A file of the workspace may be quoted in it.
    io.stderr(safeText(misused ?? `${io.signal.aborted ? "Stopped." : wordsOf(error)}\n`));
    return misused === null ? how.failed : 2;
  }
}
