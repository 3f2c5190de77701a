// Which calls take an instance of what a script can construct: how something made with `new` gets to work. Promises calls
// by what they declare, and by what its parents are taken by. Refuses the language's own values: they are taken everywhere.

import type { InterfaceInfo, MemberInfo } from "./surface.ts";
import type { Taker } from "./surface-tables.ts";
import { typeNames } from "./type-names.ts";

/** Documented by some hosts as well, and nothing that a script builds in order to hand it over. */
const BUILT_IN = new Set(
  "Array Boolean Date Error Function Iterator Map Number Object Promise RegExp Set String Symbol".split(" "),
);

export const isBuiltIn = (name: string): boolean => BUILT_IN.has(name) || /^[A-Z]\w*Error$/.test(name);

/** What takes more kinds than this takes anything, and tells nothing of one of them. */
const MAX_KINDS = 100;

export function takersOf(merged: { interfaces: InterfaceInfo[]; members: MemberInfo[] }): Taker[] {
  const byName = new Map(merged.interfaces.map((one) => [one.name, one]));
  const made = merged.interfaces.filter((one) => one.constructors !== null && !isBuiltIn(one.name));
  /** Constructible interfaces by each name under which they may be taken. */
  const takenAs = new Map<string, string[]>();
  for (const one of made) {
    for (const name of lineOf(one, byName)) takenAs.set(name, [...(takenAs.get(name) ?? []), one.name]);
  }
  if (takenAs.size === 0) return [];

  const takers = new Map<string, Taker>();
  for (const { interface: owner, name, signatures } of merged.members) {
    for (const type of new Set(signatures.map(([first]) => first?.type ?? ""))) {
      const named = typeNames(type, (one) => byName.has(one));
      for (const taken of named.flatMap((one) => takenAs.get(one)?.slice(0, MAX_KINDS) ?? []))
        takers.set(JSON.stringify([taken, owner, name]), { interface: taken, owner, name });
    }
  }
  return [...takers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, taker]) => taker);
}

function lineOf(info: InterfaceInfo, byName: ReadonlyMap<string, InterfaceInfo>): Set<string> {
  const line = new Set<string>([info.name]);
  // A set goes on over what is added while it is walked.
  for (const name of line)
    for (const parent of byName.get(name)?.parents ?? []) if (!isBuiltIn(parent)) line.add(parent);
  return line;
}
