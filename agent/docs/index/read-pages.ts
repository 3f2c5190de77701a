// Reads the pages of one documentation folder. Promises every file once, in a stable order, as text with its hash or as a
// reason why not. Refuses links, devices and pipes, so that nothing outside of the folder is ever read, and secrets.

import { hash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { isProtectedName } from "../../workspace/paths.ts";
import { isSecretPath } from "../../workspace/secrets.ts";
import type { DocsSource } from "../chunk.ts";
import { unreadKind } from "../parse/parsers.ts";
import { matchesAny } from "../sources/patterns.ts";
import { followReferences } from "./follow-references.ts";
import { isMissing } from "./versions.ts";

/** A file as it lies there. A problem has a hash too: an index version covers what could not be read. */
export type ReadPage =
  | { path: string; hash: string; text: string }
  | { path: string; hash: string; problem: string };

export type FolderPages = { pages: ReadPage[]; notRead: Map<string, number> };

export const MAX_PAGE_BYTES = 8 * 1024 * 1024;
const MAX_DEPTH = 32;
const PASSED_OVER = new Set(["node_modules"]);

/** Undefined when the folder is not there or may not be listed. */
export function readFolder(source: DocsSource): FolderPages | undefined {
  const found: FolderPages = { pages: [], notRead: new Map() };
  try {
    const root = fs.realpathSync(source.folder);
    if (source.linkless && root !== source.folder) throw new UnlistedRoot(`${source.folder} became a link`);
    if (source.entries) readEntries(root, source, found);
    else walk({ root, source, found }, "");
  } catch (error) {
    if (error instanceof UnlistedRoot || isMissing(error)) return undefined;
    throw error;
  }
  return found;
}

class UnlistedRoot extends Error {}

type Walk = { root: string; source: DocsSource; found: FolderPages };

function walk(at: Walk, inside: string): void {
  const { root, found } = at;
  for (const entry of list(root, inside, found)) {
    const here = inside === "" ? entry.name : `${inside}/${entry.name}`;
    if (entry.isDirectory()) {
      if (PASSED_OVER.has(entry.name) || isProtectedName(entry.name)) continue;
      if (here.split("/").length < MAX_DEPTH) walk(at, here);
      else refuse(found, here, "too deep");
    } else if (isLeftOut(at.source, here)) count(found, "left out by patterns");
    else if (entry.isSymbolicLink()) refuse(found, here, "a link, not followed");
    else if (!entry.isFile()) refuse(found, here, "not a regular file");
    else if (isSecretPath(here)) refuse(found, here, SECRET);
    else {
      const kind = unreadKind(entry.name, at.source.parser);
      if (kind === undefined) found.pages.push(readPage(path.join(root, here), here));
      else count(found, kind);
    }
  }
}

const SECRET = "looks like a place for secrets, not read";

const isLeftOut = ({ include, exclude }: DocsSource, at: string): boolean =>
  (include !== undefined && !matchesAny(at, include)) || (exclude !== undefined && matchesAny(at, exclude));

function count(found: FolderPages, kind: string): void {
  found.notRead.set(kind, (found.notRead.get(kind) ?? 0) + 1);
}

function readEntries(root: string, source: DocsSource, found: FolderPages): void {
  const { pages, elsewhere } = followReferences(source.entries ?? [], (at) => {
    if (isLeftOut(source, at)) return "unwanted";
    const problem = at.split("/").some(isProtectedName) || isSecretPath(at) ? SECRET : linkFault(root, at);
    if (problem === undefined) return readPage(path.join(root, at), at);
    return problem === MISSING ? "missing" : { path: at, hash: hash("sha256", problem), problem };
  });
  // A source whose own file is gone is a source that cannot be read, and keeps what it had.
  if (pages.length === 0) throw new UnlistedRoot(`nothing of ${root} can be read`);
  found.pages.push(...pages.sort((a, b) => (a.path < b.path ? -1 : 1)));
  if (elsewhere > 0) found.notRead.set("reference to another package", elsewhere);
}

const MISSING = "not there";

function linkFault(root: string, at: string): string | undefined {
  try {
    const real = fs.realpathSync(path.join(root, at));
    return real === path.join(root, at) ? undefined : "a link, not followed";
  } catch (error) {
    if (isMissing(error)) return MISSING;
    return "cannot be read";
  }
}

function list(root: string, inside: string, found: FolderPages): fs.Dirent[] {
  try {
    const entries = fs.readdirSync(path.join(root, inside), { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (inside === "") throw new UnlistedRoot(`cannot list ${root}`, { cause: error });
    refuse(found, inside, "cannot be listed");
    return [];
  }
}

function refuse(found: FolderPages, at: string, problem: string): void {
  found.pages.push({ path: at, hash: hash("sha256", problem), problem });
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

function readPage(file: string, at: string): ReadPage {
  let bytes: Buffer;
  try {
    bytes = readRegularFile(file);
  } catch (error) {
    const problem = error instanceof PageProblem ? error.message : "cannot be read";
    return { path: at, hash: hash("sha256", problem), problem };
  }
  const digest = hash("sha256", bytes);
  if (bytes.includes(0)) return { path: at, hash: digest, problem: "binary" };
  try {
    const text = utf8.decode(bytes);
    return text.trim() === ""
      ? { path: at, hash: digest, problem: "empty" }
      : { path: at, hash: digest, text };
  } catch {
    return { path: at, hash: digest, problem: "not valid UTF-8" };
  }
}

class PageProblem extends Error {}

function readAll(fd: number, into: Buffer): number {
  let filled = 0;
  while (filled < into.length) {
    const read = fs.readSync(fd, into, filled, into.length - filled, null);
    if (read === 0) break;
    filled += read;
  }
  return filled;
}

// Without O_NONBLOCK a pipe put in the file's place would hang the build; without O_NOFOLLOW a link would lead out.
function readRegularFile(file: string): Buffer {
  const fd = fs.openSync(file, fs.constants.O_RDONLY | fs.constants.O_NOFOLLOW | fs.constants.O_NONBLOCK);
  try {
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) throw new PageProblem("not a regular file");
    if (stat.size > MAX_PAGE_BYTES)
      throw new PageProblem(`too large (over ${MAX_PAGE_BYTES / 1024 / 1024} MB)`);
    const bytes = Buffer.allocUnsafe(stat.size);
    return bytes.subarray(0, readAll(fd, bytes));
  } finally {
    fs.closeSync(fd);
  }
}
