// What code adds to the world: names at its top, members that it writes to objects. Promises that a member which is written
// somewhere is known to be there, also on a prototype. Refuses writes to the code's own objects: those say nothing of the
// documented ones.

import type { AnyNode, CallExpression } from "acorn";
import type { Receivers } from "./asking.ts";
import type { Binding } from "./bindings.ts";
import { isOwnValue } from "./own-objects.ts";
import { dottedPath, GLOBAL_OBJECTS, memberName, rootOf } from "./paths.ts";
import { isAnything, type Typed } from "./type-words.ts";
import type { Uses } from "./uses.ts";

export type Expandos = {
  declares(name: string): boolean;
  /** The documented or language types that a member of this name is written to; null for one of unknown type. */
  writtenTo(name: string): readonly (Typed | null)[];
  /** What a name of the file's top holds, and what a function of it returns; undefined where it declares no such name. */
  typeOf(name: string): Typed | null | undefined;
  returnOf(name: string): Typed | null | undefined;
};

type Written = Map<string, (Typed | null)[]>;

export function expandosOf(uses: Uses, receivers: Receivers): Expandos {
  const globals = new Map(receivers.bindings.globals().map((binding) => [binding.name, binding]));
  const { names, written } = addedIn(uses, receivers, new Set(globals.keys()));
  const ask = <T>(name: string, answer: (binding: Binding) => T): T | undefined => {
    const binding = globals.get(name);
    return binding && answer(binding);
  };
  return {
    declares: (name) => names.has(name),
    writtenTo: (name) => written.get(name) ?? [],
    typeOf: (name) => ask(name, receivers.typeOfBinding),
    returnOf: (name) => ask(name, receivers.returnOfBinding),
  };
}

/** The same, all worked out and without the code: a tree weighs many times its text, and other files are kept for long. */
export function settledExpandos(uses: Uses, receivers: Receivers): Expandos {
  const globals = receivers.bindings.globals();
  const added = addedIn(uses, receivers, new Set(globals.map(({ name }) => name)));
  const types = globals.map((one) => [one.name, receivers.typeOfBinding(one)] as const);
  const returns = globals.map((one) => [one.name, receivers.returnOfBinding(one)] as const);
  return settled({ ...added, types: new Map(types), returns: new Map(returns) });
}

type Settled = {
  names: ReadonlySet<string>;
  written: Written;
  types: ReadonlyMap<string, Typed | null>;
  returns: ReadonlyMap<string, Typed | null>;
};

/** Apart from where these were worked out: a function keeps all that stands around it. */
const settled = ({ names, written, types, returns }: Settled): Expandos => ({
  declares: (name) => names.has(name),
  writtenTo: (name) => written.get(name) ?? [],
  typeOf: (name) => types.get(name),
  returnOf: (name) => returns.get(name),
});

function addedIn(uses: Uses, receivers: Receivers, names: Set<string>) {
  const written: Written = new Map();
  const add = (object: AnyNode, name: string): void => {
    const path = dottedPath(object) ?? "";
    if (path === "this" || GLOBAL_OBJECTS.has(path)) names.add(name);
    const on = typeWritten(object, receivers);
    if (on === undefined) return;
    const known = written.get(name) ?? [];
    known.push(on);
    written.set(name, known);
  };
  for (const node of uses.written) {
    const name = memberName(node);
    if (name !== null) add(node.object, name);
  }
  for (const call of uses.calls) {
    const defined = definedBy(call);
    if (defined) add(defined.object, defined.name);
  }
  return { names, written };
}

/** `Object.defineProperty(x, "name", …)`, and what old hosts had for it. */
function definedBy({ callee, arguments: [object, name] }: CallExpression) {
  if (callee.type !== "MemberExpression" || name?.type !== "Literal" || typeof name.value !== "string")
    return null;
  if (memberName(callee) === "defineProperty" && object) return { object, name: name.value };
  return /^__define[GS]etter__$/.test(memberName(callee) ?? "")
    ? { object: callee.object, name: name.value }
    : null;
}

/** Undefined for the code's own objects. */
function typeWritten(object: AnyNode, receivers: Receivers): Typed | null | undefined {
  const prototype = prototypeOf(object);
  if (prototype !== null) {
    if (receivers.isOwn(prototype)) return undefined;
    return { names: [prototype.name], form: "value", isSure: true };
  }
  const type = receivers.typeOf(object);
  if (type !== null) return isAnything(type) ? null : type;
  if (object.type === "ThisExpression") return undefined;
  const root = rootOf(object);
  if (root === null) return null;
  if (!receivers.isOwn(root)) return { names: [root.name], form: "class", isSure: true };
  return isOwnValue(object, receivers) ? undefined : null;
}

/** `Array` of `Array.prototype`. */
export function prototypeOf(node: AnyNode) {
  if (node.type !== "MemberExpression" || memberName(node) !== "prototype") return null;
  return node.object.type === "Identifier" ? node.object : null;
}
