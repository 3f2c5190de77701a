// A thread for code that is not to be trusted: no environment, no arguments of ours, a share of memory, and what it prints is
// shown to nobody. Promises one place where that is said. Refuses to end it: whoever starts it keeps its time.

import { type ResourceLimits, Worker, type WorkerOptions } from "node:worker_threads";

export type QuietWorker = Pick<WorkerOptions, "workerData" | "transferList"> & {
  resourceLimits: ResourceLimits;
};

export function startQuietWorker(file: URL, options: QuietWorker): Worker {
  const closed = { env: {}, execArgv: [], stdout: true, stderr: true, stdin: false };
  const worker = new Worker(file, { ...options, ...closed });
  // Read, so that it does not pile up; a terminal may be speaking JSON.
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}
