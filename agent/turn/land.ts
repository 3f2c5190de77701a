// Landing what a person approved. The landing is recorded before the first byte and ended in the transaction
// of its event, so a kill at any moment resumes here and lands once. On a moved pre-image nothing is written:
// the change is carried onto the new content when it fits exactly, and shown again.

import { applyPatch, structuredPatch } from "diff";
import { sha256 } from "../../store/hash.ts";
import type { Blob, Landing, ReviewRow } from "../../store/ledger.ts";
import { type ChangesetFile, loadChangeset } from "../changeset.ts";
import type { Change, EventBody, NewEvent } from "../events.ts";
import { conflictMessage } from "../gates/envelope.ts";
import { detailOf, givenUp, insist, landedEnd, same, withLandingLease } from "../landing.ts";
import type { LandOutcome, ReviewEnd } from "../ports.ts";
import { blobOf, message } from "../prompt/request.ts";
import { showsSecret } from "../workspace/unfit.ts";
import type { TurnDeps } from "./deps.ts";
import { fold } from "./fold.ts";
import { type Log, mainEvent } from "./log.ts";

export async function landReviewOfTurn(
  log: Log,
  reviewId: string,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<void> {
  const { ledger, clock, failpoint } = deps;
  const review = await ledger.review(reviewId);
  if (!review) throw new Error(`the ledger has no review ${reviewId}`);
  const end = await insist(() => landOnce(log, review, deps, signal), {
    clock,
    signal,
    giveUp: (error) => giveUp(log, review, error, deps, signal),
  });
  failpoint("landing:recorded");
  await deps.reviewer.settle(reviewId, end);
  failpoint("landing:settled");
}

async function landOnce(
  log: Log,
  review: ReviewRow,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<ReviewEnd> {
  const { ledger, clock, failpoint } = deps;
  const reviewId = review.review;
  const { files } = await loadChangeset(ledger, review.changeset);
  return await withLandingLease(deps, signal, async (fence): Promise<ReviewEnd> => {
    const by = review.decidedBy ?? "";
    const landing = await ledger.startLanding({ review: reviewId, by, at: clock.now(), fence });
    // Its event is in that transaction: a log that lacks it is not the newest, and the files may have moved on.
    if (landing.state !== "applying") throw new Error(`review ${reviewId} was landed by another process`);
    if (log.events.at(-1)?.type !== "landing_started") {
      const body: EventBody = { type: "landing_started", review: reviewId, landing: landing.landing };
      await log.append([mainEvent(fold(log.events).steps, clock.now(), body)], []);
    }
    failpoint("landing:started");
    const outcome = await deps.workspace.land(landing.landing, files, signal);
    failpoint("landing:written");
    if (outcome.type === "landed") return await recordLanded(log, review, landing, fence, files, deps);
    return await recordConflict(log, review, landing, files, outcome, deps, signal);
  });
}

/** Told as a conflict, file by file; then the turn ends, since no model can mend what failed here. */
async function giveUp(
  log: Log,
  review: ReviewRow,
  error: unknown,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<never> {
  const { ledger, clock } = deps;
  const files = await givenUp(review.changeset, error, deps, signal);
  await withLandingLease(deps, signal, async (fence) => {
    const at = clock.now();
    const wish = { review: review.review, by: review.decidedBy ?? "", at, fence };
    const { landing } = await ledger.startLanding(wish);
    const body: EventBody = { type: "conflicted", review: review.review, files, restaged: false };
    await log.append([mainEvent(fold(log.events).steps, at, body)], [], {
      landing: { type: "conflicted", landing, at, detail: detailOf(files) },
    });
  });
  await deps.reviewer.settle(review.review, { type: "conflicted", files });
  throw new Error("what was approved could not be landed", { cause: error });
}

async function recordLanded(
  log: Log,
  review: ReviewRow,
  landing: Landing,
  fence: number,
  files: ChangesetFile[],
  deps: TurnDeps,
): Promise<ReviewEnd> {
  const at = deps.clock.now();
  const [last] = await deps.ledger.generations(landing.workspace, 1);
  const generation = (last?.n ?? 0) + 1;
  const body: EventBody = { type: "landed", review: review.review, generation, files: files.length };
  await log.append([mainEvent(fold(log.events).steps, at, body)], [], {
    landing: { type: "applied", landing: landing.landing, fence, at, undoes: null },
  });
  return landedEnd(generation, files, review.decidedBy ?? "");
}

/** A kill may have come between a landing and its receipt: after a restart it is settled again, which is harmless. */
export async function settleAgain(log: Log, deps: TurnDeps): Promise<void> {
  const last = log.events.findLast((e) => e.type === "landed" || e.type === "conflicted");
  if (last?.type === "conflicted")
    await deps.reviewer.settle(last.review, { type: "conflicted", files: last.files });
  if (last?.type !== "landed") return;
  const review = await deps.ledger.review(last.review);
  if (!review) return;
  const { files } = await loadChangeset(deps.ledger, review.changeset);
  await deps.reviewer.settle(last.review, landedEnd(last.generation, files, review.decidedBy ?? ""));
}

async function recordConflict(
  log: Log,
  review: ReviewRow,
  landing: Landing,
  files: ChangesetFile[],
  outcome: Extract<LandOutcome, { type: "conflict" }>,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<ReviewEnd> {
  const at = deps.clock.now();
  const step = fold(log.events).steps;
  const moved = outcome.files.map(({ path, why }) => ({ path, why }));
  const carried = outcome.partial ? null : await carryOver(files, deps, signal);
  const events: NewEvent[] = (carried?.changes ?? []).map((change) =>
    mainEvent(step, at, { type: "staged", index: -1, change, note: "carried onto the file as it is now" }),
  );
  events.push(
    mainEvent(step, at, {
      type: "conflicted",
      review: review.review,
      files: moved,
      restaged: carried !== null,
    }),
  );
  const blobs = carried?.blobs ?? [];
  if (!carried) {
    const text = conflictMessage(moved, outcome.partial);
    const fragment = blobOf(message("user", text));
    blobs.push(fragment);
    events.push(mainEvent(step, at, { type: "pushed", by: "conflict", fragment: fragment.hash, text }));
  }
  await log.append(events, blobs, {
    landing: { type: "conflicted", landing: landing.landing, at, detail: detailOf(moved) },
  });
  return { type: "conflicted", files: moved };
}

/** The same change on the files as they are now; null where one of them does not take it exactly. */
async function carryOver(
  files: ChangesetFile[],
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<{ changes: Change[]; blobs: Blob[] } | null> {
  const changes: Change[] = [];
  const blobs: Blob[] = [];
  for (const file of files) {
    const now = await deps.workspace.read(file.path, signal);
    const disk = now.ok ? now.bytes : null;
    if (same(disk, file.before)) continue;
    if (file.op !== "modify" || !now.ok || !file.before || !file.after) return null;
    const merged = carried(file.before, file.after, now.bytes);
    if (merged === null) return null;
    const before = sha256(now.bytes);
    const after = sha256(merged);
    const carriedFile = { path: file.path, op: "modify" as const, before: now.bytes, after: merged };
    if (showsSecret(carriedFile, deps.settings.secrets)) return null;
    changes.push({ path: file.path, op: "modify", before, after, mode: now.mode });
    blobs.push({ hash: before, bytes: now.bytes }, { hash: after, bytes: merged });
  }
  return changes.length > 0 ? { changes, blobs } : null;
}

function carried(before: Uint8Array, after: Uint8Array, disk: Uint8Array): Uint8Array | null {
  const text = (bytes: Uint8Array) =>
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  try {
    const patch = structuredPatch("a", "b", text(before), text(after), "", "", { context: 3, timeout: 1000 });
    const merged = patch
      ? applyPatch(text(disk), patch, { fuzzFactor: 0, autoConvertLineEndings: false })
      : false;
    return merged === false ? null : new TextEncoder().encode(merged);
  } catch {
    return null; // not text, so nothing can be carried onto it
  }
}
