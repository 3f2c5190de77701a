// Copies of what was approved, each under its hash in the data folder, where neither a turn nor an editor of the
// workspace comes. Promises that what is read back hashes to its name. Refuses to repair: a copy that was changed is none.

import { randomUUID } from "node:crypto";
import { mkdir, open, realpath, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Hash } from "../../store/ledger.ts";
import { fsCode, openRoot } from "../workspace/opened-folder.ts";
import { type OwnFile, type OwnTree, readTree, UnfitTree } from "./own-tree.ts";

export type KeptTrees = {
  keep(tree: OwnTree): Promise<void>;
  /** Null where there is none, or none that is whole. `hashOf` is how its subject hashes files. */
  kept(hash: Hash, hashOf: (files: readonly OwnFile[]) => Hash): Promise<OwnTree | null>;
};

export function keptTrees(dir: string): KeptTrees {
  const placeOf = (hash: Hash) => join(dir, hash);

  async function kept(hash: Hash, hashOf: (files: readonly OwnFile[]) => Hash): Promise<OwnTree | null> {
    if (!/^[0-9a-f]{64}$/.test(hash)) return null;
    try {
      await using folder = await openRoot(join(await realpath(dir), hash));
      const { files } = await readTree(folder);
      return hashOf(files) === hash ? { hash, files } : null;
    } catch (error) {
      if (error instanceof UnfitTree || isAbsent(error)) return null;
      throw error;
    }
  }

  // Built under another name and renamed when whole, so that a kill leaves a copy or none.
  async function keep({ hash, files }: OwnTree): Promise<void> {
    await mkdir(dir, { recursive: true, mode: 0o700 });
    const beside = join(dir, `.new-${randomUUID()}`);
    try {
      await mkdir(beside, { mode: 0o700 });
      for (const file of files) await writeInto(beside, file);
      await rm(placeOf(hash), { recursive: true, force: true });
      await rename(beside, placeOf(hash));
      await sync(dir);
    } finally {
      await rm(beside, { recursive: true, force: true });
    }
  }

  return { keep, kept };
}

async function writeInto(dir: string, { path, bytes }: OwnFile): Promise<void> {
  const at = join(dir, ...path.split("/"));
  await mkdir(dirname(at), { recursive: true, mode: 0o700 });
  await using handle = await open(at, "wx", 0o600);
  await handle.writeFile(bytes);
  await handle.sync();
}

async function sync(dir: string): Promise<void> {
  await using handle = await open(dir, "r");
  await handle.sync();
}

function isAbsent(error: unknown): boolean {
  return ["ENOENT", "ENOTDIR", "ELOOP"].includes(fsCode(error) ?? "");
}
