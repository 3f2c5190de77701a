// The one place that reads the wall clock and waits on it. Everything else takes a Clock, so that tests
// own time. Refuses to know what the time is for.

import { setTimeout as delay } from "node:timers/promises";

export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`; rejects with the signal's reason when aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
};

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (ms, signal) => {
    await delay(ms, undefined, { signal });
  },
};
