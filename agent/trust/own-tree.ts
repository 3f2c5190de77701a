// A folder of the owner's own code, as a yes is given to it: every file under it, by path and bytes. Promises that two
// trees of one hash hold the same files, and that nothing is reached through a link. Refuses links, special files, what
// is no text, names that cannot be read on a card, and more than a person would read.

import type { BigIntStats } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { sha256 } from "../../store/hash.ts";
import type { Hash } from "../../store/ledger.ts";
import { openRegular, readUpTo } from "../workspace/find-file.ts";
import { foldName } from "../workspace/fold-name.ts";
import { fsCode, type OpenedFolder } from "../workspace/opened-folder.ts";
import { decodeText } from "../workspace/text.ts";

export type OwnFile = { path: string; bytes: Uint8Array };
export type OwnTree = { hash: Hash; files: OwnFile[] };

export const MAX_FILES = 64;
const MAX_BYTES = 1024 * 1024;
const MAX_DEPTH = 8;

/** The tree is none that a yes could be given to; the message says why, for its owner. */
export class UnfitTree extends Error {}

/** Files sorted by path; their hash says which and with which bytes. */
export function treeOf(files: readonly OwnFile[]): OwnTree {
  const sorted = files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
  const stated = sorted.map(({ path, bytes }) => [path, sha256(bytes)]);
  return { files: sorted, hash: sha256(JSON.stringify(["tools", ...stated])) };
}

export async function readTree(folder: OpenedFolder): Promise<OwnTree> {
  const files: OwnFile[] = [];
  await walk(folder, async ({ within, name, path }) => {
    files.push({ path, bytes: await bytesOf(within, name, path) });
  });
  return treeOf(files);
}

/** What the system says of each file; as long as none of it moves, neither do the bytes. */
export async function stampOf(folder: OpenedFolder): Promise<{ stamp: string; newestMs: number }> {
  const lines: string[] = [];
  let newestMs = 0;
  await walk(folder, async ({ path, stats }) => {
    const { ino, size, mtimeNs, ctimeNs } = stats;
    lines.push(`${path} ${ino} ${size} ${mtimeNs} ${ctimeNs}`);
    newestMs = Math.max(newestMs, Number(stats.ctimeMs));
  });
  return { stamp: lines.toSorted().join("\n"), newestMs };
}

type Seen = { within: OpenedFolder; name: string; path: string; stats: BigIntStats };
type Visit = (seen: Seen) => Promise<void>;
type Walking = { visit: Visit; folded: Set<string>; files: number; bytes: bigint };

async function walk(top: OpenedFolder, visit: Visit): Promise<void> {
  await walkInto(top, [], { visit, folded: new Set(), files: 0, bytes: 0n });
}

async function walkInto(within: OpenedFolder, above: readonly string[], walking: Walking): Promise<void> {
  if (above.length > MAX_DEPTH) throw new UnfitTree(`its folders are nested deeper than ${MAX_DEPTH}`);
  for (const name of (await readdir(within.at(""))).sort()) {
    const path = [...above, name].join("/");
    checkName(name, path, walking);
    const stats = await lstat(within.at(name), { bigint: true });
    if (stats.isDirectory()) {
      await using inner = await childOf(within, name, path);
      await walkInto(inner, [...above, name], walking);
    } else {
      if (stats.isSymbolicLink()) throw new UnfitTree(`${path} is a link: put the file itself there`);
      if (!stats.isFile()) throw new UnfitTree(`${path} is neither a file nor a folder`);
      countIn(stats, walking);
      await walking.visit({ within, name, path, stats });
    }
  }
}

// What a card cannot show plainly, and what would be one file on another system, cannot be approved by name.
function checkName(name: string, path: string, { folded }: Walking): void {
  if (!/^[\p{L}\p{N}\p{M} ._@+()-]{1,120}$/u.test(name) || name.includes("\ufffd"))
    throw new UnfitTree("a name in it holds other signs than letters, digits and . _ @ + ( ) -");
  const twin = path.split("/").map(foldName).join("/");
  if (folded.has(twin)) throw new UnfitTree(`${path} and another file differ in case or spelling only`);
  folded.add(twin);
}

function countIn(stats: BigIntStats, walking: Walking): void {
  walking.files += 1;
  walking.bytes += stats.size;
  if (walking.files > MAX_FILES) throw new UnfitTree(`it holds more than ${MAX_FILES} files`);
  if (walking.bytes > MAX_BYTES) throw new UnfitTree(`it holds more than ${MAX_BYTES / 1024} KB`);
}

async function childOf(within: OpenedFolder, name: string, path: string): Promise<OpenedFolder> {
  try {
    return await within.child(name);
  } catch (error) {
    if (fsCode(error) === "ELOOP" || fsCode(error) === "ENOTDIR")
      throw new UnfitTree(`${path} is a link: put the folder itself there`, { cause: error });
    throw error;
  }
}

async function bytesOf(within: OpenedFolder, name: string, path: string): Promise<Uint8Array> {
  await using handle = await openRegular(within, name);
  const bytes = handle && (await readUpTo(handle, MAX_BYTES));
  if (!bytes) throw new UnfitTree(`${path} changed while it was read`);
  if (decodeText(bytes) === null)
    throw new UnfitTree(`${path} is no text, and a yes is given to what can be read`);
  return bytes;
}
