// The updates that are being handled now. Promises that each is finished in the ledger once its handler is, also when
// that throws, and that what a shutdown cuts off stays pending: the next start handles it again. Refuses to choose
// which handler.

import type { Clock } from "../store/clock.ts";
import type { Ledger } from "../store/ledger.ts";
import { wordsOf } from "../store/words-of.ts";
import type { OnIncident } from "./incident.ts";

export type InHandDeps = {
  ledger: Pick<Ledger, "pendingUpdates" | "finishUpdate" | "finishUpdates">;
  clock: Clock;
  onIncident: OnIncident;
  signal: AbortSignal;
};

export type InHand = {
  has(updateId: number): boolean;
  take(updateId: number): void;
  /** It was not handled after all, and must be found again. */
  giveBack(updateId: number): void;
  /** Runs a handler and finishes its update; `onFailure` runs first when it throws. Never rejects. */
  guard(updateId: number, run: () => Promise<void>, onFailure?: () => Promise<void>): Promise<void>;
  /** Finishes without a handler; `why` says that it was left aside. */
  finish(updateId: number, why?: string): Promise<void>;
  /** The same for many, in one commit. */
  finishAll(updateIds: readonly number[]): Promise<void>;
  /** Resolves when no stored update waits to be handled, or on shutdown. */
  settled(): Promise<void>;
};

export function createInHand({ ledger, clock, onIncident, signal }: InHandDeps): InHand {
  const taken = new Set<number>();
  let bell = Promise.withResolvers<void>();
  signal.addEventListener("abort", () => bell.resolve(), { once: true });

  async function finish(updateId: number, why?: string): Promise<void> {
    await ledger.finishUpdate(updateId, clock.now(), why);
    taken.delete(updateId);
    bell.resolve();
  }

  async function failed(updateId: number, error: unknown, onFailure: () => Promise<void>): Promise<void> {
    try {
      await onFailure();
      await finish(updateId, wordsOf(error));
    } catch (cause) {
      onIncident({ kind: "update", text: `Update ${updateId} could not be finished.`, error: cause });
    }
  }

  return {
    has: (updateId) => taken.has(updateId),
    take: (updateId) => void taken.add(updateId),
    giveBack: (updateId) => void taken.delete(updateId),
    finish,
    async finishAll(updateIds) {
      if (updateIds.length === 0) return;
      await ledger.finishUpdates(updateIds, clock.now());
      for (const updateId of updateIds) taken.delete(updateId);
      bell.resolve();
    },
    async guard(updateId, run, onFailure = async () => undefined) {
      try {
        await run();
        await finish(updateId);
      } catch (error) {
        // Left pending: the next start handles it again.
        if (signal.aborted) return;
        onIncident({ kind: "update", text: `Update ${updateId} could not be handled.`, error });
        await failed(updateId, error, onFailure);
      }
    },
    async settled() {
      while (!signal.aborted) {
        bell = Promise.withResolvers();
        if (taken.size === 0 && (await ledger.pendingUpdates(1)).length === 0) return;
        await bell.promise;
      }
    },
  };
}
