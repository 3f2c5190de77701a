// Waiting for something to become true, woken by events instead of by looking again. Promises to unsubscribe and to
// stop its timer however it ends. Refuses to swallow an abort.

import type { Clock } from "../../../store/clock.ts";

type Subscribe = (listener: () => void) => () => void;

/** Resolves with the probe's first answer. */
export function until<T>(subscribe: Subscribe, probe: () => T | undefined, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const look = () => {
      try {
        const found = probe();
        if (found !== undefined) end(() => resolve(found));
      } catch (cause) {
        end(() => reject(cause));
      }
    };
    const aborted = () => end(() => reject(signal.reason));
    const unsubscribe = subscribe(look);
    const end = (settle: () => void) => {
      unsubscribe();
      signal.removeEventListener("abort", aborted);
      settle();
    };
    signal.addEventListener("abort", aborted, { once: true });
    if (signal.aborted) aborted();
    else look();
  });
}

type Sleep = { clock: Clock; ms: number; subscribe: Subscribe; probe: () => boolean };

/** Sleeps until the probe holds or the time is over; tells which. */
export async function sleepUntil(
  { clock, ms, subscribe, probe }: Sleep,
  signal: AbortSignal,
): Promise<boolean> {
  const awake = new AbortController();
  const unsubscribe = subscribe(() => {
    if (probe()) awake.abort();
  });
  try {
    if (probe()) return true;
    await clock.sleep(ms, AbortSignal.any([signal, awake.signal]));
    return probe();
  } catch (cause) {
    if (awake.signal.aborted) return true;
    throw signal.aborted ? signal.reason : cause;
  } finally {
    unsubscribe();
  }
}
