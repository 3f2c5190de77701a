// Walks from the workspace's root to a file, folder by folder, each one held open. Promises that a link is followed
// only while its target stays inside, and only for reading. Refuses special files, and everything when the system
// answers with an error that it does not expect.

import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readlink } from "node:fs/promises";
import type { Refusal } from "../ports.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";
import { type PathUse, plainPath, refusal } from "./paths.ts";

const { O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const MAX_LINKS = 8;

/** `found` null means that nothing is there. `path` is the place itself, links resolved. */
export type Found = {
  ok: true;
  path: string;
  found: Stats | null;
  folder: OpenedFolder | null;
  name: string;
};

/** Looks a file up and hands the answer to `use` while its folder is open. */
export async function withFile<T>(
  root: string,
  asked: { path: string; use: PathUse },
  then: (found: Found) => Promise<T>,
): Promise<T | Refusal> {
  const plain = plainPath(asked.path, asked.use);
  if (!plain.ok) return plain;
  let parts = plain.parts;
  for (let links = 0; links <= MAX_LINKS; links++) {
    const step = await walk(root, parts, then);
    if (!("link" in step)) return step.value;
    if (asked.use === "write") {
      return refusal(
        "link",
        asked.path,
        `goes through the link "${step.at}"; name the place that it leads to`,
      );
    }
    const next = follow(root, step);
    if (next === null) return refusal("link", asked.path, "leads out of the workspace by a link");
    // A deny rule must judge the place, not the name of a link to it.
    const judged = plainPath(next.join("/"), asked.use);
    if (!judged.ok) return judged;
    parts = judged.parts;
  }
  return refusal("link", asked.path, "goes through too many links");
}

type Step<T> = { value: T | Refusal } | { link: string; at: string; rest: string[] };

async function walk<T>(root: string, parts: string[], then: (found: Found) => Promise<T>): Promise<Step<T>> {
  const path = parts.join("/");
  await using stack = new AsyncDisposableStack();
  let folder = stack.use(await openRoot(root));
  for (const [index, name] of parts.entries()) {
    const last = index === parts.length - 1;
    const stats = await look(folder, name);
    if (stats === null) {
      const value = await then({ ok: true, path, found: null, folder: last ? folder : null, name });
      return { value };
    }
    if (stats.isSymbolicLink()) {
      const at = parts.slice(0, index + 1).join("/");
      return { link: await readlink(folder.at(name)), at, rest: parts.slice(index + 1) };
    }
    if (last) return { value: await then({ ok: true, path, found: stats, folder, name }) };
    if (!stats.isDirectory()) {
      return { value: refusal("not_found", path, `runs through "${name}", which is a file`) };
    }
    folder = stack.use(await folder.child(name));
  }
  return { value: refusal("path", path, "names no file") };
}

async function look(folder: OpenedFolder, name: string): Promise<Stats | null> {
  try {
    return await lstat(folder.at(name));
  } catch (error) {
    if (fsCode(error) === "ENOENT") return null;
    throw error;
  }
}

function follow(root: string, step: { link: string; at: string; rest: string[] }): string[] | null {
  const inside = step.link.startsWith(`${root}/`) ? step.link.slice(root.length + 1) : null;
  if (step.link.startsWith("/") && inside === null) return null;
  const parts = inside === null ? step.at.split("/").slice(0, -1) : [];
  for (const name of (inside ?? step.link).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") parts.push(name);
    else if (parts.pop() === undefined) return null;
  }
  return [...parts, ...step.rest];
}

/** Opens a regular file of an opened folder, without following a link and without waiting on a pipe. */
export async function openRegular(folder: OpenedFolder, name: string): Promise<FileHandle | null> {
  const handle = await open(folder.at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  if ((await handle.stat()).isFile()) return handle;
  await handle.close();
  return null;
}

/** Reads at most `limit` bytes; null when there is more. */
export async function readUpTo(handle: FileHandle, limit: number): Promise<Uint8Array | null> {
  const { size } = await handle.stat();
  if (size > limit) return null;
  // One byte more than it said, to see a file that grows.
  const buffer = Buffer.alloc(size + 1);
  let length = 0;
  while (length < buffer.length) {
    const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  if (length > size) throw Object.assign(new Error("The file grew while it was read."), { code: "EAGAIN" });
  return new Uint8Array(buffer.subarray(0, length));
}
