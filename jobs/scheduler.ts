// Runs jobs on a clock. Promises: a window (a minute that the schedule names) runs once ever, also with two
// processes; a job never overlaps itself; what was missed while nothing ran runs once, not as a backlog; a run
// ends at its time limit; every run's result is in the ledger. Refuses a schedule it cannot keep, at start.

import { type ScheduledTask, schedule, validate } from "node-cron";
import type { Clock } from "../store/clock.ts";
import type { JobRun, Ledger } from "../store/ledger.ts";
import { DAY, type Job, type JobResult, MINUTE } from "./job.ts";

export type JobStatus = {
  name: string;
  cron: string;
  paused: boolean;
  running: boolean;
  last: JobRun | null;
  nextAt: number | null;
};

export type Scheduler = {
  list(): Promise<JobStatus[]>;
  /** Starts a run now; false when one is running or there is no such job. */
  runNow(name: string): Promise<boolean>;
  setPaused(name: string, paused: boolean): Promise<void>;
  /** Resolves when no run is under way. */
  idle(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type SchedulerOptions = {
  jobs: readonly Job[];
  /** Schedules that differ from the jobs' own; null turns one off. */
  schedules: Readonly<Record<string, string | null>>;
  ledger: Pick<Ledger, "claimRun" | "endRun" | "runs" | "setPaused" | "paused">;
  clock: Clock;
  /** Tells the owner of a run that failed or ran out of time. */
  report(job: string, what: string): void;
};

export class BadSchedule extends Error {}

/** How far back a missed run is looked for. */
const LOOK_BACK_MS = 8 * DAY;

export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { jobs, ledger, clock } = options;
  rejectUnknown(options);
  const stopping = new AbortController();
  const running = new Map<string, Promise<void>>();
  const tasks = new Map<string, ScheduledTask>();

  const start = async (job: Job, window: string): Promise<boolean> => {
    if (running.has(job.name) || stopping.signal.aborted) return false;
    if (!(await ledger.claimRun(job.name, window, clock.now()))) return false;
    // A second call may have come in while the claim was written.
    if (running.has(job.name)) return false;
    const run = record(job, window, options, stopping.signal).finally(() => running.delete(job.name));
    running.set(job.name, run);
    return true;
  };
  const scheduled = async (job: Job, window: string): Promise<void> => {
    if ((await ledger.paused()).includes(job.name)) return;
    await start(job, window);
  };

  for (const job of jobs) {
    const cron = cronOf(job, options);
    if (cron === null) continue;
    const task = schedule(cron, (ctx) => scheduled(job, windowOf(ctx.date.getTime())), {
      name: job.name,
      noOverlap: true,
      unref: true,
      suppressMissedWarning: true,
      ...(job.schedule.timeZone ? { timezone: job.schedule.timeZone } : {}),
    });
    tasks.set(job.name, task);
    await closeLost(job, options);
    const missed = await missedWindow(job, task, options);
    if (missed !== null) await scheduled(job, missed);
  }

  return {
    async list() {
      const paused = await ledger.paused();
      return await Promise.all(
        jobs.map(async (job) => {
          const [last] = await ledger.runs(job.name, 1);
          const task = tasks.get(job.name);
          return {
            name: job.name,
            cron: cronOf(job, options) ?? "off",
            paused: paused.includes(job.name),
            running: running.has(job.name),
            last: last ?? null,
            nextAt: task?.getNextRun()?.getTime() ?? null,
          };
        }),
      );
    },
    async runNow(name) {
      const job = jobs.find((one) => one.name === name);
      return job ? await start(job, `now ${new Date(clock.now()).toISOString()}`) : false;
    },
    setPaused: (name, paused) => ledger.setPaused(name, paused),
    async idle() {
      await Promise.all(running.values());
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      for (const task of tasks.values()) await task.destroy();
      await Promise.all(running.values());
    },
  };
}

/** The minute that a schedule names, as the key of its one run. */
function windowOf(at: number): string {
  return new Date(Math.floor(at / MINUTE) * MINUTE).toISOString();
}

async function record(
  job: Job,
  window: string,
  options: SchedulerOptions,
  stopping: AbortSignal,
): Promise<void> {
  const { ledger, clock, report } = options;
  const limit = AbortSignal.timeout(job.timeLimitMs);
  const end = async (state: "ok" | "failed" | "timed_out" | "lost", result: JobResult) =>
    await ledger.endRun(job.name, window, state, JSON.stringify(result), clock.now());
  try {
    await end("ok", await job.run(AbortSignal.any([limit, stopping])));
  } catch (error) {
    if (stopping.aborted) return await end("lost", { why: "stopped" });
    const why = error instanceof Error ? error.message : String(error);
    await end(limit.aborted ? "timed_out" : "failed", { why });
    report(job.name, limit.aborted ? `ran out of its ${job.timeLimitMs / 1000} s` : why);
  }
}

/** A run that a killed process left behind is no longer under way. */
async function closeLost(job: Job, { ledger, clock }: SchedulerOptions): Promise<void> {
  for (const run of await ledger.runs(job.name, 20)) {
    if (run.state !== "running" || clock.now() - run.startedAt < job.timeLimitMs) continue;
    await ledger.endRun(
      job.name,
      run.window,
      "lost",
      JSON.stringify({ why: "the process ended" }),
      clock.now(),
    );
  }
}

/** The newest window that passed since the last run while nothing ran; never before the job's first run. */
async function missedWindow(
  job: Job,
  task: ScheduledTask,
  { ledger, clock }: SchedulerOptions,
): Promise<string | null> {
  const [last] = await ledger.runs(job.name, 1);
  if (!last) return null;
  const now = clock.now();
  const since = Math.max(last.startedAt, now - LOOK_BACK_MS);
  for (let at = Math.floor(now / MINUTE) * MINUTE; at > since; at -= MINUTE) {
    if (task.match(new Date(at))) return windowOf(at);
    // A week of minutes is ten thousand questions: let others have their turn now and then.
    if (at % (60 * MINUTE) === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  return null;
}

function cronOf(job: Job, { schedules }: SchedulerOptions): string | null {
  const cron = job.name in schedules ? schedules[job.name] : job.schedule.cron;
  if (cron === null || cron === undefined) return null;
  if (!validate(cron))
    throw new BadSchedule(
      `The schedule "${cron}" of ${job.name} is no cron expression: set five fields such as "0 3 * * *".`,
    );
  const { timeZone } = job.schedule;
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new BadSchedule(`The time zone "${timeZone}" of ${job.name} is not known.`);
  return cron;
}

/** node-cron takes a bad zone and fails later. */
function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).format(0) !== "";
  } catch {
    return false;
  }
}

function rejectUnknown({ jobs, schedules }: SchedulerOptions): void {
  const unknown = Object.keys(schedules).find((name) => !jobs.some((job) => job.name === name));
  if (unknown)
    throw new BadSchedule(
      `There is no job "${unknown}": the jobs are ${jobs.map((j) => j.name).join(", ")}.`,
    );
}
