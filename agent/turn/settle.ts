// A review's card becomes what the log says of the review. Told when it happens, and again at each start, since a
// kill or a fault may have come in between: settling is harmless to repeat. Refuses to look anywhere but in the log.

import { loadChangeset } from "../changeset.ts";
import type { EventOf, TurnEvent } from "../events.ts";
import { landedEnd } from "../landing.ts";
import type { TurnDeps } from "./deps.ts";

type End = EventOf<"landed" | "conflicted" | "verdict_given">;

/** Settles the last review that has ended. */
export async function settleLast(events: readonly TurnEvent[], deps: TurnDeps): Promise<void> {
  const last = events.findLast((event): event is End => isEnd(event));
  if (last) await settleEnd(last, deps);
}

function isEnd(event: TurnEvent): event is End {
  if (event.type === "verdict_given") return event.verdict === "reject" || event.verdict === "revise";
  return event.type === "landed" || event.type === "conflicted";
}

/** A verdict to apply settles nothing: its landing does. */
async function settleEnd(end: End, { ledger, reviewer }: TurnDeps): Promise<void> {
  switch (end.type) {
    case "verdict_given":
      if (end.verdict === "reject") await reviewer.settle(end.review, { type: "rejected", by: end.by });
      if (end.verdict === "revise") await reviewer.settle(end.review, { type: "revised", by: end.by });
      return;
    case "conflicted":
      return await reviewer.settle(end.review, { type: "conflicted", files: end.files });
    case "landed": {
      const review = await ledger.review(end.review);
      if (!review) return;
      const { files } = await loadChangeset(ledger, review.changeset);
      await reviewer.settle(end.review, landedEnd(end.generation, files, review.decidedBy ?? ""));
    }
  }
}
