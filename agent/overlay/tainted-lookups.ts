// Kept answers of lookups that name a thing which was called invented: in their text, in what was found wrong with them, or
// in the question. Promises those of one workspace, also under an older index. Refuses to weigh what they say of it: the
// same question is answered anew, and that costs one lookup.

import type { LookupAnswer } from "../lookups/cache-rules.ts";
import type { Taint, Tainted } from "./taints.ts";
import { type Named, namesIt } from "./words.ts";

const QUERY_UNITS = 80;

export const taintedLookups: Taint = async (named, { workspace, cache, signal }) => {
  const found: Tainted[] = [];
  for await (const { key, answer } of cache.entries()) {
    signal.throwIfAborted();
    if (answer?.workspace !== workspace || !isTainted(answer, named)) continue;
    found.push({
      what: `the kept answer to "${short(answer.query)}"`,
      async purge() {
        await cache.remove(key);
      },
    });
  }
  return found;
};

function isTainted({ text, findings, query }: LookupAnswer, named: Named): boolean {
  return [text, query, ...findings].some((one) => namesIt(one, named));
}

const short = (query: string): string =>
  query.length <= QUERY_UNITS ? query : `${query.slice(0, QUERY_UNITS).toWellFormed()}…`;
