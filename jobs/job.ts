// A job: data and one function. The scheduler owns lease, overlap, missed runs, time limit and record; a job
// owns what it does and says what came of it in a few counts.

/** What a run has to show, a line of counts: `{ chunks: 74, ms: 310 }`. */
export type JobResult = Record<string, string | number | boolean>;

export type Job = {
  name: string;
  /** Five fields, in `timeZone` (default: the machine's). */
  schedule: { cron: string; timeZone?: string };
  timeLimitMs: number;
  run(signal: AbortSignal): Promise<JobResult>;
  /** Whether a run moved anything, and what it had to work on: the same text for the same input. */
  outcome?(result: JobResult): { moved: boolean; input: string };
};

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
