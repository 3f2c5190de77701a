// What the steps of one landing share: opened folders, temps, the marker, and how a fault becomes words. Promises that
// only errors of the file system turn into faults. Refuses to follow a link to a folder.

import { mkdir, rmdir } from "node:fs/promises";
import type { Failpoint } from "../../store/failpoint.ts";
import type { LandingFile } from "../ports.ts";
import { sweep, type Target, writeTemp } from "./landing-file.ts";
import { fsCode, type OpenedFolder } from "./opened-folder.ts";

export type LandingJob = {
  root: string;
  landing: string;
  files: LandingFile[];
  failpoint: Failpoint;
  signal: AbortSignal;
};

export type Fault = { path: string; why: string; landed: boolean };
type Made = { parent: OpenedFolder; name: string };
export type Run = LandingJob & {
  folders: Map<string, OpenedFolder>;
  made: Made[];
  stack: AsyncDisposableStack;
  targets: Target[];
  /** Modes of files as they were found, for restoring. */
  modes: Map<string, number>;
  /** Name of an empty temp in the root: while it is there, a repeat knows that it is one. */
  marker: string | null;
};

export async function mark(run: Run, root: OpenedFolder): Promise<void> {
  run.marker ??= await writeTemp(root, run.landing, { bytes: new Uint8Array(), mode: 0o600 });
  await root.sync();
}

export async function tidy(run: Run): Promise<void> {
  run.marker = null;
  await sweepAll(run);
  for (const { parent, name } of run.made.toReversed()) {
    await attempt([], undefined, async () => {
      await rmdir(parent.at(name));
      return null;
    });
  }
}

export async function sweepAll(run: Run): Promise<void> {
  for (const folder of run.folders.values()) await sweep(folder, run.landing, run.marker);
}

/** Runs a step; its words, or an error of the file system, become a fault. Any other error passes. */
export async function attempt(
  faults: Fault[],
  target: Target | undefined,
  step: () => Promise<string | null>,
): Promise<void> {
  const path = target?.file.path ?? "";
  try {
    const why = await step();
    if (why !== null) faults.push({ path, why, landed: false });
  } catch (error) {
    const code = fsCode(error);
    if (code === null) throw error;
    faults.push({ path, why: REASONS[code] ?? `could not be written (${code})`, landed: false });
  }
}

const REASONS: Record<string, string> = {
  ENOTDIR: "a folder of its path is a file or a link now",
  ELOOP: "a folder of its path is a link now",
  EEXIST: "exists now, and was to be created",
  ENOENT: "no longer exists",
  ENOSPC: "could not be written: the disk is full (ENOSPC)",
};

export async function openFolder(run: Run, path: string, make: boolean): Promise<OpenedFolder | null> {
  const known = run.folders.get(path);
  if (known !== undefined) return known;
  const cut = path.lastIndexOf("/");
  const parent = await openFolder(run, cut === -1 ? "" : path.slice(0, cut), make);
  if (parent === null) return null;
  const name = path.slice(cut + 1);
  try {
    const folder = run.stack.use(await parent.child(name));
    run.folders.set(path, folder);
    return folder;
  } catch (error) {
    if (fsCode(error) !== "ENOENT") throw error;
    if (!make) return null;
  }
  await mkdir(parent.at(name));
  run.made.push({ parent, name });
  await parent.sync();
  return openFolder(run, path, false);
}

export function folderOf(target: Target): string {
  const cut = target.file.path.lastIndexOf("/");
  return cut === -1 ? "" : target.file.path.slice(0, cut);
}
