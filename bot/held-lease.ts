// A lease that is held while something runs: taken, renewed until it is let go, released. Promises that a second
// holder is told who the first is. Refuses to outlive its process: who is killed is found gone by the next taker.

import { randomInt } from "node:crypto";
import type { Clock } from "../store/clock.ts";
import type { LeaseHolder, Ledger } from "../store/ledger.ts";
import { wordsOf } from "../store/words-of.ts";

/** `lost` is aborted when another process has taken the lease over: stop what it was held for. */
export type Lease = AsyncDisposable & { lost: AbortSignal };
export type Held = { ok: true; lease: Lease } | { ok: false; holder: LeaseHolder };

export type LeaseDeps = {
  ledger: Pick<Ledger, "acquireLease" | "releaseLease">;
  clock: Clock;
  /** It could not be renewed, or is another's now. */
  onLost(why: string): void;
};

const TTL_MS = 60_000;

export async function holdLease(name: string, what: string, deps: LeaseDeps): Promise<Held> {
  const { ledger, clock } = deps;
  const holder = { pid: process.pid, startedAt: clock.now(), what };
  const take = () => ledger.acquireLease(name, holder, TTL_MS, clock.now());
  const taken = await take();
  if (!taken.ok) return { ok: false, holder: taken.holder };
  const ending = new AbortController();
  const lost = new AbortController();
  const renewing = renew({ name, take }, deps, ending.signal).then((why) => {
    if (why === null) return;
    lost.abort(new Error(why));
    deps.onLost(why);
  });
  const lease = {
    lost: lost.signal,
    async [Symbol.asyncDispose]() {
      ending.abort();
      await renewing;
      await ledger.releaseLease(name, taken.fence);
    },
  };
  return { ok: true, lease };
}

/** Until the signal ends it (null), or another holds the lease: then in words. */
async function renew(
  { name, take }: { name: string; take: () => ReturnType<Ledger["acquireLease"]> },
  { clock, onLost }: LeaseDeps,
  signal: AbortSignal,
): Promise<string | null> {
  while (!signal.aborted) {
    // Two processes that started together do not ask together for ever.
    await clock.sleep(TTL_MS / 3 + randomInt(1000), signal).catch(() => undefined);
    if (signal.aborted) return null;
    try {
      const taken = await take();
      if (!taken.ok) return `Process ${taken.holder.pid} has taken over ${name}.`;
    } catch (error) {
      onLost(`${name} could not be renewed: ${wordsOf(error)}`);
    }
  }
  return null;
}
