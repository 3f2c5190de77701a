// A folder held open, so that names are looked up in it and not on a path that somebody may re-route meanwhile.
// Promises that no link is followed on the way. On Linux names go through `/proc/self/fd/N/name`; elsewhere the
// path is used, with its real place compared before and after: a weaker check, since a swap in between and back
// is not seen. Refuses to cross a link: whoever wants to follow one asks for its target.

import { constants, existsSync, readlinkSync } from "node:fs";
import { type FileHandle, open, realpath, stat } from "node:fs/promises";
import { join } from "node:path";

const { O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK, O_RDONLY } = constants;
const BY_DESCRIPTOR = process.platform === "linux" && existsSync("/proc/self/fd");

export type OpenedFolder = {
  /** Relative to the workspace, "" for its root. */
  path: string;
  /** Where the system finds `name` in this very folder. */
  at(name: string): string;
  /** Is the folder still where its path says? */
  inPlace(): Promise<boolean>;
  sync(): Promise<void>;
  child(name: string): Promise<OpenedFolder>;
  [Symbol.asyncDispose](): Promise<void>;
};

/** Opens the root, whose real path the caller has already found. */
export async function openRoot(root: string): Promise<OpenedFolder> {
  return opened(await open(root, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK), root, "");
}

function opened(handle: FileHandle, root: string, path: string): OpenedFolder {
  const place = path === "" ? root : join(root, path);
  const at = (name: string) => join(BY_DESCRIPTOR ? `/proc/self/fd/${handle.fd}` : place, name);
  const inPlace = () => isInPlace(handle, place);
  return {
    path,
    at,
    inPlace,
    sync: () => handle.sync(),
    async child(name) {
      if (!BY_DESCRIPTOR && !(await inPlace())) throw moved(path);
      const next = await open(at(name), O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
      const folder = opened(next, root, path === "" ? name : `${path}/${name}`);
      if (BY_DESCRIPTOR || (await folder.inPlace())) return folder;
      await next.close();
      throw moved(folder.path);
    },
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

async function isInPlace(handle: FileHandle, place: string): Promise<boolean> {
  try {
    // The kernel's own word on where the folder is, and whether its path still leads to it.
    if (BY_DESCRIPTOR && readlinkSync(`/proc/self/fd/${handle.fd}`) !== place) return false;
    const [here, there, real] = await Promise.all([handle.stat(), stat(place), realpath(place)]);
    return here.dev === there.dev && here.ino === there.ino && real === place;
  } catch {
    return false;
  }
}

function moved(path: string): Error {
  return Object.assign(new Error(`The folder "${path}" moved while it was opened.`), { code: "ELOOP" });
}

/** The system's word for what went wrong, or null for an error that is not the file system's. */
export function fsCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || typeof error.code !== "string") return null;
  return /^E[A-Z0-9]+$/.test(error.code) ? error.code : null;
}
