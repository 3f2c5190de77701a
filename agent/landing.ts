// Landing what a person approved: under the workspace's lease, recorded before the first byte, in several tries,
// and settled on its card whatever came of it. Safe to repeat; refuses what nobody approved. A turn and a command
// differ only in how they record it.

import { randomInt } from "node:crypto";
import type { Hash, Landing, ReviewRow } from "../store/ledger.ts";
import { type ChangesetFile, loadChangeset } from "./changeset.ts";
import type { LandOutcome, ReviewEnd } from "./ports.ts";
import type { TurnDeps } from "./turn/deps.ts";
import { lineStats } from "./workspace/line-stats.ts";

export type LandDeps = Pick<
  TurnDeps,
  "ledger" | "workspace" | "clock" | "failpoint" | "settings" | "reviewer"
>;
export type LandWork = { deps: LandDeps; signal: AbortSignal };

export type FileWhy = { path: string; why: string };
/** A landing that has begun, and what became of it on disk. */
export type Attempt = { landing: Landing; fence: number; files: ChangesetFile[]; outcome: LandOutcome };

/** How a landing enters the ledger: in the events of its turn, or by itself. */
export type LandingRecord = {
  /** The landing is recorded as begun. An end that it already has is returned, and nothing is written. */
  begun(landing: Landing): Promise<ReviewEnd | null>;
  ended(attempt: Attempt): Promise<ReviewEnd>;
  givenUp(landing: string, files: FileWhy[]): Promise<void>;
};

/** `failure`: all tries failed; the card says what is on disk, file by file. */
export type LandResult = { end: ReviewEnd; failure: unknown };

const LEASE_TTL_MS = 60_000;
const LEASE_WAIT_MS = 200;
/** Waits between the tries of a landing that fails: together some eight seconds. */
const RETRY_MS = [250, 500, 1000, 2000, 4000];

/** Lands an approved review and settles its card. Throws when not even a failure can be recorded. */
export async function landApproved(
  review: ReviewRow,
  record: LandingRecord,
  work: LandWork,
): Promise<LandResult> {
  const { failpoint, reviewer } = work.deps;
  const result = await insist(review, record, work);
  failpoint("landing:recorded");
  await reviewer.settle(review.review, result.end);
  failpoint("landing:settled");
  return result;
}

/** A landing is safe to repeat, so one that throws is tried again before it is given up. */
async function insist(review: ReviewRow, record: LandingRecord, work: LandWork): Promise<LandResult> {
  const { deps, signal } = work;
  for (const waitMs of [...RETRY_MS, null]) {
    try {
      return { end: await landOnce(review, record, work), failure: null };
    } catch (error) {
      signal.throwIfAborted();
      if (waitMs === null) return { end: await giveUp(review, { record, error }, work), failure: error };
      await deps.clock.sleep(waitMs, signal);
    }
  }
  throw new Error("a landing has no end");
}

async function landOnce(review: ReviewRow, record: LandingRecord, work: LandWork): Promise<ReviewEnd> {
  const { deps, signal } = work;
  const { files } = await loadChangeset(deps.ledger, review.changeset);
  return await underLease(review, work, async (landing, fence) => {
    const ended = await record.begun(landing);
    if (ended) return ended;
    deps.failpoint("landing:started");
    const isDone = landing.state === "applied";
    const outcome: LandOutcome = isDone
      ? { type: "landed" }
      : await deps.workspace.land(landing.landing, files, signal);
    deps.failpoint("landing:written");
    return await record.ended({ landing, fence, files, outcome });
  });
}

type Failed = { record: LandingRecord; error: unknown };

async function giveUp(review: ReviewRow, { record, error }: Failed, work: LandWork): Promise<ReviewEnd> {
  const files = await whatIsThere(review.changeset, error, work);
  await underLease(review, work, ({ landing }) => record.givenUp(landing, files));
  return { type: "conflicted", files };
}

/** What to tell of a landing that was given up: which files are as approved, and why the others are not. */
async function whatIsThere(changeset: Hash, error: unknown, { deps, signal }: LandWork): Promise<FileWhy[]> {
  const why = `could not be landed (${error instanceof Error ? error.message : String(error)})`;
  try {
    const { files } = await loadChangeset(deps.ledger, changeset);
    const told = files.map(async ({ path, after }) => {
      const disk = await deps.workspace.read(path, signal);
      // Only bytes are proof: a file that cannot be looked at is not there as far as anybody knows.
      const isThere = disk.ok && same(disk.bytes, after);
      return { path, why: isThere ? "has the new content, though the landing failed" : why };
    });
    return await Promise.all(told);
  } catch {
    return [{ path: "", why }];
  }
}

/**
 * Starts the review's landing under the workspace's lease. Waits for another landing as long as that takes: what was
 * approved is not given up for being second, and a holder that is gone or hangs loses the lease.
 */
async function underLease<T>(
  review: ReviewRow,
  { deps, signal }: LandWork,
  work: (landing: Landing, fence: number) => Promise<T>,
): Promise<T> {
  const { ledger, clock, settings } = deps;
  const name = `landing:${settings.workspaceId}`;
  // Two landings of one process are two holders: the same pid and start would renew the other's lease.
  const holder = { pid: process.pid, startedAt: randomInt(2 ** 40), what: "landing" };
  for (;;) {
    const lease = await ledger.acquireLease(name, holder, LEASE_TTL_MS, clock.now());
    if (lease.ok) {
      const { fence } = lease;
      try {
        const by = review.decidedBy ?? "";
        const landing = await ledger.startLanding({ review: review.review, by, at: clock.now(), fence });
        return await work(landing, fence);
      } finally {
        // What was done is done; a lease that could not be released ends by itself.
        await ledger.releaseLease(name, fence).catch(() => undefined);
      }
    }
    await clock.sleep(LEASE_WAIT_MS, signal);
  }
}

/** Lands an approved review that no turn owns. */
export async function landReview(review: ReviewRow, deps: LandDeps, signal: AbortSignal): Promise<ReviewEnd> {
  const { ledger, clock } = deps;
  const conflicted = (landing: string, files: FileWhy[]) =>
    ledger.endLanding({ type: "conflicted", landing, at: clock.now(), detail: detailOf(files) });
  const record: LandingRecord = {
    async begun({ state, detail }) {
      return state === "conflicted" ? { type: "conflicted", files: [{ path: "", why: detail ?? "" }] } : null;
    },
    async ended({ landing: { landing }, fence, files, outcome }) {
      if (outcome.type === "conflict") {
        await conflicted(landing, outcome.files);
        return { type: "conflicted", files: outcome.files };
      }
      const end = { type: "applied", landing, fence, at: clock.now(), undoes: undoes(review) } as const;
      const generation = await ledger.endLanding(end);
      if (!generation) throw new Error(`landing ${landing} ended without a generation`);
      return landedEnd(generation.n, files, review.decidedBy ?? "");
    },
    async givenUp(landing, files) {
      await conflicted(landing, files);
    },
  };
  return (await landApproved(review, record, { deps, signal })).end;
}

export const detailOf = (files: FileWhy[]): string =>
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

export function same(a: Uint8Array | null, b: Uint8Array | null): boolean {
  if (a === null || b === null) return a === b;
  return Buffer.compare(a, b) === 0;
}
