// Reads one of the owner's files in a workspace's `.handrail/`. Promises that a file which is not there is told apart
// from one that cannot be read, and that neither the folder nor the file is reached through a link. Refuses what is no
// regular file and what is larger than its reader takes.

import { realpath } from "node:fs/promises";
import type { ZodError } from "zod";
import { openRegular, readUpTo } from "./find-file.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";

export const OWN_FOLDER = ".handrail";

/** The file's text, or null where there is none; everything else throws, and says which file and why. */
export async function readOwnFile(root: string, name: string, maxBytes: number): Promise<string | null> {
  try {
    await using folder = await openRoot(await realpath(root));
    return await readOwnFileIn(folder, name, maxBytes);
  } catch (error) {
    if (error instanceof UnreadableOwnFile) throw error;
    throw new UnreadableOwnFile(name, "the workspace cannot be opened", { cause: error });
  }
}

/** The same, for who holds the workspace's root open. */
export async function readOwnFileIn(
  root: OpenedFolder,
  name: string,
  maxBytes: number,
): Promise<string | null> {
  try {
    await using folder = await root.child(OWN_FOLDER);
    await using file = await openRegular(folder, name);
    if (file === null) throw new UnreadableOwnFile(name, "it is no regular file");
    const bytes = await readUpTo(file, maxBytes);
    if (bytes === null) throw new UnreadableOwnFile(name, `it is larger than ${maxBytes / 1024} KB`);
    return new TextDecoder().decode(bytes);
  } catch (error) {
    if (fsCode(error) === "ENOENT") return null;
    if (error instanceof UnreadableOwnFile) throw error;
    throw new UnreadableOwnFile(name, REASONS[fsCode(error) ?? ""] ?? "the system refuses it", {
      cause: error,
    });
  }
}

const REASONS: Record<string, string> = {
  ELOOP: "it is a link: put the file itself there",
  ENOTDIR: `${OWN_FOLDER} is no folder of its own: make it one`,
  EACCES: "reading it is not permitted",
};

export class UnreadableOwnFile extends Error {
  constructor(name: string, why: string, options?: ErrorOptions) {
    super(`${OWN_FOLDER}/${name} cannot be read: ${why}.`, options);
    this.name = "UnreadableOwnFile";
  }
}

/** One line for a file whose contents do not fit: each place, what is wrong there, and the keys that it may hold. */
export function misfit(file: string, { issues }: ZodError, keys: readonly string[]): string {
  const found = issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join(".")}: ${message}` : message,
  );
  const isUnknown = issues.some(({ code, path }) => code === "unrecognized_keys" && path.length === 0);
  const known = isUnknown ? ` It may hold ${keys.join(", ")}.` : "";
  return `${file} does not fit: ${found.join("; ")}.${known}`;
}
