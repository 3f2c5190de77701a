// Walks a page of declarations and gathers what it declares. Promises every interface, class, enumeration, alias, function
// and variable under its full name, merged over all of its declarations. Refuses what a module keeps to itself, with a
// count.

import type { Declaration, Function as FunctionNode, Program, Statement } from "oxc-parser";
import { spellCallbacks } from "./callbacks.ts";
import { callOf } from "./members.ts";
import { declare, MAX_COPIES, type World } from "./model.ts";
import { addValue, open, openNamespace, type Place } from "./place.ts";
import { fullName, joined, mentionedIn, moduleName, nameOf, namesOf, type Scope, typeText } from "./scope.ts";
import type { Source, Span } from "./source.ts";
import { readAlias, readClass, readEnum, readInterface, settleKinds } from "./types.ts";
import { declareVariable, settleCallables, settleConstructors } from "./variables.ts";

export function collectDeclarations(program: Program, source: Source): World {
  const scope: Scope = { prefix: "", names: namesOf(program) };
  const mentioned = () => {
    const names = new Set<string>();
    mentionedIn(program.body, scope, names);
    return names;
  };
  const world: World = {
    declared: new Map(),
    returned: new Set(),
    notes: [],
    copies: MAX_COPIES,
    mentioned,
    later: [],
  };
  const hidden = { count: 0 };
  const exported = exportedNames(program.body);
  const kept = new Set<string>();
  const isExported = (name: string): boolean => {
    if (exported === null || exported.has(name)) return true;
    kept.add(name);
    return false;
  };
  const top: Place = { source, scope, hidden, world, owner: null, isExported };
  readBody(program.body, top);
  for (const statement of program.body)
    if (statement.type === "TSNamespaceExportDeclaration") nameModule(statement, program.body, top);
  for (const read of world.later) read();
  settleConstructors(world);
  settleKinds(world);
  spellCallbacks(world, source);
  settleCallables(world);
  collectReturned(world);
  const renamed = program.body.flatMap(renamedElsewhere).length;
  if (renamed > 0)
    world.notes.push(`${renamed} names of other files are exported under new ones, and kept under their own`);
  if (hidden.count > 0) world.notes.push(`${hidden.count} private or protected members are left out`);
  if (kept.size > 0) world.notes.push(`${kept.size} names that the module does not export are left out`);
  return world;
}

/** Null where everything is exported, or nothing is a module's. */
function exportedNames(body: readonly Statement[]): Set<string> | null {
  const isExplicit = body.some(
    (statement) =>
      statement.type === "TSExportAssignment" ||
      statement.type === "ExportDefaultDeclaration" ||
      (statement.type === "ExportNamedDeclaration" && statement.declaration === null),
  );
  return isExplicit ? new Set(body.flatMap(exportedBy)) : null;
}

function exportedBy(statement: Statement): string[] {
  if (statement.type === "ExportNamedDeclaration") {
    const listed = statement.specifiers.map(({ local }) => ("name" in local ? local.name : local.value));
    return statement.declaration ? namesIn(statement.declaration) : listed;
  }
  if (statement.type !== "TSExportAssignment" && statement.type !== "ExportDefaultDeclaration") return [];
  const what = "expression" in statement ? statement.expression : statement.declaration;
  if (what.type === "Identifier") return [what.name];
  return "id" in what && what.id && "name" in what.id ? [String(what.id.name)] : [];
}

function namesIn(declaration: Declaration): string[] {
  if (declaration.type === "VariableDeclaration")
    return declaration.declarations.flatMap(({ id }) => (id.type === "Identifier" ? [id.name] : []));
  return "id" in declaration && declaration.id && "name" in declaration.id ? [declaration.id.name] : [];
}

function readBody(body: readonly Statement[], place: Place): void {
  for (const statement of body) {
    if (statement.type === "ExportNamedDeclaration") {
      if (statement.declaration) readDeclaration(statement.declaration, statement, place);
    } else if (statement.type === "ExportDefaultDeclaration") readDefault(statement, place);
    else if (statement.type !== "ImportDeclaration") readDeclaration(statement, statement, place);
  }
}

type DefaultExport = Extract<Statement, { type: "ExportDefaultDeclaration" }>;

function readDefault(statement: DefaultExport, place: Place): void {
  const { declaration } = statement;
  if (!("id" in declaration) || declaration.type === "ArrowFunctionExpression") return;
  if (declaration.id) readDeclaration(declaration, statement, place);
  else place.world.notes.push(`line ${place.source.lineOf(statement.start)}: the default export has no name`);
}

function renamedElsewhere(statement: Statement) {
  if (statement.type !== "ExportNamedDeclaration" || statement.source === null) return [];
  const nameIn = (one: { name: string } | { value: string }) => ("name" in one ? one.name : one.value);
  return statement.specifiers.filter(({ local, exported }) => {
    const names = [nameIn(local), nameIn(exported)];
    return names[0] !== names[1] && !names.includes("default");
  });
}

type NamespaceExport = Extract<Statement, { type: "TSNamespaceExportDeclaration" }>;

/** `export as namespace Loom`: scripts without modules find what is exported under that name. */
function nameModule(statement: NamespaceExport, body: readonly Statement[], place: Place): void {
  const owner = statement.id.name;
  const assigned = body.find((one) => one.type === "TSExportAssignment");
  const named = assigned ? nameOf(assigned.expression, place.scope) : null;
  if (named !== null) {
    const declared = declare(place.world, owner, place.source.lineOf(statement.start));
    declared.heads.push(`const ${owner}: typeof ${named}`);
    declared.variable = { valueType: `typeof ${named}` };
    return;
  }
  openNamespace(owner, `namespace ${owner}`, { at: statement, place });
  for (const one of body) {
    const inner = one.type === "ExportNamedDeclaration" ? one.declaration : one;
    if (inner) readValue(inner, one, { ...place, owner });
  }
}

function readValue(node: Statement | Declaration, at: Span, place: Place): void {
  if (node.type === "TSDeclareFunction" || node.type === "FunctionDeclaration") readFunction(node, at, place);
  else if (node.type === "VariableDeclaration") {
    for (const { id } of node.declarations) {
      const type = id.type === "Identifier" ? id.typeAnnotation?.typeAnnotation : undefined;
      const valueType = type ? typeText(place.source, place.scope, type) : null;
      if (id.type === "Identifier" && place.isExported(id.name)) addValue(id.name, valueType, { at, place });
    }
  } else if ((node.type === "ClassDeclaration" || node.type === "TSEnumDeclaration") && node.id)
    addValue(node.id.name, `typeof ${fullName(place.scope, node.id.name)}`, { at, place });
}

function collectReturned({ declared, returned }: World): void {
  for (const { members, calls } of declared.values()) {
    const all = [...calls, ...members.flatMap(({ call }) => (call ? [call] : []))];
    for (const call of all) mentionedIn(call.returned, call.scope, returned);
  }
}

/** `at` is where its comment stands before. */
function readDeclaration(node: Statement | Declaration | FunctionNode, at: Span, place: Place): void {
  switch (node.type) {
    case "TSInterfaceDeclaration":
      return readInterface(node, at, place);
    case "ClassDeclaration":
    case "ClassExpression":
      return readClass(node, at, place);
    case "TSEnumDeclaration":
      return readEnum(node, at, place);
    case "TSTypeAliasDeclaration":
      return readAlias(node, at, place);
    case "TSDeclareFunction":
    case "FunctionDeclaration":
    case "FunctionExpression":
      return readFunction(node, at, place);
    case "VariableDeclaration":
      for (const { id } of node.declarations) {
        if (id.type !== "Identifier" || !place.isExported(id.name)) continue;
        declareVariable(
          { name: id.name, keyword: node.kind, type: id.typeAnnotation?.typeAnnotation ?? null, at },
          place,
        );
      }
      return;
    case "TSModuleDeclaration":
      return readModule(node, at, place);
    case "TSImportEqualsDeclaration":
      return readImport(node, at, place);
    default:
      return;
  }
}

function readFunction(node: FunctionNode, at: Span, place: Place): void {
  if (node.id === null || !place.isExported(node.id.name)) return;
  const { source, scope } = place;
  const { name } = node.id;
  const call = { ...callOf(node, node, { ...place, label: name }), comment: source.commentBefore(at) };
  if (place.owner === null) {
    declare(place.world, fullName(scope, name), source.lineOf(at.start)).calls.push(call);
    return;
  }
  declare(place.world, place.owner, source.lineOf(at.start)).members.push({
    name,
    kind: "method",
    isStatic: true,
    isOptional: false,
    readOnly: false,
    valueType: call.valueType,
    call,
    signature: call.signature,
    comment: call.comment,
    line: source.lineOf(at.start),
    node: null,
    scope,
  });
}

type ModuleNode = Extract<Declaration, { type: "TSModuleDeclaration" }>;

function readModule(node: ModuleNode, at: Span, place: Place): void {
  const body = node.body?.body;
  const { scope, world, source } = place;
  if (node.kind === "global")
    return readBody(body ?? [], {
      ...place,
      scope: { ...scope, prefix: "" },
      owner: null,
      isExported: () => true,
    });
  if (node.id.type === "Literal") return readQuoted(node.id.value, { node, at, place });
  const stated = moduleName(node);
  if (stated === null || !place.isExported(stated.split(".")[0] ?? "")) return;
  let outer: Place = place;
  for (const part of stated.split(".")) {
    const name = joined(outer.scope.prefix, part);
    if (outer.owner !== null && hasValues(body ?? [])) addValue(part, `typeof ${name}`, { at, place: outer });
    outer = { ...outer, scope: { ...scope, prefix: name }, owner: name, isExported: () => true };
  }
  const { owner } = outer;
  if (owner === null) return;
  if (hasValues(body ?? [])) openNamespace(owner, `namespace ${owner}`, { at, place });
  else {
    const declared = declare(world, owner, source.lineOf(at.start));
    declared.heads.push(`namespace ${owner}`);
    declared.comments.push(source.commentBefore(at));
  }
  readBody(body ?? [], outer);
}

type Quoted = { node: ModuleNode; at: Span; place: Place };

/** `declare module "loom:cards"`; a relative one adds to another page, and a pattern (`*.css`) is none of an engine's. */
function readQuoted(name: string, { node, at, place }: Quoted): void {
  const body = node.body?.body ?? [];
  if (name.includes("*")) {
    place.world.notes.push(`line ${place.source.lineOf(at.start)}: the module pattern "${name}" is left out`);
    return;
  }
  const owner = /^\.{0,2}\/|\s/.test(name) ? null : name;
  if (owner !== null) openNamespace(owner, `module "${owner}"`, { at, place });
  readBody(body, { ...place, owner, isExported: () => true });
}

/** A namespace of types alone is nothing that a script could name. */
function hasValues(body: readonly Statement[]): boolean {
  return body.some((statement) => {
    const inner =
      statement.type === "ExportNamedDeclaration" && statement.declaration
        ? statement.declaration
        : statement;
    if (inner.type === "TSModuleDeclaration") return hasValues(inner.body?.body ?? []);
    return !/^(?:TSInterfaceDeclaration|TSTypeAliasDeclaration|Export|Import)/.test(inner.type);
  });
}

type ImportNode = Extract<Declaration, { type: "TSImportEqualsDeclaration" }>;

/** `import Short = Long.Name` makes a name for another one. */
function readImport(node: ImportNode, at: Span, place: Place): void {
  const target = nameOf(node.moduleReference, place.scope);
  if (target === null) return;
  const name = fullName(place.scope, node.id.name);
  if (name === target) return;
  const declared = open(node.id.name, `import ${name} = ${target}`, { at, place });
  declared.kind ??= "class";
  declared.parents.push(target);
}
