// Where values come from, as the walk over a piece of code meets them: what a name is given, what a function returns, what
// a callback is handed. Promises a source for each plain write. Refuses everything else: such a write is of unknown value.

import type { AnyNode, CallExpression, MemberExpression, Pattern } from "acorn";
import type { FunctionNode } from "./code.ts";
import { memberName } from "./paths.ts";

export type Source =
  | { type: "value"; node: AnyNode }
  /** `for (x of list)`, `list.forEach(function (x) …)`. */
  | { type: "element"; of: AnyNode }
  /** `var { pages } = doc`. */
  | { type: "member"; of: AnyNode; name: string };

export type Sources = {
  see(node: AnyNode, ancestors: readonly AnyNode[]): void;
  /** What this written identifier is given; undefined where nothing is certain. */
  writtenTo(identifier: AnyNode): Source | undefined;
  /** The values that a function returns; null for one that is asynchronous or a generator. */
  returnsOf(fn: FunctionNode): readonly AnyNode[] | null;
  /** What the parameter of a callback is given by the call that it is passed to. */
  callbackOf(fn: AnyNode): { call: CallExpression; at: number } | undefined;
  /** The call that this node is the callee of. */
  callOf(callee: AnyNode): CallExpression | undefined;
  /** The member that a function is assigned to: `button.onClick = function …`. */
  assignedTo(fn: AnyNode): MemberExpression | undefined;
  /** The member that a value becomes: `x.name = value`, `{ name: value }`. */
  exposedAs(value: AnyNode): string | undefined;
  /** Calls of any member of this name; null where such a member is also handed on. */
  memberCalls(name: string): readonly CallExpression[] | null;
  /** A function that is the value of a key in an object literal. */
  isMethod(fn: AnyNode): boolean;
  /** The statement that declares or assigns: a comment before it may state a type. */
  statementOf(identifier: AnyNode): AnyNode | undefined;
  /** The function that gives a `this` its meaning; null at the top of the file. */
  thisFunction(node: AnyNode): FunctionNode | null | undefined;
};

export function createSources(): Sources {
  const written = new Map<AnyNode, Source>();
  const statements = new Map<AnyNode, AnyNode>();
  const returned = new Map<FunctionNode, AnyNode[]>();
  const callbacks = new Map<AnyNode, { call: CallExpression; at: number }>();
  const assigned = new Map<AnyNode, MemberExpression>();
  const called = new Map<AnyNode, CallExpression>();
  const methods = new Set<AnyNode>();
  const exposed = new Map<AnyNode, string>();
  const calls = new Map<string, CallExpression[]>();
  const handedOn = new Set<string>();
  const seeMember = (node: MemberExpression, parent: AnyNode | undefined): void => {
    const name = memberName(node);
    if (name === null) return;
    if (parent?.type === "AssignmentExpression" && parent.left === node) exposed.set(parent.right, name);
    else if (parent?.type !== "CallExpression" || parent.callee !== node) handedOn.add(name);
    else {
      const known = calls.get(name);
      if (known) known.push(parent);
      else calls.set(name, [parent]);
    }
  };
  const thises = new Map<AnyNode, FunctionNode | null>();

  const give = (target: Pattern, value: AnyNode, statement: AnyNode | undefined): void => {
    if (target.type === "Identifier") {
      written.set(target, { type: "value", node: value });
      if (statement) statements.set(target, statement);
    } else if (target.type === "ObjectPattern") {
      for (const property of target.properties) {
        if (property.type !== "Property" || property.computed || property.key.type !== "Identifier") continue;
        if (property.value.type !== "Identifier") continue;
        written.set(property.value, { type: "member", of: value, name: property.key.name });
      }
    }
  };
  return {
    see(node, ancestors) {
      const parent = ancestors[ancestors.length - 2];
      switch (node.type) {
        case "VariableDeclarator":
          if (node.init) give(node.id, node.init, parent);
          break;
        case "AssignmentExpression":
          if (node.left.type === "MemberExpression") assigned.set(node.right, node.left);
          else if (node.operator === "=") give(node.left, node.right, parent);
          break;
        case "AssignmentPattern":
          if (node.left.type === "Identifier") give(node.left, node.right, undefined);
          break;
        case "ForOfStatement": {
          const target = node.left.type === "VariableDeclaration" ? node.left.declarations[0]?.id : node.left;
          if (target?.type === "Identifier" && !node.await)
            written.set(target, { type: "element", of: node.right });
          break;
        }
        case "ReturnStatement": {
          const fn = functionAbove(ancestors, false);
          if (fn && node.argument) returned.set(fn, [...(returned.get(fn) ?? []), node.argument]);
          break;
        }
        case "CallExpression":
          called.set(node.callee, node);
          for (const [at, one] of node.arguments.entries()) {
            if (/Function/.test(one.type)) callbacks.set(one, { call: node, at });
          }
          break;
        case "Property":
          if (parent?.type !== "ObjectExpression") break;
          if (node.value.type === "FunctionExpression") methods.add(node.value);
          if (!node.computed && node.key.type === "Identifier") exposed.set(node.value, node.key.name);
          break;
        case "MemberExpression":
          seeMember(node, parent);
          break;
        case "ThisExpression":
          if (!isInClass(ancestors)) thises.set(node, functionAbove(ancestors, true));
          break;
        default:
      }
    },
    writtenTo: (identifier) => written.get(identifier),
    returnsOf(fn) {
      if (fn.async || fn.generator) return null;
      if (fn.body.type !== "BlockStatement") return [fn.body];
      return returned.get(fn) ?? [];
    },
    assignedTo: (fn) => assigned.get(fn),
    callOf: (callee) => called.get(callee),
    callbackOf: (fn) => callbacks.get(fn),
    exposedAs: (value) => exposed.get(value),
    memberCalls: (name) => (handedOn.has(name) ? null : (calls.get(name) ?? [])),
    isMethod: (fn) => methods.has(fn),
    statementOf: (identifier) => statements.get(identifier),
    thisFunction: (node) => thises.get(node),
  };
}

const isInClass = (ancestors: readonly AnyNode[]): boolean =>
  ancestors.some(({ type }) => type === "ClassBody");

/** The function, class body or initialiser around a node; arrows are looked through where they have no say. */
function functionAbove(ancestors: readonly AnyNode[], throughArrows: boolean): FunctionNode | null {
  for (let at = ancestors.length - 2; at >= 0; at--) {
    const node = ancestors[at];
    switch (node?.type) {
      case "FunctionDeclaration":
      case "FunctionExpression":
        return node;
      case "ArrowFunctionExpression":
        if (!throughArrows) return node;
        break;
      default:
    }
  }
  return null;
}
