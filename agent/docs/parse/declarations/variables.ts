// Variables and constants: objects of an interface, functions, and what `new` is called on. Promises that
// `declare const File: FileConstructor` makes File a constructor with static members, wherever its parts stand on the
// page. Refuses values: a declaration has none.

import type { TSType } from "oxc-parser";
import { callOf, constructOf, type Members, readSignatures } from "./members.ts";
import {
  ANY_NAME,
  append,
  type Declared,
  type DeclaredMember,
  declare,
  mayCopy,
  type World,
} from "./model.ts";
import { addValue, type Place } from "./place.ts";
import { bare, fullName, nameOf, typeText } from "./scope.ts";
import type { Span } from "./source.ts";

export type Variable = { name: string; keyword: string; type: TSType | null; at: Span };

export function declareVariable(variable: Variable, place: Place): void {
  const { name, keyword, type, at } = variable;
  const { source, scope, world } = place;
  const valueType = type ? typeText(source, scope, type) : null;
  addValue(name, valueType, { at, place });
  const shape = type ? bare(type) : null;
  const isNamed = shape !== null && !MAKES_NAMES.has(shape.type);
  const made = fullName(scope, name);
  if (place.owner !== null && (shape === null || isNamed)) {
    // In a namespace it is a member and nothing else, unless it is something to call `new` on.
    const type = shape ? typeName(shape, place) : null;
    if (type !== null)
      world.later.push(() => void giveStaticSide(world, { name: made, type, line: source.lineOf(at.start) }));
    return;
  }
  const declared = declare(world, made, source.lineOf(at.start));
  const comment = source.commentBefore(at);
  if (shape?.type === "TSFunctionType") {
    declared.calls.push({ ...callOf(shape, shape, { ...place, label: declared.name }), comment });
    return;
  }
  declared.heads.push(`${keyword} ${declared.name}${valueType === null ? "" : `: ${valueType}`}`);
  declared.comments.push(comment);
  if (shape?.type === "TSConstructorType") {
    const construct = constructOf(shape, shape, place);
    declared.constructors.push(construct.call);
    becomeClass(declared, construct.gives);
  } else if (shape?.type === "TSTypeLiteral") addObject(declared, readSignatures(shape.members, place));
  else {
    declared.variable = { valueType };
    const type = shape ? typeName(shape, place) : null;
    if (type !== null)
      world.later.push(() => giveStaticSide(world, { name: made, type, line: declared.line }));
  }
}

const MAKES_NAMES = new Set(["TSFunctionType", "TSConstructorType", "TSTypeLiteral"]);

/** Also of `Foo | undefined`: a constant that an older engine lacks. */
function typeName(type: TSType, { scope }: Place): string | null {
  if (type.type === "TSTypeReference") return nameOf(type.typeName, scope);
  if (type.type !== "TSUnionType") return null;
  const named = type.types
    .map(bare)
    .filter((one) => one.type !== "TSUndefinedKeyword" && one.type !== "TSNullKeyword");
  const [only] = named;
  return named.length === 1 && only?.type === "TSTypeReference" ? nameOf(only.typeName, scope) : null;
}

function becomeClass(declared: Declared, gives: string | null): void {
  declared.kind ??= "class";
  if (gives !== null && gives !== declared.name) declared.parents.push(gives);
}

/** `declare var Foo: { new(): Foo; make(): Foo }`, or an object with members and no type of its own. */
function addObject(declared: Declared, { members, calls, constructs, open }: Members): void {
  append(
    declared.members,
    members.map((member) => ({ ...member, isStatic: true })),
  );
  append(declared.calls, calls);
  append(
    declared.constructors,
    constructs.map(({ call }) => call),
  );
  if (constructs.length > 0) becomeClass(declared, constructs[0]?.gives ?? null);
  else if (members.length > 0) declared.kind ??= "namespace";
  if (open) declared.parents.push(ANY_NAME);
}

type StaticSide = { name: string; type: string; line: number };

/** The interface of the constant is what the constant itself offers, and what `new` of it gives is another one. */
function giveStaticSide(world: World, { name, type, line }: StaticSide): void {
  const side = world.declared.get(type);
  if (side === undefined || type === name) return;
  const makes = side.constructs.length > 0 || type === `${name}Constructor`;
  const declared = makes ? declare(world, name, line) : world.declared.get(name);
  if (!declared || !mayCopy(world, side.calls.length)) return;
  append(
    declared.calls,
    side.calls.map((call) => ({ ...call, signature: `${name}${call.signature}` })),
  );
  if (!makes) return;
  declared.variable = null;
  takeSide(world, declared, side);
}

function takeSide(world: World, declared: Declared, side: Declared): void {
  if (!mayCopy(world, side.members.length)) return;
  side.staticSideOf ??= declared.name;
  append(
    declared.constructors,
    side.constructs.map(({ call }) => call),
  );
  const taken = side.members.map((member) => ({ ...member, isStatic: true, alsoOf: side.name }));
  append(declared.members, taken);
  becomeClass(declared, side.constructs[0]?.gives ?? null);
}

/** Interfaces such as `FileConstructor` whose constant stands on another page: their name says what they make. */
export function settleConstructors(world: World): void {
  for (const side of [...world.declared.values()]) {
    const made = /^(.+)Constructor$/.exec(side.name)?.[1];
    if (side.staticSideOf !== null || side.isClass || made === undefined) continue;
    const makesIt = side.constructs.some(({ gives }) => gives === made);
    // One that only adds to what another page declares.
    const addsToIt = side.constructs.length === 0 && !world.declared.has(made) && world.mentioned().has(made);
    if (makesIt || addsToIt) takeSide(world, declare(world, made, side.line), side);
  }
}

/** A property of a type that can only be called is called like a method. */
export function settleCallables(world: World): void {
  for (const declared of world.declared.values())
    declared.members = declared.members.flatMap((member) => overloadsOf(member, world));
}

function overloadsOf(member: DeclaredMember, world: World): DeclaredMember[] {
  const type = member.node ? bare(member.node) : null;
  if (member.kind !== "property" || type?.type !== "TSTypeReference") return [member];
  const named = nameOf(type.typeName, member.scope);
  const called = named === null ? undefined : world.declared.get(named);
  if (!called || called.calls.length === 0 || called.members.length + called.constructs.length > 0)
    return [member];
  if (!mayCopy(world, called.calls.length)) return [member];
  if (/^on[A-Z_]/.test(member.name)) return [{ ...member, kind: "event" }];
  return called.calls.map((call) => ({
    ...member,
    kind: "method",
    valueType: call.valueType,
    call: { ...call, comment: member.comment },
    signature: `${member.isStatic ? "static " : ""}${member.name}${member.isOptional ? "?" : ""}${call.signature}`,
  }));
}
