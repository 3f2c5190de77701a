// Object literals and single values of a stub script: namespaces, enumerations, prototypes given at once, globals.
// Promises members of nested literals under their dotted names. Refuses to take the fields of undocumented data for
// members: a literal counts where its comment, its place or its functions say that it is one of the interface.

import type { CallExpression, Expression, ObjectExpression, Property, SpreadElement } from "acorn";
import { callOf, declareClass, isFunction, withDoc } from "./classes.ts";
import { keyName, literalType, pathOf } from "./names.ts";
import { type Declared, docBefore, isHidden, isInternal, type Script } from "./script.ts";
import { type Doc, hasTag, tagsOf } from "./tags.ts";

type Literal = { node: ObjectExpression; doc: Doc | undefined };

export function declareObject(script: Script, path: string[], { node, doc }: Literal): void {
  if (isHidden(doc)) return;
  const lends = lentTo(doc);
  const target = lends ? lends.replace(/#$/, ".prototype").split(".") : statedPath(path, doc);
  const at = target.indexOf("prototype");
  const owner = (at < 0 ? target : target.slice(0, at)).join(".");
  const line = node.loc?.start.line ?? 1;
  const isEnum = hasTag(doc, "enum");
  if (at < 0 && lends === undefined) {
    const isObject = isEnum || hasTag(doc, "namespace", "mixin", "class", "constructor", "interface");
    if (!isObject && path.length > 1 && !hasCalls(node)) {
      declareValue(script, path, { node, doc, line });
      return;
    }
    const interfaceKind = isEnum
      ? "enumeration"
      : hasTag(doc, "class", "interface", "mixin")
        ? "class"
        : "namespace";
    script.found.push({ what: "interface", name: owner, interfaceKind, ...withDoc(doc), line });
  }
  const isStatic = at < 0 && !hasTag(doc, "mixin", "interface", "class");
  for (const property of node.properties) declareProperty({ script, owner, isStatic, isEnum }, property);
}

/** `Loom.prototype`, or `Loom#` for the same. */
function lentTo(doc: Doc | undefined): string | undefined {
  const [lends] = tagsOf(doc, "lends");
  return lends ? `${lends.about ?? ""}${/^#/.exec(lends.text)?.[0] ?? ""}` || undefined : undefined;
}

const hasCalls = ({ properties }: ObjectExpression): boolean =>
  properties.some((property) => property.type === "Property" && isFunction(property.value));

/** `@name`, `@alias` and `@memberof` go before what the code says. */
export function statedPath(path: string[], doc: Doc | undefined): string[] {
  const alias = tagsOf(
    doc,
    "alias",
    "name",
    "namespace",
    "enum",
    "class",
    "constructor",
    "interface",
    "member",
    "var",
    "function",
    "func",
    "method",
  ).find(({ about, name }) => about !== undefined && !(name === "enum"))?.about;
  const parts =
    alias
      ?.replace(/^module:/, "")
      .replace(/[#]/g, ".prototype.")
      .replace(/~/g, ".")
      .split(".") ?? path;
  const [memberOf] = tagsOf(doc, "memberof", "memberOf");
  if (memberOf?.about === undefined) return parts;
  const of = `${memberOf.about}${/^[#.~]/.exec(memberOf.text)?.[0] ?? ""}`;
  const owner = of
    .replace(/[.#~]$/, (mark) => (mark === "#" ? ".prototype" : ""))
    .replace(/#/g, ".prototype.");
  const last = parts.at(-1) ?? "";
  const inside = hasTag(doc, "instance") && !owner.endsWith("prototype") ? ["prototype"] : [];
  return [...owner.split("."), ...inside, last];
}

type InObject = { script: Script; owner: string; isStatic: boolean; isEnum: boolean };

function declareProperty(
  { script, owner, isStatic, isEnum }: InObject,
  property: Property | SpreadElement,
): void {
  const doc = docBefore(script, property.start);
  const name = property.type === "Property" ? keyName(property.key, property.computed) : undefined;
  if (name === undefined || property.type !== "Property" || isHidden(doc)) return;
  if (doc === undefined && (isInternal(name) || name === "constructor")) return;
  const value = unfrozen(property.value);
  if (hasTag(doc, "constructs") && isFunction(value)) {
    const line = property.loc?.start.line ?? 1;
    script.found.push({ what: "interface", name: owner, interfaceKind: "class", ...withDoc(doc), line });
    script.found.push({ what: "constructor", name: owner, ...callOf(value), ...withDoc(doc), line });
    return;
  }
  const place = { script, owner, name, isStatic };
  if (isEnum) pushMember(place, { property, doc, value, kind: "value" });
  else if (value.type === "ObjectExpression" && (hasTag(doc, "namespace", "enum") || hasCalls(value)))
    declareObject(script, [...owner.split("."), name], { node: value, doc });
  else if (value.type === "ClassExpression")
    declareClass(script, { node: value, name: `${owner}.${name}`, doc });
  else pushMember(place, { property, doc, value, kind: isFunction(value) ? "method" : "property" });
}

type PropertyPlace = { script: Script; owner: string; name: string; isStatic: boolean };
type PropertyValue = {
  property: Property;
  doc: Doc | undefined;
  value: Expression;
  kind: "value" | "method" | "property";
};

function pushMember(
  { script, owner, name, isStatic }: PropertyPlace,
  { property, doc, value, kind }: PropertyValue,
): void {
  const isAccessor = property.kind !== "init";
  const readOnly = property.kind === "get" && !script.setters.has(name);
  const already = isAccessor && script.found.some((one) => one.owner === owner && one.name === name);
  if (already) return;
  const valueType = literalType(value);
  script.found.push({
    what: "member",
    owner,
    name,
    kind: isAccessor ? "property" : kind,
    ...(isStatic ? { static: true as const } : {}),
    ...(readOnly ? { readOnly: true as const } : {}),
    ...(isFunction(value) && !isAccessor ? callOf(value) : {}),
    ...(valueType ? { valueType } : {}),
    ...withDoc(doc),
    line: property.loc?.start.line ?? 1,
  });
}

/** What `Object.freeze` is given. */
export function unfrozen(node: Expression): Expression {
  const call: CallExpression | undefined = node.type === "CallExpression" ? node : undefined;
  const name = call ? pathOf(call.callee)?.join(".") : undefined;
  const first = call?.arguments[0];
  return /^Object\.(?:freeze|seal)$/.test(name ?? "") && first && first.type !== "SpreadElement"
    ? first
    : node;
}

type Value = {
  node: Expression | FunctionLike | undefined;
  doc: Doc | undefined;
  line: number;
  readOnly?: boolean;
};
type FunctionLike = Parameters<typeof callOf>[0];

/** A function or a value: of the global object where nothing stands before its name, else of what does. */
export function declareValue(script: Script, written: string[], { node, doc, line, readOnly }: Value): void {
  if (isHidden(doc)) return;
  const path = statedPath(written, doc);
  const name = path.at(-1) ?? "";
  const before = path.slice(0, -1);
  const isInstance = before.at(-1) === "prototype" || hasTag(doc, "instance");
  const owner = before.filter((part) => part !== "prototype").join(".");
  const called = (node !== undefined && isFunction(node)) || isDocumentedCall(doc);
  const call = node !== undefined && isFunction(node) ? callOf(node) : {};
  const valueType = node === undefined ? undefined : literalType(node);
  const common: Pick<Declared, "name" | "line" | "doc" | "valueType"> = {
    name,
    line,
    ...(valueType ? { valueType } : {}),
    ...withDoc(doc),
  };
  if (hasTag(doc, "class", "constructor", "interface", "namespace") && !called) {
    const interfaceKind = hasTag(doc, "namespace") ? "namespace" : "class";
    script.found.push({
      what: "interface",
      ...common,
      name: path.filter((part) => part !== "prototype").join("."),
      interfaceKind,
    });
  } else if (owner === "") script.found.push({ what: called ? "function" : "global", ...common, ...call });
  else if (name !== "prototype") {
    script.found.push({
      what: "member",
      ...common,
      ...call,
      owner,
      kind: called ? "method" : "property",
      ...(isInstance ? {} : { static: true as const }),
      ...(readOnly ? { readOnly: true as const } : {}),
    });
  }
}

const isDocumentedCall = (doc: Doc | undefined): boolean =>
  hasTag(doc, "function", "func", "method", "param", "arg", "argument", "returns", "return") &&
  !hasTag(doc, "type", "member", "var");
