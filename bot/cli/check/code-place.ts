// Which code a command is about and what it is measured on: the workspace, or folders of documentation with a profile.
// Promises that without options the workspace is found by walking up. Refuses two answers to one question, and a profile
// that does not fit.

import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ParseArgsOptionsConfig } from "node:util";
import { isInside } from "../../../agent/docs/sources/places.ts";
import { loadProfile, type Profile, parseProfile } from "../../../agent/workspace/profile.ts";
import { workspaceId } from "../../workspace-entry.ts";
import { asIndexed, type DocsPlace, findFolders } from "../docs-folder.ts";
import { findWorkspace } from "../docs-workspace.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import { findConfig } from "./docs-config.ts";

export const CODE_USAGE =
  "[--docs DIR… [--complete] [--parser NAME] | --config FILE | --workspace DIR] [--profile engine.json]";

export const CODE_OPTIONS = {
  docs: { type: "string", multiple: true },
  config: { type: "string" },
  workspace: { type: "string" },
  profile: { type: "string" },
  parser: { type: "string" },
  complete: { type: "boolean" },
  data: { type: "string" },
} as const satisfies ParseArgsOptionsConfig;

type CodeArgs = {
  docs?: string[] | undefined;
  config?: string | undefined;
  workspace?: string | undefined;
  profile?: string | undefined;
  parser?: string | undefined;
  complete?: boolean | undefined;
};

/** `root` is where paths are counted from; `workspace` its id, or null for a folder that is none. */
export type CodePlace = DocsPlace & { root: string; workspace: string | null };

/** `files` are the arguments: where they lie says which workspace is meant, if the current folder does not. */
export async function findCode(args: CodeArgs, files: readonly string[], io: CliIo): Promise<CodePlace> {
  const named = [args.docs, args.config, args.workspace].filter((one) => one !== undefined);
  if (named.length > 1) throw new UsageError("Give one of --docs, --config and --workspace.");
  if (args.docs === undefined && (args.parser !== undefined || args.complete))
    throw new UsageError("--parser and --complete go with --docs.");
  const at = await found(args, files, io);
  if (args.profile === undefined) return at;
  return { ...at, profile: await readProfile(path.resolve(io.cwd, args.profile)) };
}

async function found(args: CodeArgs, files: readonly string[], io: CliIo): Promise<CodePlace> {
  if (args.config !== undefined) return await findConfig(args.config, io);
  const around = await workspaceAbove(files, io);
  if (args.docs !== undefined) {
    const asked = await findFolders(args.docs, { args, into: undefined, io });
    const isPlain = args.parser === undefined && !args.complete;
    const docs = isPlain ? await asIndexed(asked, io) : asked;
    if (around === null) {
      const profile = { ...docs.profile, domain: ANY_SCRIPT };
      return { ...docs, profile, root: await commonFolder(files, io), workspace: null };
    }
    return { ...docs, profile: await loadProfile(around), root: around, workspace: workspaceId(around) };
  }
  const folder = args.workspace ?? around;
  if (folder === null)
    throw new UsageError(
      "There is no .handrail/ here or above: name the documentation, with --docs DIR, --config FILE or --workspace DIR.",
    );
  const docs = await findWorkspace(folder, { into: undefined, io });
  return { ...docs, root: docs.name, workspace: workspaceId(docs.name) };
}

/** Where no profile says which files are the engine's. */
const ANY_SCRIPT = ["**/*.{js,mjs,cjs,jsx,jsxinc,es,ts,tsx,mts,cts}"];

async function workspaceAbove(files: readonly string[], io: CliIo): Promise<string | null> {
  const folders = files
    .filter((file) => file !== "-")
    .map((file) => path.dirname(path.resolve(io.cwd, file)));
  for (const start of new Set([io.cwd, ...folders])) {
    for (let at = await realOf(start); at !== null; at = above(at)) {
      const isThere = await stat(path.join(at, ".handrail")).then(
        (found) => found.isDirectory(),
        () => false,
      );
      if (isThere) return at;
    }
  }
  return null;
}

const above = (at: string): string | null => (path.dirname(at) === at ? null : path.dirname(at));

const realOf = (at: string): Promise<string | null> => realpath(at).catch(() => null);

/** The current folder where all files lie in it, else the folder that they share: all of it is then the project. */
async function commonFolder(files: readonly string[], io: CliIo): Promise<string> {
  const here = (await realOf(io.cwd)) ?? io.cwd;
  const found = await Promise.all(files.map((file) => realOf(path.resolve(io.cwd, file))));
  const places = found.filter((at) => at !== null);
  if (places.every((at) => isInside(here, at))) return here;
  let root = path.dirname(places[0] ?? here);
  while (!places.every((at) => isInside(root, at))) root = path.dirname(root);
  if (path.dirname(root) === root)
    throw new UsageError("These files share no folder: check them one folder at a time.");
  return root;
}

async function readProfile(file: string): Promise<Profile> {
  const text = await readFile(file, "utf8").catch((cause: unknown) => {
    throw new UsageError(`The profile ${file} cannot be read.`, { cause });
  });
  return parseProfile(text, file);
}
