// Lands approved reviews that no turn asked for (undo), outside the tap's handler. Promises that each is landed once
// it was approved, also after a restart. Refuses to land twice at a time in one workspace.

import type { Clock } from "../store/clock.ts";
import type { Ledger, ReviewRow } from "../store/ledger.ts";
import type { WorkspaceAgent } from "./agent.ts";
import type { OnIncident } from "./incident.ts";
import { createRetries } from "./retries.ts";

export type Lander = {
  /** Starts the landing of an approved review, or queues it behind the one that lands. */
  land(review: ReviewRow): void;
  /** Lands what an earlier process left approved. */
  recover(): Promise<void>;
  settled(): Promise<void>;
};

export type LanderDeps = {
  ledger: Pick<Ledger, "reviewsIn">;
  agents: ReadonlyMap<string, WorkspaceAgent>;
  clock: Clock;
  onIncident: OnIncident;
  signal: AbortSignal;
  /** It did not work out, no receipt says so, and it is tried again. */
  sayFailed(review: ReviewRow): Promise<void>;
};

export function createLander(deps: LanderDeps): Lander {
  const { signal, onIncident } = deps;
  const tails = new Map<string, Promise<void>>();
  const retries = createRetries(deps);

  async function landOne(review: ReviewRow): Promise<void> {
    const agent = deps.agents.get(review.workspace);
    if (!agent || signal.aborted) return;
    try {
      await agent.landReview(review, signal);
      retries.worked(review.review);
    } catch (error) {
      // Still approved in the ledger: it is tried again here, and by the next start.
      if (signal.aborted) return;
      retries.later(review.review, () => land(review));
      onIncident({ kind: "landing", text: `Review ${review.review} could not be landed.`, error });
      await deps.sayFailed(review);
    }
  }

  function land(review: ReviewRow): void {
    const tail = tails.get(review.workspace) ?? Promise.resolve();
    const task = tail
      .then(() => landOne(review))
      .catch((error: unknown) =>
        onIncident({ kind: "landing", text: "A failed landing could not be told.", error }),
      )
      .finally(() => {
        if (tails.get(review.workspace) === task) tails.delete(review.workspace);
      });
    tails.set(review.workspace, task);
  }

  return {
    land,
    async recover() {
      for (const review of await deps.ledger.reviewsIn(["approved"])) {
        if (review.origin.type === "command") land(review);
      }
    },
    async settled() {
      while (tails.size > 0 || retries.waiting > 0) {
        await Promise.all(tails.values());
        await retries.settled();
      }
    },
  };
}
