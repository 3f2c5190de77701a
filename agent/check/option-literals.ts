// The object that an argument is, where the code shows all of it: a literal in its place, or a name that holds one literal and
// goes into one call. Promises every key that is written. Refuses a name that is handed on, or filled elsewhere.

import type { AnyNode, ObjectExpression } from "acorn";
import type { Checking } from "./check.ts";
import { asNode } from "./code.ts";

export function literalOf(argument: AnyNode, { receivers, uses }: Checking): ObjectExpression | null {
  if (argument.type === "ObjectExpression") return argument;
  const binding = argument.type === "Identifier" ? receivers.bindings.of(argument) : undefined;
  if (!binding) return null;
  const [given, ...others] = receivers.bindings.valuesOf(binding);
  if (given?.type !== "value" || given.node.type !== "ObjectExpression" || others.length > 0) return null;
  const isSeen = binding.references.every(({ identifier }) => {
    const node = asNode(identifier);
    return node === argument || uses.sources.writtenTo(node) !== undefined || uses.owners.has(node);
  });
  return isSeen ? given.node : null;
}
