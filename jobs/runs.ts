// The runs of jobs: one at a time of each, under a lease, inside its time limit, each with its result in the ledger.
// Promises that a run which ignores its signal is left to itself and recorded as out of time, and that one whose
// process was killed is recorded as lost. Refuses to know of schedules.

import { randomInt } from "node:crypto";
import { observe } from "../agent/streaks.ts";
import type { Clock } from "../store/clock.ts";
import type { Ledger } from "../store/ledger.ts";
import { wordsOf } from "../store/words-of.ts";
import type { Job, JobResult } from "./job.ts";

export type RunsDeps = {
  ledger: Pick<
    Ledger,
    "claimRun" | "endRun" | "runs" | "paused" | "acquireLease" | "releaseLease" | "noteStreak"
  >;
  clock: Clock;
  /** Tells the owner of a run that failed or ran out of time. */
  report(job: string, what: string): void;
  /** Tells the owner of a job that came to nothing again and again. */
  notice(text: string): void;
};

/** How long a run may take to end after its signal; then it is left to itself. */
const GRACE_MS = 5000;
export type Runs = {
  /** Starts a run; false when one is under way, here or in another process, or this window had its run. */
  start(job: Job, window: string): Promise<boolean>;
  /** Starts it unless the job is paused; tells what goes wrong, since nobody waits for it. */
  scheduled(job: Job, window: string): Promise<void>;
  /** A run whose process ended is no longer under way. */
  closeLost(job: Job): Promise<void>;
  isRunning(name: string): boolean;
  idle(): Promise<void>;
  stop(): Promise<void>;
};

export function createRuns(options: RunsDeps): Runs {
  const { ledger, clock, report } = options;
  const stopping = new AbortController();
  const running = new Map<string, Promise<unknown>>();
  const holder = { pid: process.pid, startedAt: randomInt(2 ** 40), what: "job" };

  /** Work under the job's lease: held for one run, found gone when its process is. */
  async function alone(job: Job, work: () => Promise<void>): Promise<boolean> {
    const name = `job:${job.name}`;
    const ttlMs = job.timeLimitMs + 2 * GRACE_MS;
    const lease = await ledger.acquireLease(name, holder, ttlMs, clock.now());
    if (!lease.ok) return false;
    try {
      await work();
    } finally {
      await ledger.releaseLease(name, lease.fence);
    }
    return true;
  }

  function start(job: Job, window: string): Promise<boolean> {
    // Said before anything is awaited: two calls at once would both find nothing running.
    if (running.has(job.name) || stopping.signal.aborted) return Promise.resolve(false);
    const begun = Promise.withResolvers<boolean>();
    const run = alone(job, async () => {
      const isOurs = await ledger.claimRun(job.name, window, clock.now());
      begun.resolve(isOurs);
      if (isOurs) await record({ job, window }, options, stopping.signal);
    })
      .then(() => begun.resolve(false))
      .catch((error: unknown) => {
        begun.reject(error);
        report(job.name, `its run could not be recorded: ${wordsOf(error)}`);
      })
      .finally(() => running.delete(job.name));
    running.set(job.name, run);
    return begun.promise;
  }

  return {
    start,
    async scheduled(job, window) {
      try {
        if (!(await ledger.paused()).includes(job.name)) await start(job, window);
      } catch (error) {
        report(job.name, `could not start: ${wordsOf(error)}`);
      }
    },
    async closeLost(job) {
      await alone(job, async () => {
        const open = (await ledger.runs(job.name, 20)).filter((run) => run.state === "running");
        const why = JSON.stringify({ why: "the process ended" });
        for (const { window } of open) await ledger.endRun(job.name, window, "lost", why, clock.now());
      });
    },
    isRunning: (name) => running.has(name),
    async idle() {
      await Promise.all(running.values());
    },
    async stop() {
      stopping.abort(new Error("Handrail is stopping."));
      await Promise.all(running.values());
    },
  };
}

type Ending = { state: "ok" | "failed" | "timed_out" | "lost"; result: JobResult };

async function record(
  { job, window }: { job: Job; window: string },
  deps: RunsDeps,
  stopping: AbortSignal,
): Promise<void> {
  const { ledger, clock, report } = deps;
  const began = clock.now();
  const { state, result } = await ended(job, clock, stopping);
  await ledger.endRun(job.name, window, state, JSON.stringify(result), clock.now());
  if (state === "failed" || state === "timed_out") report(job.name, String(result.why));
  if (state === "ok" && job.outcome)
    await count(job, { ...job.outcome(result), costMs: clock.now() - began }, deps);
}

async function count(
  job: Job,
  outcome: { moved: boolean; input: string; costMs: number },
  { ledger, clock, notice }: RunsDeps,
): Promise<void> {
  const told = await observe({ ...outcome, name: `The job ${job.name}` }, { ledger, clock });
  if (told !== null) notice(told);
}

/** Runs the job to its end, its time limit or the stop, whichever comes first. */
async function ended(job: Job, clock: Clock, stopping: AbortSignal): Promise<Ending> {
  const over = new AbortController();
  const limit = new AbortController();
  const signal = AbortSignal.any([limit.signal, stopping]);
  const working = work(job, signal);
  const timer = clock.sleep(job.timeLimitMs, AbortSignal.any([over.signal, stopping])).then(
    () => limit.abort(new Error("out of time")),
    () => undefined,
  );
  // A run that does not listen is left to itself after a while: it must hold up neither the next one nor the stop.
  const deserted = timer
    .then(() => clock.sleep(GRACE_MS, over.signal))
    .then(
      () => null,
      () => null,
    );
  const ending = await Promise.race([working, deserted]);
  over.abort();
  if (stopping.aborted && ending?.state !== "ok") return { state: "lost", result: { why: "stopped" } };
  const why = `ran out of its ${job.timeLimitMs / 1000} s`;
  if (ending === null || (limit.signal.aborted && ending.state !== "ok"))
    return { state: "timed_out", result: { why } };
  return ending;
}

async function work(job: Job, signal: AbortSignal): Promise<Ending> {
  try {
    return { state: "ok", result: await job.run(signal) };
  } catch (error) {
    return { state: "failed", result: { why: wordsOf(error) } };
  }
}
