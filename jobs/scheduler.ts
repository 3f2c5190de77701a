// Runs jobs on a clock. Promises: a window (a minute that the schedule names) runs once ever, also with two
// processes; what was missed while nothing ran, or while the machine slept, runs once, not as a backlog; a paused
// job rests. Refuses a schedule it cannot keep, at start.

import { type ScheduledTask, schedule, validate } from "node-cron";
import type { JobRun, Ledger } from "../store/ledger.ts";
import { DAY, type Job, MINUTE } from "./job.ts";
import { createRuns, type RunsDeps } from "./runs.ts";

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

export type SchedulerOptions = RunsDeps & {
  jobs: readonly Job[];
  /** Schedules that differ from the jobs' own; null turns one off. */
  schedules: Readonly<Record<string, string | null>>;
  ledger: RunsDeps["ledger"] & Pick<Ledger, "setPaused">;
};

export class BadSchedule extends Error {}

/** How far back a missed run is looked for. */
const LOOK_BACK_MS = 8 * DAY;
/** The window of no run: when this ledger first heard of the job, since a night before that was not missed. */
const FIRST_HEARD = "first heard of";

export async function startScheduler(options: SchedulerOptions): Promise<Scheduler> {
  const { jobs, ledger } = options;
  const crons = new Map(jobs.map((job) => [job.name, cronOf(job, options)]));
  rejectUnknown(options);
  const runs = createRuns(options);
  const tasks = new Map<string, ScheduledTask>();

  for (const job of jobs) {
    await runs.closeLost(job);
    const cron = crons.get(job.name);
    if (!cron) continue;
    const task = taskOf(job, cron, (window) => runs.scheduled(job, window));
    tasks.set(job.name, task);
    const missed = await missedWindow(job, task, options);
    if (missed !== null) await runs.scheduled(job, missed);
  }

  return {
    async list() {
      const paused = await ledger.paused();
      return await Promise.all(
        jobs.map(async (job) => ({
          name: job.name,
          cron: crons.get(job.name) ?? "off",
          paused: paused.includes(job.name),
          running: runs.isRunning(job.name),
          last: await lastRun(job, ledger),
          nextAt: tasks.get(job.name)?.getNextRun()?.getTime() ?? null,
        })),
      );
    },
    async runNow(name) {
      const job = jobs.find((one) => one.name === name);
      return job ? await runs.start(job, `now ${new Date(options.clock.now()).toISOString()}`) : false;
    },
    setPaused: (name, paused) => ledger.setPaused(name, paused),
    idle: runs.idle,
    async [Symbol.asyncDispose]() {
      for (const task of tasks.values()) await task.destroy();
      await runs.stop();
    },
  };
}

function taskOf(job: Job, cron: string, due: (window: string) => Promise<void>): ScheduledTask {
  const task = schedule(cron, (ctx) => due(windowOf(ctx.date.getTime())), {
    name: job.name,
    noOverlap: true,
    unref: true,
    suppressMissedWarning: true,
    ...(job.schedule.timeZone ? { timezone: job.schedule.timeZone } : {}),
  });
  // The machine slept through it: of all that it missed the first one runs, and the others find it running.
  task.on("execution:missed", (ctx) => void due(windowOf(ctx.date.getTime())));
  return task;
}

/** The minute that a schedule names, as the key of its one run. */
function windowOf(at: number): string {
  return new Date(Math.floor(at / MINUTE) * MINUTE).toISOString();
}

async function lastRun(job: Job, ledger: SchedulerOptions["ledger"]): Promise<JobRun | null> {
  const runs = await ledger.runs(job.name, 2);
  return runs.find((run) => run.window !== FIRST_HEARD) ?? null;
}

/** The newest window that passed since the last run while nothing ran; never before this ledger knew the job. */
async function missedWindow(
  job: Job,
  task: ScheduledTask,
  { ledger, clock }: SchedulerOptions,
): Promise<string | null> {
  if (await ledger.claimRun(job.name, FIRST_HEARD, clock.now()))
    await ledger.endRun(job.name, FIRST_HEARD, "ok", "{}", clock.now());
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
  // It takes seconds too, but a window is a minute.
  if (!validate(cron) || (!cron.startsWith("@") && cron.trim().split(/\s+/).length !== 5))
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
