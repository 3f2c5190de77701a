// Lists a workspace's files. Promises an end on any tree: links to folders are not entered, depth and number are
// capped. Refuses to name what is ignored, and what is no regular file inside the workspace.

import type { Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { DiskEntry } from "../ports.ts";
import { withFile } from "./find-file.ts";
import { type IgnoreRules, isHidden, rootRules, rulesIn } from "./ignore.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";

/** A listing of this length was cut. */
export const MAX_LISTED = 20_000;
const MAX_DEPTH = 40;
const LOOKED_AT_ONCE = 128;
/** So many questions to rules take some milliseconds. */
const TESTS_AT_ONCE = 10_000;

type Walk = { root: string; files: DiskEntry[]; signal: AbortSignal };

export async function listFiles(root: string, signal: AbortSignal): Promise<DiskEntry[]> {
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
  const shown = await shownOf(walk, folder, { entries, rules });
  for (let from = 0; from < shown.length && walk.files.length < MAX_LISTED; from += LOOKED_AT_ONCE) {
    const some = shown.slice(from, from + LOOKED_AT_ONCE);
    const found = await Promise.all(some.map((entry) => fileEntry(walk, folder, entry)));
    const room = MAX_LISTED - walk.files.length;
    walk.files.push(...found.filter((file) => file !== null).slice(0, room));
  }
  for (const entry of shown) {
    if (!entry.isDirectory() || depth >= MAX_DEPTH || walk.files.length >= MAX_LISTED) continue;
    await enter(walk, folder, { name: entry.name, rules, depth: depth + 1 });
  }
}

/** A folder may hold a hundred thousand names, and its rules be made to be slow: the event loop is let go in between. */
async function shownOf(
  walk: Walk,
  folder: OpenedFolder,
  { entries, rules }: { entries: Dirent[]; rules: IgnoreRules },
): Promise<Dirent[]> {
  const shown: Dirent[] = [];
  const pause = Math.max(1, Math.floor(TESTS_AT_ONCE / (rules.size + 10)));
  for (const [index, entry] of entries.entries()) {
    if (index % pause === pause - 1) {
      await setImmediate();
      walk.signal.throwIfAborted();
    }
    if (entry.name.includes("\uFFFD")) continue;
    if (!isHidden(rules, pathOf(folder, entry), entry.isDirectory())) shown.push(entry);
  }
  return shown;
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

async function fileEntry(walk: Walk, folder: OpenedFolder, entry: Dirent): Promise<DiskEntry | null> {
  const path = pathOf(folder, entry);
  try {
    if (entry.isSymbolicLink()) return await linkedEntry(walk, path);
    if (!entry.isFile()) return null;
    const { size, mtimeMs } = await lstat(folder.at(entry.name));
    return { path, bytes: size, modifiedMs: mtimeMs };
  } catch (error) {
    if (fsCode(error) === null) throw error;
    return null;
  }
}

async function linkedEntry(walk: Walk, path: string): Promise<DiskEntry | null> {
  const entry = await withFile(walk.root, { path, use: "read" }, async ({ found }) => {
    return found?.isFile() ? { path, bytes: found.size, modifiedMs: found.mtimeMs } : null;
  });
  return entry === null || "ok" in entry ? null : entry;
}

function pathOf(folder: OpenedFolder, entry: Dirent): string {
  return folder.path === "" ? entry.name : `${folder.path}/${entry.name}`;
}
