// Types of literals and operators. Promises only what holds in every edition of the language. Refuses arithmetic: hosts give
// it to units and colours as well.

import type { AnyNode, BinaryExpression } from "acorn";
import type { Typed } from "./type-words.ts";

export const ofLanguage = (name: string): Typed => ({ names: [name], form: "value", isSure: true });

/** Of an expression whose own form says what it is. */
export function literalType(node: AnyNode): Typed | null {
  switch (node.type) {
    case "ArrayExpression":
      return ofLanguage("Array");
    case "TemplateLiteral":
      return ofLanguage("String");
    case "Literal":
      if (node.regex) return ofLanguage("RegExp");
      if (typeof node.value === "string") return ofLanguage("String");
      if (typeof node.value === "number") return ofLanguage("Number");
      return typeof node.value === "boolean" ? ofLanguage("Boolean") : null;
    case "UnaryExpression":
      if (node.operator === "typeof") return ofLanguage("String");
      return node.operator === "!" ? ofLanguage("Boolean") : null;
    default:
      return null;
  }
}

/** `"…" + x` is a string whatever x is; hosts overload the other operators for units and colours. */
export function sumType({ operator }: BinaryExpression, sides: readonly (Typed | null)[]): Typed | null {
  const isText = (type: Typed | null): boolean =>
    type?.form === "value" && type.names.length === 1 && type.names[0] === "String";
  if (operator === "+") return sides.some(isText) ? ofLanguage("String") : null;
  return /^(?:[!=]==?|in|instanceof)$/.test(operator) ? ofLanguage("Boolean") : null;
}
