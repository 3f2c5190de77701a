// Members that a documentation's own examples use and that it documents nowhere: its interface is then not all there is.
// Promises only names that stand behind a documented global in a fenced example, and that no example writes. Refuses
// what is a slip of the pen: a name that differs from a documented one by a letter or two.

import type { DatabaseSync } from "node:sqlite";
import type { GlobalInfo, InterfaceInfo, MemberInfo } from "./surface.ts";

type Merged = {
  interfaces: readonly InterfaceInfo[];
  members: readonly MemberInfo[];
  globals: readonly GlobalInfo[];
};

const FENCED = /^ *(?:```|~~~)[^\n]*\n([\s\S]*?)^ *(?:```|~~~)/gm;
const USE = /(?<![\w$.])([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)(?![\w$])(\s*(?:=(?!=)|\+\+|--|[-+*/%&|^]=))?/g;
/** One name in so many may be missing from an interface that is told in whole: the name itself is in the text, and speaks for itself. */
const FEW = 20;
const OF_EVERYTHING = /^(?:constructor|prototype|toString|toSource|valueOf|hasOwnProperty|length|name)$/;

/** By interface. */
export function exampleGaps(db: DatabaseSync, merged: Merged): Map<string, string[]> {
  const owners = new Map(
    // Inside of a function `this` is something else.
    merged.globals.flatMap((one) =>
      one.interface && !one.isClass && one.name !== "this" ? [[one.name, one.interface]] : [],
    ),
  );
  const known = namesByInterface(merged);
  const gaps = new Map<string, Set<string>>();
  const written = new Map<string, Set<string>>();
  const texts = db.prepare("SELECT text FROM chunks WHERE text LIKE '%```%' OR text LIKE '%~~~%'");
  for (const { text } of texts.iterate()) {
    for (const [, global = "", name = "", write] of usesIn(String(text))) {
      const owner = owners.get(global);
      const names = owner === undefined ? undefined : known.get(owner);
      if (owner === undefined || !names || names.has(name) || OF_EVERYTHING.test(name)) continue;
      const found = write === undefined ? gaps : written;
      found.set(owner, (found.get(owner) ?? new Set()).add(name));
    }
  }
  const kept = [...gaps].map(([owner, names]): [string, string[]] => {
    const all = [...(known.get(owner) ?? [])];
    const unwritten = [...names].filter((name) => !written.get(owner)?.has(name));
    return [owner, unwritten.filter((name) => !all.some((one) => isSlip(name, one))).sort()];
  });
  return new Map(kept.filter(([owner, names]) => names.length > (known.get(owner)?.size ?? 0) / FEW));
}

const usesIn = (text: string) =>
  [...text.matchAll(FENCED)].flatMap(([, code = ""]) => [...code.matchAll(USE)]);

/** Own, of parents and of subclasses, and interfaces that are reached through a member. */
function namesByInterface({ interfaces, members }: Merged): Map<string, Set<string>> {
  const own = new Map(interfaces.map(({ name }) => [name, new Set<string>()]));
  for (const { interface: owner, name } of members) own.get(owner)?.add(name);
  for (const { name } of interfaces) {
    const cut = name.lastIndexOf(".");
    if (cut > 0) own.get(name.slice(0, cut))?.add(name.slice(cut + 1));
  }
  const parents = new Map(interfaces.map((one) => [one.name, one.parents]));
  const all = new Map([...own].map(([name, names]) => [name, new Set(names)]));
  for (const { name } of interfaces) {
    for (const above of lineage(name, parents)) {
      for (const one of own.get(above) ?? []) all.get(name)?.add(one);
      for (const one of own.get(name) ?? []) all.get(above)?.add(one);
    }
  }
  return all;
}

function lineage(name: string, parents: ReadonlyMap<string, readonly string[]>): Set<string> {
  const found = new Set<string>();
  const waiting = [...(parents.get(name) ?? [])];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    waiting.push(...(parents.get(next) ?? []));
  }
  return found;
}

/** Equal but for case, or for at most two letters in a row: what lies between the common beginning and the common end. */
function isSlip(name: string, other: string): boolean {
  const [a, b] = [name.toLowerCase(), other.toLowerCase()];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return Math.max(a.length, b.length) - start - end <= 2;
}
