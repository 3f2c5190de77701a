// One tool's thread, seen from outside: started, called, ended. Promises that a call ends: by its answer, by its time, by
// a stop, or with the thread. Refuses to let it see the environment, the terminal, or more memory than its share.

import type { Worker } from "node:worker_threads";
import type { Clock } from "../../store/clock.ts";
import { wordsOf } from "../../store/words-of.ts";
import { startQuietWorker } from "../quiet-worker.ts";
import { createAllowance } from "./allowance.ts";
import { type Answer, createAsks, FLOOD, refuseAsks } from "./asks.ts";
import { watchMemory } from "./memory-watch.ts";
import { type Description, type FromThread, fromThread, type Setup, type ToThread } from "./protocol.ts";

export type Limits = {
  startMs: number;
  /** What a call may take itself; what it asks of Handrail is not counted. */
  callMs: number;
  /** How long a stopped call may still tidy up. */
  graceMs: number;
};

export const defaultLimits: Limits = { startMs: 15_000, callMs: 30_000, graceMs: 500 };
const RESOURCES = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

export type CallEnd =
  | { type: "done"; text: string }
  | { type: "failed"; reason: "malformed" | "failed" | "too_slow" | "died"; why: string };

export type ToolThread = {
  tool: Description;
  /** False once it has ended: the next call needs another one. */
  readonly lives: boolean;
  /** One at a time. */
  call(args: string, answer: Answer, signal: AbortSignal): Promise<CallEnd>;
  [Symbol.asyncDispose](): Promise<void>;
};

export type ThreadDeps = { clock: Clock; limits: Limits; signal: AbortSignal };

/** Throws, with a line for its owner, when the module cannot be loaded. */
export async function startToolThread(setup: Setup, deps: ThreadDeps): Promise<ToolThread> {
  const { clock, limits, signal } = deps;
  signal.throwIfAborted();
  const worker = createWorker(setup);
  const say = (message: ToThread) => worker.postMessage(message);
  const heard: { on: (message: FromThread) => void } = { on: () => undefined };
  const died = Promise.withResolvers<string>();
  const state = { lives: true };
  const end = (why: string) => {
    state.lives = false;
    died.resolve(why);
  };
  worker.on("message", (raw: unknown) => {
    // Given up already: what is still in its queue is not worth reading.
    if (!state.lives) return;
    const message = fromThread.safeParse(raw);
    if (message.success) heard.on(message.data);
    // It has the port in hand as any code in its thread, and what it makes up there ends it.
    else void terminate();
  });
  worker.on("error", (error) => end(wordsOf(error)));
  worker.on("exit", () => end(ENDED));

  async function terminate(): Promise<void> {
    state.lives = false;
    await worker.terminate();
  }

  async function described(): Promise<Description> {
    const told = Promise.withResolvers<FromThread>();
    heard.on = told.resolve;
    using time = createAllowance(limits.startMs, clock);
    using stop = stopOf(signal);
    using memory = watchMemory(worker, clock);
    const late = time.spent.then(() => `it did not load within ${limits.startMs / 1000} s`);
    const first = await Promise.race([told.promise, died.promise, late, stop.asked, memory.past]);
    if (typeof first !== "string" && first.type === "described") return first.tool;
    await terminate();
    signal.throwIfAborted();
    throw new Error(whyNot(first));
  }

  async function call(args: string, answer: Answer, stop: AbortSignal): Promise<CallEnd> {
    using time = createAllowance(limits.callMs, clock);
    using stopped = stopOf(stop);
    using memory = watchMemory(worker, clock);
    using _quiet = quietAfter();
    const told = Promise.withResolvers<CallEnd>();
    const asks = createAsks({ answer, say, time });
    heard.on = (message) => {
      if (message.type === "ask") asks.take(message);
      else if (message.type === "done") told.resolve(message);
      else if (message.type === "failed") told.resolve(message);
    };
    say({ type: "call", args });
    const late = time.spent.then(() => "late" as const);
    const ends = [told.promise, died.promise, late, stopped.asked, memory.past, asks.flooded];
    const first = await Promise.race(ends);
    if (typeof first === "object") {
      await asks.settled();
      stop.throwIfAborted();
      return first;
    }
    if (stop.aborted && state.lives) await tidyUp(told.promise);
    await terminate();
    stop.throwIfAborted();
    if (first === "late")
      return { type: "failed", reason: "too_slow", why: `it took more than ${limits.callMs / 1000} s` };
    return { type: "failed", reason: "died", why: first === "flood" ? FLOOD_TEXT : first };
  }

  /** What its code still asks when its call has ended is not done. */
  function quietAfter(): Disposable {
    return {
      [Symbol.dispose]() {
        heard.on = refuseAsks(say, () => void terminate());
      },
    };
  }

  async function tidyUp(told: Promise<unknown>): Promise<void> {
    say({ type: "abort" });
    using grace = createAllowance(limits.graceMs, clock);
    await Promise.race([told, died.promise, grace.spent]);
  }

  const tool = await described();
  return {
    tool,
    get lives() {
      return state.lives;
    },
    call,
    [Symbol.asyncDispose]: terminate,
  };
}

const ENDED = "its thread ended";
const FLOOD_TEXT = `it asked more than ${FLOOD} times in one call`;

function createWorker(setup: Setup): Worker {
  const file = new URL("./tool-worker.ts", import.meta.url);
  const worker = startQuietWorker(file, { workerData: setup, resourceLimits: RESOURCES });
  worker.unref();
  return worker;
}

function whyNot(first: string | FromThread): string {
  if (first === ENDED) return `${ENDED} before it had loaded: it exits, or waits for what never comes`;
  if (typeof first === "string") return first;
  return first.type === "unloadable" ? first.why : "it spoke before it was asked";
}

/** Says when the signal is aborted, until it is let go. */
function stopOf(signal: AbortSignal): { asked: Promise<string>; [Symbol.dispose](): void } {
  const { promise, resolve } = Promise.withResolvers<string>();
  const over = new AbortController();
  if (signal.aborted) resolve("stopped");
  signal.addEventListener("abort", () => resolve("stopped"), { once: true, signal: over.signal });
  return { asked: promise, [Symbol.dispose]: () => over.abort() };
}
