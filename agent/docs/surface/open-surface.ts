// The merged programming interface, read from an index file as it is asked for. Promises answers in microseconds once an
// interface was asked for, and a bounded memory. Refuses to load everything: what was asked for least recently is let go.

import type { DatabaseSync } from "node:sqlite";
import type { Fact } from "./facts.ts";
import type { FunctionInfo, GlobalInfo, InterfaceInfo, MemberInfo, Surface } from "./surface.ts";
import { toFunction, toGlobal, toInterface, toMember } from "./surface-tables.ts";
import { typeNames } from "./type-names.ts";

/** About half a kilobyte each: ten megabytes at the most. */
const KEPT_MEMBERS = 20_000;

type Known = {
  info: InterfaceInfo;
  /** Itself and its parents, nearest first; each once, also when they go round in a circle. */
  line: readonly string[];
  members: readonly MemberInfo[];
  byName: ReadonlyMap<string, MemberInfo>;
};

export function openSurface(db: DatabaseSync): Surface {
  const ask = statements(db);
  const lists = createLists(ask);
  const find = remembering((name) => loadInterface(ask, name));
  const member = (name: string, wanted: string): MemberInfo | undefined => {
    for (const owner of find(name)?.line ?? []) {
      const found = find(owner)?.byName.get(wanted);
      if (found) return found;
    }
    return undefined;
  };

  return {
    ...lists,
    interface: (name) => find(name)?.info,
    members: (name) => find(name)?.members ?? [],
    member,
    takers: (name) =>
      ask.takers.all(name).flatMap((row) => member(String(row.owner), String(row.name)) ?? []),
    isComplete(name) {
      const line = find(name)?.line ?? [];
      return line.length > 0 && line.every((owner) => find(owner)?.info.complete === true);
    },
    typesIn: (valueType) => typeNames(valueType, (name) => lists.isInterface(name)),
  };
}

/**
 * Keeps what was asked for lately: two generations, of which the older one goes when the younger is full. Moving one entry
 * at each hit to the end of one map cost ten times the look itself.
 */
function remembering(load: (name: string) => Known | undefined): (name: string) => Known | undefined {
  const kept = { young: new Map<string, Known | null>(), old: new Map<string, Known | null>(), members: 0 };
  return (name) => {
    const young = kept.young.get(name);
    if (young !== undefined) return young ?? undefined;
    const found = kept.old.get(name) ?? load(name) ?? null;
    // A name that is none costs room as well.
    kept.members += 1 + (found?.members.length ?? 0);
    if (kept.members > KEPT_MEMBERS / 2) {
      kept.old = kept.young;
      kept.young = new Map();
      kept.members = 1 + (found?.members.length ?? 0);
    }
    kept.young.set(name, found);
    return found ?? undefined;
  };
}

type Statements = ReturnType<typeof statements>;

function statements(db: DatabaseSync) {
  return {
    interface: db.prepare("SELECT * FROM surface_interfaces WHERE name = ?"),
    interfaces: db.prepare("SELECT name FROM surface_interfaces ORDER BY name"),
    members: db.prepare("SELECT * FROM surface_members WHERE interface = ? ORDER BY name, static"),
    owners: db.prepare("SELECT DISTINCT interface FROM surface_members WHERE name = ? ORDER BY interface"),
    memberNames: db.prepare("SELECT DISTINCT name FROM surface_members ORDER BY name"),
    taken: db.prepare("SELECT DISTINCT interface FROM surface_takers ORDER BY interface"),
    takers: db.prepare("SELECT owner, name FROM surface_takers WHERE interface = ? ORDER BY owner, name"),
    globals: db.prepare("SELECT * FROM surface_globals ORDER BY name"),
    functions: db.prepare("SELECT * FROM surface_functions ORDER BY name"),
    facts: db.prepare("SELECT facts FROM chunks WHERE id = ?"),
  };
}

function loadInterface(ask: Statements, name: string): Known | undefined {
  const row = ask.interface.get(name);
  if (!row) return undefined;
  const info = toInterface(row);
  const members = ask.members.all(name).map(toMember);
  const byName = new Map<string, MemberInfo>();
  // Ordered by static last: the instance's comes first and stays.
  for (const member of members) if (!byName.has(member.name)) byName.set(member.name, member);
  return { info, line: lineOf(ask, info), members, byName };
}

/** Level by level, so that the nearest parent answers. Undocumented parents are in it: whoever asks finds nothing there. */
function lineOf(ask: Statements, info: InterfaceInfo): string[] {
  const line = new Set([info.name]);
  let level = info.parents;
  while (level.length > 0) {
    const next: string[] = [];
    for (const name of level) {
      if (line.has(name)) continue;
      line.add(name);
      const row = ask.interface.get(name);
      if (row) next.push(...toInterface(row).parents);
    }
    level = next;
  }
  return [...line];
}

/** What is small enough to be kept whole, and what is asked too rarely to be kept at all. */
function createLists(ask: Statements) {
  const interfaces = once(() => ask.interfaces.all().map((row) => String(row.name)));
  const isInterface = once(() => new Set(interfaces()));
  const globals = once(() => ask.globals.all().map(toGlobal));
  const globalByName = once(() => new Map(globals().map((one): [string, GlobalInfo] => [one.name, one])));
  const functions = once(() => ask.functions.all().map(toFunction));
  const functionByName = once(
    () => new Map(functions().map((one): [string, FunctionInfo] => [one.name, one])),
  );
  return {
    isInterface: (name: string) => isInterface().has(name),
    interfaces,
    globals,
    functions,
    global: (name: string) => globalByName().get(name),
    fn: (name: string) => functionByName().get(name),
    owners: (member: string) => ask.owners.all(member).map((row) => String(row.interface)),
    memberNames: once(() => ask.memberNames.all().map((row) => String(row.name))),
    taken: () => ask.taken.all().map((row) => String(row.interface)),
    phrases: (chunk: string) => phrasesIn(ask.facts.get(chunk)?.facts),
  };
}

function phrasesIn(stored: unknown): string[] {
  if (typeof stored !== "string" || stored === "[]") return [];
  const facts: Fact[] = JSON.parse(stored);
  const phrases = facts.flatMap((fact) =>
    fact.type === "example" ? [...(fact.about === undefined ? [] : [fact.about]), ...(fact.tags ?? [])] : [],
  );
  return [...new Set(phrases)];
}

function once<T>(make: () => T): () => T {
  const state: { value?: { made: T } } = {};
  return () => {
    state.value ??= { made: make() };
    return state.value.made;
  };
}
