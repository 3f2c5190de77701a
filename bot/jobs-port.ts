// The scheduler as the chat sees it: lines to read and a run to ask for. Promises words for every state of a
// run. Refuses to know what a job does.

import type { JobStatus, Scheduler } from "../jobs/scheduler.ts";
import type { Clock } from "../store/clock.ts";
import { ago } from "./commands/ago.ts";
import type { JobLine, JobsPort } from "./commands/command.ts";

export function jobsPort(scheduler: Scheduler, clock: Clock): JobsPort {
  return {
    async list() {
      return (await scheduler.list()).map((job) => lineOf(job, clock.now()));
    },
    async runNow(name) {
      const started = await scheduler.runNow(name);
      return started ? `${name} has started; /jobs shows what came of it.` : `${name} is running already.`;
    },
  };
}

const stateWords = {
  running: "running",
  ok: "ok",
  failed: "failed",
  timed_out: "ran out of time",
  lost: "was cut off",
} as const;

function lineOf(job: JobStatus, now: number): JobLine {
  const { last } = job;
  const result = last?.result ? `: ${counts(last.result)}` : "";
  const next =
    job.nextAt === null
      ? ""
      : `, next ${new Date(job.nextAt).toISOString().slice(0, 16).replace("T", " ")} UTC`;
  return {
    name: job.name,
    schedule: `${job.cron}${next}`,
    paused: job.paused,
    last: last ? `${stateWords[last.state]} ${ago(last.startedAt, now)}${result}` : null,
  };
}

function counts(result: string): string {
  const parsed: unknown = JSON.parse(result);
  if (typeof parsed !== "object" || parsed === null) return result;
  return Object.entries(parsed)
    .map(([key, value]) => `${key.replaceAll("_", " ")} ${value}`)
    .join(", ");
}
