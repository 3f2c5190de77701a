// What one declaration of a stub script states, from its comment first and its code second. Promises the same facts for
// both styles of classes. Refuses types that neither names.

import type { Fact, MemberFact, Param } from "../../surface/facts.ts";
import { proseFacts } from "../prose-facts.ts";
import type { Declared } from "./script.ts";
import { cleanType, type Doc, hasTag, type Tag, tagsOf } from "./tags.ts";

/** Properties of the file's own type definitions, by their names. */
export type Typedefs = ReadonlyMap<string, Param[]>;

export function declaredFacts(declared: Declared, typedefs: Typedefs): Fact[] {
  const { name, doc } = declared;
  switch (declared.what) {
    case "interface":
      return interfaceFacts(declared);
    case "typedef":
      return typedefFacts(name, doc);
    case "constructor":
      return [
        { type: "constructor", interface: name, ...paramsPart(declared) },
        ...optionFacts(`new ${name}`, declared, typedefs),
      ];
    case "member":
      return memberFacts(declared, typedefs);
    case "function": {
      const valueType = returnType(doc);
      return [
        { type: "function", name, ...paramsPart(declared), ...(valueType ? { valueType } : {}) },
        ...optionFacts(name, declared, typedefs),
      ];
    }
    case "global": {
      const valueType =
        tagsOf(doc, "type", "const", "constant", "var", "member")[0]?.type ?? declared.valueType;
      return [{ type: "global", name, ...(valueType ? { valueType } : {}) }];
    }
    case "page":
      return proseFacts(undefined, descriptionOf(doc));
  }
}

const PARENTS = ["extends", "augments", "mixes", "implements"];

function interfaceFacts({ name, interfaceKind, parents = [], doc }: Declared): Fact[] {
  const stated = tagsOf(doc, ...PARENTS).flatMap(({ type, about }) => {
    const parent = type ?? about;
    return parent === undefined ? [] : [parent.replace(/<.*$/, "").trim()];
  });
  const all = [...new Set([...parents, ...stated])].filter((parent) => parent !== "" && parent !== name);
  const own: Fact = {
    type: "interface",
    name,
    ...(interfaceKind ? { kind: interfaceKind } : {}),
    ...(all.length > 0 ? { parents: all } : {}),
  };
  return [own, ...propertyFacts(name, doc), ...proseFacts(name, descriptionOf(doc))];
}

const DESCRIBING = [
  "description",
  "desc",
  "classdesc",
  "file",
  "fileoverview",
  "overview",
  "module",
  "summary",
];

export const descriptionOf = (doc: Doc | undefined): string =>
  [doc?.text ?? "", ...tagsOf(doc, ...DESCRIBING).map(({ text }) => text)]
    .map((text) => text.trim())
    .filter((text) => text !== "")
    .join("\n\n");

/** `@property` in the comment of a class, namespace or type definition. */
function propertyFacts(owner: string, doc: Doc | undefined): Fact[] {
  return tagsOf(doc, "property", "prop").flatMap((tag): Fact[] => {
    const { about, type } = tag;
    if (about === undefined || /[.[]/.test(about)) return [];
    const isCall = /^function\b|=>/i.test(type ?? "");
    return [
      {
        type: "member",
        interface: owner,
        name: about,
        kind: isCall ? "method" : "property",
        ...(type && !isCall ? { valueType: type } : {}),
        ...(/\bread[ -]?only\b/i.test(tag.text) ? { readOnly: true as const } : {}),
      },
    ];
  });
}

/** An alias of other types has no members, and is no interface. */
function typedefFacts(name: string, doc: Doc | undefined): Fact[] {
  const properties = propertyFacts(name, doc);
  const type = tagsOf(doc, "typedef")[0]?.type ?? "";
  const inline = /^\{[\s\S]*\}$/.test(type) ? recordFields(type) : [];
  const fields = inline.map(
    (field): Fact => ({
      type: "member",
      interface: name,
      name: field.name,
      kind: "property",
      ...(field.type ? { valueType: field.type } : {}),
    }),
  );
  if (properties.length + fields.length === 0) return [];
  return [{ type: "interface", name, kind: "class" }, ...properties, ...fields];
}

/** `{width: number, yarn?: Yarn}`. */
export function recordFields(type: string): Param[] {
  const inside = type.replace(/^\{\s*|\s*\}$/g, "");
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const char of `${inside},`) {
    if ("{(<[".includes(char)) depth += 1;
    if ("})>]".includes(char)) depth -= 1;
    if ((char === "," || char === ";") && depth === 0) {
      parts.push(part);
      part = "";
    } else part += char;
  }
  return parts.flatMap((text) => {
    const [, name, mark, field] =
      /^\s*["']?([\p{L}_$][\p{L}\p{N}_$]*)["']?\s*(\?)?\s*(?::\s*([\s\S]+))?$/u.exec(text) ?? [];
    if (name === undefined) return [];
    const optional = mark !== undefined || /=$|\bundefined\b/.test(field?.trim() ?? "");
    const clean = field === undefined ? "" : cleanType(field);
    return [{ name, ...(clean ? { type: clean } : {}), ...(optional ? { optional: true as const } : {}) }];
  });
}

export const returnType = (doc: Doc | undefined): string | undefined =>
  tagsOf(doc, "returns", "return")[0]?.type;

function memberFacts(declared: Declared, typedefs: Typedefs): Fact[] {
  const { owner = "", name, kind, doc } = declared;
  const isCall = kind === "method";
  const type = tagsOf(doc, "type", "member", "var", "const", "constant", "enum")[0]?.type;
  const valueType = isCall ? returnType(doc) : (type ?? returnType(doc) ?? declared.valueType);
  const since = tagsOf(doc, "since", "version", "available")[0]?.text;
  const readOnly = declared.readOnly || hasTag(doc, "readonly", "const", "constant", "final");
  const member: MemberFact = {
    type: "member",
    interface: owner,
    name,
    ...(kind ? { kind } : {}),
    ...(declared.static || hasTag(doc, "static") ? { static: true as const } : {}),
    ...(valueType ? { valueType } : {}),
    ...(readOnly && !isCall ? { readOnly: true as const } : {}),
    ...(isCall ? paramsPart(declared) : {}),
    ...(since ? { since: since.split("\n")[0]?.trim() ?? since } : {}),
    ...(hasTag(doc, "deprecated") ? { deprecated: true as const } : {}),
  };
  return [member, ...(isCall ? optionFacts(`${owner}.${name}`, declared, typedefs) : [])];
}

const paramTags = (doc: Doc | undefined): Tag[] =>
  tagsOf(doc, "param", "arg", "argument").filter(({ about }) => about !== undefined);

/** Parameters of the comment, then those that only the code has. */
export function paramsOf({ params: written, doc }: Declared): Param[] | undefined {
  const roots = paramTags(doc).filter(({ about }) => !/[.[]/.test(about ?? ""));
  if (roots.length === 0 && paramTags(doc).length === 0) return written;
  const params = roots.map(({ about = "", type, optional }): Param => {
    const inCode = written?.find((param) => param.name === about)?.optional;
    return {
      name: about,
      ...(type ? { type } : {}),
      ...(optional || inCode ? { optional: true as const } : {}),
    };
  });
  for (const { about = "" } of paramTags(doc)) {
    const root = about.split(/[.[]/)[0] ?? "";
    if (!params.some(({ name }) => name === root)) params.push({ name: root });
  }
  // Code that has them all is called in its order, also where the comment leaves one out.
  if (written && params.every(({ name }) => written.some((param) => param.name === name)))
    return written.map((param) => params.find(({ name }) => name === param.name) ?? param);
  const more = (written ?? [])
    .slice(params.length)
    .filter(({ name }) => !params.some((param) => param.name === name));
  return [...params, ...more];
}

function paramsPart(declared: Declared): { params?: Param[] } {
  const params = paramsOf(declared);
  return params ? { params } : {};
}

/** `@param {number} options.size`, the properties of a type definition, or the fields of an object type. */
function keysOf(declared: Declared, typedefs: Typedefs): Param[] {
  const { doc, keys = [] } = declared;
  const found = paramTags(doc).flatMap(({ about = "", type, optional }): Param[] => {
    const key = /^[^.[]+\.([^.[]+)$/.exec(about)?.[1];
    if (key === undefined) return [];
    return [{ name: key, ...(type ? { type } : {}), ...(optional ? { optional: true as const } : {}) }];
  });
  if (found.length > 0) return found;
  for (const { type } of paramsOf(declared) ?? []) {
    const bare = type?.replace(/\s*\|\s*(?:undefined|null)$/, "") ?? "";
    const fields = typedefs.get(bare) ?? (/^\{[\s\S]*:[\s\S]*\}$/.test(bare) ? recordFields(bare) : []);
    if (fields.length > 0) return fields;
  }
  return keys;
}

function optionFacts(of: string, declared: Declared, typedefs: Typedefs): Fact[] {
  const keys = keysOf(declared, typedefs);
  return keys.length === 0 ? [] : [{ type: "options", of, keys }];
}
