// Lands a changeset on disk: whole or not at all, and safe to repeat after a kill at any moment. Promises that no
// file is renamed before all temps are durable, and that a repeat rolls forward, or restores what it can when
// another program came in between. Refuses to guess: what is neither `before` nor `after` is a conflict.

import type { LandingFile, LandOutcome } from "../ports.ts";
import {
  conflictOf,
  holds,
  leftovers,
  type Placed,
  place,
  readOnDisk,
  restore,
  type Target,
  writeTemp,
} from "./landing-file.ts";
import {
  attempt,
  type Fault,
  folderOf,
  type LandingJob,
  mark,
  openFolder,
  type Run,
  sweepAll,
  tidy,
} from "./landing-run.ts";
import { fsCode, type OpenedFolder, openRoot } from "./opened-folder.ts";
import { plainPath } from "./paths.ts";

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

export async function landFiles(job: LandingJob): Promise<LandOutcome> {
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(job.landing)) throw new Error("A landing's id must be a plain word.");
  const unfit = job.files.flatMap(({ path }) => {
    const plain = plainPath(path, "write");
    return plain.ok && plain.path === path ? [] : [{ path, why: "may not be written", landed: false }];
  });
  if (unfit.length > 0) return { type: "conflict", partial: false, files: unfit };
  await using stack = new AsyncDisposableStack();
  const root = await rootOf(job);
  if (root === null) return nowhere(job);
  stack.use(root);
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
  if (found.faults.length > 0) return await settleConflict(run, found.faults, { began: found.resumed });
  job.failpoint("land:verified");
  const prepared = await prepare(run, root);
  if (prepared !== null) return await settleConflict(run, [prepared], { began: found.resumed });
  return await placeAll(run, found.resumed);
}

async function rootOf({ root }: LandingJob): Promise<OpenedFolder | null> {
  try {
    return await openRoot(root);
  } catch (error) {
    if (fsCode(error) === null) throw error;
    return null;
  }
}

function nowhere({ files }: LandingJob): LandOutcome {
  const why = "the workspace's folder is gone";
  return { type: "conflict", partial: false, files: files.map(({ path }) => ({ path, why, landed: false })) };
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

/** Folders, the marker and all temps, durable; nothing of the changeset shows yet. */
async function prepare(run: Run, root: OpenedFolder): Promise<Fault | null> {
  const faults: Fault[] = [];
  const open = run.targets.filter((target) => !target.placed);
  if (open.length === 0) return null;
  run.signal.throwIfAborted();
  await attempt(faults, open[0], async () => {
    // One file alone cannot be done in part.
    if (run.targets.length > 1) await mark(run, root);
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
      return settleConflict(run, faults, { began: true, ours });
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
  { began, ours = run.targets }: { began: boolean; ours?: Target[] },
): Promise<LandOutcome> {
  const left: Fault[] = [];
  for (const target of ours.toReversed()) {
    if (!began || !target.placed || !isOpen(target) || isSame(target.file)) continue;
    const mode = run.modes.get(target.file.path) ?? target.file.mode ?? 0o644 & ~process.umask();
    await attempt(left, target, () => restore(target, run.landing, mode));
  }
  for (const target of run.targets) {
    const told = left.some((fault) => fault.path === target.file.path);
    if (!target.placed || told || isSame(target.file)) continue;
    left.push({ path: target.file.path, why: "already has the new content", landed: true });
  }
  run.failpoint("land:restored");
  await tidy(run);
  const others = faults.filter((fault) => !left.some((other) => other.path === fault.path));
  const files = [...left.map((fault) => ({ ...fault, landed: true })), ...others];
  return { type: "conflict", partial: left.length > 0, files };
}

const isOpen = (target: Target): target is Placed => target.folder !== null;

function isSame(file: LandingFile): boolean {
  if (file.before === null || file.after === null) return file.before === file.after;
  return Buffer.from(file.before).equals(file.after);
}
