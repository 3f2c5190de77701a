// The thread that builds, so that a build never holds the event loop of the bot. Promises progress while it works and one
// outcome at its end. Refuses nothing itself: an error ends the thread and reaches whoever started it.

import { parentPort, workerData } from "node:worker_threads";
import { type BuildOutcome, type BuildProgress, type BuildRequest, build } from "./build.ts";

export type BuildMessage =
  | { type: "progress"; progress: BuildProgress }
  | { type: "built"; outcome: BuildOutcome }
  | { type: "failed"; name: string; message: string; cause: unknown };

const post = (message: BuildMessage): void => parentPort?.postMessage(message);
const request: BuildRequest = workerData;

try {
  const outcome = build(
    request,
    throttled((progress) => post({ type: "progress", progress })),
  );
  post({ type: "built", outcome });
} catch (error) {
  const failure = error instanceof Error ? error : new Error(String(error));
  post({ type: "failed", name: failure.name, message: failure.message, cause: failure });
}

// A message per page would cost more than reading the page.
function throttled(report: (progress: BuildProgress) => void): (progress: BuildProgress) => void {
  return (progress) => {
    if (progress.stage !== "reading" || progress.done % 50 === 0 || progress.done === progress.total)
      report(progress);
  };
}
