// Of which documented interface an expression is, where that is certain: a documented global, an interface by its name,
// `new X()`, a variable all of whose values are certain, a chain whose every link has a documented type. Promises null for
// everything else. Refuses to guess: a wrong type accuses a real name.

import type { AnyNode, CallExpression, Identifier, MemberExpression } from "acorn";
import { full } from "acorn-walk";
import type { Variable } from "eslint-scope";
import type { MemberInfo, Surface } from "../docs/surface/surface.ts";
import { asNode, type Code } from "./code.ts";
import { type Typed, typedBy } from "./type-words.ts";

export type Receivers = {
  typeOf(node: AnyNode): Typed | null;
  /** The code declares this name, or assigns it. */
  isOwn(identifier: Identifier): boolean;
};

/** Types of variables that stand before the code, by name: what another piece of the same text declares. */
export type Given = ReadonlyMap<string, Typed | null>;

/** Chains are this deep at the most; what assigns a variable to itself is endless. */
const MAX_DEPTH = 32;

export function receivers(code: Code, surface: Surface, given: Given = new Map()): Receivers {
  const bound = bindings(code);
  const known = new Map<AnyNode, Typed | null>();

  const named = (name: string): Typed | null => {
    const global = surface.global(name);
    const names = global ? (global.interface ? [global.interface] : []) : [name];
    const isClass = global ? global.isClass : true;
    if (names.length === 0 || !names.every((one) => surface.interface(one))) return null;
    return { names, isClass, isList: false };
  };
  const ofIdentifier = (node: Identifier, depth: number): Typed | null => {
    const values = bound.valuesOf(node);
    if (values !== null) return union(values.map((value) => value && of(value, depth)));
    return given.has(node.name) ? (given.get(node.name) ?? null) : named(node.name);
  };
  const ofMember = (node: MemberExpression, depth: number): Typed | null => {
    const path = dottedPath(node);
    if (path !== null && !bound.isBound(rootOf(node)) && surface.interface(path)) {
      return { names: [path], isClass: surface.interface(path)?.kind === "enumeration", isList: false };
    }
    const owner = of(node.object, depth);
    if (owner === null) return null;
    if (owner.isList) return isIndex(node) ? { ...owner, isList: false } : null;
    if (isIndex(node)) return everyMember(owner, "[]", surface);
    const name = memberName(node);
    return name === null ? null : everyMember(owner, name, surface);
  };
  const ofCall = ({ callee }: CallExpression, depth: number): Typed | null => {
    if (callee.type === "MemberExpression") return ofMember(callee, depth);
    if (callee.type !== "Identifier" || bound.isBound(callee) || given.has(callee.name)) return null;
    const fn = surface.fn(callee.name);
    return fn ? typedBy(fn.valueType, surface) : null;
  };
  const ofNew = (callee: AnyNode): Typed | null => {
    const path = dottedPath(callee);
    if (path === null || bound.isBound(rootOf(callee)) || !surface.interface(path)) return null;
    return { names: [path], isClass: false, isList: false };
  };
  const of = (node: AnyNode, above: number): Typed | null => {
    if (above > MAX_DEPTH) return null;
    const before = known.get(node);
    if (before !== undefined) return before;
    // A variable that is made from itself is asked again below: it is unknown until this answer stands.
    known.set(node, null);
    const type = read(node, above + 1);
    known.set(node, type);
    return type;
  };
  const read = (node: AnyNode, depth: number): Typed | null => {
    switch (node.type) {
      case "Identifier":
        return ofIdentifier(node, depth);
      case "MemberExpression":
        return ofMember(node, depth);
      case "CallExpression":
        return ofCall(node, depth);
      case "NewExpression":
        return ofNew(node.callee);
      case "AssignmentExpression":
        return node.operator === "=" ? of(node.right, depth) : null;
      case "ParenthesizedExpression":
      case "ChainExpression":
        return of(node.expression, depth);
      case "ConditionalExpression":
        return union([of(node.consequent, depth), of(node.alternate, depth)]);
      default:
        return null;
    }
  };
  return { typeOf: (node) => of(node, 0), isOwn: bound.isBound };
}

/** All of them, or nothing: one value that is not known could be anything. */
function union(types: readonly (Typed | null)[]): Typed | null {
  const [first] = types;
  if (!first || types.some((one) => one === null)) return null;
  const all = types.filter((one) => one !== null);
  if (all.some((one) => one.isClass !== first.isClass || one.isList !== first.isList)) return null;
  return { ...first, names: [...new Set(all.flatMap(({ names }) => names))] };
}

function everyMember({ names }: Typed, member: string, surface: Surface): Typed | null {
  const found = names.map((name): MemberInfo | undefined => surface.member(name, member));
  return union(found.map((one) => (one ? typedBy(one.valueType, surface) : null)));
}

export function memberName({ property, computed }: MemberExpression): string | null {
  if (!computed && property.type === "Identifier") return property.name;
  return computed && property.type === "Literal" && typeof property.value === "string"
    ? property.value
    : null;
}

const isIndex = ({ property, computed }: MemberExpression): boolean =>
  computed && !(property.type === "Literal" && typeof property.value === "string");

/** `app.media` of an expression that is nothing but names and dots. */
function dottedPath(node: AnyNode): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return null;
  const before = dottedPath(node.object);
  return before === null ? null : `${before}.${node.property.name}`;
}

function rootOf(node: AnyNode): Identifier {
  if (node.type === "Identifier") return node;
  if (node.type === "MemberExpression") return rootOf(node.object);
  throw new Error("a dotted path begins with a name");
}

type Bound = {
  isBound(node: Identifier): boolean;
  /** What the name's variable is ever given; an unknown value is null. Null for a name that the code does not bind. */
  valuesOf(node: Identifier): (AnyNode | null)[] | null;
};

function bindings(code: Code): Bound {
  const variables = new Map<AnyNode, Variable>();
  const implicit = new Map<string, (AnyNode | null)[]>();
  for (const scope of code.scopes.scopes) {
    for (const reference of scope.references) {
      const node = asNode(reference.identifier);
      if (reference.resolved) variables.set(node, reference.resolved);
      else if (reference.isWrite() && node.type === "Identifier") {
        const values = implicit.get(node.name) ?? [];
        values.push(reference.writeExpr ? plainWrite(reference.writeExpr, node) : null);
        implicit.set(node.name, values);
      }
    }
  }
  const compound = compoundTargets(code);
  const valuesOf = (variable: Variable): (AnyNode | null)[] => {
    if (variable.defs.some(({ type }) => type !== "Variable")) return [null];
    const writes = variable.references.filter((reference) => reference.isWrite());
    const values = writes.map((one) =>
      one.writeExpr && !compound.has(asNode(one.identifier))
        ? plainWrite(one.writeExpr, asNode(one.identifier))
        : null,
    );
    const telling = values.filter((value) => value === null || !isNothing(value));
    return telling.length > 0 ? telling : [null];
  };
  return {
    isBound: (node) => variables.has(node) || implicit.has(node.name),
    valuesOf(node) {
      const variable = variables.get(node);
      if (variable) return valuesOf(variable);
      return implicit.get(node.name) ?? null;
    },
  };
}

/** Targets of `+=`, `++`, loops and patterns: their value is not what stands at their right. */
function compoundTargets({ program }: Code): ReadonlySet<AnyNode> {
  const targets = new Set<AnyNode>();
  full(program, (node) => {
    if (node.type === "UpdateExpression") targets.add(node.argument);
    else if (node.type === "AssignmentExpression" && node.operator !== "=") targets.add(node.left);
    else if (node.type === "ForInStatement" || node.type === "ForOfStatement") addNames(node.left, targets);
    else if (node.type === "ObjectPattern" || node.type === "ArrayPattern") addNames(node, targets);
  });
  return targets;
}

function addNames(node: AnyNode, into: Set<AnyNode>): void {
  full(node, (inner) => {
    if (inner.type === "Identifier") into.add(inner);
    if (inner.type === "VariableDeclarator" && inner.id.type === "Identifier") into.add(inner.id);
  });
}

const plainWrite = (expression: object, target: AnyNode): AnyNode | null =>
  target.type === "Identifier" ? asNode(expression) : null;

/** `null`, `undefined`, `void 0`: a variable that waits for its value. */
function isNothing(node: AnyNode): boolean {
  if (node.type === "Literal") return node.value === null && !node.regex;
  if (node.type === "Identifier") return node.name === "undefined";
  return node.type === "UnaryExpression" && node.operator === "void";
}
