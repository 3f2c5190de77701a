// Builds or refreshes the index of some documentation folders. Promises that the caller's thread stays free, and that an
// aborted or killed build leaves the old index working. Refuses to run two builds in one folder: the second waits.

import { Worker } from "node:worker_threads";
import type { Clock } from "../../../store/clock.ts";
import type { DocsSource } from "../chunk.ts";
import { type BuildOutcome, type BuildRequest, DocsFolderError, type OnProgress } from "./build.ts";
import type { BuildMessage } from "./build-worker.ts";
import type { IndexReport } from "./report.ts";

export type BuildIndexOptions = {
  sources: DocsSource[];
  /** The folder that holds the index versions of one workspace. */
  dir: string;
  /** Also an index in which a source gives much less than the last time is swapped in. */
  acceptShrink?: boolean;
  clock: Clock;
  signal: AbortSignal;
  onProgress?: OnProgress;
};

export async function buildIndex(options: BuildIndexOptions): Promise<IndexReport> {
  const { sources, dir, clock, signal } = options;
  signal.throwIfAborted();
  const startedAt = clock.now();
  const outcome = await runWorker(
    { sources, dir, builtAt: startedAt, acceptShrink: options.acceptShrink ?? false },
    signal,
    options.onProgress ?? (() => {}),
  );
  return { ...outcome, ms: clock.now() - startedAt };
}

// With the default the thread leaves 65 MB more behind in the process, and is no faster.
const LEAN = { maxYoungGenerationSizeMb: 4 };

async function runWorker(
  request: BuildRequest,
  signal: AbortSignal,
  onProgress: OnProgress,
): Promise<BuildOutcome> {
  const worker = new Worker(new URL("./build-worker.ts", import.meta.url), {
    workerData: request,
    env: {},
    resourceLimits: LEAN,
  });
  const ended = Promise.withResolvers<BuildOutcome>();
  const abort = () => ended.reject(signal.reason);
  signal.addEventListener("abort", abort, { once: true });

  worker.on("message", (message: BuildMessage) => {
    if (message.type === "progress") onProgress(message.progress);
    else if (message.type === "built") ended.resolve(message.outcome);
    else ended.reject(failure(message));
  });
  worker.on("error", (error) =>
    ended.reject(new Error("The index build crashed; the old index stays.", { cause: error })),
  );
  worker.on("exit", (code) =>
    ended.reject(new Error(`The index build ended early (${code}); the old index stays.`)),
  );

  try {
    return await ended.promise;
  } finally {
    signal.removeEventListener("abort", abort);
    // Ends an aborted build, and waits for the lock to be free again in either case.
    await worker.terminate();
  }
}

function failure({ name, message, cause }: Extract<BuildMessage, { type: "failed" }>): Error {
  return name === "DocsFolderError" ? new DocsFolderError(message, { cause }) : new Error(message, { cause });
}
