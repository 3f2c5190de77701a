// Names and dots as code writes them. Promises the name of a member however it is written (`a.b`, `a["b"]`), and the path
// of an expression that is nothing but names. Refuses what is computed.

import type { AnyNode, Identifier, MemberExpression } from "acorn";

/** What reaches the global object, in one host or another. */
export const GLOBAL_OBJECTS: ReadonlySet<string> = new Set([
  "window",
  "self",
  "globalThis",
  "global",
  "root",
  "$.global",
]);

export function memberName({ property, computed }: MemberExpression): string | null {
  if (!computed) return property.type === "Identifier" ? property.name : null;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : null;
}

export const isIndex = ({ property, computed }: MemberExpression): boolean =>
  computed && !(property.type === "Literal" && typeof property.value === "string");

/** `app.media` of an expression that is nothing but names and dots. */
export function dottedPath(node: AnyNode): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return null;
  const before = dottedPath(node.object);
  return before === null ? null : `${before}.${node.property.name}`;
}

/** The name that a chain of members and calls begins with; null for one that begins otherwise. */
export function rootOf(node: AnyNode): Identifier | null {
  switch (node.type) {
    case "Identifier":
      return node;
    case "MemberExpression":
      return rootOf(node.object);
    case "CallExpression":
      return rootOf(node.callee);
    case "ChainExpression":
    case "ParenthesizedExpression":
      return rootOf(node.expression);
    default:
      return null;
  }
}
