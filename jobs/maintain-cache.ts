// Keeps the lookup cache honest: removes what its own rules would not keep now (flagged, cut, empty), and what
// was made from an index that is no longer in use. Expired entries are gone for readers at once, and from disk here.
// A cache that cannot be read is emptied: it may be lost, and one bad entry must not keep all the others for ever.

import { type CachedAnswer, cacheTtlMs } from "../agent/lookups/lookup-cache.ts";
import type { Clock } from "../store/clock.ts";
import type { Namespace } from "../store/namespace.ts";
import { type Job, MINUTE } from "./job.ts";

export type CacheDeps = {
  cache: Namespace<CachedAnswer>;
  /** Versions of the indexes that are in use now. */
  indexes(): Promise<string[]>;
  clock: Clock;
};

export function maintainCache({ cache, indexes, clock }: CacheDeps): Job {
  return {
    name: "maintain-cache",
    schedule: { cron: "30 3 * * *" },
    timeLimitMs: 5 * MINUTE,
    async run(signal) {
      const inUse = new Set(await indexes());
      const entries = await cache.list().catch(() => null);
      if (entries === null) {
        await cache.clear();
        return { kept: 0, unreadable: true };
      }
      const result = { kept: 0, against_rules: 0, orphaned: 0, expired: 0 };
      for (const { key, value } of entries) {
        signal.throwIfAborted();
        const fate = fateOf(value, inUse, clock.now());
        result[fate] += 1;
        if (fate !== "kept") await cache.delete(key);
      }
      return result;
    },
  };
}

function fateOf(
  answer: CachedAnswer,
  inUse: Set<string>,
  now: number,
): "kept" | "against_rules" | "orphaned" | "expired" {
  const ttlMs = cacheTtlMs(answer);
  if (ttlMs === 0) return "against_rules";
  if (!inUse.has(answer.index)) return "orphaned";
  return answer.keptAt + ttlMs <= now ? "expired" : "kept";
}
