// Of which documented interface an expression is, where that is certain: a documented global, an interface by its name,
// `new X()`, a name all of whose values are certain, a chain whose every link has a documented type. Promises null for
// everything else. Refuses to guess: a wrong type accuses a real name.

import type {
  AnyNode,
  CallExpression,
  Identifier,
  LogicalExpression,
  MemberExpression,
  NewExpression,
} from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import type { Asking, Receivers, ReceiverWorld } from "./asking.ts";
import { type Binding, bindingsOf } from "./bindings.ts";
import { globalSince, isLanguageType } from "./built-ins.ts";
import { asNode, type Code } from "./code.ts";
import { ofBinding, returnOf } from "./given-types.ts";
import { literalType, sumType } from "./literal-types.ts";
import { everyMember, itemOf } from "./member-types.ts";
import { dottedPath, isIndex, memberName, rootOf } from "./paths.ts";
import { statedTypes } from "./stated-types.ts";
import { ANYTHING, type Typed, typedBy, unionOf } from "./type-words.ts";
import type { Uses } from "./uses.ts";

/** Chains are this deep at the most; what assigns a variable to itself is endless. */
const MAX_DEPTH = 64;

export function receivers(code: Code, uses: Uses, world: ReceiverWorld): Receivers {
  const state = { depth: 0, known: new Map<AnyNode, Typed | null>() };
  const asking: Asking = {
    ...world,
    named: new Map(),
    open: new Set(),
    touched: new Set(),
    uses,
    bindings: bindingsOf(code, uses.sources),
    stated: statedTypes(code, world.surface),
    of(node) {
      const { known } = state;
      const before = known.get(node);
      if (before !== undefined) return before;
      if (state.depth > MAX_DEPTH) return null;
      // A variable that is made from itself is asked again below: it is unknown until this answer stands.
      known.set(node, null);
      state.depth += 1;
      const type = read(node, asking);
      state.depth -= 1;
      known.set(node, type);
      return type;
    },
    assuming(binding, type, work) {
      const { named } = asking;
      asking.named = new Map([[binding, type]]);
      state.known = new Map();
      const made = work();
      // What was worked out while the name was unknown is no better.
      asking.named = new Map([...named].filter(([, one]) => one !== null));
      state.known = new Map();
      return made;
    },
  };
  const { bindings } = asking;
  return {
    typeOf: asking.of,
    isOwn: (node) => bindings.of(node) !== undefined,
    bindings,
    isMade: uses.isMade,
    isEngines: (name) =>
      isDocumented(name, world.surface) || world.before.has(name) || globalSince(name) !== undefined,
    ...uses.sources,
    typeOfBinding: (binding) => ofBinding(binding, asking),
    returnOfBinding: (binding) => returnOf(binding, asking),
  };
}

function read(node: AnyNode, ask: Asking): Typed | null {
  switch (node.type) {
    case "Identifier":
      return ofIdentifier(node, ask);
    case "ThisExpression":
      return ofThis(node, ask);
    case "MemberExpression":
      return ofMember(node, ask, false);
    case "CallExpression":
      return ofCall(node, ask);
    case "NewExpression":
      return ofNew(node, ask);
    case "AwaitExpression":
      return awaited(ask.of(node.argument));
    case "AssignmentExpression":
      return node.operator === "=" ? ask.of(node.right) : null;
    case "ParenthesizedExpression":
    case "ChainExpression":
      return ask.of(node.expression);
    case "ConditionalExpression":
      return unionOf([ask.of(node.consequent), ask.of(node.alternate)]);
    case "LogicalExpression":
      return node.operator === "&&" ? ask.of(node.right) : eitherOf(node, ask);
    case "SequenceExpression": {
      const last = node.expressions.at(-1);
      return last ? ask.of(last) : null;
    }
    case "BinaryExpression":
      return node.left.type === "PrivateIdentifier"
        ? null
        : sumType(node, [ask.of(node.left), ask.of(node.right)]);
    default:
      return literalType(node);
  }
}

/** `x.tags || []`: what nobody can tell is likely to be what stands in for it. */
function eitherOf({ left, right }: LogicalExpression, ask: Asking): Typed | null {
  const type = ask.of(left);
  if (type !== null) return unionOf([type, ask.of(right)]);
  const standIn = literalType(right);
  return standIn && { ...standIn, isSure: false };
}

function awaited(type: Typed | null): Typed | null {
  if (type?.form === "promise") return { ...type, form: "value" };
  if (type?.form === "promised list") return { ...type, form: "list" };
  return type;
}

/**
 * What a script finds as `this` at its top. A function that is only ever called by its name finds the same; of that nobody
 * is sure, since the host may call it as well.
 */
function ofThis(node: AnyNode, ask: Asking): Typed | null {
  const fn = ask.uses.sources.thisFunction(node);
  if (fn === undefined) return null;
  const handled = fn && ask.uses.sources.assignedTo(fn);
  const owner = handled ? ask.of(handled.object) : null;
  // A handler is called on what it is assigned to; a method of a prototype is not.
  if (owner?.form === "value") return { ...owner, isSure: false };
  const type = named("this", ask);
  if (fn === null || type === null) return type;
  const binding = fn.type === "FunctionDeclaration" ? ask.bindings.declaring(fn) : undefined;
  const isCalled = binding?.references.every(({ identifier }) => ask.uses.sources.callOf(asNode(identifier)));
  return isCalled ? { ...type, isSure: false } : null;
}

/** A documented name that the code does not bind. */
function named(name: string, { surface }: Asking): Typed | null {
  const global = surface.global(name);
  const target = global ? global.interface : name;
  if (target === null || !surface.interface(target)) return null;
  const isClass = global ? global.isClass : true;
  return { names: [target], form: isClass ? "class" : "value", isSure: true };
}

function ofIdentifier(node: Identifier, ask: Asking): Typed | null {
  const binding = ask.bindings.of(node);
  if (binding?.name === "arguments" && binding.defs.length === 0) return ANYTHING;
  if (binding) return ofBinding(binding, ask) ?? ofGuard(node, binding, ask);
  if (ask.before.has(node.name)) return ask.before.get(node.name) ?? null;
  return isDocumented(node.name, ask.surface) ? named(node.name, ask) : ask.typeElsewhere(node.name);
}

/** What a test around it says of a name that nobody can tell otherwise. */
function ofGuard(
  node: Identifier,
  binding: Binding,
  { uses, bindings, surface, before }: Asking,
): Typed | null {
  const path = uses.guards.typeAt(node, binding, bindings);
  if (path === null || path === "Object" || before.has(path)) return null;
  const isOwn = bindings.globals().some(({ name }) => name === path);
  if (isOwn || !(surface.interface(path) || isLanguageType(path))) return null;
  return { names: [path], form: "value", isSure: true };
}

const isDocumented = (name: string, surface: Surface): boolean =>
  surface.global(name) !== undefined || surface.interface(name) !== undefined;

function ofMember(node: MemberExpression, ask: Asking, isCalled: boolean): Typed | null {
  const path = dottedPath(node);
  if (path !== null && isFree(node, ask) && ask.surface.interface(path)) {
    const isClass = ask.surface.interface(path)?.kind === "enumeration";
    return { names: [path], form: isClass ? "class" : "value", isSure: true };
  }
  const owner = ask.of(node.object);
  if (owner === null) return null;
  if (isIndex(node)) return itemOf(owner, ask.surface);
  const name = memberName(node);
  return name === null ? null : everyMember(owner, { name, isCalled }, ask.surface);
}

/** The chain begins with a name that is the engine's. */
function isFree(node: AnyNode, { bindings, before }: Asking): boolean {
  const root = rootOf(node);
  return root !== null && !bindings.of(root) && !before.has(root.name);
}

function ofCall(node: CallExpression, ask: Asking): Typed | null {
  const { callee } = node;
  if (callee.type === "MemberExpression")
    return dottedPath(callee) === "JSON.parse" && isFree(callee, ask)
      ? ANYTHING
      : ofMember(callee, ask, true);
  const binding = callee.type === "Identifier" ? ask.bindings.of(callee) : undefined;
  if (binding) return isRequire(binding, ask) ? moduleNamed(node, ask) : returnOf(binding, ask);
  if (callee.type !== "Identifier" || !isFree(callee, ask)) return null;
  const module = moduleNamed(node, ask);
  if (module) return module;
  const documented = ask.surface.fn(callee.name) ?? memberOfBare(callee.name, ask.surface);
  return documented ? typedBy(documented.valueType, ask.surface) : ask.returnElsewhere(callee.name);
}

/** `var require = patched(require)`: it loads as it did. */
function isRequire(binding: Binding, { bindings }: Asking): boolean {
  if (binding.name !== "require") return false;
  return bindings.valuesOf(binding).every((given) => {
    if (given?.type !== "value" || given.node.type !== "CallExpression") return false;
    return given.node.arguments.some((one) => one.type === "Identifier" && one.name === "require");
  });
}

/** `require("fs")` of a host whose documentation has an interface of that name. */
function moduleNamed(
  { callee, arguments: [name, ...more] }: CallExpression,
  { surface }: Asking,
): Typed | null {
  if (callee.type !== "Identifier" || callee.name !== "require" || more.length > 0) return null;
  if (name?.type !== "Literal" || typeof name.value !== "string" || !surface.interface(name.value))
    return null;
  return { names: [name.value], form: "value", isSure: true };
}

/** The members of what `this` is at the top of a script are names of their own. */
export function memberOfBare(name: string, surface: Surface) {
  const owner = surface.global("this")?.interface;
  return owner ? surface.member(owner, name) : undefined;
}

function ofNew({ callee }: NewExpression, ask: Asking): Typed | null {
  const path = dottedPath(callee);
  if (path === null || !isFree(callee, ask)) return null;
  if (ask.surface.interface(path)) return { names: [path], form: "value", isSure: true };
  return /^(?:Array|Date|RegExp|String)$/.test(path) ? { names: [path], form: "value", isSure: true } : null;
}
