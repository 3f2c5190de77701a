// What stories of jobs share: a clock that a test sets, a ledger in memory, and jobs that do what they are told.

import type { Job, JobResult } from "../../jobs/job.ts";
import { type Scheduler, startScheduler } from "../../jobs/scheduler.ts";
import type { Clock } from "../../store/clock.ts";
import type { Ledger } from "../../store/ledger.ts";

/** Sleeps until the test moves the time there. */
export type SetClock = Clock & { move(ms: number): Promise<void> };

export function setClock(start: number): SetClock {
  const state = { now: start };
  const sleepers = new Set<{ at: number; wake: () => void }>();
  const settle = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
  };
  return {
    now: () => state.now,
    async sleep(ms, signal) {
      signal.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { at: state.now + ms, wake: resolve };
      const abort = () => reject(signal.reason);
      signal.addEventListener("abort", abort, { once: true });
      sleepers.add(sleeper);
      try {
        await promise;
      } finally {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", abort);
      }
    },
    async move(ms) {
      const until = state.now + ms;
      await settle();
      for (;;) {
        const next = [...sleepers].filter((one) => one.at <= until).sort((a, b) => a.at - b.at)[0];
        if (!next) break;
        state.now = Math.max(state.now, next.at);
        next.wake();
        await settle();
      }
      state.now = until;
    },
  };
}

export const at = (iso: string): number => Date.parse(iso);

export function job(run: (signal: AbortSignal) => Promise<JobResult>, more: Partial<Job> = {}): Job {
  return {
    name: "count",
    schedule: { cron: "0 3 * * *", timeZone: "UTC" },
    timeLimitMs: 60_000,
    run,
    ...more,
  };
}

export type Started = { scheduler: Scheduler; reports: string[] };

export async function start(
  jobs: Job[],
  ledger: Ledger,
  clock: Clock,
  schedules: Record<string, string | null> = {},
): Promise<Started> {
  const reports: string[] = [];
  const report = (name: string, what: string) => void reports.push(`${name}: ${what}`);
  const notice = (text: string) => void reports.push(text);
  return { reports, scheduler: await startScheduler({ jobs, schedules, ledger, clock, report, notice }) };
}
