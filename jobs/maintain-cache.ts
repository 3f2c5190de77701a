// Keeps the lookup cache honest: removes what its own rules would not keep now (flagged, cut, empty), what was made from
// an index or a source that is no longer in use, and what nobody can read. Expired entries are gone for readers at once,
// and from disk here. Refuses to let it grow for ever: past its limit the oldest go.

import { endOf, type InUse, ruleFor } from "../agent/lookups/cache-rules.ts";
import type { CacheEntry, LookupCache } from "../agent/lookups/lookup-cache.ts";
import type { Clock } from "../store/clock.ts";
import { type Job, MINUTE } from "./job.ts";

export type CacheDeps = {
  cache: LookupCache;
  /** The index of a workspace that is in use now, and the sources that are read into it. */
  inUse(workspace: string): Promise<Omit<InUse, "now">>;
  clock: Clock;
};

/** What matching is measured with. */
const MAX_ENTRIES = 100_000;

type Fate = "kept" | "unreadable" | "against_rules" | "orphaned" | "expired" | "over_limit";

export function maintainCache(deps: CacheDeps, maxEntries = MAX_ENTRIES): Job {
  return {
    name: "maintain-cache",
    schedule: { cron: "30 3 * * *" },
    timeLimitMs: 5 * MINUTE,
    async run(signal) {
      const result: Record<Fate, number> = {
        kept: 0,
        unreadable: 0,
        against_rules: 0,
        orphaned: 0,
        expired: 0,
        over_limit: 0,
      };
      const fates = await fatesOf(deps, maxEntries, signal);
      for (const [key, fate] of fates) {
        signal.throwIfAborted();
        result[fate] += 1;
        if (fate !== "kept") await deps.cache.remove(key);
      }
      return result;
    },
    // What is due to go goes: nothing gone means that nothing was due.
    outcome: ({ kept, ...gone }) => ({
      moved: kept === 0 || Object.values(gone).some((count) => count !== 0),
      input: "nothing is due",
    }),
  };
}

async function fatesOf(deps: CacheDeps, maxEntries: number, signal: AbortSignal): Promise<Map<string, Fate>> {
  const { cache, clock } = deps;
  const inUse = new Map<string, Omit<InUse, "now">>();
  const fates = new Map<string, Fate>();
  const living: { key: string; keptAt: number }[] = [];
  for await (const { key, answer } of cache.entries()) {
    signal.throwIfAborted();
    const workspace = answer?.workspace ?? "";
    const now = inUse.get(workspace) ?? (await deps.inUse(workspace));
    inUse.set(workspace, now);
    const fate = fateOf(answer, { ...now, now: clock.now() });
    fates.set(key, fate);
    if (answer && fate === "kept") living.push({ key, keptAt: answer.keptAt });
  }
  living.sort((a, b) => b.keptAt - a.keptAt);
  for (const { key } of living.slice(maxEntries)) fates.set(key, "over_limit");
  return fates;
}

function fateOf(answer: CacheEntry["answer"], inUse: InUse): Fate {
  if (answer === null) return "unreadable";
  const { ttlMs } = ruleFor(answer);
  if (ttlMs === 0) return "against_rules";
  if (answer.keptAt + ttlMs <= inUse.now) return "expired";
  return endOf(answer, inUse) === null ? "kept" : "orphaned";
}
