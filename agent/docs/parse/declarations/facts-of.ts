// What a declared name states for the member index. Promises a fact for every member, overload, constructor, call, global
// and option key that the page declares. Refuses to say of a private thing, or of a type without members, that it is one.

import type { Fact, MemberFact, Param } from "../../surface/facts.ts";
import {
  ANY_NAME,
  append,
  type Callable,
  type Declared,
  type DeclaredMember,
  lineage,
  mayCopy,
  type World,
} from "./model.ts";
import { type Asking, literalProperties, optionKeys } from "./options.ts";

const MAX_TYPE = 600;
const MAX_LITERALS = 2_000;

export function memberFacts(owner: string, overloads: readonly DeclaredMember[], asking: Asking): Fact[] {
  const hasSetter = overloads.some(({ kind, readOnly }) => kind === "property" && !readOnly);
  const facts: Fact[] = overloads.map((member) => memberFact(owner, member, hasSetter));
  for (const member of overloads)
    if (member.alsoOf !== undefined)
      facts.push(memberFact(member.alsoOf, { ...member, isStatic: false }, hasSetter));
  const keys = overloads.flatMap((member) => keysOfMember(member, asking));
  return keys.length === 0 ? facts : [...facts, optionsFact(`${owner}.${overloads[0]?.name ?? ""}`, keys)];
}

function keysOfMember(member: DeclaredMember, asking: Asking): Param[] {
  if (member.call) return optionKeys(member.call, asking).flatMap(({ keys }) => keys);
  return literalProperties(member, asking);
}

function memberFact(owner: string, member: DeclaredMember, hasSetter: boolean): MemberFact {
  const { name, kind, isStatic, valueType, call, comment } = member;
  const readOnly = member.readOnly && !hasSetter && kind !== "value" && kind !== "method";
  return {
    type: "member",
    interface: owner,
    name,
    kind,
    ...(isStatic ? { static: true } : {}),
    ...(valueType === null ? {} : { valueType: short(valueType) }),
    ...(readOnly ? { readOnly: true } : {}),
    ...(call ? { params: paramsOf(call) } : {}),
    ...(comment.since === null ? {} : { since: comment.since }),
    ...(comment.deprecated ? { deprecated: true } : {}),
  };
}

export function typeFacts(declared: Declared, world: World, asking: Asking): Fact[] {
  const { name, kind, parents } = declared;
  const facts: Fact[] = [];
  if (kind !== null) {
    const above = [...new Set(parents)].filter((parent) => parent !== name);
    facts.push({ type: "interface", name, kind, ...(above.length > 0 ? { parents: above } : {}) });
  }
  append(facts, constructorFacts(declared, asking));
  append(facts, valueFacts(declared, asking));
  append(facts, takenFacts(declared, world));
  append(facts, literalFacts(declared));
  return facts;
}

function constructorFacts({ name, constructors }: Declared, asking: Asking): Fact[] {
  const facts: Fact[] = constructors.map((call) => ({
    type: "constructor",
    interface: name,
    params: paramsOf(call),
  }));
  const keys = constructors.flatMap((call) => optionKeys(call, asking)).flatMap((taker) => taker.keys);
  return keys.length === 0 ? facts : [...facts, optionsFact(`new ${name}`, keys)];
}

/** As a function and as a global. A class is a name by itself, and an interface can only be called through a value. */
function valueFacts(declared: Declared, asking: Asking): Fact[] {
  const { name, calls, variable } = declared;
  const isValue = declared.heads.every((head) => !/^(?:interface|type) /.test(head)) || variable !== null;
  const facts: Fact[] = [];
  if (isValue || declared.constructors.length > 0) {
    for (const call of calls) {
      const valueType = call.valueType === null ? {} : { valueType: short(call.valueType) };
      facts.push({ type: "function", name, params: paramsOf(call), ...valueType });
    }
    const keys = calls.flatMap((call) => optionKeys(call, asking)).flatMap((taker) => taker.keys);
    if (keys.length > 0) facts.push(optionsFact(name, keys));
  }
  if (variable !== null && !name.includes("."))
    facts.push({
      type: "global",
      name,
      ...(variable.valueType === null ? {} : { valueType: short(variable.valueType) }),
    });
  return facts;
}

function takenFacts({ name, taken }: Declared, world: World): Fact[] {
  return taken.flatMap(({ from, only, without }) => {
    const all = lineage(world, from);
    const members = all.flatMap((one) => one.members);
    const kept = members.filter((one) => (only?.has(one.name) ?? true) && !without?.has(one.name));
    const facts: Fact[] = mayCopy(world, kept.length)
      ? kept.map((member) => memberFact(name, member, false))
      : [{ type: "interface", name, parents: [ANY_NAME] }];
    // What the page does not show may be among what was taken.
    const above = all.flatMap((one) => one.parents).filter((parent) => !world.declared.has(parent));
    const unknown = all.length === 0 ? [from] : [...new Set(above)];
    if (unknown.length > 0) facts.push({ type: "interface", name, parents: unknown });
    return facts;
  });
}

/** Values that are written as strings: the quotes say that no script reaches them through the type's name. */
function literalFacts({ name, literals }: Declared): Fact[] {
  return [...new Set(literals)]
    .filter((value) => value !== "" && !/[\s\p{Cc}]|^[-\d]/u.test(value))
    .slice(0, MAX_LITERALS)
    .map((value) => ({
      type: "member",
      interface: name,
      name: value,
      kind: "value",
      valueType: JSON.stringify(value),
    }));
}

const paramsOf = ({ params }: Callable): Param[] =>
  params.map(({ name, type, optional }) => ({
    name,
    ...(type === undefined ? {} : { type: short(type) }),
    ...(optional ? { optional: true } : {}),
  }));

function optionsFact(of: string, keys: readonly Param[]): Fact {
  const found = new Map<string, Param>();
  for (const { name, type, optional } of keys)
    if (!found.has(name))
      found.set(name, {
        name,
        ...(type === undefined ? {} : { type: short(type) }),
        ...(optional ? { optional: true } : {}),
      });
  return { type: "options", of, keys: [...found.values()] };
}

const short = (type: string): string => (type.length > MAX_TYPE ? `${type.slice(0, MAX_TYPE)}…` : type);
