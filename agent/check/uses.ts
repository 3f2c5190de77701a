// Which member accesses of a piece of code use a name, and which only ask for it or make it. Promises that writing a new
// property, testing for one and deleting one are no uses. Refuses to look at what the receiver is.

import type { AnyNode, MemberExpression, NewExpression } from "acorn";
import { ancestor } from "acorn-walk";
import type { Code } from "./code.ts";

export type Uses = { members: MemberExpression[]; constructed: NewExpression[] };

export function usesIn({ program }: Code): Uses {
  const uses: Uses = { members: [], constructed: [] };
  ancestor(program, {
    MemberExpression(node, _state, ancestors) {
      if (!isQuestion(node, ancestors)) uses.members.push(node);
    },
    NewExpression(node) {
      uses.constructed.push(node);
    },
  });
  return uses;
}

/** A write makes the name, a test asks for it: neither claims that it is there. */
function isQuestion(node: MemberExpression, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-2);
  if (parent === undefined) return false;
  switch (parent.type) {
    case "AssignmentExpression":
      return parent.left === node && parent.operator === "=";
    case "UnaryExpression":
      return ["typeof", "delete", "!"].includes(parent.operator);
    case "IfStatement":
    case "ConditionalExpression":
      return parent.test === node;
    case "LogicalExpression":
      return parent.left === node || isTested(parent, ancestors.slice(0, -1));
    case "ForInStatement":
    case "ForOfStatement":
      return parent.left === node;
    default:
      return false;
  }
}

function isTested(node: AnyNode, ancestors: readonly AnyNode[]): boolean {
  const parent = ancestors.at(-2);
  if (parent?.type === "IfStatement" || parent?.type === "ConditionalExpression") return parent.test === node;
  if (parent?.type === "UnaryExpression") return parent.operator === "!";
  return parent?.type === "LogicalExpression" && isTested(parent, ancestors.slice(0, -1));
}
