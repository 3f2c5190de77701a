// The files that a command is to look at: names, folders, globs, standard input. Promises that one which cannot be read is a
// line and the rest goes on, and that nothing is waited for that is no regular file. Refuses what lies outside the root.

import { constants } from "node:fs";
import { open, realpath, stat } from "node:fs/promises";
import path, { posix } from "node:path";
import { readUpTo } from "../../../agent/workspace/find-file.ts";
import { globMatcher, isGlob } from "../../../agent/workspace/glob.ts";
import { fsCode } from "../../../agent/workspace/opened-folder.ts";
import { decodeText } from "../../../agent/workspace/text.ts";
import type { CliIo } from "../io.ts";
import { UsageError } from "../usage.ts";

/** `path` from the root, with "/". */
export type CodeFile = { path: string; text: string };
/** Why a file was not looked at. */
export type Problem = { path: string; text: string };
/** `others` are files that were named, and that the profile does not count as the engine's. */
export type CodeFiles = { files: CodeFile[]; problems: Problem[]; others: string[] };

export type Looking = {
  root: string;
  /** All files of the root. */
  listed: readonly string[];
  domain: readonly string[];
  stdinPath: string | undefined;
  io: CliIo;
};

export async function findFiles(asked: readonly string[], looking: Looking): Promise<CodeFiles> {
  const found: CodeFiles = { files: [], problems: [], others: [] };
  const paths = new Set<string>();
  for (const one of asked.filter((name) => name !== "-")) {
    const named = await pathsOf(one, looking);
    if ("problem" in named) found.problems.push({ path: one, text: named.problem });
    else for (const at of named.paths) paths.add(at);
    if ("others" in named) found.others.push(...named.others);
  }
  for (const at of [...paths].sort()) {
    looking.io.signal.throwIfAborted();
    const text = await readCode(path.join(looking.root, at));
    if ("problem" in text) found.problems.push({ path: at, text: text.problem });
    else found.files.push({ path: at, text: text.text });
  }
  if (asked.includes("-")) {
    const read = await readInput(looking);
    found.files = found.files.filter((file) => file.path !== read.path);
    // Whoever says no name has said that it is the engine's.
    const isChecked = looking.stdinPath === undefined || isDomain(read.path, looking.domain);
    if (isChecked) found.files.push(read);
    else found.others.push(read.path);
  }
  return found;
}

type Named = { paths: string[]; others: string[] } | { problem: string };

async function pathsOf(name: string, looking: Looking): Promise<Named> {
  const { root, listed, domain, io } = looking;
  // As in a shell; for a workspace that is elsewhere, also from its root.
  for (const base of new Set([io.cwd, root])) {
    const real = await realpath(path.resolve(base, name)).catch(() => null);
    if (real === null) continue;
    const at = path.relative(root, real).split(path.sep).join("/");
    if (at === ".." || at.startsWith("../") || path.isAbsolute(at))
      return { problem: `lies outside of ${root}` };
    if ((await stat(real)).isDirectory()) return inFolder(at, looking);
    return isDomain(at, domain) ? { paths: [at], others: [] } : { paths: [], others: [at] };
  }
  if (!isGlob(name)) return { problem: "there is no such file" };
  const here = path.relative(root, io.cwd).split(path.sep).join("/");
  const matches = globMatcher(`./${posix.join(here, name)}`);
  const fits = listed.filter((one) => matches(one) && isDomain(one, domain));
  return fits.length > 0 ? { paths: fits, others: [] } : { problem: "no file of the engine matches it" };
}

function inFolder(folder: string, { listed, domain }: Looking): Named {
  const begin = folder === "" ? "" : `${folder}/`;
  const inside = listed.filter((one) => one.startsWith(begin) && isDomain(one, domain));
  return inside.length > 0 ? { paths: inside, others: [] } : { problem: "no file of the engine is in it" };
}

export const isDomain = (at: string, domain: readonly string[]): boolean =>
  domain.some((glob) => posix.matchesGlob(at, glob));

/** More than the checker reads of one file. */
const MAX_BYTES = 8 * 1024 * 1024;

type Read = { text: string } | { problem: string };

async function readCode(file: string): Promise<Read> {
  try {
    await using handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    if (!(await handle.stat()).isFile()) return { problem: "is no regular file" };
    const bytes = await readUpTo(handle, MAX_BYTES);
    return bytes === null ? { problem: TOO_LARGE } : textOf(bytes);
  } catch (error) {
    const code = fsCode(error);
    if (code === null) throw error;
    return { problem: `cannot be read (${code})` };
  }
}

const TOO_LARGE = `is larger than ${MAX_BYTES / 1024 / 1024} MB, so it is not checked`;

function textOf(bytes: Uint8Array): Read {
  const text = decodeText(bytes);
  return text === null ? { problem: "is no text in UTF-8" } : { text };
}

const NO_NAME = "stdin.js";

async function readInput({ stdinPath, root, io }: Looking): Promise<CodeFile> {
  const { stdin } = io;
  if (!stdin) throw new UsageError("There is no standard input to read.");
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of stdin) {
    io.signal.throwIfAborted();
    const bytes = Buffer.from(part);
    size += bytes.length;
    if (size > MAX_BYTES) throw new UsageError(`Standard input ${TOO_LARGE}.`);
    parts.push(bytes);
  }
  const read = textOf(Buffer.concat(parts));
  if ("problem" in read) throw new UsageError(`Standard input ${read.problem}.`);
  return { path: stdinPath === undefined ? NO_NAME : rootedPath(stdinPath, root, io), text: read.text };
}

/** The file need not be there yet. */
function rootedPath(name: string, root: string, io: CliIo): string {
  const at = path.relative(root, path.resolve(io.cwd, name)).split(path.sep).join("/");
  if (at === "" || at.startsWith("../") || path.isAbsolute(at))
    throw new UsageError(`--stdin-path ${name} lies outside of ${root}.`);
  return at;
}
