// The thread in which regular expressions run, so that one which never ends can be ended from outside. Promises the
// numbers of the lines that match. Refuses to send text back.

import { parentPort, workerData } from "node:worker_threads";
import { z } from "zod";

const MAX_HITS = 5_000;
const setupSchema = z.object({ source: z.string(), flags: z.string() });

if (parentPort !== null) answer(parentPort);

function answer(port: NonNullable<typeof parentPort>): void {
  const { source, flags } = setupSchema.parse(workerData);
  const expression = new RegExp(source, flags);
  port.on("message", (text: unknown) => {
    const hits: number[] = [];
    for (const [index, line] of String(text).split("\n").entries()) {
      if (expression.test(line.replace(/\r$/, ""))) hits.push(index + 1);
      if (hits.length >= MAX_HITS) break;
    }
    port.postMessage(hits);
  });
  port.postMessage([]);
}
