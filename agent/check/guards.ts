// What a test says of a name where it has let the code through: `if (x instanceof Page) { … }`, `Array.isArray(x) ? … : …`,
// `if (typeof x !== "string") return`. Promises a type only where the test is the whole condition, or a part without which it
// fails. Refuses a stretch in which the name is given something else.

import type { AnyNode, Identifier } from "acorn";
import type { Binding, Bindings } from "./bindings.ts";
import { dottedPath } from "./paths.ts";
import { leaves } from "./questions.ts";

type Guard = { tested: Identifier; type: string; start: number; end: number };

export type Guards = {
  see(node: AnyNode, ancestors: readonly AnyNode[]): void;
  /** The path of the type that the name is tested for here. */
  typeAt(node: Identifier, binding: Binding, bindings: Bindings): string | null;
};

export function createGuards(): Guards {
  const guards = new Map<string, Guard[]>();
  return {
    see(node, ancestors) {
      const said = saidBy(node);
      if (said === null) return;
      for (const { start, end } of rangesOf(ancestors, said.isTrue)) {
        const known = guards.get(said.tested.name) ?? [];
        guards.set(said.tested.name, [...known, { ...said, start, end }]);
      }
    },
    typeAt(node, binding, bindings) {
      const found = guards
        .get(node.name)
        ?.findLast(
          (one) => one.start <= node.start && node.end <= one.end && bindings.of(one.tested) === binding,
        );
      return found && !isGivenIn(found, binding) ? found.type : null;
    },
  };
}

function isGivenIn({ start, end }: Guard, { references }: Binding): boolean {
  return references.some((one) => {
    const [at] = one.identifier.range ?? [start];
    return one.isWrite() && start <= at && at < end;
  });
}

const PRIMITIVES: Readonly<Record<string, string>> = {
  string: "String",
  number: "Number",
  boolean: "Boolean",
};

type Said = { tested: Identifier; type: string; isTrue: boolean };

function saidBy(node: AnyNode): Said | null {
  if (node.type === "CallExpression") {
    const [tested] = node.arguments;
    const isAsked = tested?.type === "Identifier" && dottedPath(node.callee) === "Array.isArray";
    return isAsked ? { tested, type: "Array", isTrue: true } : null;
  }
  if (node.type !== "BinaryExpression") return null;
  const { left, right, operator } = node;
  if (operator === "instanceof") {
    const type = left.type === "Identifier" ? dottedPath(right) : null;
    return left.type === "Identifier" && type !== null ? { tested: left, type, isTrue: true } : null;
  }
  if (!/^[!=]==?$/.test(operator) || left.type !== "UnaryExpression" || left.operator !== "typeof")
    return null;
  const type = right.type === "Literal" ? PRIMITIVES[String(right.value)] : undefined;
  if (left.argument.type !== "Identifier" || type === undefined) return null;
  return { tested: left.argument, type, isTrue: operator.startsWith("=") };
}

type Range = { start: number; end: number };

/** Up from the test through all that it decides. */
function rangesOf(ancestors: readonly AnyNode[], isTrue: boolean): Range[] {
  const ranges: Range[] = [];
  let holds = isTrue;
  for (let at = ancestors.length - 1; at > 0; at--) {
    const [node, parent] = [ancestors[at], ancestors[at - 1]];
    if (node === undefined || parent === undefined) break;
    if (parent.type === "UnaryExpression" && parent.operator === "!") holds = !holds;
    else if (parent.type === "LogicalExpression" && parent.operator === (holds ? "&&" : "||")) {
      if (parent.left === node) ranges.push(parent.right);
    } else if (parent.type === "ConditionalExpression" && parent.test === node)
      return [...ranges, holds ? parent.consequent : parent.alternate];
    else if (parent.type === "IfStatement" && parent.test === node) {
      if (holds) return [...ranges, parent.consequent];
      const block = ancestors[at - 2];
      if (parent.alternate) return [...ranges, parent.alternate];
      return block && leaves(parent.consequent) ? [...ranges, { start: parent.end, end: block.end }] : ranges;
    } else break;
  }
  return ranges;
}
