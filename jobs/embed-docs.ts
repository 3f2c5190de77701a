// Gives the documentation's chunks their vectors where an embeddings model is configured. Promises a bounded run that the
// next one continues, and one bad workspace that does not stop the others. Refuses to send anything without a model set.

import { fillVectors } from "../agent/docs/vectors-fill.ts";
import type { Embedder } from "../agent/ports.ts";
import type { Clock } from "../store/clock.ts";
import { wordsOf } from "../store/words-of.ts";
import { type Job, MINUTE } from "./job.ts";

export type EmbedDeps = {
  workspaces: readonly { name: string; indexDir: string }[];
  embedder: Embedder | null;
  clock: Clock;
};

export function embedDocs({ workspaces, embedder, clock }: EmbedDeps): Job {
  return {
    name: "embed-docs",
    schedule: { cron: "20 * * * *" },
    timeLimitMs: 50 * MINUTE,
    async run(signal) {
      if (!embedder) return { model: "none" };
      const totals = { workspaces: 0, chunks: 0, embedded: 0, removed: 0, left: 0 };
      const failures: string[] = [];
      for (const { name, indexDir } of workspaces) {
        try {
          const filled = await fillVectors(indexDir, { embedder, clock, signal });
          if (!filled) continue;
          totals.workspaces += 1;
          totals.chunks += filled.chunks;
          totals.embedded += filled.embedded;
          totals.removed += filled.removed;
          totals.left += filled.left;
          if (filled.failure !== null) failures.push(`${name}: ${filled.failure}`);
        } catch (error) {
          signal.throwIfAborted();
          failures.push(`${name}: ${wordsOf(error)}`);
        }
      }
      signal.throwIfAborted();
      if (failures.length > 0)
        throw new Error(`${failures.join("; ")} (${totals.embedded} chunks embedded, ${totals.left} left)`);
      return { model: embedder.model, ...totals };
    },
  };
}
