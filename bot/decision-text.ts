// What a decision is called in one line: the answer to a tap or to a reply. Promises that a second tap learns what
// already happened. Refuses to be longer than Telegram shows.

import type { Decision, ReviewRow, Verdict } from "../store/ledger.ts";

export function decisionText(decision: Decision, actor: string): string {
  switch (decision.type) {
    case "decided":
      return DECIDED[decision.verdict];
    case "already":
      return alreadyText(decision.review, actor);
    case "not_allowed":
      return "This review is not yours to decide: whoever asked for it does, or an owner.";
    case "wrong_place":
      return "This button belongs to another message. Use the review's own card.";
    case "expired":
      return "This review has expired; nothing was changed. Ask again for a new one.";
    case "unknown":
      return UNKNOWN_TEXT;
  }
}

export const UNKNOWN_TEXT = "This button means nothing here any more. /pending lists what is open.";

const DECIDED: Record<Verdict, string> = {
  apply: "Applying.",
  reject: "Rejected. Nothing was written.",
  revise: "Passed on; a new review will come.",
  withdraw: "Withdrawn. Nothing was written.",
};

export function alreadyText(review: ReviewRow, actor: string): string {
  const by = review.decidedBy === null ? "" : review.decidedBy === actor ? " by you" : " by another person";
  switch (review.state) {
    case "open":
      return "This review is still open.";
    case "approved":
      return `Already approved${by}; it is being applied.`;
    case "landed":
      return review.generation === null
        ? `Already applied${by}.`
        : `Already applied${by} as generation ${review.generation}.`;
    case "rejected":
      return `Already rejected${by}. Nothing was written.`;
    case "revised":
      return `Already sent back${by} for a change.`;
    case "withdrawn":
      return "This review was withdrawn. Nothing was written.";
    case "stale":
    case "replaced":
      return "A newer review has taken this one's place.";
    case "expired":
      return "This review has expired; nothing was changed.";
    case "conflicted":
      return "The files had changed meanwhile; see the newest message on it.";
  }
}
