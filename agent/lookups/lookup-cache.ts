// The lookup cache: answers of budgeted lookups, kept across turns. Its rules are the list below, to be read
// aloud; what no rule names is not kept. It never serves a failure, an empty answer, or a flagged one.

import type { Keyv } from "keyv";
import { z } from "zod";
import type { Clock } from "../../store/clock.ts";
import { type Namespace, namespace } from "../../store/namespace.ts";

const answerSchema = z.strictObject({
  tool: z.string(),
  query: z.string(),
  ok: z.boolean(),
  text: z.string(),
  /** Cut by length somewhere on its way. */
  cut: z.boolean(),
  /** What the audit of the answer found wrong with it. */
  findings: z.array(z.string()),
  /** The index version it was made from; it dies with it. */
  index: z.string(),
  keptAt: z.number(),
});
export type CachedAnswer = z.infer<typeof answerSchema>;

const DAY = 24 * 60 * 60 * 1000;
/** Shorter text is no answer to a question about an interface. */
const SHORTEST = 20;

export type CacheRule = { name: string; ttlMs: number; when(answer: CachedAnswer): boolean };

/** The first match wins. */
const cacheRules: readonly CacheRule[] = [
  { name: "failures are retried, not remembered", ttlMs: 0, when: (a) => !a.ok || a.text.trim() === "" },
  { name: "flagged answers would serve poison", ttlMs: 0, when: (a) => a.findings.length > 0 },
  { name: "cut answers are not whole", ttlMs: 0, when: (a) => a.cut },
  {
    name: "implausibly short answers are failures in disguise",
    ttlMs: 0,
    when: (a) => a.text.trim().length < SHORTEST,
  },
  { name: "answers live as long as their index", ttlMs: 30 * DAY, when: (a) => a.tool === "rag_lookup" },
];

/** How long an answer may be kept; 0 is not at all. */
export function cacheTtlMs(answer: CachedAnswer): number {
  return cacheRules.find((rule) => rule.when(answer))?.ttlMs ?? 0;
}

export function lookupCache(keyv: Keyv, clock: Clock): Namespace<CachedAnswer> {
  return namespace({ name: "lookups", keyv, schema: (value) => answerSchema.parse(value), clock });
}

/** Keeps an answer if the rules allow it; says whether they did. */
export async function keep(
  cache: Namespace<CachedAnswer>,
  key: string,
  answer: CachedAnswer,
): Promise<boolean> {
  const ttlMs = cacheTtlMs(answer);
  if (ttlMs > 0) await cache.set(key, answer, ttlMs);
  return ttlMs > 0;
}
