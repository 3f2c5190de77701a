// One file of a landing: what is on disk, its temp, its placing, its restoring. Promises that a created file never
// replaces one that appeared, and that a write into the file in the very moment of placing is noticed and kept.
// Refuses links, special files and hard-linked files.

import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { type FileHandle, link, lstat, open, readdir, rename, unlink } from "node:fs/promises";
import type { Failpoint } from "../../store/failpoint.ts";
import type { LandingFile } from "../ports.ts";
import { openRegular, readUpTo } from "./find-file.ts";
import { fsCode, type OpenedFolder } from "./opened-folder.ts";

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_WRONLY } = constants;
const MAX_BYTES = 16 * 1024 * 1024;

export type Target = {
  file: LandingFile;
  /** Order of placing: writes by path, then deletions. */
  index: number;
  name: string;
  /** Null while the folder does not exist. */
  folder: OpenedFolder | null;
  temp: string | null;
  /** `after` is on disk, as far as this landing knows. */
  placed: boolean;
  /** Bytes that another program wrote in the moment of placing; restoring brings back these. */
  overtaken: Uint8Array | null;
};
export type Placed = Target & { folder: OpenedFolder };

export type OnDisk =
  | { type: "absent" }
  | { type: "bytes"; bytes: Uint8Array; mode: number }
  | { type: "unfit"; why: string };

function tempPattern(landing: string): RegExp {
  return new RegExp(`^\\.handrail-${landing}-[0-9a-f]{24}\\.tmp$`);
}

export async function readOnDisk(folder: OpenedFolder | null, name: string): Promise<OnDisk> {
  if (folder === null) return { type: "absent" };
  try {
    const stats = await lstat(folder.at(name));
    if (stats.isSymbolicLink()) return { type: "unfit", why: "is a link now" };
    if (!stats.isFile()) return { type: "unfit", why: "is no regular file now" };
    await using handle = await openRegular(folder, name);
    const opened = await handle?.stat();
    if (opened?.nlink !== 1) return { type: "unfit", why: "has a second name (a hard link) now" };
    const bytes = handle === null ? null : await readUpTo(handle, MAX_BYTES);
    if (bytes === null) return { type: "unfit", why: "changed since the review" };
    return { type: "bytes", bytes, mode: opened.mode & 0o777 };
  } catch (error) {
    if (fsCode(error) === "ENOENT") return { type: "absent" };
    throw error;
  }
}

export function holds(disk: OnDisk, bytes: Uint8Array | null): boolean {
  if (bytes === null) return disk.type === "absent";
  return disk.type === "bytes" && Buffer.from(disk.bytes).equals(bytes);
}

/** Why the disk is neither `before` nor `after`; null when it is one of them. */
export function conflictOf(disk: OnDisk, file: LandingFile): string | null {
  if (holds(disk, file.before) || holds(disk, file.after)) return null;
  if (disk.type === "unfit") return disk.why;
  if (disk.type === "absent") return "no longer exists";
  return file.before === null ? "exists now, and was to be created" : "changed since the review";
}

/** Writes bytes beside their place, durable and with their mode; nobody can guess or plant the name. */
export async function writeTemp(
  folder: OpenedFolder,
  landing: string,
  file: { bytes: Uint8Array; mode: number },
): Promise<string> {
  const name = `.handrail-${landing}-${randomBytes(12).toString("hex")}.tmp`;
  const flags = O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_NONBLOCK;
  await using handle = await open(folder.at(name), flags, 0o600);
  await handle.writeFile(file.bytes);
  await handle.chmod(file.mode);
  await handle.sync();
  return name;
}

/** Puts one file in its place. A string says why not; then nothing of it is on disk, unless `placed` says so. */
export async function place(target: Placed, failpoint: Failpoint): Promise<string | null> {
  const { file, folder, name } = target;
  if (!(await folder.inPlace())) return "its folder moved";
  const disk = await readOnDisk(folder, name);
  if (!holds(disk, file.before)) return conflictOf(disk, file) ?? "changed in this very moment";
  if (file.before === null) {
    failpoint(`land:checked:${target.index}`);
    await create(target, failpoint);
  } else {
    await using old = await openRegular(folder, name);
    failpoint(`land:checked:${target.index}`);
    if (target.temp === null) await unlink(folder.at(name));
    else await rename(folder.at(target.temp), folder.at(name));
    target.placed = true;
    target.overtaken = await changedSince(old, file.before);
  }
  target.placed = true;
  if (target.overtaken !== null) return "was rewritten in this very moment";
  return (await folder.inPlace()) ? null : "its folder moved";
}

async function create(target: Placed, failpoint: Failpoint): Promise<void> {
  if (target.temp === null) return;
  const from = target.folder.at(target.temp);
  await link(from, target.folder.at(target.name));
  target.placed = true;
  failpoint(`land:linked:${target.index}`);
  await unlink(from);
}

// The old file is still open: who wrote into it while it was replaced has written into this handle's file.
async function changedSince(old: FileHandle | null, before: Uint8Array): Promise<Uint8Array | null> {
  if (old === null) return null;
  const now = await readUpTo(old, MAX_BYTES);
  return now === null || Buffer.from(now).equals(before) ? null : now;
}

/** Takes a placed file back. A string says why its `after`, or what became of it, is still there. */
export async function restore(target: Placed, landing: string, mode: number): Promise<string | null> {
  const { file, folder, name } = target;
  const back = target.overtaken ?? file.before;
  if (!holds(await readOnDisk(folder, name), file.after)) return "was landed, and changed by another program";
  if (back === null) {
    await unlink(folder.at(name));
  } else {
    const temp = await writeTemp(folder, landing, { bytes: back, mode });
    if (file.after === null) {
      await link(folder.at(temp), folder.at(name));
      await unlink(folder.at(temp));
    } else {
      await rename(folder.at(temp), folder.at(name));
    }
  }
  await folder.sync();
  target.placed = false;
  return null;
}

/** This landing's temps in a folder. */
export async function leftovers(folder: OpenedFolder, landing: string): Promise<string[]> {
  const pattern = tempPattern(landing);
  return (await readdir(folder.at("."))).filter((name) => pattern.test(name));
}

/** Removes this landing's temps from a folder, all but `keep`. */
export async function sweep(
  folder: OpenedFolder,
  landing: string,
  keep: string | null = null,
): Promise<void> {
  for (const name of await leftovers(folder, landing)) if (name !== keep) await unlink(folder.at(name));
}
