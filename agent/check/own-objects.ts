// What the code makes itself: literals, functions, what its own constructors and functions give, its own modules. Promises
// that no object of the host is among them. Refuses parameters, and whatever an unknown function returns.

import type { AnyNode, CallExpression, Identifier } from "acorn";
import type { Receivers } from "./asking.ts";
import type { Binding, Given } from "./bindings.ts";
import { asNode, type FunctionNode } from "./code.ts";
import { rootOf } from "./paths.ts";

const MADE_HERE = new Set([
  "ObjectExpression",
  "ArrayExpression",
  "FunctionExpression",
  "ArrowFunctionExpression",
  "ClassExpression",
]);

type Looking = { receivers: Receivers; open: Set<Binding> };

/** A chain is own where what it begins with is; a name where all that it is ever given is. */
export const isOwnValue = (node: AnyNode, receivers: Receivers): boolean =>
  isOwn(node, { receivers, open: new Set() });

function isOwnName(node: Identifier, looking: Looking): boolean {
  const { receivers, open } = looking;
  const binding = receivers.bindings.of(node);
  if (!binding) return !receivers.isEngines(node.name);
  // `x = x || {}`: it is what the other values are.
  if (open.has(binding)) return true;
  if (open.size > 16) return false;
  open.add(binding);
  const isMade = receivers.bindings.valuesOf(binding).every((given) => isOwnGiven(given, binding, looking));
  open.delete(binding);
  return isMade;
}

function isOwnGiven(given: Given, { defs }: Binding, looking: Looking): boolean {
  switch (given?.type) {
    case "function":
      return true;
    case "value":
      return isOwn(given.node, looking);
    case "parameter":
      return isOwnArgument(given, looking);
    case "thrown":
    case "element":
    case "member":
      return false;
    default:
      return defs.some(({ type, parent }) => type === "ClassName" || isOwnModule(parent));
  }
}

/** A module of the project, or of another package: the host's are named by its documentation. */
function isOwnModule(parent: object | null | undefined): boolean {
  const node = parent ? asNode(parent) : null;
  return node?.type === "ImportDeclaration";
}

/** Of a function that is called where it stands. */
function isOwnArgument({ fn, index }: { fn: FunctionNode; index: number }, looking: Looking): boolean {
  const call = looking.receivers.callOf(fn);
  const argument = call?.arguments[index];
  return argument !== undefined && isOwn(argument, looking);
}

function isOwn(node: AnyNode, looking: Looking): boolean {
  switch (node.type) {
    case "Identifier":
      return isOwnName(node, looking);
    case "MemberExpression":
      return isOwn(node.object, looking);
    case "ThisExpression":
      return isOwnThis(node, looking);
    case "AssignmentExpression":
      return isOwn(node.right, looking);
    case "ParenthesizedExpression":
    case "ChainExpression":
      return isOwn(node.expression, looking);
    case "LogicalExpression":
      return isOwn(node.left, looking) && isOwn(node.right, looking);
    case "ConditionalExpression":
      return isOwn(node.consequent, looking) && isOwn(node.alternate, looking);
    case "NewExpression": {
      const root = rootOf(node.callee);
      return root !== null && (looking.receivers.isOwn(root) || root.name === "Object");
    }
    case "CallExpression":
      return isOwnCall(node, looking);
    default:
      return MADE_HERE.has(node.type);
  }
}

function isOwnCall(node: CallExpression, looking: Looking): boolean {
  const {
    callee,
    arguments: [first],
  } = node;
  const { receivers } = looking;
  if (callee.type === "Identifier" && callee.name === "require")
    return first?.type === "Literal" && receivers.typeOf(node) === null;
  const fn = functionOf(callee, receivers);
  const returned = fn && receivers.returnsOf(fn);
  return returned != null && returned.length > 0 && returned.every((one) => isOwn(one, looking));
}

function functionOf(callee: AnyNode, { bindings }: Receivers): FunctionNode | null {
  if (callee.type === "FunctionExpression" || callee.type === "ArrowFunctionExpression") return callee;
  const binding = callee.type === "Identifier" ? bindings.of(callee) : undefined;
  const [given, ...others] = binding ? bindings.valuesOf(binding) : [];
  return given?.type === "function" && others.length === 0 ? given.fn : null;
}

/** In a class, a method of a literal, a constructor, a function that is assigned to something own. */
function isOwnThis(node: AnyNode, looking: Looking): boolean {
  const { receivers } = looking;
  if (receivers.typeOf(node) !== null) return false;
  const fn = receivers.thisFunction(node);
  if (fn === null) return false;
  if (fn === undefined || receivers.isMethod(fn)) return true;
  const assigned = receivers.assignedTo(fn);
  if (assigned) return isOwn(assigned.object, looking);
  const binding = fn.type === "FunctionDeclaration" ? receivers.bindings.declaring(fn) : undefined;
  return binding?.references.some(({ identifier }) => receivers.isMade(asNode(identifier))) === true;
}
