// What lookups need, for tests: a cache over a store in memory, and no embeddings.

import { DEFAULT_LOOKUPS } from "../../../agent/docs/sources/docs-json.ts";
import { createInFlight } from "../../../agent/lookups/in-flight.ts";
import { openLookupCache } from "../../../agent/lookups/lookup-cache.ts";
import type { LookupServices } from "../../../agent/lookups/services.ts";
import { type Clock, systemClock } from "../../../store/clock.ts";
import { openStore, type Store } from "../../../store/open.ts";

export async function lookupServices(
  more: Partial<LookupServices> = {},
  { store, clock = systemClock }: { store?: Pick<Store, "keyv">; clock?: Clock } = {},
): Promise<LookupServices> {
  return {
    workspace: "ws",
    cache: openLookupCache(store ?? (await openStore("memory:", { clock })), clock),
    inFlight: createInFlight(),
    embedder: null,
    settings: DEFAULT_LOOKUPS,
    sources: () => ["docs"],
    existing: async () => [],
    looked: async () => undefined,
    ...more,
  };
}
