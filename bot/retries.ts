// Work that failed and whose cause lies in the ledger still: tried again, later and later, while this process lives.
// Promises one wait for each key, and that a stop ends all of them. Refuses to give up: the next start would not either.

import type { Clock } from "../store/clock.ts";

export type Retries = {
  /** Runs `work` after a pause that grows with each failure of this key. */
  later(key: string, work: () => Promise<void> | void): void;
  /** It worked: its next failure waits shortly again. */
  worked(key: string): void;
  readonly waiting: number;
  /** Resolves when nothing waits to be tried. */
  settled(): Promise<void>;
};

const FIRST_MS = 1_000;
const LAST_MS = 60_000;

export function createRetries({ clock, signal }: { clock: Clock; signal: AbortSignal }): Retries {
  const failures = new Map<string, number>();
  const waits = new Map<string, Promise<void>>();

  async function waitAndRun(key: string, ms: number, work: () => Promise<void> | void): Promise<void> {
    await clock.sleep(ms, signal).catch(() => undefined);
    waits.delete(key);
    if (signal.aborted) return;
    try {
      await work();
    } catch {
      later(key, work);
    }
  }

  function later(key: string, work: () => Promise<void> | void): void {
    if (waits.has(key) || signal.aborted) return;
    const count = failures.get(key) ?? 0;
    failures.set(key, count + 1);
    waits.set(key, waitAndRun(key, Math.min(LAST_MS, FIRST_MS * 2 ** Math.min(count, 10)), work));
  }

  return {
    later,
    worked: (key) => void failures.delete(key),
    get waiting() {
      return waits.size;
    },
    async settled() {
      while (waits.size > 0) await Promise.all(waits.values());
    },
  };
}
