// Lands a changeset on disk: whole or not at all, and safe to repeat after a kill at any moment. Promises that no
// file is renamed before all temps are durable, and that a repeat rolls forward, or restores what it can when
// another program came in between. Refuses to guess: what is neither `before` nor `after` is a conflict.

import { mkdir, rmdir } from "node:fs/promises";
import type { Failpoint } from "../../store/failpoint.ts";
import type { LandingFile, LandOutcome } from "../ports.ts";
import {
  conflictOf,
  holds,
  leftovers,
  type Placed,
  place,
  readOnDisk,
  restore,
  sweep,
  type Target,
  writeTemp,
} from "./landing-file.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";
import { plainPath } from "./paths.ts";

export type LandingJob = {
  root: string;
  landing: string;
  files: LandingFile[];
  failpoint: Failpoint;
  signal: AbortSignal;
};

/** Every failpoint that landing `files` files may pass, in order. */
export function landingFailpoints(files: number): string[] {
  const each = Array.from({ length: files }, (_, index) => {
    return ["checked", "linked", "renamed"].map((step) => `land:${step}:${index}`);
  });
  return [
    "land:verified",
    "land:marked",
    "land:temps",
    ...each.flat(),
    "land:synced",
    "land:restored",
    "land:done",
  ];
}

type Fault = { path: string; why: string; landed: boolean };
type Made = { parent: OpenedFolder; name: string };
type Run = LandingJob & {
  folders: Map<string, OpenedFolder>;
  made: Made[];
  stack: AsyncDisposableStack;
  targets: Target[];
  /** Modes of files as they were found, for restoring. */
  modes: Map<string, number>;
  /** Name of an empty temp in the root: while it is there, a repeat knows that it is one. */
  marker: string | null;
};

export async function landFiles(job: LandingJob): Promise<LandOutcome> {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(job.landing)) throw new Error("A landing's id must be a plain word.");
  const unfit = job.files.flatMap(({ path }) => {
    const plain = plainPath(path, "write");
    return plain.ok && plain.path === path ? [] : [{ path, why: "may not be written", landed: false }];
  });
  if (unfit.length > 0) return { type: "conflict", partial: false, files: unfit };
  await using stack = new AsyncDisposableStack();
  const root = stack.use(await openRoot(job.root));
  const run: Run = {
    ...job,
    folders: new Map([["", root]]),
    made: [],
    stack,
    targets: inOrder(job.files),
    modes: new Map(),
    marker: null,
  };
  const found = await verify(run, root);
  if (found.faults.length > 0) return await settleConflict(run, found.faults, found.resumed);
  job.failpoint("land:verified");
  const prepared = await prepare(run, root);
  if (prepared !== null) return await settleConflict(run, [prepared], found.resumed);
  return await placeAll(run, found.resumed);
}

function inOrder(files: LandingFile[]): Target[] {
  const rank = (file: LandingFile) => `${file.after === null ? 1 : 0}${file.path}`;
  const sorted = files.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (new Set(files.map((file) => file.path)).size < files.length) throw new Error("A path occurs twice.");
  return sorted.map((file, index) => ({
    file,
    index,
    name: file.path.slice(file.path.lastIndexOf("/") + 1),
    folder: null,
    temp: null,
    placed: false,
    overtaken: null,
  }));
}

async function verify(run: Run, root: OpenedFolder): Promise<{ faults: Fault[]; resumed: boolean }> {
  const faults: Fault[] = [];
  for (const target of run.targets) {
    await attempt(faults, target, async () => {
      target.folder = await openFolder(run, folderOf(target), false);
      return null;
    });
  }
  const resumed = await clearLeftovers(run, root);
  for (const target of run.targets) {
    if (faults.some((fault) => fault.path === target.file.path)) continue;
    await attempt(faults, target, async () => {
      const disk = await readOnDisk(target.folder, target.name);
      if (disk.type === "bytes") run.modes.set(target.file.path, disk.mode);
      target.placed = holds(disk, target.file.after);
      return conflictOf(disk, target.file);
    });
  }
  return { faults, resumed };
}

/** Temps go before anything is read: one that was linked into place counts as a second name of its file. */
async function clearLeftovers(run: Run, root: OpenedFolder): Promise<boolean> {
  const left = await Promise.all([...run.folders.values()].map((folder) => leftovers(folder, run.landing)));
  if (left.flat().length === 0) return false;
  await mark(run, root);
  await sweepAll(run);
  return true;
}

async function mark(run: Run, root: OpenedFolder): Promise<void> {
  run.marker ??= await writeTemp(root, run.landing, { bytes: new Uint8Array(), mode: 0o600 });
  await root.sync();
}

/** Folders, the marker and all temps, durable; nothing of the changeset shows yet. */
async function prepare(run: Run, root: OpenedFolder): Promise<Fault | null> {
  const faults: Fault[] = [];
  const open = run.targets.filter((target) => !target.placed);
  if (open.length === 0) return null;
  run.signal.throwIfAborted();
  await attempt(faults, open[0], async () => {
    await mark(run, root);
    return null;
  });
  run.failpoint("land:marked");
  for (const target of open) {
    if (faults.length > 0) break;
    await attempt(faults, target, async () => {
      const { after, path, mode } = target.file;
      if (after === null) return null;
      const folder = await openFolder(run, folderOf(target), true);
      if (folder === null) return "its folder is gone";
      target.folder = folder;
      const fit = run.modes.get(path) ?? mode ?? 0o644 & ~process.umask();
      target.temp = await writeTemp(folder, run.landing, { bytes: after, mode: fit });
      return null;
    });
  }
  for (const folder of run.folders.values()) await folder.sync();
  if (faults[0] !== undefined) return faults[0];
  run.failpoint("land:temps");
  return null;
}

async function placeAll(run: Run, resumed: boolean): Promise<LandOutcome> {
  const already = run.targets.filter((target) => target.placed);
  const faults: Fault[] = [];
  // The last moment at which a stop may win: from the first rename on, the landing goes to its end.
  if (run.signal.aborted && !resumed) await tidy(run);
  run.signal.throwIfAborted();
  for (const target of run.targets) {
    if (already.includes(target)) continue;
    await attempt(faults, target, () => (isOpen(target) ? place(target, run.failpoint) : missing(target)));
    if (faults.length > 0) {
      const ours = run.targets.filter((other) => resumed || !already.includes(other));
      return settleConflict(run, faults, true, ours);
    }
    run.failpoint(`land:renamed:${target.index}`);
  }
  for (const folder of run.folders.values()) await folder.sync();
  run.failpoint("land:synced");
  run.marker = null;
  await sweepAll(run);
  run.failpoint("land:done");
  return { type: "landed" };
}

// A deletion whose file was found can only lack its folder by a fault of ours.
async function missing(target: Target): Promise<string> {
  return target.file.after === null ? "no longer exists" : "its folder is gone";
}

/** Takes back what this landing placed. What was there before it began stays, and is told as it is. */
async function settleConflict(
  run: Run,
  faults: Fault[],
  began: boolean,
  ours: Target[] = run.targets,
): Promise<LandOutcome> {
  const left: Fault[] = [];
  for (const target of ours.toReversed()) {
    if (!began || !target.placed || !isOpen(target) || isSame(target.file)) continue;
    const mode = run.modes.get(target.file.path) ?? target.file.mode ?? 0o644 & ~process.umask();
    await attempt(left, target, () => restore(target, run.landing, mode), true);
  }
  for (const target of run.targets) {
    const told = left.some((fault) => fault.path === target.file.path);
    if (!target.placed || told || isSame(target.file)) continue;
    left.push({ path: target.file.path, why: "already has the new content", landed: true });
  }
  run.failpoint("land:restored");
  await tidy(run);
  const files = [...left, ...faults.filter((fault) => !left.some((other) => other.path === fault.path))];
  return { type: "conflict", partial: left.length > 0, files };
}

async function tidy(run: Run): Promise<void> {
  run.marker = null;
  await sweepAll(run);
  for (const { parent, name } of run.made.toReversed()) {
    await attempt([], undefined, async () => {
      await rmdir(parent.at(name));
      return null;
    });
  }
}

async function sweepAll(run: Run): Promise<void> {
  for (const folder of run.folders.values()) await sweep(folder, run.landing, run.marker);
}

/** Runs a step; its words, or an error of the file system, become a fault. Any other error passes. */
async function attempt(
  faults: Fault[],
  target: Target | undefined,
  step: () => Promise<string | null>,
  landed = false,
): Promise<void> {
  const path = target?.file.path ?? "";
  try {
    const why = await step();
    if (why !== null) faults.push({ path, why, landed });
  } catch (error) {
    const code = fsCode(error);
    if (code === null) throw error;
    faults.push({ path, why: REASONS[code] ?? `could not be written (${code})`, landed });
  }
}

const REASONS: Record<string, string> = {
  ENOTDIR: "a folder of its path is a file or a link now",
  ELOOP: "a folder of its path is a link now",
  EEXIST: "exists now, and was to be created",
  ENOENT: "no longer exists",
  ENOSPC: "could not be written: the disk is full (ENOSPC)",
};

async function openFolder(run: Run, path: string, make: boolean): Promise<OpenedFolder | null> {
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

function folderOf(target: Target): string {
  const cut = target.file.path.lastIndexOf("/");
  return cut === -1 ? "" : target.file.path.slice(0, cut);
}

const isOpen = (target: Target): target is Placed => target.folder !== null;

function isSame(file: LandingFile): boolean {
  if (file.before === null || file.after === null) return file.before === file.after;
  return Buffer.from(file.before).equals(file.after);
}
