// Swaps a folder for a link to the outside and back, as fast as it can, until it is told to stop. Promises to leave
// the folder in its place. Refuses to run for ever: it ends by itself after some seconds.

import { renameSync, symlinkSync, unlinkSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";

type Setup = { lib: string; moved: string; outside: string; flags: Int32Array };
const { lib, moved, outside, flags }: Setup = workerData;
const end = performance.now() + 8_000;
parentPort?.postMessage("ready");
parentPort?.postMessage(swapUntilTold());

function swapUntilTold(): number {
  let swaps = 0;
  while (Atomics.load(flags, 0) === 0 && performance.now() < end) {
    renameSync(lib, moved);
    symlinkSync(outside, lib);
    unlinkSync(lib);
    renameSync(moved, lib);
    swaps++;
    // Let the other side through now and then, or no write ever succeeds and the race proves nothing.
    if (swaps % 3 === 0) Atomics.wait(flags, 0, 0, 1);
  }
  return swaps;
}
