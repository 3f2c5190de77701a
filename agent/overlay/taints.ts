// What a false accusation may have left behind, to be purged when the owner says that the thing exists. Promises that
// everything found says in words what it is, and that purging it twice is harmless. A new kind of thing that can be
// tainted (a note, a rule) is a file and a line here. Refuses to judge: whatever names the thing is made anew.

import type { LookupCache } from "../lookups/lookup-cache.ts";
import { taintedLookups } from "./tainted-lookups.ts";
import type { Named } from "./words.ts";

/** `what` is for the owner: "a kept answer to …". */
export type Tainted = { what: string; purge(): Promise<void> };
export type TaintDeps = {
  workspace: string;
  cache: Pick<LookupCache, "entries" | "remove">;
  signal: AbortSignal;
};
export type Taint = (named: Named, deps: TaintDeps) => Promise<Tainted[]>;

const taints: readonly Taint[] = [taintedLookups];

export async function taintedBy(named: Named, deps: TaintDeps): Promise<Tainted[]> {
  const found: Tainted[] = [];
  for (const taint of taints) found.push(...(await taint(named, deps)));
  return found;
}
