// The thread of a dry run: an engine without files, network or Node, fresh for each script. Promises to tell how each script
// ended before the next one begins. Refuses to be waited for: whoever started it ends it when its time is up.

import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from "node:worker_threads";
import { systemClock } from "../../store/clock.ts";
import type { Asking } from "./engine.ts";
import { type FromThread, MAX_WAITED_MS, type Setup } from "./protocol.ts";
import { runScript } from "./sandbox.ts";

if (parentPort !== null) void serve(parentPort, workerData);

async function serve(port: MessagePort, setup: Setup): Promise<void> {
  const { scripts, ...rest } = setup;
  const say = (message: FromThread): void => port.postMessage(message);
  const asking = createAsking(setup, say);
  let left = scripts.ms;
  for (let at = scripts.from; at < scripts.to; at++) {
    say({ type: "began", at });
    const [began, waited] = [systemClock.now(), asking.waitedMs()];
    const ended = await runScript(at, { ...rest, asking, ms: left / (scripts.to - at), clock: systemClock });
    left -= systemClock.now() - began - (asking.waitedMs() - waited);
    say({ type: "ended", at, ...ended });
    // What it took is given back with the thread only.
    if (ended.end === "memory") return;
  }
}

/** A question is answered before the script goes on; the time that it waits is not its own. */
function createAsking({ answers, gate, limits }: Setup, say: (message: FromThread) => void): Asking {
  const answered = new Int32Array(gate);
  const state = { asked: 0, waitedMs: 0 };
  return {
    ask(words) {
      const began = systemClock.now();
      say({ type: "ask", words: words.map((word) => word.slice(0, limits.wordChars)) });
      while (Atomics.load(answered, 0) === state.asked) Atomics.wait(answered, 0, state.asked);
      state.asked += 1;
      state.waitedMs += systemClock.now() - began;
      const answer = receiveMessageOnPort(answers);
      return typeof answer?.message === "string" ? answer.message : "";
    },
    waitedMs: () => Math.min(state.waitedMs, MAX_WAITED_MS),
  };
}
