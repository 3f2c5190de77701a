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
  const byName = new Map(found.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  return [...byName.values()].slice(0, MOST);
}

/** How far a name reaches that is found on the way: no further than its block or function, or out of both. */
type Found = Exposure & { reach: "block" | "function" | "out" };
type Statement = Program["body"][number];

function inBody(body: readonly Statement[]): Found[] {
  return body.flatMap(inStatement);
}

function inStatement(node: Statement): Found[] {
  switch (node.type) {
    case "FunctionDeclaration":
      return [{ kind: "function", name: node.id.name, reach: "function" }];
    case "ClassDeclaration":
      return [{ kind: "class", name: node.id.name, reach: "block" }];
    case "VariableDeclaration":
      return inVariables(node);
    case "ExpressionStatement":
      return inExpression(node.expression);
    case "IfStatement":
      return [...inStatement(node.consequent), ...(node.alternate ? inStatement(node.alternate) : [])];
    case "BlockStatement":
      return inBody(node.body).filter(({ reach }) => reach !== "block");
    case "TryStatement":
      return inStatement(node.block);
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

function inVariables({ kind, declarations }: Extract<AnyNode, { type: "VariableDeclaration" }>): Found[] {
  const reach = kind === "var" ? "function" : "block";
  return declarations.flatMap(({ id, init }) => [
    ...namesIn(id).map((name): Found => ({ kind: isFunction(init) ? "function" : "variable", name, reach })),
    ...(init ? inExpression(init) : []),
  ]);
}

const asExport = (name: string): Found => ({ kind: "export", name, reach: "out" });

const isFunction = (init: Expression | null | undefined): boolean =>
  init?.type === "FunctionExpression" || init?.type === "ArrowFunctionExpression";

function inExpression(node: Expression): Found[] {
  switch (node.type) {
    case "AssignmentExpression":
      return [...assigned(node.left, node.right), ...inExpression(node.right)];
    case "SequenceExpression":
      return node.expressions.flatMap(inExpression);
    case "UnaryExpression":
      return inExpression(node.argument);
    case "CallExpression":
      return inCalled(node.callee, node.arguments);
  }
  return [];
}

/**
 * `(function () { … })()` runs at once: what it assigns to others is there, what it declares is its own. A parameter is
 * what was passed for it.
 */
function inCalled(callee: AnyNode, passed: readonly AnyNode[]): Found[] {
  if (callee.type === "MemberExpression" && propertyOf(callee) === "call")
    return inCalled(callee.object, passed.slice(1));
  if (callee.type !== "FunctionExpression" && callee.type !== "ArrowFunctionExpression") return [];
  if (callee.body.type !== "BlockStatement") return [];
  const inside = inBody(callee.body.body);
  const own = new Map<string, string | null>();
  for (const { name, reach } of inside) if (reach !== "out") own.set(name, null);
  for (const [at, param] of callee.params.entries()) {
    const given = passed[at];
    for (const name of namesIn(param))
      own.set(name, param.type === "Identifier" && given ? pathOf(given) : null);
  }
  return inside.flatMap((one): Found[] => {
    if (one.reach !== "out") return [];
    const [root = "", ...rest] = one.name.split(".");
    if (one.kind === "export" || !own.has(root)) return [one];
    const known = own.get(root) ?? null;
    return known === null || rest.length === 0 ? [] : [asMember(`${known}.${rest.join(".")}`)];
  });
}

const asMember = (name: string): Found => ({
  kind: "member",
  name: name.replace(/^(?:this|window|globalThis|\$\.global)\./, ""),
  reach: "out",
});

function assigned(left: Pattern, right: Expression): Found[] {
  const name = pathOf(left);
  if (name === null) return [];
  if (name === "module.exports") {
    const keys = right.type === "ObjectExpression" ? keysOf(right.properties) : [];
    return [asExport("module.exports"), ...keys.map(asExport)];
  }
  const own = name.match(/^(?:module\.)?exports\.(.+)$/)?.[1];
  if (own !== undefined) return [asExport(own)];
  if (name.includes(".")) return [asMember(name)];
  return [{ kind: isFunction(right) ? "function" : "variable", name, reach: "out" }];
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
