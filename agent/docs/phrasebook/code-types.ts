// Of which documented interface an expression in example code is: by globals, constructors, and what properties and
// calls are documented to give. Promises no guess: an expression that the documentation does not type has none.
// Refuses scopes: examples are short, and the last assignment above a use is what counts.

import type { AnyNode, CallExpression, Identifier, MemberExpression, Program } from "acorn";
import { simple } from "acorn-walk";
import type { MemberInfo, Surface } from "../surface/surface.ts";

/** `isClass`: the interface itself, with its static members, and not an instance of it. */
export type CodeType = { name: string; isClass: boolean };

export type TypeReader = {
  of(node: AnyNode): CodeType | null;
  member(node: MemberExpression): MemberInfo | null;
  /** A name that the code itself declares or assigns. */
  isOwn(name: string): boolean;
};

/** Chains are this deep at the most; what assigns a variable to itself is endless. */
const MAX_DEPTH = 24;

export function typeReader(program: Program, surface: Surface): TypeReader {
  const bound = bindings(program);
  const instance = (valueType: string | null | undefined): CodeType | null => {
    const [name] = valueType ? surface.typesIn(valueType) : [];
    return name === undefined ? null : { name, isClass: false };
  };
  const named = (name: string): CodeType | null => {
    const known = surface.global(name);
    if (known?.interface) return { name: known.interface, isClass: known.isClass };
    return surface.interface(name) ? { name, isClass: true } : null;
  };

  const ofIdentifier = ({ name, start }: Identifier, depth: number): CodeType | null => {
    const all = bound.get(name);
    if (all === undefined) return named(name);
    const value = (all.findLast((one) => one.at < start) ?? all[0])?.value;
    return value ? of(value, depth) : null;
  };
  const ofCall = ({ callee }: CallExpression, depth: number): CodeType | null => {
    if (callee.type === "MemberExpression") return instance(memberOf(callee, depth)?.valueType);
    if (callee.type !== "Identifier" || bound.has(callee.name)) return null;
    const made = surface.interface(callee.name)?.constructors ? callee.name : null;
    return made === null ? instance(surface.fn(callee.name)?.valueType) : { name: made, isClass: false };
  };
  const ofMember = (node: MemberExpression, depth: number): CodeType | null => {
    const path = dottedPath(node);
    const whole = path !== null && !bound.has(path.split(".", 1)[0] ?? "") ? named(path) : null;
    if (whole) return whole;
    const found = memberOf(node, depth);
    if (found) return instance(found.valueType);
    // An item of what is documented as an array has the array's type here already.
    const list = node.computed ? of(node.object, depth) : null;
    return list === null ? null : (instance(surface.member(list.name, "[]")?.valueType) ?? list);
  };
  const memberOf = (node: MemberExpression, depth: number): MemberInfo | null => {
    const name = memberName(node);
    const owner = name === null ? null : of(node.object, depth);
    return (owner && name !== null && surface.member(owner.name, name)) || null;
  };

  const of = (node: AnyNode, above: number): CodeType | null => {
    const depth = above + 1;
    if (depth > MAX_DEPTH) return null;
    if (node.type === "Identifier") return ofIdentifier(node, depth);
    if (node.type === "ThisExpression") return named("this");
    if (node.type === "MemberExpression") return ofMember(node, depth);
    if (node.type === "CallExpression") return ofCall(node, depth);
    if (node.type === "NewExpression") {
      const path = dottedPath(node.callee);
      return path !== null && surface.interface(path) ? { name: path, isClass: false } : null;
    }
    const inner = carrier(node);
    return inner === null ? null : of(inner, depth);
  };
  return {
    of: (node) => of(node, 0),
    member: (node) => memberOf(node, 0),
    isOwn: (name) => bound.has(name),
  };
}

type Binding = { at: number; value: AnyNode | null };

function bindings(program: Program): Map<string, Binding[]> {
  const bound = new Map<string, Binding[]>();
  const bind = (pattern: AnyNode, value: AnyNode | null): void => {
    if (pattern.type !== "Identifier") return;
    const all = bound.get(pattern.name) ?? [];
    all.push({ at: pattern.start, value });
    bound.set(pattern.name, all);
  };
  simple(program, {
    VariableDeclarator: ({ id, init }) => bind(id, init ?? null),
    AssignmentExpression: ({ left, right }) => bind(left, right),
    Function({ params, ...it }) {
      if ("id" in it && it.id) bind(it.id, null);
      for (const param of params) bind(param, null);
    },
    ForOfStatement({ left, right }) {
      if (left.type !== "VariableDeclaration") return;
      for (const { id } of left.declarations) bind(id, right);
    },
  });
  for (const all of bound.values()) {
    // "var doc;" says nothing that "doc = app.open()" further down does not say better.
    const valued = all.filter((one) => one.value !== null);
    if (valued.length > 0) all.splice(0, all.length, ...valued.toSorted((a, b) => a.at - b.at));
  }
  return bound;
}

/** What an expression hands through. */
function carrier(node: AnyNode): AnyNode | null {
  if (node.type === "AwaitExpression") return node.argument;
  if (node.type === "ChainExpression") return node.expression;
  if (node.type === "AssignmentExpression") return node.right;
  if (node.type === "LogicalExpression") return node.left;
  if (node.type === "ConditionalExpression") return node.consequent;
  return null;
}

export function memberName({ property, computed }: MemberExpression): string | null {
  if (!computed && property.type === "Identifier") return property.name;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : null;
}

/** `app.media` of an expression that is nothing but names and dots. */
function dottedPath(node: AnyNode): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return null;
  const before = dottedPath(node.object);
  return before === null ? null : `${before}.${node.property.name}`;
}
