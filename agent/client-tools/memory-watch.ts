// The memory of a thread outside of its heap, which the limits of threads leave out: buffers once took all that the
// machine had. Promises to say when it is past its share. Refuses to watch a thread that nobody waits for.

import type { Worker } from "node:worker_threads";
import type { Clock } from "../../store/clock.ts";

const LOOK_MS = 100;
const MOST_MB = 256;

export type MemoryWatch = { past: Promise<string>; [Symbol.dispose](): void };

export function watchMemory(worker: Worker, clock: Clock): MemoryWatch {
  const past = Promise.withResolvers<string>();
  const over = new AbortController();

  async function watch(): Promise<void> {
    while (!over.signal.aborted) {
      await clock.sleep(LOOK_MS, over.signal);
      const { external_memory: bytes } = await worker.getHeapStatistics();
      if (bytes > MOST_MB * 1024 * 1024) past.resolve(`it took more than ${MOST_MB} MB of memory`);
    }
  }

  // Let go, or the thread has ended: whoever waits hears of that elsewhere.
  watch().catch(() => undefined);
  return { past: past.promise, [Symbol.dispose]: () => over.abort() };
}
