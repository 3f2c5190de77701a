// Makes interfaces with their members, and the global functions, of everything that is stated of them. Promises that an
// interface is complete only if every source that defines it says so. Refuses to drop a parent that nothing documents: it
// stays, and makes the interface incomplete.

import type { Collected, InterfaceDraft, Stated } from "./collect-facts.ts";
import type { Fact, InterfaceKind, Param } from "./facts.ts";
import { mergeMember, type OptionsOf } from "./merge-members.ts";
import { mergeKeys, mergeSignatures, nearest, nearestType } from "./merge-signatures.ts";
import type { FunctionInfo, GlobalInfo, InterfaceInfo, MemberInfo } from "./surface.ts";

/** `complete`: names of the sources that hold every member of their interfaces. */
export type MergeContext = {
  complete: ReadonlySet<string>;
  globals: ReadonlyMap<string, GlobalInfo>;
  note(path: string, reason: string): void;
};

export function mergeInterfaces(
  all: Collected,
  context: MergeContext,
): { interfaces: InterfaceInfo[]; members: MemberInfo[] } {
  const interfaces: InterfaceInfo[] = [];
  const members: MemberInfo[] = [];
  const optionsOf = keysByOwner(all, context);
  for (const draft of [...all.interfaces.values()].sort(byName)) {
    const info = interfaceOf(draft, all, context);
    interfaces.push(info);
    for (const member of [...draft.members.values()].sort(byName)) {
      const ask = { optionsOf, note: context.note };
      members.push(...mergeMember({ draft, kind: info.kind }, member, ask));
    }
    noteTwinsInCase(draft, context);
  }
  return { interfaces, members };
}

export const byName = (a: { name: string }, b: { name: string }): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0;

/** Documentation also says `sheet.gridBegin` where it means the method of Sheet. */
function keysByOwner({ options, interfaces }: Collected, { globals }: MergeContext): OptionsOf {
  const byMember = new Map<string, Stated<Param[]>[]>();
  for (const [of, stated] of options) {
    const cut = of.lastIndexOf(".");
    const owner = of.slice(0, Math.max(0, cut));
    const meant = interfaces.has(owner) ? owner : (globals.get(owner)?.interface ?? owner);
    const key = `${meant}${of.slice(Math.max(0, cut))}`;
    byMember.set(key, [...(byMember.get(key) ?? []), ...stated]);
  }
  return (of) => byMember.get(of) ?? [];
}

function interfaceOf(draft: InterfaceDraft, all: Collected, context: MergeContext): InterfaceInfo {
  const parents = new Set(
    draft.facts
      .flatMap(({ fact }) => fact.parents ?? [])
      .filter((parent) => parent !== draft.name && parent.trim() !== ""),
  );
  for (const parent of parents) {
    if (all.interfaces.has(parent) || isNoName(parent)) continue;
    const path = draft.facts.find(({ fact }) => fact.parents?.includes(parent))?.at.path ?? "";
    context.note(path, `parent not documented: "${draft.name}" has the parent "${parent}"`);
  }
  return {
    name: draft.name,
    kind: kindOf(draft, context),
    parents: [...parents].sort(),
    constructors: constructorsOf(draft),
    constructorOptions: mergeKeys(all.options.get(`new ${draft.name}`) ?? []),
    complete: isDescribed(draft) && [...draft.sources].every((source) => context.complete.has(source)),
    sources: [...draft.sources].sort(),
    reach: null,
    chunk: chunkOf(draft),
  };
}

const PRIMITIVES = new Set([
  "string",
  "number",
  "boolean",
  "bigint",
  "symbol",
  "null",
  "undefined",
  "any",
  "unknown",
]);

/** A type that may also be a string, or have any member, is open on purpose: no page of it is missing. */
const isNoName = (parent: string): boolean => PRIMITIVES.has(parent) || /^[^\p{L}_$]/u.test(parent);

/** What a sentence only names as an heir of something has no page, and its members are not known. */
function isDescribed({ own, members, facts }: InterfaceDraft): boolean {
  return own.length > 0 || members.size > 0 || facts.some(({ fact }) => fact.kind !== undefined);
}

/** Of several, the one that says more: many pages call everything a class. */
const KINDS: readonly InterfaceKind[] = ["enumeration", "namespace", "class"];

function kindOf(draft: InterfaceDraft, { note }: MergeContext): InterfaceInfo["kind"] {
  const kinds = new Set(draft.facts.flatMap(({ fact }) => fact.kind ?? []));
  const kind = KINDS.find((one) => kinds.has(one));
  if (kinds.size > 1) {
    const paths = [...new Set(draft.facts.map(({ at }) => at.path))].sort();
    note(
      paths.join(", "),
      `conflict: "${draft.name}" is stated as ${[...kinds].sort().join(" and ")}; kept as ${kind}`,
    );
  }
  if (kind !== undefined) return kind;
  const members = [...draft.members.values()];
  const isValue =
    members.length > 0 && members.every(({ facts }) => facts.some(({ fact }) => fact.kind === "value"));
  return isValue && draft.constructors.length === 0 ? "enumeration" : "unknown";
}

function constructorsOf({ constructors }: InterfaceDraft): Param[][] | null {
  return constructors.length === 0 ? null : (mergeSignatures(constructors) ?? []);
}

function chunkOf({ own, facts }: InterfaceDraft): string | null {
  const places = own.length > 0 ? own : facts.length > 0 ? nearest(facts).map(({ at }) => at) : [];
  return places.map(({ chunk }) => chunk).sort()[0] ?? null;
}

// Two names to the engine, and most likely one member of which a page misprints the name: both stay.
function noteTwinsInCase(draft: InterfaceDraft, { note }: MergeContext): void {
  if (draft.members.size < 2) return;
  for (const names of Map.groupBy(draft.members.keys(), (name) => name.toLowerCase()).values()) {
    if (names.length < 2) continue;
    const paths = names.flatMap((name) => {
      const { own = [], facts = [] } = draft.members.get(name) ?? {};
      return [...own, ...facts.map(({ at }) => at)].map(({ path }) => path);
    });
    const shown = names
      .sort()
      .map((name) => `"${name}"`)
      .join(" and ");
    note([...new Set(paths)].sort().join(", "), `conflict: "${draft.name}" has ${shown}; both are kept`);
  }
}

export function mergeFunctions(all: Collected): FunctionInfo[] {
  return [...all.functions]
    .map(([name, stated]) => functionOf(name, stated, all.options.get(name) ?? []))
    .sort(byName);
}

function functionOf(
  name: string,
  stated: Stated<Extract<Fact, { type: "function" }>>[],
  options: readonly Stated<Param[]>[],
): FunctionInfo {
  const chunks = nearest(stated).map(({ at }) => at.chunk);
  return {
    name,
    signatures: mergeSignatures(stated) ?? [],
    options: mergeKeys(options),
    valueType: nearestType(stated, (fact) => fact.valueType),
    chunk: chunks.sort()[0] ?? null,
  };
}
