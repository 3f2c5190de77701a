// Lists a workspace's files. Promises an end on any tree: links to folders are not entered, depth and number are
// capped. Refuses to name what is ignored, and what is no regular file inside the workspace.

import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import type { FileEntry } from "../ports.ts";
import { withFile } from "./find-file.ts";
import { type IgnoreRules, isHidden, rootRules, rulesIn } from "./ignore.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";

/** A listing of this length was cut. */
export const MAX_LISTED = 20_000;
const MAX_DEPTH = 40;

type Walk = { root: string; files: FileEntry[]; signal: AbortSignal };

export async function listFiles(root: string, signal: AbortSignal): Promise<FileEntry[]> {
  const walk: Walk = { root, files: [], signal };
  await using folder = await openRoot(root);
  await listFolder(walk, folder, { rules: await rootRules(folder), depth: 0 });
  return walk.files.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** `rules` are those of the folders above. */
type At = { rules: IgnoreRules; depth: number };

async function listFolder(walk: Walk, folder: OpenedFolder, { rules: above, depth }: At) {
  walk.signal.throwIfAborted();
  const rules = await rulesIn(folder, above);
  const entries = await readdir(folder.at("."), { withFileTypes: true });
  entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const shown = entries.filter((entry) => {
    return !isHidden(rules, pathOf(folder, entry), entry.isDirectory()) && !entry.name.includes("\uFFFD");
  });
  const found = await Promise.all(shown.map((entry) => fileEntry(walk, folder, entry)));
  for (const file of found) if (file !== null && walk.files.length < MAX_LISTED) walk.files.push(file);
  for (const entry of shown) {
    if (!entry.isDirectory() || depth >= MAX_DEPTH || walk.files.length >= MAX_LISTED) continue;
    await enter(walk, folder, { name: entry.name, rules, depth: depth + 1 });
  }
}

async function enter(walk: Walk, folder: OpenedFolder, to: At & { name: string }) {
  try {
    await using child = await folder.child(to.name);
    await listFolder(walk, child, to);
  } catch (error) {
    // Gone, closed to us, or a link by now: a listing shows what can be seen.
    if (fsCode(error) === null) throw error;
  }
}

async function fileEntry(walk: Walk, folder: OpenedFolder, entry: Dirent): Promise<FileEntry | null> {
  const path = pathOf(folder, entry);
  try {
    if (entry.isSymbolicLink()) return await linkedEntry(walk, path);
    if (!entry.isFile()) return null;
    return { path, bytes: (await lstat(folder.at(entry.name))).size };
  } catch (error) {
    if (fsCode(error) === null) throw error;
    return null;
  }
}

async function linkedEntry(walk: Walk, path: string): Promise<FileEntry | null> {
  const entry = await withFile(walk.root, { path, use: "read" }, async ({ found }) => {
    return found?.isFile() ? { path, bytes: found.size } : null;
  });
  return entry === null || "ok" in entry ? null : entry;
}

function pathOf(folder: OpenedFolder, entry: Dirent): string {
  return folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
}
