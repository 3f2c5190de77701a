// How code gets hold of an instance of each interface, starting from what is global. Promises the shortest documented way,
// the same for the same index. Refuses undocumented steps: an interface that no type leads to has no way.

import type { Param } from "./facts.ts";
import type { FunctionInfo, GlobalInfo, InterfaceInfo, MemberInfo } from "./surface.ts";
import { typeNames } from "./type-names.ts";

type Merged = {
  interfaces: InterfaceInfo[];
  members: MemberInfo[];
  globals: GlobalInfo[];
  functions: FunctionInfo[];
};
type Step = { name: string; code: string; isClass: boolean };

/** Ways as code, by interface. An instance of an interface is one of each of its parents too. */
export function reachOf(merged: Merged): Map<string, string> {
  const known = new Map(merged.interfaces.map((one) => [one.name, one]));
  const members = Map.groupBy(merged.members, (member) => member.interface);
  const namesIn = memoized((type) => typeNames(type, (name) => known.has(name)));
  const reached = new Map<string, string>();
  const seen = new Set<string>();

  const visit = ({ name, code, isClass }: Step): Step[] => {
    const key = `${isClass ? "class " : ""}${name}`;
    if (seen.has(key)) return [];
    seen.add(key);
    if (!isClass) reached.set(name, code);
    const parents = known.get(name)?.parents ?? [];
    const usable = inOrder(members.get(name) ?? []).filter((member) => member.static || !isClass);
    return [
      ...parents.map((parent) => ({ name: parent, code, isClass })),
      ...usable.flatMap((member) => stepsOf(code, member, namesIn)),
    ];
  };
  const walk = (steps: Step[]): void => {
    for (let level = steps; level.length > 0; ) level = level.flatMap(visit);
  };

  const globals = merged.globals.filter((one) => one.interface !== null);
  walk(globals.filter((one) => !one.isClass).map(toStep));
  walk(globals.filter((one) => one.isClass).map(toStep));
  walk(merged.functions.flatMap((one) => returnedSteps(one, namesIn)));
  walk(merged.interfaces.flatMap(namespaceSteps));
  walk(merged.interfaces.flatMap(constructorSteps));
  return reached;
}

const toStep = (one: GlobalInfo): Step => ({
  name: one.interface ?? "",
  code: one.name,
  isClass: one.isClass,
});

function namespaceSteps({ name, kind }: InterfaceInfo): Step[] {
  return kind === "namespace" ? [{ name, code: name, isClass: false }] : [];
}

function constructorSteps({ name, constructors }: InterfaceInfo): Step[] {
  return constructors === null ? [] : [{ name, code: `new ${name}${callOf(constructors)}`, isClass: false }];
}

/** Properties first: a call costs more and may do something. */
const inOrder = (members: readonly MemberInfo[]): MemberInfo[] =>
  members.toSorted((a, b) => Number(a.kind === "method") - Number(b.kind === "method"));

function stepsOf(code: string, member: MemberInfo, namesIn: (type: string) => string[]): Step[] {
  const { valueType, kind, name, signatures } = member;
  if (valueType === null) return [];
  const call = kind === "method" ? callOf(signatures) : "";
  const way = `${code}${accessOf(name)}${call}${itemOf(valueType)}`;
  return namesIn(valueType).map((target) => ({ name: target, code: way, isClass: false }));
}

function returnedSteps(
  { name, signatures, valueType }: FunctionInfo,
  namesIn: (type: string) => string[],
): Step[] {
  if (valueType === null) return [];
  const way = `${name}${callOf(signatures)}${itemOf(valueType)}`;
  return namesIn(valueType).map((target) => ({ name: target, code: way, isClass: false }));
}

/** "Array of Page", `ReadonlyArray<Page>`, `Page[]`. */
const itemOf = (valueType: string): string => (/array(?!\p{L})|\[\]/iu.test(valueType) ? "[0]" : "");

const accessOf = (name: string): string => (/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `.${name}` : "[0]");

/** A call with what must be given, by the documented names. */
export function callOf(signatures: readonly Param[][]): string {
  const [first = []] = signatures;
  return `(${first
    .filter((param) => !param.optional)
    .map((param) => param.name)
    .join(", ")})`;
}

function memoized(read: (text: string) => string[]): (text: string) => string[] {
  const known = new Map<string, string[]>();
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const found = read(text);
    known.set(text, found);
    return found;
  };
}
