// Landing outside a turn: undo and whatever else a command has had approved. Same protocol, same lease, same
// journal as a turn's landing. Safe to repeat; refuses what nobody approved.

import { randomInt } from "node:crypto";
import type { Blob, Generation, Hash, ReviewRow } from "../store/ledger.ts";
import { type ChangesetFile, changesetBlob, inverse, loadChangeset } from "./changeset.ts";
import type { Change } from "./events.ts";
import type { LandOutcome, ReviewEnd } from "./ports.ts";
import type { TurnDeps } from "./turn/deps.ts";
import { lineStats } from "./workspace/line-stats.ts";

export type LandDeps = Pick<
  TurnDeps,
  "ledger" | "workspace" | "clock" | "failpoint" | "settings" | "reviewer"
>;

const LEASE_TTL_MS = 60_000;
const LEASE_WAIT_MS = 200;
/** Waits between the tries of a landing that fails: together some eight seconds. */
const RETRY_MS = [250, 500, 1000, 2000, 4000];

/**
 * Runs `work` under the workspace's landing lease. Waits for another landing as long as that takes: what was approved
 * is not given up for being second, and a holder that is gone or hangs loses the lease.
 */
export async function withLandingLease<T>(
  deps: Pick<LandDeps, "ledger" | "clock" | "settings">,
  signal: AbortSignal,
  work: (fence: number) => Promise<T>,
): Promise<T> {
  const { ledger, clock, settings } = deps;
  const name = `landing:${settings.workspaceId}`;
  // Two landings of one process are two holders: the same pid and start would renew the other's lease.
  const holder = { pid: process.pid, startedAt: randomInt(2 ** 40), what: "landing" };
  for (;;) {
    const lease = await ledger.acquireLease(name, holder, LEASE_TTL_MS, clock.now());
    if (lease.ok) {
      try {
        return await work(lease.fence);
      } finally {
        // What was done is done; a lease that could not be released ends by itself.
        await ledger.releaseLease(name, lease.fence).catch(() => undefined);
      }
    }
    await clock.sleep(LEASE_WAIT_MS, signal);
  }
}

/** Lands in several tries: a landing is safe to repeat. `giveUp` says what becomes of it when all of them failed. */
export async function insist<T>(
  land: () => Promise<T>,
  {
    clock,
    signal,
    giveUp,
  }: Pick<LandDeps, "clock"> & {
    signal: AbortSignal;
    giveUp(error: unknown): Promise<T>;
  },
): Promise<T> {
  for (const waitMs of RETRY_MS) {
    try {
      return await land();
    } catch {
      signal.throwIfAborted();
      await clock.sleep(waitMs, signal);
    }
  }
  try {
    return await land();
  } catch (error) {
    signal.throwIfAborted();
    return await giveUp(error);
  }
}

/** What to tell, file by file, of a landing that was given up: which files are as approved, and why the others not. */
export async function givenUp(
  changeset: Hash,
  error: unknown,
  { ledger, workspace }: Pick<LandDeps, "ledger" | "workspace">,
  signal: AbortSignal,
): Promise<{ path: string; why: string }[]> {
  const why = `could not be landed (${error instanceof Error ? error.message : String(error)})`;
  try {
    const { files } = await loadChangeset(ledger, changeset);
    const told = files.map(async ({ path, after }) => {
      const disk = await workspace.read(path, signal);
      // Only bytes are proof: a file that cannot be looked at is not there as far as anybody knows.
      const isThere = disk.ok && same(disk.bytes, after);
      return { path, why: isThere ? "has the new content, though the landing failed" : why };
    });
    return await Promise.all(told);
  } catch {
    return [{ path: "", why }];
  }
}

/** Lands an approved review that no turn owns, and settles its card. */
export async function landReview(review: ReviewRow, deps: LandDeps, signal: AbortSignal): Promise<ReviewEnd> {
  const { clock, failpoint } = deps;
  const end = await insist(() => landOnce(review, deps, signal), {
    clock,
    signal,
    giveUp: (error) => giveUp(review, error, deps, signal),
  });
  failpoint("landing:recorded");
  await deps.reviewer.settle(review.review, end);
  failpoint("landing:settled");
  return end;
}

async function landOnce(review: ReviewRow, deps: LandDeps, signal: AbortSignal): Promise<ReviewEnd> {
  const { ledger, clock, failpoint } = deps;
  const { files } = await loadChangeset(ledger, review.changeset);
  const by = review.decidedBy ?? "";
  return await withLandingLease(deps, signal, async (fence): Promise<ReviewEnd> => {
    const landing = await ledger.startLanding({ review: review.review, by, at: clock.now(), fence });
    if (landing.state === "conflicted")
      return { type: "conflicted", files: [{ path: "", why: landing.detail ?? "" }] };
    failpoint("landing:started");
    const isDone = landing.state === "applied";
    const outcome: LandOutcome = isDone
      ? { type: "landed" }
      : await deps.workspace.land(landing.landing, files, signal);
    failpoint("landing:written");
    const at = clock.now();
    if (outcome.type === "conflict") {
      const detail = detailOf(outcome.files);
      await ledger.endLanding({ type: "conflicted", landing: landing.landing, at, detail });
      return { type: "conflicted", files: outcome.files };
    }
    const generation = await ledger.endLanding({
      type: "applied",
      landing: landing.landing,
      fence,
      at,
      undoes: undoes(review),
    });
    if (!generation) throw new Error(`landing ${landing.landing} ended without a generation`);
    return landedEnd(generation.n, files, by);
  });
}

async function giveUp(
  review: ReviewRow,
  error: unknown,
  deps: LandDeps,
  signal: AbortSignal,
): Promise<ReviewEnd> {
  const { ledger, clock } = deps;
  const files = await givenUp(review.changeset, error, deps, signal);
  await withLandingLease(deps, signal, async (fence) => {
    const by = review.decidedBy ?? "";
    const { landing } = await ledger.startLanding({ review: review.review, by, at: clock.now(), fence });
    await ledger.endLanding({ type: "conflicted", landing, at: clock.now(), detail: detailOf(files) });
  });
  return { type: "conflicted", files };
}

export const detailOf = (files: { path: string; why: string }[]): string =>
  files.map((file) => `${file.path}: ${file.why}`).join("; ");

export function landedEnd(generation: number, files: ChangesetFile[], by: string): ReviewEnd {
  const counted = files.map(({ path, op, before, after }) => ({ path, op, ...lineStats(before, after) }));
  return { type: "landed", generation, files: counted, by };
}

export const undoCommand = (n: number): string => `undo ${n}`;

function undoes(review: ReviewRow): number | null {
  const match = review.origin.type === "command" ? /^undo (\d+)$/.exec(review.origin.command) : null;
  return match ? Number(match[1]) : null;
}

export type UndoPlan =
  | { type: "exact"; changeset: Hash; blobs: Blob[]; changes: Change[] }
  | { type: "changed"; files: { path: string; why: string }[] }
  | { type: "already"; by: number }
  | { type: "unknown" };

/** What undoing generation `n` would land: its exact inverse, where the disk still is what that generation made. */
export async function planUndo(n: number, deps: LandDeps, signal: AbortSignal): Promise<UndoPlan> {
  const { ledger, settings, workspace } = deps;
  const generation = await ledger.generation(settings.workspaceId, n);
  if (!generation) return { type: "unknown" };
  const by = await undoneBy(generation, ledger);
  if (by !== null) return { type: "already", by };
  const { files, changes } = await loadChangeset(ledger, generation.changeset);
  const changed: { path: string; why: string }[] = [];
  for (const file of files) {
    const disk = await workspace.read(file.path, signal);
    const bytes = disk.ok ? disk.bytes : null;
    if (!same(bytes, file.after)) changed.push({ path: file.path, why: whyChanged(bytes, file) });
  }
  if (changed.length > 0) return { type: "changed", files: changed };
  const blob = changesetBlob(settings.workspaceId, inverse(changes));
  return { type: "exact", changeset: blob.hash, blobs: [blob], changes: inverse(changes) };
}

function whyChanged(disk: Uint8Array | null, { after }: ChangesetFile): string {
  if (disk === null) return "can no longer be read there";
  return after === null ? "is there again" : "changed since";
}

/** The generation that has taken this one back, unless it was taken back itself. */
async function undoneBy(of: Generation, ledger: LandDeps["ledger"]): Promise<number | null> {
  const by = of.undoneBy === null ? undefined : await ledger.generation(of.workspace, of.undoneBy);
  if (!by) return of.undoneBy;
  return (await undoneBy(by, ledger)) === null ? by.n : null;
}

export function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0;
}
