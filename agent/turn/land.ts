// Landing what a person approved in a turn, recorded in the turn's own events: the start before the first byte,
// the end in the transaction of its event, so that a kill at any moment resumes here and lands once. On a moved
// pre-image nothing is written: the change is carried over when it fits, and shown again.

import type { ReviewRow } from "../../store/ledger.ts";
import type { EventBody, NewEvent } from "../events.ts";
import { conflictMessage } from "../gates/envelope.ts";
import { type Attempt, detailOf, type LandingRecord, landApproved, landedEnd } from "../landing.ts";
import type { LandOutcome, ReviewEnd } from "../ports.ts";
import { blobOf, message } from "../prompt/request.ts";
import { carryOver } from "./carry-over.ts";
import { fold } from "./fold.ts";
import { mainEvent } from "./log.ts";
import type { Work } from "./work.ts";

/** Throws when all tries failed: it was told as a conflict then, and no model can mend what failed here. */
export async function landReviewOfTurn(reviewId: string, work: Work): Promise<void> {
  const review = await work.deps.ledger.review(reviewId);
  if (!review) throw new Error(`the ledger has no review ${reviewId}`);
  const { failure } = await landApproved(review, recordInLog(review, work), work);
  if (failure !== null) throw new Error("what was approved could not be landed", { cause: failure });
}

function recordInLog(review: ReviewRow, work: Work): LandingRecord {
  const { log, deps } = work;
  const event = (body: EventBody): NewEvent => mainEvent(fold(log.events).steps, deps.clock.now(), body);
  return {
    async begun(landing) {
      // Its end is in the transaction of an event: a log that lacks it is not the newest, and files may have moved on.
      if (landing.state !== "applying")
        throw new Error(`review ${review.review} was landed by another process`);
      const body: EventBody = { type: "landing_started", review: review.review, landing: landing.landing };
      if (log.events.at(-1)?.type !== "landing_started") await log.append([event(body)], []);
      return null;
    },
    ended: (attempt) =>
      attempt.outcome.type === "landed"
        ? recordLanded(review, attempt, work)
        : recordConflict(review, { ...attempt, outcome: attempt.outcome }, work),
    async givenUp(landing, files) {
      const at = deps.clock.now();
      const body: EventBody = { type: "conflicted", review: review.review, files, restaged: false };
      await log.append([event(body)], [], {
        landing: { type: "conflicted", landing, at, detail: detailOf(files) },
      });
    },
  };
}

async function recordLanded(review: ReviewRow, attempt: Attempt, { log, deps }: Work): Promise<ReviewEnd> {
  const { landing, fence, files } = attempt;
  const at = deps.clock.now();
  const [last] = await deps.ledger.generations(landing.workspace, 1);
  const generation = (last?.n ?? 0) + 1;
  const body: EventBody = { type: "landed", review: review.review, generation, files: files.length };
  await log.append([mainEvent(fold(log.events).steps, at, body)], [], {
    landing: { type: "applied", landing: landing.landing, fence, at, undoes: null },
  });
  return landedEnd(generation, files, review.decidedBy ?? "");
}

type Conflicted = Attempt & { outcome: Extract<LandOutcome, { type: "conflict" }> };

async function recordConflict(review: ReviewRow, attempt: Conflicted, work: Work): Promise<ReviewEnd> {
  const { log, deps } = work;
  const { landing, files, outcome } = attempt;
  const at = deps.clock.now();
  const step = fold(log.events).steps;
  const moved = outcome.files.map(({ path, why }) => ({ path, why }));
  const carried = outcome.partial ? null : await carryOver(files, work);
  const restaged = carried !== null;
  const blobs = carried?.blobs ?? [];
  const bodies: EventBody[] = (carried?.changes ?? []).map((change) => ({
    type: "staged",
    index: -1,
    change,
    note: "carried onto the file as it is now",
  }));
  bodies.push({ type: "conflicted", review: review.review, files: moved, restaged });
  if (!restaged) {
    const text = conflictMessage(moved, outcome.partial);
    const fragment = blobOf(message("user", text));
    blobs.push(fragment);
    bodies.push({ type: "pushed", by: "conflict", fragment: fragment.hash, text });
  }
  const events = bodies.map((body) => mainEvent(step, at, body));
  await log.append(events, blobs, {
    landing: { type: "conflicted", landing: landing.landing, at, detail: detailOf(moved) },
  });
  return { type: "conflicted", files: moved };
}
