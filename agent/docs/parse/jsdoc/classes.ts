// Classes of a stub script, written as `class` or as a constructor function. Promises every method, accessor and field
// that is not private, and what the constructor sets on `this`. Refuses members with computed names.

import type {
  AnonymousClassDeclaration,
  AnyNode,
  ArrowFunctionExpression,
  ClassDeclaration,
  ClassExpression,
  FunctionDeclaration,
  FunctionExpression,
  MethodDefinition,
  PropertyDefinition,
  Statement,
} from "acorn";
import type { MemberKind } from "../../surface/facts.ts";
import { codeParams, destructuredKeys, keyName, literalType, pathOf } from "./names.ts";
import { type Declared, docBefore, isHidden, isInternal, type Script } from "./script.ts";
import { type Doc, hasTag, tagsOf } from "./tags.ts";

export type FunctionNode = FunctionDeclaration | FunctionExpression | ArrowFunctionExpression;

export const isFunction = (node: AnyNode): node is FunctionNode =>
  node.type === "FunctionDeclaration" ||
  node.type === "FunctionExpression" ||
  node.type === "ArrowFunctionExpression";

type ClassNode = {
  node: AnonymousClassDeclaration | ClassDeclaration | ClassExpression;
  name: string;
  doc: Doc | undefined;
};

export function declareClass(script: Script, { node, name, doc }: ClassNode): void {
  if (isHidden(doc)) return;
  const parent = node.superClass ? pathOf(node.superClass)?.join(".") : undefined;
  script.found.push({
    what: "interface",
    name,
    interfaceKind: "class",
    ...(parent ? { parents: [parent] } : {}),
    ...(doc ? { doc } : {}),
    line: node.loc?.start.line ?? 1,
  });
  const setters = accessors(node, "set");
  const seen = new Set<string>();
  for (const element of node.body.body) {
    if (element.type === "MethodDefinition") declareMethod({ script, name, doc, setters, seen }, element);
    else if (element.type === "PropertyDefinition") declareField(script, name, element);
  }
}

const accessors = (node: ClassNode["node"], kind: "get" | "set"): Set<string> =>
  new Set(
    node.body.body.flatMap((element) =>
      element.type === "MethodDefinition" && element.kind === kind
        ? [keyName(element.key, element.computed) ?? ""]
        : [],
    ),
  );

type InClass = {
  script: Script;
  name: string;
  doc: Doc | undefined;
  setters: Set<string>;
  seen: Set<string>;
};

function declareMethod(
  { script, name: owner, doc: classDoc, setters, seen }: InClass,
  node: MethodDefinition,
): void {
  const doc = docBefore(script, node.start);
  const name = keyName(node.key, node.computed);
  if (name === undefined || isHidden(doc) || (doc === undefined && isInternal(name))) return;
  const line = node.loc?.start.line ?? 1;
  if (node.kind === "constructor") {
    if (!hasTag(classDoc, "hideconstructor", "abstract", "interface") && !hasTag(doc, "hideconstructor"))
      script.found.push({
        what: "constructor",
        name: owner,
        ...callOf(node.value),
        ...withDoc(doc ?? paramsOnly(classDoc)),
        line,
      });
    declareThis(script, owner, node.value.body.body);
    return;
  }
  if (node.kind !== "method" && seen.has(`${node.static} ${name}`)) return;
  if (node.kind !== "method") seen.add(`${node.static} ${name}`);
  script.found.push({
    what: "member",
    owner,
    name,
    kind: node.kind === "method" ? "method" : "property",
    ...(node.static || hasTag(doc, "static") ? { static: true as const } : {}),
    ...(node.kind === "get" && !setters.has(name) ? { readOnly: true as const } : {}),
    ...(node.kind === "method" ? callOf(node.value) : {}),
    ...withDoc(doc),
    line,
  });
}

/** Parameters of a constructor are often told in the comment of its class. */
const paramsOnly = (doc: Doc | undefined): Doc | undefined => {
  const tags = tagsOf(doc, "param", "arg", "argument");
  return tags.length === 0 ? undefined : { text: "", tags };
};

export const withDoc = (doc: Doc | undefined): { doc?: Doc } => (doc ? { doc } : {});

export function callOf(node: FunctionNode): Pick<Declared, "params" | "keys"> {
  const keys = [...destructuredKeys(node.params).values()][0];
  return { params: codeParams(node.params), ...(keys ? { keys } : {}) };
}

function declareField(script: Script, owner: string, node: PropertyDefinition): void {
  const doc = docBefore(script, node.start);
  const name = keyName(node.key, node.computed);
  if (name === undefined || isHidden(doc) || (doc === undefined && isInternal(name))) return;
  const { value } = node;
  const valueType = literalType(value);
  const kind: MemberKind = value && isFunction(value) ? "method" : "property";
  script.found.push({
    what: "member",
    owner,
    name,
    kind,
    ...(node.static || hasTag(doc, "static") ? { static: true as const } : {}),
    ...(value && isFunction(value) ? callOf(value) : {}),
    ...(valueType ? { valueType } : {}),
    ...withDoc(doc),
    line: node.loc?.start.line ?? 1,
  });
}

type FunctionClass = { node: FunctionNode; name: string; doc: Doc | undefined };

/** `function Loom(width) { … }` with members on its prototype, or a comment that calls it a class. */
export function declareConstructorFunction(
  script: Script,
  { node, name: written, doc }: FunctionClass,
): void {
  if (isHidden(doc)) return;
  const name =
    tagsOf(doc, "class", "constructor", "constructs", "alias", "name").find(({ about }) => about)?.about ??
    written;
  const line = node.loc?.start.line ?? 1;
  const isRecord = hasTag(doc, "interface", "record", "hideconstructor", "abstract");
  script.found.push({ what: "interface", name, interfaceKind: "class", ...withDoc(doc), line });
  if (!isRecord)
    script.found.push({ what: "constructor", name, ...callOf(node), ...withDoc(paramsOnly(doc)), line });
  if (node.body.type === "BlockStatement") declareThis(script, name, node.body.body);
}

/** `this.width = …` in the body of a constructor. */
function declareThis(script: Script, owner: string, body: readonly Statement[]): void {
  for (const statement of body) {
    if (statement.type !== "ExpressionStatement") continue;
    const { expression } = statement;
    const assigned = expression.type === "AssignmentExpression" ? expression : undefined;
    const path = pathOf(assigned ? assigned.left : expression);
    const name = path?.[1];
    const doc = docBefore(script, statement.start);
    if (path?.[0] !== "this" || path.length !== 2 || name === undefined || isHidden(doc)) continue;
    if (doc === undefined && (isInternal(name) || !assigned)) continue;
    const value = assigned?.right;
    const valueType = literalType(value);
    script.found.push({
      what: "member",
      owner,
      name,
      kind: value && isFunction(value) ? "method" : "property",
      ...(value && isFunction(value) ? callOf(value) : {}),
      ...(valueType ? { valueType } : {}),
      ...withDoc(doc),
      line: statement.loc?.start.line ?? 1,
    });
  }
}
