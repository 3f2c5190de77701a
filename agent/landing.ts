// Landing outside a turn: undo and whatever else a command has had approved. Same protocol, same lease, same
// journal as a turn's landing. Safe to repeat; refuses what nobody approved.

import { randomInt } from "node:crypto";
import type { Blob, Hash, ReviewRow } from "../store/ledger.ts";
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
const LEASE_TRIES = 50;

/** Runs `work` under the workspace's landing lease, waiting for another landing to end. */
export async function withLandingLease<T>(
  deps: Pick<LandDeps, "ledger" | "clock" | "settings">,
  signal: AbortSignal,
  work: (fence: number) => Promise<T>,
): Promise<T> {
  const { ledger, clock, settings } = deps;
  const name = `landing:${settings.workspaceId}`;
  // Two landings of one process are two holders: the same pid and start would renew the other's lease.
  const holder = { pid: process.pid, startedAt: randomInt(2 ** 40), what: "landing" };
  for (let attempt = 1; attempt <= LEASE_TRIES; attempt++) {
    const lease = await ledger.acquireLease(name, holder, LEASE_TTL_MS, clock.now());
    if (lease.ok) {
      try {
        return await work(lease.fence);
      } finally {
        await ledger.releaseLease(name, lease.fence);
      }
    }
    await clock.sleep(LEASE_WAIT_MS, signal);
  }
  throw new Error(`another landing holds ${name}`);
}

/** Lands an approved review that no turn owns, and settles its card. */
export async function landReview(review: ReviewRow, deps: LandDeps, signal: AbortSignal): Promise<ReviewEnd> {
  const { ledger, clock, failpoint } = deps;
  const { files } = await loadChangeset(ledger, review.changeset);
  const by = review.decidedBy ?? "";
  const end = await withLandingLease(deps, signal, async (fence): Promise<ReviewEnd> => {
    const landing = await ledger.startLanding({ review: review.review, by, at: clock.now(), fence });
    if (landing.state === "conflicted")
      return { type: "conflicted", files: [{ path: "", why: landing.detail ?? "" }] };
    failpoint("landing:started");
    const outcome = await landOnce(landing.state === "applied", landing.landing, files, deps, signal);
    failpoint("landing:written");
    const at = clock.now();
    if (outcome.type === "conflict") {
      const detail = outcome.files.map((f) => `${f.path}: ${f.why}`).join("; ");
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
  failpoint("landing:recorded");
  await deps.reviewer.settle(review.review, end);
  failpoint("landing:settled");
  return end;
}

async function landOnce(
  applied: boolean,
  landing: string,
  files: ChangesetFile[],
  deps: LandDeps,
  signal: AbortSignal,
): Promise<LandOutcome> {
  return applied ? { type: "landed" } : await deps.workspace.land(landing, files, signal);
}

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
  if (generation.undoneBy !== null) return { type: "already", by: generation.undoneBy };
  const { files, changes } = await loadChangeset(ledger, generation.changeset);
  const changed: { path: string; why: string }[] = [];
  for (const file of files) {
    const disk = await workspace.read(file.path, signal);
    const bytes = disk.ok ? disk.bytes : null;
    if (!same(bytes, file.after)) changed.push({ path: file.path, why: "changed since" });
  }
  if (changed.length > 0) return { type: "changed", files: changed };
  const blob = changesetBlob(settings.workspaceId, inverse(changes));
  return { type: "exact", changeset: blob.hash, blobs: [blob], changes: inverse(changes) };
}

export function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0;
}
