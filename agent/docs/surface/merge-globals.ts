// Says which names a script finds without being given them, and what each is. Promises a global for every stated one, for
// namespaces, for what has a constructor or static members. Refuses to guess: a stated global whose interface nothing
// tells stays without one.

import type { Collected } from "./collect-facts.ts";
import { byName } from "./merge-interfaces.ts";
import { nearest, nearestType } from "./merge-signatures.ts";
import type { GlobalInfo, InterfaceInfo, MemberInfo } from "./surface.ts";
import { typeNames } from "./type-names.ts";

type Merged = { interfaces: InterfaceInfo[]; members: MemberInfo[] };

export function statedGlobals(all: Collected): Map<string, GlobalInfo> {
  return new Map([...all.globals].map(([name, stated]) => [name, statedGlobal(all, name, stated)]));
}

/** Those that are stated, and the interfaces that are names of their own, sorted. */
export function mergeGlobals(stated: ReadonlyMap<string, GlobalInfo>, merged: Merged): GlobalInfo[] {
  const known = new Map(merged.interfaces.map((one) => [one.name, one]));
  const withStatics = new Set(merged.members.filter((one) => one.static).map((one) => one.interface));
  const globals = [...stated.values()].map((one) => ({ ...one, isClass: isClass(one, known, withStatics) }));
  for (const { name, kind, constructors, chunk } of merged.interfaces) {
    const isName = kind === "namespace" || constructors !== null || withStatics.has(name);
    // `app.media` is reached through `app`: a member, and no name of its own.
    if (!isName || name.includes(".") || stated.has(name)) continue;
    globals.push({ name, valueType: null, interface: name, isClass: true, chunk });
  }
  return globals.sort(byName);
}

/** "Its values are properties of the global name Align" states the interface itself, and no instance of it. */
function isClass(
  { name, interface: owner }: GlobalInfo,
  interfaces: ReadonlyMap<string, InterfaceInfo>,
  withStatics: ReadonlySet<string>,
): boolean {
  const info = owner === name ? interfaces.get(name) : undefined;
  if (info === undefined) return false;
  return info.kind === "enumeration" || info.constructors !== null || withStatics.has(name);
}

type StatedGlobals = NonNullable<ReturnType<Collected["globals"]["get"]>>;

function statedGlobal(all: Collected, name: string, stated: StatedGlobals): GlobalInfo {
  const valueType = nearestType(stated, (fact) => fact.valueType);
  return {
    name,
    valueType,
    interface: interfaceOf(all, name, { valueType, stated }),
    isClass: false,
    chunk:
      nearest(stated)
        .map(({ at }) => at.chunk)
        .sort()[0] ?? null,
  };
}

function interfaceOf(
  { interfaces }: Collected,
  name: string,
  { valueType, stated }: { valueType: string | null; stated: StatedGlobals },
): string | null {
  const [typed] = valueType === null ? [] : typeNames(valueType, (one) => interfaces.has(one));
  if (typed !== undefined) return typed;
  // A type that names nothing documented ("number") has answered the question.
  if (valueType !== null) return null;
  const owners = [...new Set(stated.flatMap(({ owner }) => owner ?? []))];
  const [owner] = owners;
  if (owner !== undefined && owners.length === 1) return owner;
  const alike = [...interfaces.keys()].filter((one) => lowerFirst(one) === name);
  return interfaces.has(name) ? name : alike.length === 1 ? (alike[0] ?? null) : null;
}

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
