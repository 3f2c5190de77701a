// The threads of a dry run, seen from outside: started, answered, ended. Promises an end for each script: its own, a limit that
// its engine sees, or the end of its thread. Refuses it the environment, the terminal, and more memory than its share.

import { MessageChannel, type MessagePort, type Worker } from "node:worker_threads";
import { z } from "zod";
import { systemClock } from "../../store/clock.ts";
import { startQuietWorker } from "../quiet-worker.ts";
import { compiled } from "./compiled.ts";
import { type Limits, MAX_WAITED_MS, type ScriptEnd, type Setup } from "./protocol.ts";

export type Job = {
  /** How many scripts there are. */
  count: number;
  /** What the fake engine starts from, as JSON. */
  start: string;
  limits: Limits & { ms: number };
  answer(words: readonly string[]): string;
};
// Threads take the time that they take, whatever clock whoever asked goes by.
const clock = systemClock;

const LOOK_MS = 25;
/** What the engine may take longer than it should until it looks at the time. */
const GRACE_MS = 250;
const START_MS = 20_000;
/** The engine's own memory is not of this heap; its calls go as deep as its own limit, which is to be met first. */
const RESOURCES = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, stackSizeMb: 32 };

/** Scripts that were left when the time was up are not among them. */
export async function runScripts(job: Job, signal: AbortSignal): Promise<ScriptEnd[]> {
  const ends: ScriptEnd[] = [];
  const time = { leftMs: job.limits.ms };
  while (ends.length < job.count && time.leftMs > 0) await runThread(job, { signal, ends, time });
  return ends;
}

type State = { signal: AbortSignal; ends: ScriptEnd[]; time: { leftMs: number } };

const error = z.object({ name: z.string(), message: z.string(), stack: z.string() });
const fromThread = z.discriminatedUnion("type", [
  z.object({ type: z.literal("began"), at: z.int() }),
  z.object({ type: z.literal("ask"), words: z.array(z.string()) }),
  z.object({
    type: z.literal("ended"),
    at: z.int(),
    end: z.enum(["completed", "threw", "unparsed", "time", "memory", "stack", "output"]),
    error: error.nullable(),
    thrown: z.int(),
    entered: z.array(z.int()),
    output: z.array(z.string()),
  }),
]);

async function runThread(job: Job, state: State): Promise<void> {
  const { signal, ends, time } = state;
  signal.throwIfAborted();
  const { port1: ours, port2: theirs } = new MessageChannel();
  const gate = new SharedArrayBuffer(4);
  const worker = createWorker({
    ...(await compiled()),
    start: job.start,
    scripts: { from: ends.length, to: job.count, ms: time.leftMs },
    limits: job.limits,
    answers: theirs,
    gate,
  });
  const watch = createWatch(job, state);
  const over = Promise.withResolvers<void>();
  const stop = new AbortController();
  worker.on("exit", () => over.resolve());
  worker.on("error", watch.died);
  worker.on("message", (raw: unknown) => {
    try {
      const message = fromThread.parse(raw);
      if (message.type === "ask") reply(watch.answer(message.words), ours, gate);
      else if (message.type === "began") watch.began();
      else watch.ended(message);
    } catch (problem) {
      over.reject(problem);
    }
  });
  try {
    await Promise.race([over.promise, watch.late(AbortSignal.any([signal, stop.signal]))]);
  } finally {
    stop.abort();
    ours.close();
    await worker.terminate();
  }
  signal.throwIfAborted();
  watch.close();
}

type Watch = {
  answer(words: readonly string[]): string;
  began(): void;
  ended(end: ScriptEnd): void;
  died(problem: unknown): void;
  /** Resolves when the thread has had its time. */
  late(signal: AbortSignal): Promise<void>;
  /** The thread is gone: what was under way ended with it. */
  close(): void;
};

function createWatch(job: Job, { ends, time }: State): Watch {
  const before = ends.length;
  const now = { since: clock.now(), answeringMs: 0, isRunning: false };
  const problem: { of?: unknown } = {};
  const asked = { ms: 0 };
  const spentMs = (): number => clock.now() - now.since - now.answeringMs;
  const begin = (isRunning: boolean): void => {
    Object.assign(now, { since: clock.now(), answeringMs: 0, isRunning });
  };
  const settle = ({ end, error, thrown, entered, output }: ScriptEnd): void => {
    time.leftMs -= spentMs();
    ends.push({ end, error, thrown, entered, output });
    begin(false);
  };
  const allowedMs = (): number =>
    now.isRunning ? time.leftMs / (job.count - ends.length) + GRACE_MS : START_MS;
  return {
    answer(words) {
      const began = clock.now();
      const text = job.answer(words);
      const tookMs = Math.min(clock.now() - began, MAX_WAITED_MS - asked.ms);
      asked.ms += tookMs;
      now.answeringMs += tookMs;
      return text;
    },
    began: () => begin(true),
    ended: settle,
    died(of) {
      problem.of = of;
    },
    async late(signal) {
      try {
        while (spentMs() <= allowedMs()) await clock.sleep(LOOK_MS, signal);
      } catch (error) {
        if (!signal.aborted) throw error;
      }
    },
    close() {
      const end = isOutOfMemory(problem.of) ? "memory" : "time";
      if (now.isRunning) settle({ end, error: null, thrown: 0, entered: [], output: [] });
      else if (ends.length === before)
        throw new Error("A dry run's thread ended before it began.", { cause: problem.of });
    },
  };
}

const isOutOfMemory = (problem: unknown): boolean =>
  problem instanceof Error && "code" in problem && problem.code === "ERR_WORKER_OUT_OF_MEMORY";

function reply(text: string, answers: MessagePort, gate: SharedArrayBuffer): void {
  answers.postMessage(text);
  const answered = new Int32Array(gate);
  Atomics.add(answered, 0, 1);
  Atomics.notify(answered, 0);
}

function createWorker(setup: Setup): Worker {
  return startQuietWorker(new URL("./worker.ts", import.meta.url), {
    workerData: setup,
    transferList: [setup.answers],
    resourceLimits: RESOURCES,
  });
}
