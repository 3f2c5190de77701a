// The lasting cache of budgeted lookups: answers found again by nearly the same words, over restarts. Promises to serve
// only what its rules (cache-rules.ts) keep now, and to see what another process put in or took out. Refuses an entry that
// it cannot read: that one is skipped, and the job removes it.

import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import { sha256 } from "../../store/hash.ts";
import { type Namespace, namespace } from "../../store/namespace.ts";
import type { Store } from "../../store/open.ts";
import { DAY_MS, endOf, type InUse, type LookupAnswer, ruleFor } from "./cache-rules.ts";
import { createQueryIndex, type QueryIndex } from "./query-index.ts";

const answerSchema = z.strictObject({
  tool: z.string(),
  workspace: z.string(),
  index: z.string(),
  sources: z.array(z.string()),
  chunks: z.array(z.string()),
  query: z.string(),
  normalised: z.string(),
  ok: z.boolean(),
  text: z.string(),
  cut: z.boolean(),
  findings: z.array(z.string()),
  keptAt: z.number(),
}) satisfies z.ZodType<LookupAnswer>;

/** Where an answer holds: one workspace, one version of its index, the sources that are read now. */
export type CacheScope = { workspace: string; index: string; sources: InUse["sources"] };
/** A ratio of 1 is the very query. */
export type CacheHit = { key: string; ratio: number; answer: LookupAnswer };
/** `answer` is null where the entry cannot be read. */
export type CacheEntry = { key: string; answer: LookupAnswer | null };

export type LookupCache = {
  /** The entry that answers a normalised query: the very one, or the nearest. */
  find(normalised: string, scope: CacheScope): Promise<CacheHit | null>;
  /** Keeps an answer if the rules allow it; says by which rule, and whether. */
  keep(answer: LookupAnswer): Promise<{ kept: boolean; rule: string }>;
  entries(): AsyncIterable<CacheEntry>;
  remove(key: string): Promise<boolean>;
  clear(): Promise<void>;
};

/** The key of an answer: short enough to be typed, and the same for the same words in the same place. */
export function keyOf(answer: Pick<LookupAnswer, "workspace" | "index" | "normalised">): string {
  return sha256(JSON.stringify([answer.workspace, answer.index, answer.normalised])).slice(0, 16);
}

export function openLookupCache(store: Pick<Store, "keyv">, clock: Clock): LookupCache {
  const schema = (value: unknown) => answerSchema.safeParse(value).data ?? null;
  const kept = namespace<LookupAnswer | null>({
    name: "lookups",
    keyv: store.keyv("lookups"),
    schema,
    clock,
  });
  const known = knownQueries(kept, stampOf(store, clock));

  return {
    async find(normalised, { workspace, index, sources }) {
      const queries = (await known.inStep()).get(scopeKey({ workspace, index }));
      for (;;) {
        const near = queries?.closest(normalised) ?? null;
        if (near === null) return null;
        const found = await kept.get(near.key);
        const answer = found.found ? found.value : null;
        const inUse = { index, sources, now: clock.now() };
        if (answer !== null && keyOf(answer) === near.key && endOf(answer, inUse) === null)
          return { ...near, answer };
        queries?.remove(near.key);
      }
    },
    async keep(answer) {
      const { name, ttlMs } = ruleFor(answer);
      if (ttlMs === 0) return { kept: false, rule: name };
      const key = keyOf(answer);
      await known.change(
        () => kept.set(key, answer, ttlMs),
        (queries) => queriesOf(queries, answer).add(key, answer.normalised),
      );
      return { kept: true, rule: name };
    },
    async *entries() {
      for await (const { key, value } of kept.entries()) yield { key, answer: value };
    },
    remove: (key) =>
      known.change(
        () => kept.delete(key),
        (queries) => {
          for (const one of queries.values()) one.remove(key);
        },
      ),
    clear: () =>
      known.change(
        () => kept.clear(),
        (queries) => queries.clear(),
      ),
  };
}

type Queries = Map<string, QueryIndex>;

const scopeKey = ({ workspace, index }: Pick<LookupAnswer, "workspace" | "index">) => `${workspace} ${index}`;

function queriesOf(queries: Queries, answer: LookupAnswer): QueryIndex {
  const key = scopeKey(answer);
  const known = queries.get(key);
  if (known) return known;
  const made = createQueryIndex();
  queries.set(key, made);
  return made;
}

type Stamp = { read(): Promise<string>; write(stamp: string): Promise<void> };

/** A mark that every change renews, so that another process on the same file sees that there was one. */
function stampOf(store: Pick<Store, "keyv">, clock: Clock): Stamp {
  const stamps = namespace({
    name: "lookups-changed",
    keyv: store.keyv("lookups-changed"),
    // One that cannot be read is another one: everything is read again.
    schema: (value) => z.string().safeParse(value).data ?? "",
    clock,
  });
  return {
    async read() {
      const found = await stamps.get("last");
      return found.found ? found.value : "";
    },
    // It outlives every entry: when it is gone there is nothing to be out of step with.
    write: (stamp) => stamps.set("last", stamp, 60 * DAY_MS),
  };
}

/** The kept queries in memory: read when first asked for, and again when somebody else has changed them. */
function knownQueries(kept: Namespace<LookupAnswer | null>, stamp: Stamp) {
  const writer = `${randomUUID()}:`;
  const state: { seen: string | null; count: number; queries: Queries; reading: Promise<void> | null } = {
    seen: null,
    count: 0,
    queries: new Map(),
    reading: null,
  };

  const readAll = async (): Promise<void> => {
    // The mark first: what changes while this reads is read again.
    const seen = await stamp.read();
    const queries: Queries = new Map();
    for await (const { key, value } of kept.entries()) {
      if (value !== null) queriesOf(queries, value).add(key, value.normalised);
    }
    Object.assign(state, { seen, queries });
  };
  const inStep = async (): Promise<Queries> => {
    const last = await stamp.read();
    const isOurs = state.seen !== null && (last === state.seen || last.startsWith(writer));
    if (state.reading === null && isOurs) return state.queries;
    state.reading ??= readAll().finally(() => {
      state.reading = null;
    });
    await state.reading;
    return state.queries;
  };

  return {
    inStep,
    /** Changes the store, then memory, and tells others; what they changed before is taken in first. */
    async change<T>(work: () => Promise<T>, apply: (queries: Queries) => void): Promise<T> {
      await inStep();
      const result = await work();
      // A reading that began meanwhile may have passed by what was just changed.
      await state.reading;
      apply(state.queries);
      state.count += 1;
      await stamp.write(writer + state.count);
      return result;
    },
  };
}
