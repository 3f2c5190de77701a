// Finds pairs of calls that open and close (`gridBegin`, `gridEnd`) by the profile's endings, and the calls that belong
// between them (`gridRow`). Promises pairs whose opener takes a documented interface first, on something that code can
// reach. Refuses the others, each with the reason.

import type { SkippedPair } from "./construct.ts";
import type { Param } from "./facts.ts";
import type { MemberInfo, Surface } from "./surface.ts";
import { isBuiltIn } from "./takers.ts";

export type Suffixes = { open: string; close: string };

/** A construct before it is put into words. `params`: the parameters with which it takes `interface`. */
export type Opening = {
  base: string;
  interface: string | null;
  opener: MemberInfo;
  closer: MemberInfo | null;
  params: readonly Param[];
  inner: readonly MemberInfo[];
};

export function findPairs(
  surface: Surface,
  { open, close }: Suffixes,
): { openings: Opening[]; skipped: SkippedPair[] } {
  const openings: Opening[] = [];
  const skipped: SkippedPair[] = [];
  const names = surface.memberNames().filter((name) => name.length > open.length && name.endsWith(open));
  for (const name of open === close ? [] : names) {
    const base = name.slice(0, -open.length);
    for (const owner of surface.owners(name)) {
      const closer = surface.member(owner, `${base}${close}`) ?? null;
      const found = openingOf(surface, { base, owner, name, closer });
      if (typeof found === "object") openings.push(found);
      else if (closer !== null || found !== NO_CALL)
        skipped.push({ pair: closer ? `${owner}.${name}/${closer.name}` : `${owner}.${name}`, why: found });
    }
  }
  return {
    openings: openings.map((one) => ({ ...one, inner: innerCalls(surface, one, openings) })),
    skipped,
  };
}

const NO_CALL = "it is a property, not a call";

type Candidate = { base: string; owner: string; name: string; closer: MemberInfo | null };

function openingOf(surface: Surface, { base, owner, name, closer }: Candidate): Opening | string {
  const opener = surface.members(owner).find((member) => member.name === name);
  if (!opener || (opener.kind !== "method" && opener.kind !== "unknown")) return NO_CALL;
  const params = opener.signatures.find((list) => takenFirst(surface, list, base) !== null);
  if (!params) return whyNot(opener, closer);
  if (surface.interface(owner)?.reach === null) return `no documented way leads to an instance of ${owner}`;
  const taken = takenFirst(surface, params, base);
  return { base, interface: taken, opener, closer, params, inner: [] };
}

/** The documented interface that a call takes first; with no type stated, the one that the parameter and base are named for. */
export function takenFirst(surface: Surface, params: readonly Param[], base: string): string | null {
  const [first] = params;
  if (!first) return null;
  if (first.type !== undefined)
    return surface.typesIn(first.type).find((name) => isMade(surface, name)) ?? null;
  const name = base.slice(0, 1).toUpperCase() + base.slice(1);
  const isNamedFor = first.name.toLowerCase() === base.toLowerCase();
  return isNamedFor && isMade(surface, name) ? name : null;
}

/** Something with an extent of its own: no value of an enumeration, and none of the language. */
const isMade = (surface: Surface, name: string): boolean => {
  const info = surface.interface(name);
  return info !== undefined && info.kind !== "enumeration" && !isBuiltIn(name);
};

function whyNot(opener: MemberInfo, closer: MemberInfo | null): string {
  const firsts = opener.signatures.map(([first]) => first);
  const tail = closer ? "" : ", and nothing closes it";
  if (firsts.length === 0) return `what it takes is not documented${tail}`;
  const [first] = firsts.filter((param) => param !== undefined);
  if (!first) return `it opens on nothing that anyone makes: it takes no argument${tail}`;
  const type = first.type ?? "a type that is not documented";
  return `it opens on nothing that anyone makes: "${first.name}" is ${type}${tail}`;
}

/** Calls on the same receiver that begin with the base, as a word: of two bases the longer one has them. */
function innerCalls(surface: Surface, opening: Opening, all: readonly Opening[]): MemberInfo[] {
  const owner = opening.opener.interface;
  const beside = all.filter((one) => one.opener.interface === owner);
  const ends = new Set(beside.flatMap((one) => [one.opener.name, one.closer?.name]));
  return surface.members(owner).filter((member) => {
    const isCall = member.kind === "method" || member.kind === "unknown";
    if (!isCall || ends.has(member.name) || !isWordOf(opening.base, member.name)) return false;
    return !beside.some((one) => one.base.length > opening.base.length && isWordOf(one.base, member.name));
  });
}

const isWordOf = (base: string, name: string): boolean =>
  name.length > base.length && name.startsWith(base) && !/^\p{Ll}/u.test(name.slice(base.length));
