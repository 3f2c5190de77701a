// What a type expression amounts to as an interface: parents, members, values of a union. Promises that a union offers
// what any of its parts offers, so that nobody is blamed for a member of one part. Refuses types that have no members of
// their own to tell: functions, arrays, conditions.

import type { TSType } from "oxc-parser";
import { callOf, type Reading, readSignatures } from "./members.ts";
import {
  ANY_NAME,
  append,
  type Callable,
  type Construct,
  type DeclaredMember,
  mayCopy,
  type Taken,
  type World,
} from "./model.ts";
import { bare, nameOf, type Scope, typeText } from "./scope.ts";

export type Shape = {
  parents: string[];
  members: DeclaredMember[];
  taken: Taken[];
  literals: string[];
  calls: Callable[];
  constructs: Construct[];
  /** Part of it is a type without a documented name ("string", an array). */
  others: string[];
};

const emptyShape = (): Shape => ({
  parents: [],
  members: [],
  taken: [],
  literals: [],
  calls: [],
  constructs: [],
  others: [],
});

/** A tool such as `Record<K, T>` is none: all that it is comes from what it is given. */
export const hasInterface = (shape: Shape, parameters: ReadonlySet<string>): boolean =>
  shape.members.length + shape.taken.length + shape.literals.length > 0 ||
  shape.parents.some((parent) => parent !== ANY_NAME && !parameters.has(parent));

type ShapeOf = { reading: Reading; world: World };

export function shapeOf(node: TSType, at: ShapeOf): Shape {
  const shape = emptyShape();
  addShape(bare(node), shape, at);
  return shape;
}

function addShape(node: TSType, shape: Shape, at: ShapeOf): void {
  const { source, scope } = at.reading;
  switch (node.type) {
    case "TSUnionType":
      return addUnion(node.types.map(bare), shape, at);
    case "TSIntersectionType":
      for (const part of node.types) addShape(bare(part), shape, at);
      return;
    case "TSTypeLiteral": {
      const { members, calls, constructs, open } = readSignatures(node.members, at.reading);
      append(shape.members, members);
      append(shape.calls, calls);
      append(shape.constructs, constructs);
      if (open) shape.parents.push(ANY_NAME);
      return;
    }
    case "TSLiteralType": {
      const value = literalOf(node);
      if (value !== null) shape.literals.push(value);
      return;
    }
    case "TSTypeReference":
      return addReference(node, shape, at);
    case "TSMappedType":
      return addMapped(node, shape, at);
    case "TSFunctionType":
      shape.calls.push(callOf(node, node, { ...at.reading, label: "" }));
      return;
    case "TSNullKeyword":
    case "TSUndefinedKeyword":
    case "TSVoidKeyword":
      return;
    default:
      shape.others.push(typeText(source, scope, node));
  }
}

/** Members that only some parts have are optional in the whole. */
function addUnion(parts: TSType[], shape: Shape, at: ShapeOf): void {
  const shapes = parts
    .filter((part) => part.type !== "TSNullKeyword" && part.type !== "TSUndefinedKeyword")
    .map((part) => shapeOf(part, at));
  const count = new Map<string, number>();
  for (const one of shapes)
    for (const name of new Set(one.members.map((member) => member.name)))
      count.set(name, (count.get(name) ?? 0) + 1);
  for (const one of shapes) {
    const members = one.members.map((member) => ({
      ...member,
      isOptional: member.isOptional || (count.get(member.name) ?? 0) < shapes.length,
    }));
    append(shape.members, members);
    append(shape.parents, one.parents);
    append(shape.taken, one.taken);
    append(shape.literals, one.literals);
    append(shape.others, one.others);
  }
}

type Reference = Extract<TSType, { type: "TSTypeReference" }>;

const SAME_MEMBERS = new Set(["Partial", "Required", "Readonly", "NonNullable"]);

function addReference(node: Reference, shape: Shape, at: ShapeOf): void {
  const name = nameOf(node.typeName, at.reading.scope);
  if (name === null) return;
  const [first, second] = node.typeArguments?.params ?? [];
  if (first && SAME_MEMBERS.has(name)) return addShape(bare(first), shape, at);
  const taken = takenOf(name, node.typeArguments?.params ?? [], at);
  if (taken) shape.taken.push(taken);
  else if (name === "Record" && first && second) {
    const keys = literalKeys(first, keysAt(at));
    if (keys && mayCopy(at.world, keys.size))
      append(
        shape.members,
        [...keys].map((key) => keyMember(key, second, { at, line: node.start })),
      );
    else shape.parents.push(ANY_NAME);
  } else shape.parents.push(name);
}

/** `Pick<X, "a" | "b">`, `Omit<X, "c">`: known when the keys are. */
export function takenOf(name: string, given: readonly TSType[], at: ShapeOf): Taken | null {
  const [of, keys] = given;
  if ((name !== "Pick" && name !== "Omit") || !of || !keys) return null;
  const inner = bare(of);
  const from = inner.type === "TSTypeReference" ? nameOf(inner.typeName, at.reading.scope) : null;
  if (from === null) return null;
  const named = literalKeys(keys, keysAt(at));
  if (!named) return { from };
  return name === "Pick" ? { from, only: named } : { from, without: named };
}

const keysAt = ({ world, reading }: ShapeOf): KeysAt => ({ world, scope: reading.scope });

type Mapped = Extract<TSType, { type: "TSMappedType" }>;

function addMapped(node: Mapped, shape: Shape, at: ShapeOf): void {
  const constraint = bare(node.constraint);
  if (constraint.type === "TSTypeOperator" && constraint.operator === "keyof")
    return addShape(bare(constraint.typeAnnotation), shape, at);
  const keys = node.nameType ? null : literalKeys(constraint, keysAt(at));
  if (!keys || !mayCopy(at.world, keys.size)) return void shape.parents.push(ANY_NAME);
  const made = [...keys].map((key) => keyMember(key, node.typeAnnotation, { at, line: node.start }));
  append(
    shape.members,
    made.map((member) => ({ ...member, isOptional: node.optional !== false })),
  );
}

type KeyAt = { at: ShapeOf; line: number };

function keyMember(name: string, node: TSType | null, { at, line }: KeyAt): DeclaredMember {
  const { source, scope } = at.reading;
  const valueType = node ? typeText(source, scope, node) : null;
  return {
    name,
    kind: "property",
    isStatic: false,
    isOptional: false,
    readOnly: false,
    valueType,
    call: null,
    signature: `${name}${valueType === null ? "" : `: ${valueType}`}`,
    comment: source.commentBefore({ start: 0, end: 0 }),
    line: source.lineOf(line),
    node,
    scope,
  };
}

/** The strings that a type allows, through aliases of this page; undefined where it allows others too. */
export function literalKeys(node: TSType, at: KeysAt): Set<string> | undefined {
  const type = bare(node);
  if (type.type === "TSLiteralType") {
    const value = literalOf(type);
    return value === null ? undefined : new Set([value]);
  }
  if (type.type === "TSUnionType") {
    const parts = type.types.map((part) => literalKeys(part, at));
    const known = parts.filter((part) => part !== undefined);
    return known.length === parts.length ? new Set(known.flatMap((part) => [...part])) : undefined;
  }
  if (type.type !== "TSTypeReference") return undefined;
  const name = nameOf(type.typeName, at.scope);
  if (name === null || at.seen?.has(name)) return undefined;
  const alias = at.world.declared.get(name)?.alias;
  const seen = new Set([...(at.seen ?? []), name]);
  return alias ? literalKeys(alias.node, { world: at.world, scope: alias.scope, seen }) : undefined;
}

type KeysAt = { world: World; scope: Scope; seen?: ReadonlySet<string> };

function literalOf({ literal }: Extract<TSType, { type: "TSLiteralType" }>): string | null {
  if (literal.type === "Literal" && (typeof literal.value === "string" || typeof literal.value === "number"))
    return String(literal.value);
  if (literal.type === "UnaryExpression" && literal.argument.type === "Literal")
    return `${literal.operator}${String(literal.argument.value)}`;
  if (literal.type === "TemplateLiteral" && literal.quasis.length === 1)
    return literal.quasis[0]?.value.cooked ?? null;
  return null;
}
