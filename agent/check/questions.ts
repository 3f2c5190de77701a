// Feature tests: code that asks whether a name is there before it counts on it. Promises that what was asked is no claim
// where the answer guards it. Refuses to take a `try` for a question: most inventions stand inside one.

import type { AnyNode, BinaryExpression, CallExpression, MemberExpression, UnaryExpression } from "acorn";
import { dottedPath, GLOBAL_OBJECTS, memberName } from "./paths.ts";

export type Questions = {
  /** A member access that only asks. */
  ask(node: MemberExpression, ancestors: readonly AnyNode[]): void;
  /** `typeof name`, `"name" in object`. */
  see(node: UnaryExpression | BinaryExpression, ancestors: readonly AnyNode[]): void;
  /** The access stands where a test of the same words has let it through. */
  isGuarded(node: MemberExpression): boolean;
  /** `object.hasOwnProperty("name")`. */
  call(node: CallExpression, ancestors: readonly AnyNode[]): void;
  /** A bare name that the code asks for with `typeof`. */
  isAsked(name: string): boolean;
};

type Guard = { words: string; start: number; end: number };

export function createQuestions(text: string): Questions {
  const guards: Guard[] = [];
  const asked = new Set<string>();
  const guard = (words: string, ancestors: readonly AnyNode[]): void => {
    const { start, end } = guarded(ancestors);
    guards.push({ words, start, end });
  };
  return {
    ask(node, ancestors) {
      guard(wordsOf(node, text), ancestors);
      const name = memberName(node);
      if (name !== null && isGlobalObject(node.object)) asked.add(name);
    },
    see(node, ancestors) {
      if (node.type === "UnaryExpression") {
        if (node.operator === "typeof" && node.argument.type === "Identifier") asked.add(node.argument.name);
        return;
      }
      if (node.operator !== "in" || node.left.type !== "Literal") return;
      asked.add(String(node.left.value));
      guard(`${wordsOf(node.right, text)}.${String(node.left.value)}`, ancestors);
    },
    isGuarded(node) {
      if (guards.length === 0) return false;
      const words = wordsOf(node, text);
      return guards.some((one) => one.words === words && one.start <= node.start && node.end <= one.end);
    },
    call({ callee, arguments: [name] }, ancestors) {
      if (callee.type !== "MemberExpression" || memberName(callee) !== "hasOwnProperty") return;
      if (name?.type !== "Literal" || typeof name.value !== "string") return;
      guard(`${wordsOf(callee.object, text)}.${name.value}`, ancestors);
      if (isGlobalObject(callee.object)) asked.add(name.value);
    },
    isAsked: (name) => asked.has(name),
  };
}

/** `window.crypto && crypto.x`; scripts hold the global object under names of their own. */
const isGlobalObject = (node: AnyNode): boolean =>
  GLOBAL_OBJECTS.has(dottedPath(node) ?? "") ||
  node.type === "ThisExpression" ||
  (node.type === "Identifier" &&
    /^_*(?:global|root|win|window|host)(?:Object|Scope|This)?_*$/i.test(node.name));

const wordsOf = (node: AnyNode, text: string): string =>
  text.slice(node.start, node.end).replace(/\s+/g, "").replaceAll("?.", ".");

/** What a test decides about: the statement around it, and the rest of the block where it leaves early. */
function guarded(ancestors: readonly AnyNode[]): { start: number; end: number } {
  for (let at = ancestors.length - 2; at >= 0; at--) {
    const node = ancestors[at];
    if (node === undefined) break;
    if (node.type === "IfStatement" && leaves(node.consequent)) {
      const block = ancestors[at - 1] ?? node;
      return { start: node.start, end: block.end };
    }
    if (/Statement|Declaration$/.test(node.type)) return node;
  }
  return ancestors[0] ?? { start: 0, end: 0 };
}

export function leaves(node: AnyNode): boolean {
  const last = node.type === "BlockStatement" ? node.body.at(-1) : node;
  return last !== undefined && /^(?:Return|Throw|Continue|Break)Statement$/.test(last.type);
}

/** A write makes the name, a test asks for it: neither claims that it is there. */
export function questionIn(
  node: MemberExpression,
  ancestors: readonly AnyNode[],
): "use" | "write" | "question" {
  const parent = ancestors[ancestors.length - 2];
  if (parent === undefined) return "use";
  switch (parent.type) {
    case "AssignmentExpression":
      if (parent.left !== node) return "use";
      return ["=", "||=", "&&=", "??="].includes(parent.operator) ? "write" : "use";
    case "UnaryExpression":
      return ["typeof", "delete", "!"].includes(parent.operator) ? "question" : "use";
    case "ForInStatement":
    case "ForOfStatement":
      return parent.left === node ? "write" : "use";
    default:
      return isTested(node, ancestors.length - 1, ancestors) ? "question" : "use";
  }
}

function isTested(node: AnyNode, depth: number, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors[depth - 1];
  switch (parent?.type) {
    case "IfStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "UnaryExpression":
      return parent.operator === "!";
    case "LogicalExpression":
      return parent.left === node || isTested(parent, depth - 1, ancestors);
    case "BinaryExpression":
      return isComparedWithNothing(parent, node);
    default:
      return false;
  }
}

/** `x.y == null`, `x.y !== undefined`, `x.y === void 0`; what is `!== null` may well be undefined. */
function isComparedWithNothing({ left, right, operator }: BinaryExpression, node: AnyNode): boolean {
  if (!/^[!=]==?$/.test(operator)) return false;
  const other = left === node ? right : left;
  if (other.type === "Identifier") return other.name === "undefined";
  if (other.type === "UnaryExpression") return other.operator === "void";
  return operator.length === 2 && other.type === "Literal" && other.raw === "null";
}
