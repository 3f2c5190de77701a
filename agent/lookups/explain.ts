// Why a query is, or is not, answered by the lasting cache: the entry it would hit, how alike, and the rule that decides.
// Promises what a turn would meet, without changing anything. Refuses to guess about budget and turn: those are a turn's.

import { isOwnWords } from "../gates/own-words.ts";
import { endOf, type InUse, type LookupAnswer, ruleFor } from "./cache-rules.ts";
import type { LookupCache } from "./lookup-cache.ts";
import { NOTHING_ASKED, OWN_WORDS, TOO_LONG } from "./messages.ts";
import { ALIKE, namesDiffer, namesOf, normaliseQuery } from "./normalise.ts";
import { isTooLong } from "./query-limits.ts";
import { ratio } from "./ratio.ts";

export type Near = {
  key: string;
  ratio: number;
  answer: LookupAnswer;
  /** The rule by which it is kept. */
  keptBy: string;
  /** Why it does not answer; null when it does. */
  but: string | null;
};

export type Explanation = {
  normalised: string;
  /** Why the query is refused before anything looks at the cache. */
  refusal: string | null;
  /** The entry that answers. */
  hit: Near | null;
  /** Where none answers: those that come nearest. */
  nearest: Near[];
};

const SHOWN = 3;

export type Explaining = { cache: LookupCache; workspace: string; inUse: InUse };

export async function explainQuery(
  query: string,
  { cache, workspace, inUse }: Explaining,
): Promise<Explanation> {
  const normalised = normaliseQuery(query);
  const near: Near[] = [];
  for await (const { key, answer } of cache.entries()) {
    if (answer?.workspace === workspace) near.push(nearOf({ key, answer, normalised, inUse }));
  }
  near.sort((a, b) => b.ratio - a.ratio || (a.key < b.key ? -1 : 1));
  const refusal = refusalOf(query, normalised);
  const hit = refusal === null ? (near.find(({ but }) => but === null) ?? null) : null;
  return { normalised, refusal, hit, nearest: hit ? [] : near.slice(0, SHOWN) };
}

function refusalOf(query: string, normalised: string): string | null {
  if (isTooLong(query)) return TOO_LONG;
  if (isOwnWords(query, { told: [], described: [] })) return OWN_WORDS;
  return normalised === "" ? NOTHING_ASKED : null;
}

type Compared = { key: string; answer: LookupAnswer; normalised: string; inUse: InUse };

function nearOf({ key, answer, normalised, inUse }: Compared): Near {
  const alike = ratio(normalised, answer.normalised);
  const end = endOf(answer, inUse);
  const differs = namesDiffer(namesOf(normalised), namesOf(answer.normalised));
  const but =
    alike < ALIKE
      ? `it is less alike than ${ALIKE}`
      : differs
        ? "it holds other names of code, and those are taken exactly"
        : end;
  return { key, ratio: alike, answer, keptBy: ruleFor(answer).name, but };
}
