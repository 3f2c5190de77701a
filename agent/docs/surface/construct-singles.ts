// Finds objects that a script makes and hands to one call (`app.importFile(new ImportOptions())`). Promises a call that
// reads like the one which puts the object to work. Refuses what many calls take: that is a value, and no construct.

import { nameParts } from "../names.ts";
import type { SkippedPair } from "./construct.ts";
import { type Opening, takenFirst } from "./construct-pairs.ts";
import type { MemberInfo, Surface } from "./surface.ts";

/** What begins the name of a call that puts something to work, in no order. */
const OPENING = new Set(
  `add append apply attach begin create draw enter execute import insert install load mount open place play post present
   push put queue register render run schedule send show start submit use write`.split(/\s+/),
);
/** A file or a colour is taken by many calls, none of which is its own. */
const MAX_CALLS = 6;

export function findSingles(
  surface: Surface,
  known: readonly Opening[],
): { openings: Opening[]; skipped: SkippedPair[] } {
  const openings: Opening[] = [];
  const skipped: SkippedPair[] = [];
  const taken = new Set(known.flatMap((one) => [one.interface, ...one.inner.map((call) => call.name)]));
  for (const name of surface.taken()) {
    if (taken.has(name)) continue;
    const calls = surface.takers(name).filter((call) => isReached(surface, call) && isCall(call, known));
    const opener = openerOf(name, calls);
    if (typeof opener === "string") skipped.push({ pair: name, why: opener });
    else if (opener) openings.push(openingOf(surface, name, opener));
  }
  return { openings, skipped };
}

const isReached = (surface: Surface, call: MemberInfo): boolean =>
  surface.interface(call.interface)?.reach !== null;

const isCall = (call: MemberInfo, known: readonly Opening[]): boolean =>
  (call.kind === "method" || call.kind === "unknown") &&
  !known.some(({ opener, closer }) => call.name === opener.name || call.name === closer?.name);

function openerOf(name: string, calls: readonly MemberInfo[]): MemberInfo | string | null {
  if (calls.length === 0) return null;
  const names = new Set(calls.map((call) => call.name));
  if (names.size > MAX_CALLS) return `${names.size} calls take it: a value, not a construct`;
  const words = new Set(nameParts(name));
  const [best] = calls
    .map((call) => ({ call, score: scoreOf(call, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  if (best) return best.call;
  return `calls take it, and none reads like putting it to work: ${[...names].sort().join(", ")}`;
}

/** Words that the call shares with the object tell most: `importFile` is for ImportOptions. */
function scoreOf(call: MemberInfo, words: ReadonlySet<string>): number {
  const parts = nameParts(call.name);
  const shared = parts.filter((part) => words.has(part)).length;
  const begins = OPENING.has(parts[0] ?? "");
  return begins ? 1 + 2 * shared : 0;
}

function openingOf(surface: Surface, name: string, opener: MemberInfo): Opening {
  const signature = opener.signatures.find((list) => takenFirst(surface, list, "") !== null) ?? [];
  return { base: name, interface: name, opener, closer: null, params: signature, inner: [] };
}
