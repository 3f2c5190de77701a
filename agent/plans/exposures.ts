// What a staged script offers to others, from its syntax tree: declared functions, classes and variables, exports, members that
// it assigns. Promises names that stand in the code, whatever a worker says of it. Refuses what only lives inside a function,
// and files that are no script.

import type { AnyNode, Expression, Pattern, Program } from "acorn";
import { readable, readCode } from "../check/code.ts";
import { isScriptPath } from "../delete/parse-script.ts";
import type { Exposure } from "./plan.ts";

/** A file that offers more than this is a library, and nobody reads a list of it. */
const MOST = 60;

/** Null where code cannot tell: no script, or not to be parsed. */
export function exposuresOf(path: string, text: string): Exposure[] | null {
  if (!isScriptPath(path)) return null;
  const code = readCode(text, path);
  if (code === null) return null;
  const found = readable(() => inBody(code.program.body));
  const byName = new Map(found.map((one) => [`${one.kind} ${one.name}`, one]));
  return [...byName.values()].slice(0, MOST);
}

type Statement = Program["body"][number];

function inBody(body: readonly Statement[]): Exposure[] {
  return body.flatMap(inStatement);
}

function inStatement(node: Statement): Exposure[] {
  switch (node.type) {
    case "FunctionDeclaration":
      return [{ kind: "function", name: node.id.name }];
    case "ClassDeclaration":
      return [{ kind: "class", name: node.id.name }];
    case "VariableDeclaration":
      return node.declarations.flatMap(({ id, init }) => [
        ...namesIn(id).map((name): Exposure => ({ kind: isFunction(init) ? "function" : "variable", name })),
        ...(init ? inExpression(init) : []),
      ]);
    case "ExpressionStatement":
      return inExpression(node.expression);
    case "IfStatement":
      return [...inStatement(node.consequent), ...(node.alternate ? inStatement(node.alternate) : [])];
    case "BlockStatement":
      return inBody(node.body).filter(({ kind }) => kind === "member" || kind === "export");
    case "ExportNamedDeclaration": {
      const declared = node.declaration ? inStatement(node.declaration).map(({ name }) => name) : [];
      return [...declared, ...node.specifiers.map(({ exported }) => nameOf(exported))].map(asExport);
    }
    case "ExportDefaultDeclaration":
      return [asExport("default")];
    case "ExportAllDeclaration":
      return [asExport(node.exported ? nameOf(node.exported) : `* from ${String(node.source.value)}`)];
  }
  return [];
}

const asExport = (name: string): Exposure => ({ kind: "export", name });

const isFunction = (init: Expression | null | undefined): boolean =>
  init?.type === "FunctionExpression" || init?.type === "ArrowFunctionExpression";

function inExpression(node: Expression): Exposure[] {
  switch (node.type) {
    case "AssignmentExpression":
      return [...assigned(node.left, node.right), ...inExpression(node.right)];
    case "SequenceExpression":
      return node.expressions.flatMap(inExpression);
    case "UnaryExpression":
      return inExpression(node.argument);
    case "CallExpression":
      return inCalled(node.callee);
  }
  return [];
}

/** `(function () { … })()` runs at once: what it assigns to others is there, what it declares is its own. */
function inCalled(callee: AnyNode): Exposure[] {
  if (callee.type === "MemberExpression" && callee.object.type !== "Super") return inCalled(callee.object);
  if (callee.type !== "FunctionExpression" && callee.type !== "ArrowFunctionExpression") return [];
  if (callee.body.type !== "BlockStatement") return [];
  const own = new Set(inBody(callee.body.body).flatMap(({ kind, name }) => (isDeclared(kind) ? [name] : [])));
  const inside = inBody(callee.body.body).filter(({ kind }) => !isDeclared(kind));
  return inside.filter(({ name }) => !own.has(name.split(".")[0] ?? ""));
}

const isDeclared = (kind: Exposure["kind"]): boolean => kind !== "member" && kind !== "export";

function assigned(left: Pattern, right: Expression): Exposure[] {
  const name = pathOf(left);
  if (name === null) return [];
  if (name === "module.exports") {
    const keys = right.type === "ObjectExpression" ? keysOf(right.properties) : [];
    return [asExport("module.exports"), ...keys.map(asExport)];
  }
  const own = name.match(/^(?:module\.)?exports\.(.+)$/)?.[1];
  if (own !== undefined) return [asExport(own)];
  if (!name.includes(".")) return [{ kind: isFunction(right) ? "function" : "variable", name }];
  return [{ kind: "member", name: name.replace(/^(?:this|window|globalThis|\$\.global)\./, "") }];
}

/** `App.grid.draw`; null for what has no written name. */
function pathOf(node: AnyNode): string | null {
  if (node.type === "Identifier") return node.name;
  if (node.type === "ThisExpression") return "this";
  if (node.type !== "MemberExpression") return null;
  const object = pathOf(node.object);
  const property = propertyOf(node);
  return object === null || property === null ? null : `${object}.${property}`;
}

function propertyOf(node: Extract<AnyNode, { type: "MemberExpression" }>): string | null {
  const { property, computed } = node;
  if (!computed && property.type === "Identifier") return property.name;
  return property.type === "Literal" && typeof property.value === "string" ? property.value : null;
}

function keysOf(properties: Extract<AnyNode, { type: "ObjectExpression" }>["properties"]): string[] {
  return properties.flatMap((one) =>
    one.type === "Property" && !one.computed && one.key.type === "Identifier" ? [one.key.name] : [],
  );
}

function namesIn(pattern: Pattern): string[] {
  switch (pattern.type) {
    case "Identifier":
      return [pattern.name];
    case "ObjectPattern":
      return pattern.properties.flatMap((one) => namesIn(one.type === "Property" ? one.value : one.argument));
    case "ArrayPattern":
      return pattern.elements.flatMap((one) => (one ? namesIn(one) : []));
    case "AssignmentPattern":
      return namesIn(pattern.left);
    case "RestElement":
      return namesIn(pattern.argument);
  }
  return [];
}

const nameOf = (node: { type: string; name?: string; value?: unknown }): string =>
  node.name ?? String(node.value);
