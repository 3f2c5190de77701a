// Walks a stub script and finds what it declares: classes of either style, functions, namespaces, globals, members of
// prototypes. Promises the comment that stands before each. Refuses the insides of functions, but for what a constructor
// sets on `this`, and for wrappers that a script runs at once.

import type {
  AnyNode,
  AssignmentExpression,
  CallExpression,
  Expression,
  ExpressionStatement,
  ModuleDeclaration,
  Statement,
  VariableDeclaration,
} from "acorn";
import { declareClass, declareConstructorFunction, type FunctionNode, isFunction } from "./classes.ts";
import { pathOf, prototypeParent } from "./names.ts";
import { declareObject, declareValue, unfrozen } from "./objects.ts";
import { docBefore, release, type Script } from "./script.ts";
import { type Doc, hasTag, tagsOf } from "./tags.ts";

/** `documented`: inside a wrapper only what has a comment is declared for others. */
type Scope = { script: Script; documented: boolean };

export function walkScript(script: Script, body: readonly (Statement | ModuleDeclaration)[]): void {
  for (const statement of body) visit({ script, documented: false }, statement);
}

function visit(scope: Scope, node: Statement | ModuleDeclaration, given?: { doc: Doc | undefined }): void {
  const { script } = scope;
  const doc = given ? given.doc : docBefore(script, node.start);
  const exported = given !== undefined || !script.exportsOnly || hasTag(doc, "global");
  switch (node.type) {
    case "ExportNamedDeclaration":
      if (node.declaration) visit(scope, node.declaration, { doc });
      return;
    case "ExportDefaultDeclaration":
      visitDefault(scope, node.declaration, doc);
      return;
    case "ClassDeclaration":
      if (node.id && isWanted(scope, doc, exported || doc !== undefined))
        declareClass(script, { node, name: node.id.name, doc });
      return;
    case "FunctionDeclaration":
      if (node.id && isWanted(scope, doc, exported)) visitFunction(script, [node.id.name], { node, doc });
      return;
    case "VariableDeclaration":
      if (isWanted(scope, doc ?? undefined, exported) || scope.documented) visitVariables(scope, node, doc);
      return;
    case "ExpressionStatement": {
      const before = script.found.length;
      visitExpression(scope, node, doc);
      // It declared nothing: the comment stands for itself.
      if (script.found.length === before) release(script, node.start);
      return;
    }
    case "BlockStatement":
      for (const inner of node.body) visit(scope, inner);
      return;
    case "IfStatement":
      visit(scope, node.consequent);
      return;
    default:
      return;
  }
}

const isWanted = ({ documented }: Scope, doc: Doc | undefined, exported: boolean): boolean =>
  documented ? doc !== undefined : exported;

function visitDefault({ script }: Scope, node: AnyNode, doc: Doc | undefined): void {
  const named = "id" in node && node.id && "name" in node.id ? node.id.name : undefined;
  const name = named ?? tagsOf(doc, "class", "constructor", "name", "namespace", "alias")[0]?.about;
  if (name === undefined) return;
  if (node.type === "ClassDeclaration" || node.type === "ClassExpression")
    declareClass(script, { node, name, doc });
  else if (isFunction(node)) visitFunction(script, [name], { node, doc });
  else if (node.type === "ObjectExpression") declareObject(script, [name], { node, doc });
}

export type Documented<T> = { node: T; doc: Doc | undefined };

/** A function is a class when its comment says so, a member where it hangs on something, else a global function. */
function visitFunction(script: Script, path: string[], { node, doc }: Documented<FunctionNode>): void {
  const name = path.join(".");
  const isClass = hasTag(doc, "class", "constructor", "constructs", "interface", "record");
  if (isClass || (path.length === 1 && script.classes.has(name)))
    declareConstructorFunction(script, { node, name, doc });
  else declareValue(script, path, { node, doc, line: lineOf(node) });
}

function visitVariables(scope: Scope, node: VariableDeclaration, doc: Doc | undefined): void {
  for (const [at, declarator] of node.declarations.entries()) {
    const own = docBefore(scope.script, declarator.start) ?? (at === 0 ? doc : undefined);
    if (declarator.id.type !== "Identifier" || (scope.documented && own === undefined)) continue;
    assign(scope.script, [declarator.id.name], {
      node: declarator.init ?? undefined,
      doc: own,
      line: lineOf(declarator),
      readOnly: node.kind === "const",
    });
  }
}

const lineOf = (node: AnyNode): number => node.loc?.start.line ?? 1;

function visitExpression(scope: Scope, { expression }: ExpressionStatement, doc: Doc | undefined): void {
  const { script } = scope;
  if (expression.type === "AssignmentExpression") visitAssignment(scope, expression, doc);
  else if (expression.type === "MemberExpression" && doc) {
    const path = ownPath(script, pathOf(expression));
    if (path) assign(script, path, { node: undefined, doc, line: lineOf(expression) });
  } else if (expression.type === "CallExpression") visitCall(scope, expression, doc);
  else if (expression.type === "UnaryExpression" && expression.argument.type === "CallExpression")
    visitCall(scope, expression.argument, doc);
}

function visitAssignment(
  { script, documented }: Scope,
  node: AssignmentExpression,
  doc: Doc | undefined,
): void {
  const path = node.operator === "=" ? ownPath(script, pathOf(node.left)) : undefined;
  if (!path || (documented && doc === undefined && !path.includes("prototype"))) return;
  const parent = path.at(-1) === "prototype" ? prototypeParent(node) : undefined;
  if (parent !== undefined) {
    const name = path.slice(0, -1).join(".");
    script.found.push({ what: "interface", name, parents: [parent], line: lineOf(node) });
    return;
  }
  assign(script, path, { node: node.right, doc, line: lineOf(node) });
}

/** Without what stands for the global object; `exports` is the module's own name. */
function ownPath(script: Script, path: string[] | undefined): string[] | undefined {
  if (!path) return undefined;
  const bare =
    /^(?:window|global|globalThis|self|this|goog)$/.test(path[0] ?? "") && path.length > 1
      ? path.slice(1)
      : path;
  const isExports = bare[0] === "exports" || (bare[0] === "module" && bare[1] === "exports");
  if (!isExports) return bare[0] === "this" ? undefined : bare;
  const rest = bare.slice(bare[0] === "module" ? 2 : 1);
  if (rest.length === 0) return script.module ? [script.module] : undefined;
  return script.module ? [script.module, ...rest] : rest;
}

type Assigned = { node: Expression | undefined; doc: Doc | undefined; line: number; readOnly?: boolean };

function assign(script: Script, path: string[], { node, doc, line, readOnly }: Assigned): void {
  const value = node === undefined ? undefined : unfrozen(node);
  if (value?.type === "AssignmentExpression") return assign(script, path, { node: value.right, doc, line });
  if (value?.type === "CallExpression") lendObjects(script, value);
  if (value?.type === "ClassExpression")
    declareClass(script, { node: value, name: nameIn(doc) ?? path.join("."), doc });
  else if (value && isFunction(value) && !path.includes("prototype"))
    visitFunction(script, path, { node: value, doc });
  else if (value?.type === "ObjectExpression") declareObject(script, path, { node: value, doc });
  else declareValue(script, path, { node: value, doc, line, ...(readOnly ? { readOnly } : {}) });
}

const nameIn = (doc: Doc | undefined): string | undefined =>
  tagsOf(doc, "class", "constructor", "alias", "name")[0]?.about;

/** `Class.extend(/** @lends Loom.prototype *\/ { … })`. */
function lendObjects(script: Script, node: CallExpression): void {
  for (const argument of node.arguments) {
    if (argument.type !== "ObjectExpression") continue;
    const doc = docBefore(script, argument.start);
    if (hasTag(doc, "lends")) declareObject(script, [], { node: argument, doc });
  }
}

/** Wrappers run at once, and `Object.defineProperty(Loom.prototype, "width", …)`. */
function visitCall(scope: Scope, node: CallExpression, doc: Doc | undefined): void {
  const [target, key] = node.arguments;
  if (pathOf(node.callee)?.join(".") === "Object.defineProperty" && target && key?.type === "Literal") {
    const path = ownPath(scope.script, pathOf(target));
    if (path && doc)
      declareValue(scope.script, [...path, String(key.value)], { node: undefined, doc, line: lineOf(node) });
    return;
  }
  lendObjects(scope.script, node);
  for (const inner of [node.callee, ...node.arguments]) {
    if (!isFunction(inner) || inner.body.type !== "BlockStatement") continue;
    for (const statement of inner.body.body) visit({ ...scope, documented: true }, statement);
  }
}
