// Names and plain values in the tree of a script: what `Loom.prototype.weave` belongs to, what a literal says. Promises
// a name or nothing. Refuses computed names.

import type { AnyNode, AssignmentExpression, Expression, Pattern, PrivateIdentifier, Super } from "acorn";
import type { Param } from "../../surface/facts.ts";

/** `Loom.prototype.weave` as its parts; undefined when some part is computed. */
export function pathOf(node: AnyNode | Super): string[] | undefined {
  if (node.type === "Identifier") return [node.name];
  if (node.type === "ThisExpression") return ["this"];
  if (node.type !== "MemberExpression") return undefined;
  const owner = pathOf(node.object);
  const name = keyName(node.property, node.computed);
  return owner && name !== undefined ? [...owner, name] : undefined;
}

/** The name of a property or method; undefined for a computed or private one. */
export function keyName(key: Expression | PrivateIdentifier, computed: boolean): string | undefined {
  if (key.type === "Literal" && typeof key.value === "string") return key.value;
  if (computed) return symbolName(key);
  if (key.type === "Identifier") return key.name;
  return key.type === "Literal" && typeof key.value === "number" ? String(key.value) : undefined;
}

const symbolName = (key: Expression | PrivateIdentifier): string | undefined =>
  key.type === "MemberExpression" && pathOf(key)?.[0] === "Symbol"
    ? `@@${pathOf(key)?.at(-1) ?? ""}`
    : undefined;

/** The names of parameters as code has them; destructured ones have none of their own. */
export function codeParams(patterns: readonly Pattern[]): Param[] {
  return patterns.map((pattern, at): Param => {
    if (pattern.type === "Identifier") return { name: pattern.name };
    if (pattern.type === "RestElement")
      return {
        name: pattern.argument.type === "Identifier" ? pattern.argument.name : `rest${at}`,
        optional: true,
      };
    if (pattern.type === "AssignmentPattern")
      return {
        name: pattern.left.type === "Identifier" ? pattern.left.name : `options${at || ""}`,
        optional: true,
      };
    return { name: `options${at || ""}` };
  });
}

/** Keys of a destructured object parameter, by the place of the parameter. */
export function destructuredKeys(patterns: readonly Pattern[]): Map<number, Param[]> {
  const found = new Map<number, Param[]>();
  for (const [at, pattern] of patterns.entries()) {
    const object = pattern.type === "AssignmentPattern" ? pattern.left : pattern;
    if (object.type !== "ObjectPattern") continue;
    const keys = object.properties.flatMap((property): Param[] => {
      const name = property.type === "Property" ? keyName(property.key, property.computed) : undefined;
      if (name === undefined || property.type !== "Property") return [];
      return [{ name, ...(property.value.type === "AssignmentPattern" ? { optional: true as const } : {}) }];
    });
    if (keys.length > 0) found.set(at, keys);
  }
  return found;
}

/** The type that a plain value has of itself. */
export function literalType(node: AnyNode | null | undefined): string | undefined {
  if (!node) return undefined;
  if (node.type === "TemplateLiteral") return "string";
  if (node.type === "ArrayExpression") return "array";
  if (node.type === "NewExpression") return pathOf(node.callee)?.join(".");
  if (node.type === "UnaryExpression") return node.operator === "-" ? literalType(node.argument) : undefined;
  if (node.type !== "Literal" || node.value === null || node.regex) return undefined;
  return typeof node.value === "object" ? undefined : typeof node.value;
}

/** `Loom.prototype = Object.create(Frame.prototype)`, `Loom.prototype = new Frame()`. */
export function prototypeParent({ right }: AssignmentExpression): string | undefined {
  if (right.type === "NewExpression") return pathOf(right.callee)?.join(".");
  if (right.type !== "CallExpression" || pathOf(right.callee)?.join(".") !== "Object.create")
    return undefined;
  const [from] = right.arguments;
  const path = from ? pathOf(from) : undefined;
  return path?.at(-1) === "prototype" ? path.slice(0, -1).join(".") : undefined;
}
