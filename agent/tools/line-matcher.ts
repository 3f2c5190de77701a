// Finds the lines of a text that a pattern matches: a literal, case ignored, or `/…/flags` in a thread of its own.
// Promises an end: an expression is stopped at 250 ms for one file. Refuses expressions that do not compile.

import { Worker } from "node:worker_threads";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";

export const REGEX_LIMIT_MS = 250;
const START_LIMIT_MS = 10_000;

/** Numbers of the matching lines, from 1, or "too_slow"; then the matcher is of no use any more. */
export type LineMatcher = {
  lines(text: string): Promise<number[] | "too_slow">;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function openMatcher(
  pattern: string,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<LineMatcher | { fault: string }> {
  const regex = /^\/(.+)\/([a-z]*)$/s.exec(pattern);
  if (regex === null) return literalMatcher(pattern);
  const setup = { source: regex[1] ?? "", flags: (regex[2] ?? "").replace(/[gy]/g, "") };
  try {
    new RegExp(setup.source, setup.flags);
  } catch (error) {
    return { fault: error instanceof Error ? error.message : "it does not compile" };
  }
  const worker = new Worker(new URL("./regex-worker.ts", import.meta.url), {
    workerData: setup,
    env: {},
    resourceLimits: { maxOldGenerationSizeMb: 64 },
  });
  const ask = (limitMs: number) => answerWithin(worker, limitMs, { clock, signal });
  const started = await ask(START_LIMIT_MS);
  if (started === "too_slow") throw new Error("The thread for regular expressions did not start.");
  return {
    async lines(text) {
      const answer = ask(REGEX_LIMIT_MS);
      worker.postMessage(text);
      return answer;
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate();
    },
  };
}

function literalMatcher(pattern: string): LineMatcher {
  const sought = pattern.toLowerCase();
  return {
    async lines(text) {
      if (!text.toLowerCase().includes(sought)) return [];
      return text
        .split("\n")
        .flatMap((line, index) => (line.toLowerCase().includes(sought) ? [index + 1] : []));
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

const hitsSchema = z.array(z.number());

async function answerWithin(
  worker: Worker,
  limitMs: number,
  { clock, signal }: { clock: Clock; signal: AbortSignal },
): Promise<number[] | "too_slow"> {
  const settled = new AbortController();
  const answered = new Promise<number[]>((resolve, reject) => {
    const on = (event: "message" | "error" | "exit", listener: (value: unknown) => void) => {
      worker.once(event, listener);
      settled.signal.addEventListener("abort", () => worker.off(event, listener), { once: true });
    };
    on("message", (hits) => resolve(hitsSchema.parse(hits)));
    on("error", (cause) => reject(new Error("The search thread failed.", { cause })));
    on("exit", () => reject(new Error("The search thread ended.")));
  });
  const late = clock
    .sleep(limitMs, AbortSignal.any([signal, settled.signal]))
    .then(() => "too_slow" as const);
  try {
    const answer = await Promise.race([answered, late]);
    if (answer === "too_slow") await worker.terminate();
    return answer;
  } catch (error) {
    await worker.terminate();
    throw error;
  } finally {
    settled.abort();
    late.catch(() => undefined);
    answered.catch(() => undefined);
  }
}
