// Processes that die: before or after a write of a turn's log, or at a failpoint. What such a process does then reaches no ledger,
// and the next one finds what is stored. Refuses to die twice.

import type { AppendBatch, Ledger } from "../../../store/ledger.ts";
import type { Workshop } from "./workshop.ts";

class Killed extends Error {}

export type Kill = { at: number; when: "before" | "after" } | { failpoint: string } | null;

/**
 * Processes that run the turn one after the other. The first dies where it is told: from then on nothing that it does
 * reaches the ledger, and it is shut down; the next one finds what is on disk.
 */
export function processes(shop: Workshop, kill: Kill) {
  const real = shop.deps.ledger;
  const state = { appends: 0, passed: new Set<string>(), isSpent: kill === null };
  const leases = new Map<string, number>();
  const next = async () => {
    // In these processes a pid outlives its process, so what the ledger does for one that is gone is done here.
    for (const [name, fence] of leases) await real.releaseLease(name, fence);
    const dying = new AbortController();
    const die = (): never => {
      state.isSpent = true;
      dying.abort(new Killed());
      throw new Killed();
    };
    const append = async (batch: AppendBatch) => {
      state.appends += 1;
      const isIt = !state.isSpent && kill !== null && "at" in kill && kill.at === state.appends;
      if (isIt && kill.when === "before") die();
      const rows = await real.append(batch);
      return isIt ? die() : rows;
    };
    const acquireLease: Ledger["acquireLease"] = async (...wish) => {
      const lease = await real.acquireLease(...wish);
      if (lease.ok) leases.set(wish[0], lease.fence);
      return lease;
    };
    const ledger = new Proxy(
      { ...real, append, acquireLease },
      {
        get: (target, name, receiver) => {
          dying.signal.throwIfAborted();
          return Reflect.get(target, name, receiver);
        },
      },
    );
    const failpoint = (name: string) => {
      state.passed.add(name);
      if (!state.isSpent && kill !== null && "failpoint" in kill && kill.failpoint === name) die();
    };
    Object.assign(shop.deps, { ledger, failpoint });
    return dying.signal;
  };
  return { real, state, next };
}
