// Verdicts. Promises that a review is decided once, by a person who may, in the place where it was shown, before
// it expired; and that review, button, the turn's input and the audit line change together. Refuses to change
// anything for anybody else.

import type {
  Button,
  Decision,
  NewReview,
  ReviewRow,
  ReviewState,
  Reviews,
  Tap,
  Verdict,
} from "../ledger.ts";
import { insertAudit, NOBODY } from "./audit.ts";
import { insertBlobs } from "./blobs.ts";
import type { Database, Sql } from "./database.ts";
import { insertInput } from "./inputs.ts";
import {
  insertButtons,
  insertReview,
  REVIEW,
  readButton,
  readReview,
  toReview,
  turnOf,
} from "./review-rows.ts";

const STATE_OF: Record<Verdict, ReviewState> = {
  apply: "approved",
  reject: "rejected",
  revise: "revised",
  withdraw: "withdrawn",
};

export function createReviews(db: Database): Reviews {
  return {
    openReview: (review, blobs) =>
      db.write((sql) => {
        insertBlobs(sql, blobs, db.clock.now());
        insertReview(sql, review);
      }),
    review: (review) => db.read((sql) => readReview(sql, review)),
    reviewsIn: (states, workspace) =>
      db.read((sql) =>
        sql
          .all(
            `SELECT ${REVIEW} FROM reviews WHERE state IN (SELECT value FROM json_each(?))
              AND (?2 IS NULL OR workspace = ?2) ORDER BY opened_at, rowid`,
            JSON.stringify(states),
            workspace ?? null,
          )
          .map(toReview),
      ),
    addButtons: (buttons) => db.write((sql) => insertButtons(sql, buttons)),
    button: (token) =>
      db.read((sql) => {
        const found = readButton(sql, token);
        if (!found) return undefined;
        const { opened: _, ...button } = found;
        return button;
      }),
    decide: (tap) => db.write((sql) => decideByTap(sql, tap)),
    decideByReply: ({ review: id, ...said }) =>
      db.write((sql) => {
        const review = readReview(sql, id);
        if (!review) return { type: "unknown" };
        return settle(sql, review, { ...said, isInPlace: true });
      }),
    approveByButton: (tap, review, blobs) =>
      db.write((sql) => {
        const refusal = refuseOpening(sql, tap, review);
        if (refusal) return refusal;
        insertBlobs(sql, blobs, db.clock.now());
        return openApproved(sql, tap, review);
      }),
    closeReview: (review, state, at) => db.write((sql) => close(sql, review, { state, at })),
  };
}

function decideByTap(sql: Sql, tap: Tap): Decision {
  const button = readButton(sql, tap.token);
  const verdict = button && verdictOf(button.action);
  const review = button && verdict && readReview(sql, button.subject);
  // Revise has no verdict in its tap: the words make it one.
  if (!button || !review || !verdict || verdict === "revise") return { type: "unknown" };
  if (!button.allowed.includes(tap.by)) return { type: "not_allowed" };
  const isInPlace = isPlaceOf(review, button, tap);
  const decision = settle(sql, review, { by: tap.by, verdict, comment: null, at: tap.at, isInPlace });
  if (decision.type === "decided") useButton(sql, tap, null);
  return decision;
}

type Said = { by: string; verdict: Verdict; comment: string | null; at: number };

function settle(sql: Sql, review: ReviewRow, said: Said & { isInPlace: boolean }): Decision {
  if (!review.allowed.includes(said.by)) return { type: "not_allowed" };
  if (!said.isInPlace) return { type: "wrong_place" };
  if (review.state === "expired") return { type: "expired", review };
  if (review.state !== "open") return { type: "already", review };
  if (review.expiresAt !== null && review.expiresAt <= said.at) return expire(sql, review, said);
  return record(sql, review, said);
}

function record(sql: Sql, review: ReviewRow, { by, verdict, comment, at }: Said): Decision {
  const state = STATE_OF[verdict];
  const changed = sql.run(
    `UPDATE reviews SET state = ?, decided_by = ?, decided_at = ?, comment = ? WHERE review = ? AND state = 'open'`,
    state,
    by,
    at,
    comment,
    review.review,
  );
  if (changed !== 1) throw new Error(`Review ${review.review} moved inside a transaction.`);
  const turn = turnOf(review.origin);
  if (turn !== null) {
    const body = JSON.stringify({ review: review.review, verdict, comment: comment ?? "" });
    insertInput(sql, { turn, kind: "verdict", by, body, at }, `verdict:${review.review}`);
  }
  insertAudit(sql, { at, by, action: state, subject: review.review, hash: review.changeset });
  const decided: ReviewRow = { ...review, state, decidedBy: by, decidedAt: at, comment };
  return { type: "decided", review: decided, verdict };
}

function expire(sql: Sql, review: ReviewRow, { by, at }: Said): Decision {
  sql.run("UPDATE reviews SET state = 'expired' WHERE review = ? AND state = 'open'", review.review);
  insertAudit(sql, { at, by, action: "expired", subject: review.review, hash: review.changeset });
  return { type: "expired", review: { ...review, state: "expired" } };
}

function refuseOpening(sql: Sql, tap: Tap, review: NewReview): Decision | undefined {
  const button = readButton(sql, tap.token);
  if (!button?.once || verdictOf(button.action)) return { type: "unknown" };
  if (!button.allowed.includes(tap.by) || !review.allowed.includes(tap.by)) return { type: "not_allowed" };
  if (button.chat !== tap.chat || review.chat !== tap.chat) return { type: "wrong_place" };
  if (button.usedBy === null) return undefined;
  const opened = button.opened === null ? undefined : readReview(sql, button.opened);
  return opened ? { type: "already", review: opened } : { type: "unknown" };
}

function openApproved(sql: Sql, tap: Tap, wanted: NewReview): Decision {
  if (readReview(sql, wanted.review)) throw new Error(`Review ${wanted.review} exists already.`);
  insertReview(sql, wanted);
  const review = readReview(sql, wanted.review);
  if (!review) throw new Error(`Review ${wanted.review} was not stored.`);
  useButton(sql, tap, wanted.review);
  return record(sql, review, { by: tap.by, verdict: "apply", comment: null, at: tap.at });
}

function close(
  sql: Sql,
  review: string,
  { state, at }: { state: "stale" | "replaced" | "withdrawn"; at: number },
): boolean {
  const open = sql.run("UPDATE reviews SET state = ? WHERE review = ? AND state = 'open'", state, review);
  if (open === 0) return false;
  const hash = readReview(sql, review)?.changeset ?? null;
  insertAudit(sql, { at, by: NOBODY, action: state, subject: review, hash });
  return true;
}

function useButton(sql: Sql, tap: Tap, opened: string | null): void {
  sql.run(
    "UPDATE buttons SET used_by = ?, used_at = ?, opened = ? WHERE token = ? AND used_by IS NULL",
    tap.by,
    tap.at,
    opened,
    tap.token,
  );
}

// A card whose message id is not stored yet can be tapped all the same: it is on the screen before we know its id.
function isPlaceOf(review: ReviewRow, button: Button, tap: Tap): boolean {
  if (tap.chat !== button.chat || tap.chat !== review.chat) return false;
  return review.messageId === null || review.messageId === tap.messageId;
}

function verdictOf(action: string): Verdict | undefined {
  switch (action) {
    case "apply":
    case "reject":
    case "revise":
    case "withdraw":
      return action;
    default:
      return undefined;
  }
}
