// Makes one member, or its static and its instance form, of everything that is stated of it. Promises a member for every
// name that some title or fact gives. Refuses to average: where places of equal standing differ, a note says so.

import type { InterfaceDraft, MemberDraft, Origin, Stated } from "./collect-facts.ts";
import type { MemberFact, MemberKind, Param } from "./facts.ts";
import { mergeKeys, mergeSignatures, nearest, nearestType, nearestValues } from "./merge-signatures.ts";
import type { InterfaceInfo, MemberInfo } from "./surface.ts";

type Owner = { draft: InterfaceDraft; kind: InterfaceInfo["kind"] };
export type OptionsOf = (of: string) => readonly Stated<Param[]>[];
type Note = (path: string, reason: string) => void;

export function mergeMember(
  owner: Owner,
  member: MemberDraft,
  ask: { optionsOf: OptionsOf; note: Note },
): MemberInfo[] {
  const { own, facts } = member;
  const isValue = owner.kind === "enumeration" && !facts.some(({ fact }) => fact.kind === "method");
  const stated = {
    static: facts.filter(({ fact }) => fact.static),
    instance: facts.filter(({ fact }) => !fact.static),
  };
  const build = (isStatic: boolean, some: Stated<MemberFact>[]) =>
    memberOf(owner, member, { isStatic, isValue, facts: some, ...ask });
  if (isValue && isWritten(facts)) return [build(false, facts)];
  if (isValue || stated.instance.length === 0) return [build(isValue || stated.static.length > 0, facts)];
  if (stated.static.length === 0) return [build(false, facts)];
  return areBoth(stated, own)
    ? [build(false, stated.instance), build(true, stated.static)]
    : [build(isStaticNearest(stated), facts)];
}

/** A value that is written as a string: no script reaches it through the name of its type. */
const isWritten = (facts: readonly Stated<MemberFact>[]): boolean =>
  facts.length > 0 && facts.every(({ fact }) => fact.kind === "value" && fact.valueType?.startsWith('"'));

type Split = { static: Stated<MemberFact>[]; instance: Stated<MemberFact>[] };

const rankOf = (facts: readonly Stated<MemberFact>[]): number => Math.min(...facts.map(({ at }) => at.rank));

/** A list that does not say "static" is no second member; two chunks of its own, or two rows of one list, are. */
function areBoth(split: Split, own: readonly Origin[]): boolean {
  if (rankOf(split.static) !== rankOf(split.instance)) return false;
  if (rankOf(split.static) > 0) return true;
  const chunks = new Set(nearest(split.static).map(({ at }) => at.chunk));
  return own.some(
    ({ chunk }) => !chunks.has(chunk) && nearest(split.instance).some(({ at }) => at.chunk === chunk),
  );
}

// "Static" is said once, and left out elsewhere; a remark on another page does not outweigh the member's own.
const isStaticNearest = (split: Split): boolean => rankOf(split.static) < 2 || rankOf(split.instance) > 0;

type Choice = {
  isStatic: boolean;
  isValue: boolean;
  facts: Stated<MemberFact>[];
  optionsOf: OptionsOf;
  note: Note;
};

function memberOf(owner: Owner, { name, own }: MemberDraft, choice: Choice): MemberInfo {
  const { facts } = choice;
  const at = `${owner.draft.name}.${name}`;
  const signatures = mergeSignatures(facts);
  return {
    interface: owner.draft.name,
    name,
    kind: choice.isValue ? "value" : kindOf(at, choice),
    static: choice.isStatic,
    valueType: nearestType(facts, (fact) => fact.valueType),
    readOnly: facts.some(({ fact }) => fact.readOnly),
    signatures: signatures ?? [],
    options: mergeKeys(choice.optionsOf(at)),
    since: nearestValues(facts, (fact) => fact.since)[0] ?? null,
    deprecated: isDeprecated(facts),
    chunk: chunkOf(own, facts),
  };
}

/** Of several, the one that can do most: a method is a property as well. */
const KINDS: readonly MemberKind[] = ["method", "event", "property", "value"];

function kindOf(name: string, { facts, note }: Choice): MemberInfo["kind"] {
  const kinds = nearestValues(facts, (fact) => fact.kind);
  const kind = KINDS.find((one) => kinds.includes(one));
  if (kinds.length > 1) {
    const paths = [...new Set(facts.map(({ at }) => at.path))].sort();
    note(paths.join(", "), `conflict: "${name}" is stated as ${kinds.join(" and ")}; kept as ${kind}`);
  }
  if (kind !== undefined) return kind;
  return facts.some(({ fact }) => fact.params !== undefined) ? "method" : "unknown";
}

// One deprecated overload does not make the method deprecated.
function isDeprecated(facts: readonly Stated<MemberFact>[]): boolean {
  const overloads = facts.filter(({ fact }) => fact.params !== undefined);
  const saying = (some: readonly Stated<MemberFact>[]) => some.filter(({ fact }) => fact.deprecated).length;
  return overloads.length > 1 ? saying(overloads) === overloads.length : saying(facts) > 0;
}

function chunkOf(own: readonly Origin[], facts: readonly Stated<MemberFact>[]): string {
  const stating = new Set(facts.map(({ at }) => at.chunk));
  const about = own.filter(({ chunk }) => stating.has(chunk));
  const places = about.length > 0 ? about : own.length > 0 ? own : nearest(facts).map(({ at }) => at);
  return places.map(({ chunk }) => chunk).sort()[0] ?? "";
}
