// Names as one place of a page means them: inside of a namespace, and under the name that a module exports. Promises the
// text of a type with names in full. Refuses to look at other pages: a name that is not declared here stays as written.

import type { ExportSpecifier, Program, Statement, TSType } from "oxc-parser";
import type { Replacement, Source, Span } from "./source.ts";

/** `prefix` is "" at the top, else the namespace. */
export type Scope = { prefix: string; names: Names };

export type Names = {
  /** By namespace, what is declared in it. */
  declared: ReadonlyMap<string, ReadonlySet<string>>;
  /** Local names that a module exports under another one. */
  renamed: ReadonlyMap<string, string>;
};

export const joined = (prefix: string, name: string): string => (prefix === "" ? name : `${prefix}.${name}`);

/** The full name that an identifier has here. */
export function fullName({ prefix, names }: Scope, name: string): string {
  for (let at = prefix; at !== ""; at = at.slice(0, Math.max(0, at.lastIndexOf("."))))
    if (names.declared.get(at)?.has(name)) return joined(at, name);
  return names.renamed.get(name) ?? name;
}

/** `A.B` as an expression or a type names it; null for anything else. */
export function nameOf(node: unknown, scope: Scope): string | null {
  const parts: string[] = [];
  let at = node;
  while (isNode(at) && (at.type === "TSQualifiedName" || at.type === "MemberExpression")) {
    const last: unknown = at.type === "TSQualifiedName" ? at.right : at.property;
    if (!isIdentifier(last) || at.computed === true) return null;
    parts.unshift(last.name);
    at = at.type === "TSQualifiedName" ? at.left : at.object;
  }
  if (!isIdentifier(at)) return null;
  return [fullName(scope, at.name), ...parts].join(".");
}

/** A type in one line, its names in full, its members apart. */
export function typeText(source: Source, scope: Scope, node: Span): string {
  const replaced: Replacement[] = [];
  collect(node, scope, replaced);
  return source.textOf(node, replaced);
}

function collect(value: unknown, scope: Scope, into: Replacement[]): void {
  if (Array.isArray(value)) {
    for (const entry of value) collect(entry, scope, into);
    return;
  }
  if (!isNode(value)) return;
  if (value.type === "TSTypeReference") addName(value.typeName, scope, into);
  else if (value.type === "TSTypeQuery") addName(value.exprName, scope, into);
  else if (value.type === "TSImportType" && isNode(value.qualifier))
    into.push({ start: value.start, end: value.qualifier.start, by: "" });
  else if (value.type === "TSTypeLiteral") addSeparators(value.members, into);
  for (const [key, child] of Object.entries(value)) if (key !== "parent") collect(child, scope, into);
}

function addName(name: unknown, scope: Scope, into: Replacement[]): void {
  let first = name;
  while (isNode(first) && first.type === "TSQualifiedName") first = first.left;
  if (!isIdentifier(first)) return;
  const full = fullName(scope, first.name);
  if (full !== first.name) into.push({ start: first.start, end: first.end, by: full });
}

/** Many pages end members with the line alone. */
function addSeparators(members: unknown, into: Replacement[]): void {
  if (!Array.isArray(members)) return;
  for (const [at, member] of members.entries()) {
    const next: unknown = members[at + 1];
    if (isNode(member) && isNode(next)) into.push({ start: member.end, end: next.start, by: "; " });
  }
}

/** Every name that a type mentions. */
export function mentionedIn(node: unknown, scope: Scope, into: Set<string>): void {
  if (Array.isArray(node)) for (const entry of node) mentionedIn(entry, scope, into);
  if (!isNode(node)) return;
  if (node.type === "TSTypeReference") {
    const name = nameOf(node.typeName, scope);
    if (name !== null) into.add(name);
  }
  for (const [key, child] of Object.entries(node)) if (key !== "parent") mentionedIn(child, scope, into);
}

type AnyNode = Span & { type: string } & Record<string, unknown>;

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";

const isIdentifier = (value: unknown): value is AnyNode & { name: string } =>
  isNode(value) && value.type === "Identifier" && typeof value.name === "string";

/** Looks over a whole page first: a type may be used before it is declared. */
export function namesOf(program: Program): Names {
  const declared = new Map<string, Set<string>>();
  const renamed = new Map<string, string>();
  collectNames(program.body, "", declared);
  for (const statement of program.body) {
    if (statement.type === "ExportNamedDeclaration" && statement.source === null)
      for (const specifier of statement.specifiers) rename(specifier, renamed);
  }
  return { declared, renamed };
}

function rename({ local, exported }: ExportSpecifier, into: Map<string, string>): void {
  const from = "name" in local ? local.name : local.value;
  const to = "name" in exported ? exported.name : exported.value;
  if (to === "default") return;
  // Exported under its own name as well: then that one counts.
  if (from === to || !into.has(from)) into.set(from, to);
}

function collectNames(body: readonly Statement[], prefix: string, into: Map<string, Set<string>>): void {
  const here = into.get(prefix) ?? new Set<string>();
  into.set(prefix, here);
  for (const statement of body) {
    const inner = declarationIn(statement);
    if (inner.type === "VariableDeclaration")
      for (const { id } of inner.declarations) here.add(isIdentifier(id) ? id.name : "");
    else if (inner.type === "TSModuleDeclaration") collectModule(inner, prefix, into);
    else if ("id" in inner && isIdentifier(inner.id)) here.add(inner.id.name);
  }
}

function declarationIn(statement: Statement) {
  const isExport =
    statement.type === "ExportNamedDeclaration" || statement.type === "ExportDefaultDeclaration";
  return isExport && statement.declaration ? statement.declaration : statement;
}

type Module = Extract<Statement, { type: "TSModuleDeclaration" }>;

function collectModule(module: Module, prefix: string, into: Map<string, Set<string>>): void {
  const body = module.body?.body ?? [];
  const name = moduleName(module);
  if (name === null) return collectNames(body, prefix, into);
  let outer = prefix;
  for (const part of name.split(".")) {
    into.set(outer, (into.get(outer) ?? new Set<string>()).add(part));
    outer = joined(outer, part);
  }
  collectNames(body, outer, into);
}

/** The dotted name of a namespace; null for `declare global` and for a module in quotes, whose types are names of their own. */
export function moduleName(module: Module): string | null {
  if (module.kind === "global" || module.id.type === "Literal") return null;
  const empty: Scope = { prefix: "", names: { declared: new Map(), renamed: new Map() } };
  return nameOf(module.id, empty);
}

/** A type without what only wraps it. */
export function bare(node: TSType): TSType {
  if (node.type === "TSParenthesizedType") return bare(node.typeAnnotation);
  if (node.type === "TSTypeOperator" && node.operator === "readonly") return bare(node.typeAnnotation);
  return node;
}
