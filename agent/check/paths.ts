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

/** No documented path is longer; a chain of thousands would be spelled out once for each of its links. */
const MAX_PATH = 8;

/** `app.media` of an expression that is nothing but a few names and dots. */
export function dottedPath(node: AnyNode, left = MAX_PATH): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression" || node.computed || node.property.type !== "Identifier") return null;
  const before = left > 0 ? dottedPath(node.object, left - 1) : null;
  return before === null ? null : `${before}.${node.property.name}`;
}

/** The name that a chain of members and calls begins with; null for one that begins otherwise. */
export function rootOf(node: AnyNode): Identifier | null {
  let at: AnyNode = node;
  for (;;) {
    switch (at.type) {
      case "Identifier":
        return at;
      case "MemberExpression":
        at = at.object;
        break;
      case "CallExpression":
        at = at.callee;
        break;
      case "ChainExpression":
      case "ParenthesizedExpression":
        at = at.expression;
        break;
      default:
        return null;
    }
  }
}
