// What came into the language after its fifth edition, as a table: node, year, what to write instead. Promises the year in
// which ECMA-262 took each form in. Refuses what engines of the third edition run all the same (a comma behind the last
// entry, a keyword as the name of a property): published code for them is full of it.

import type { AnyNode, Function as FunctionNode, Literal, Property, VariableDeclaration } from "acorn";

export type Form = { since: number; name: string; instead: string };

const form = (since: number, name: string, instead: string): Form => ({ since, name, instead });

const ACCESSOR = form(5, "a getter or setter in an object literal", "a method");
const BLOCK_SCOPED = (kind: string): Form => form(kind === "using" ? 2026 : 2015, kind, "var");
const CLASS = form(2015, "class", "a constructor function and its prototype");
const ARROW = form(2015, "an arrow function", "function () { … }");
const TEMPLATE = form(2015, "a template literal", 'strings joined with "+"');
const PATTERN = form(2015, "destructuring", "one assignment for each name");
const SPREAD = form(2015, "spread", "apply() or concat()");
const SPREAD_PROPERTIES = form(2018, "spread in an object literal", "a loop over the keys");
const REST_OF_KEYS = form(2018, "rest in a pattern", "one assignment for each name");
const REST = form(2015, "a rest parameter", "arguments");
const DEFAULT = form(2015, "a default value of a parameter", "a test for undefined");
const GENERATOR = form(2015, "a generator", "a plain function");
const ASYNC = form(2017, "async", "callbacks");
const MODULE = form(2015, "import or export", "the engine's own way to load a file");
const SHORT = form(2015, "a shorthand property", "name: name");
const COMPUTED = form(2015, "a computed key", "an assignment after the literal");
const FIELD = form(2022, "a class field", "an assignment in the constructor");

/** Forms that are a node of their own. */
const BY_NODE: Readonly<Record<string, Form>> = {
  ArrowFunctionExpression: ARROW,
  ClassDeclaration: CLASS,
  ClassExpression: CLASS,
  TemplateLiteral: TEMPLATE,
  ObjectPattern: PATTERN,
  ArrayPattern: PATTERN,
  RestElement: REST,
  AssignmentPattern: DEFAULT,
  ForOfStatement: form(2015, "for … of", "a loop with an index"),
  YieldExpression: GENERATOR,
  MetaProperty: form(2015, "new.target or import.meta", "nothing: leave it out"),
  ImportDeclaration: MODULE,
  ExportNamedDeclaration: MODULE,
  ExportDefaultDeclaration: MODULE,
  ExportAllDeclaration: form(2015, "export *", "the engine's own way to load a file"),
  AwaitExpression: form(2017, "await", "a callback"),
  ImportExpression: form(2020, "import()", "the engine's own way to load a file"),
  ChainExpression: form(2020, "?.", "a test with &&"),
  PropertyDefinition: FIELD,
  PrivateIdentifier: form(2022, "a private name", "a name with an underscore"),
  StaticBlock: form(2022, "a static block", "code after the class"),
};

const MAYBE_MODERN = new Set([
  ...Object.keys(BY_NODE),
  "VariableDeclaration",
  "FunctionDeclaration",
  "FunctionExpression",
  "Property",
  "SpreadElement",
  "Literal",
  "BinaryExpression",
  "LogicalExpression",
  "AssignmentExpression",
  "CatchClause",
]);

/** Told apart at once, since most nodes of a script are of the oldest language. */
export function isModern(node: AnyNode): boolean {
  if (!MAYBE_MODERN.has(node.type)) return false;
  switch (node.type) {
    case "VariableDeclaration":
      return node.kind !== "var";
    case "FunctionDeclaration":
    case "FunctionExpression":
      return node.async || node.generator;
    case "Property":
      return node.shorthand || node.method || node.computed || node.kind !== "init";
    case "Literal":
      return node.bigint != null || node.regex !== undefined || /^0[bo]|_/i.test(numberOf(node));
    case "BinaryExpression":
      return node.operator === "**";
    case "LogicalExpression":
      return node.operator === "??";
    case "AssignmentExpression":
      return /^(?:\*\*|&&|\|\||\?\?)=$/.test(node.operator);
    case "CatchClause":
      return !node.param;
    default:
      return true;
  }
}

const numberOf = ({ value, raw }: Literal): string => (typeof value === "number" ? (raw ?? "") : "");

/** The form that a node is of, in what it stands in; null where it is old. */
export function formOf(node: AnyNode, parent: AnyNode | undefined): Form | null {
  switch (node.type) {
    case "VariableDeclaration":
      return ofDeclaration(node);
    case "FunctionDeclaration":
    case "FunctionExpression":
      return ofFunction(node);
    case "ArrowFunctionExpression":
      return node.async ? ASYNC : ARROW;
    case "Property":
      return parent?.type === "ObjectPattern" ? null : ofProperty(node);
    case "ObjectPattern":
      return node.properties.some(({ type }) => type === "RestElement") ? REST_OF_KEYS : PATTERN;
    case "SpreadElement":
      return parent?.type === "ObjectExpression" ? SPREAD_PROPERTIES : SPREAD;
    case "Literal":
      return ofLiteral(node);
    case "BinaryExpression":
      return form(2016, "**", "Math.pow()");
    case "LogicalExpression":
      return form(2020, "??", "a test for null");
    case "AssignmentExpression":
      return form(node.operator === "**=" ? 2016 : 2021, node.operator, "a plain assignment");
    case "CatchClause":
      return form(2019, "catch without a name", "catch (error)");
    default:
      return BY_NODE[node.type] ?? null;
  }
}

function ofDeclaration({ kind }: VariableDeclaration): Form {
  return BLOCK_SCOPED(kind.replace("await ", ""));
}

function ofFunction({ async, generator }: FunctionNode): Form {
  if (async) return generator ? form(2018, "an async generator", "callbacks") : ASYNC;
  return GENERATOR;
}

type Shape = Pick<Property, "kind" | "method" | "shorthand" | "computed">;

function ofProperty({ kind, method, shorthand, computed }: Shape): Form | null {
  if (kind !== "init") return ACCESSOR;
  if (computed) return COMPUTED;
  return method || shorthand ? SHORT : null;
}

const FLAGS: Readonly<Record<string, number>> = { y: 2015, u: 2015, s: 2018, d: 2022, v: 2024 };

function ofLiteral(node: Literal): Form | null {
  if (node.bigint != null) return form(2020, "a BigInt", "a number");
  if (node.regex === undefined || node.regex === null) {
    const raw = numberOf(node);
    if (raw.includes("_")) return form(2021, "_ in a number", "the number without it");
    return /^0[bo]/i.test(raw) ? form(2015, raw, "the number in decimal") : null;
  }
  const { pattern, flags } = node.regex;
  if (/\(\?<[=!]/.test(pattern)) return form(2018, "lookbehind", "a group before the match");
  if (/\(\?<\w/.test(pattern)) return form(2018, "a named group", "a numbered group");
  const newest = Math.max(0, ...[...flags].map((flag) => FLAGS[flag] ?? 0));
  return newest === 0 ? null : form(newest, `the flags /${flags}`, "a plain pattern");
}
