// What a documented type is, read strictly: an interface, a list or a promise of them, or nothing that a check may build
// on. Promises certainty or null. Refuses to skip a word that it does not know: what that word means could make the rest
// untrue.

import type { Surface } from "../docs/surface/surface.ts";
import { perVersion } from "./per-version.ts";

/** `class`: the interface itself, with its statics. `list`, `promise`: what they hold is named. */
export type Form = "value" | "class" | "list" | "promise" | "promised list";

/**
 * One of these interfaces, or of the language's own types ("Array", "String"). `isSure`: code or a documented interface
 * says so; a comment, or a loose word of the documentation ("string"), does not carry an accusation that holds a write.
 */
export type Typed = { names: readonly string[]; form: Form; isSure: boolean };

/** Documented as anything, or data that code made or parsed: whatever is asked of it may be there. */
export const ANYTHING: Typed = { names: ["any"], form: "value", isSure: false };
export const isAnything = ({ names }: Typed): boolean => names.includes("any");

const NOTHING = /^(?:null|undefined|void|nothing|none|never|(?:unique )?symbol|NothingEnum(?:\.\w+)?)$/i;
const INDEXED = /^(\w+)\[["'](\w+)["']\]$/;
const LIST = [
  /^(?:an? )?(?:array|list|collection) of (.+)$/i,
  /^(.+)\[\]$/,
  /^(?:Readonly)?(?:Array|Set)<(.+)>$/,
];
const PROMISE = /^Promise<(.+)>$/;
const DRESS = /^(?:an? |the )|(?: objects?| instance| enumerator)$/gi;

/** Words of documentations for the language's own types; what only sounds like one ("object", "function") is left out. */
const PRIMITIVES: ReadonlyMap<string, string> = new Map([
  ...["string", "String", "str"].map((word): [string, string] => [word, "String"]),
  ...["number", "Number", "int", "integer", "Integer", "float", "real", "double"].map(
    (word): [string, string] => [word, "Number"],
  ),
  ...["boolean", "Boolean", "bool", "Bool", "BOOL"].map((word): [string, string] => [word, "Boolean"]),
  ["Date", "Date"],
  ["RegExp", "RegExp"],
  ["Array", "Array"],
  ["array", "Array"],
]);
/** An interface of such a name is documented for what any value has, or has whatever its data has. */
const TOO_WIDE: ReadonlySet<string> = new Set([
  "Object",
  "Function",
  "Any",
  "any",
  "Mixed",
  "Type",
  "XML",
  "XMLList",
]);
export const isTooWide = (name: string): boolean => TOO_WIDE.has(name);

const typesRead = perVersion(() => new Map<string, Typed | null>());

/** Null unless every alternative of the type is known, and all are of one form. */
export function typedBy(valueType: string | null, surface: Surface): Typed | null {
  if (valueType === null || valueType.length > 400) return null;
  const types = typesRead(surface);
  const before = types.get(valueType);
  if (before !== undefined) return before;
  const type = read(valueType.replaceAll("`", "").trim(), surface);
  types.set(valueType, type);
  return type;
}

function read(text: string, surface: Surface): Typed | null {
  const parts = alternatives(text)
    .map((part) => indexed(part, surface))
    .filter((part) => part !== "" && !NOTHING.test(part));
  const [only] = parts;
  if (only === undefined) return null;
  if (parts.length === 1) return one(only, surface);
  return unionOf(parts.map((part) => one(part, surface)));
}

/** `PluginAPI["mixed"]`: what the member is of. */
function indexed(text: string, surface: Surface): string {
  const [, owner = "", member = ""] = INDEXED.exec(text) ?? [];
  return surface.member(owner, member)?.valueType ?? text;
}

const alternatives = (text: string): string[] => atTopLevel(text, /\||\/|,|\s+or\s+/);

/** Split where no bracket is open; the arrow of a function's type closes none. */
export function atTopLevel(text: string, mark: RegExp): string[] {
  const parts: string[] = [];
  const marks = new RegExp(`=>|[<([{]|[>)\\]}]|${mark.source}`, "gi");
  let [depth, from] = [0, 0];
  for (const { index, 0: found } of text.matchAll(marks)) {
    if (found === "=>") continue;
    if (/[<([{]/.test(found)) depth += 1;
    else if (/[>)\]}]/.test(found)) depth -= 1;
    else if (depth === 0) {
      parts.push(text.slice(from, index).trim());
      from = index + found.length;
    }
  }
  return [...parts, text.slice(from).trim()];
}

function one(text: string, surface: Surface): Typed | null {
  const inner = /^\((.+)\)$/.exec(text)?.[1];
  if (inner !== undefined && atTopLevel(text, /&/).length === 1) return read(inner, surface);
  const together = atTopLevel(text, /&/);
  if (together.length > 1) return allOf(together, surface);
  const promised = PROMISE.exec(text)?.[1];
  if (promised !== undefined) return promiseOf(read(promised, surface));
  const element = LIST.map((form) => form.exec(text)?.[1]).find((found) => found !== undefined);
  if (element !== undefined) return listOf(element.replace(/^\((.*)\)$/, "$1"), surface);
  return named(text.replace(DRESS, "").trim(), surface);
}

function promiseOf(inner: Typed | null): Typed | null {
  if (inner?.form === "value") return { ...inner, form: "promise" };
  return inner?.form === "list" ? { ...inner, form: "promised list" } : null;
}

function listOf(element: string, surface: Surface): Typed | null {
  const inner = read(element, surface) ?? named(element.replace(DRESS, "").trim().replace(/s$/, ""), surface);
  if (inner?.form === "value") return { ...inner, form: "list" };
  // Of what the language spells as a list at least that much is known.
  return /^[\w ]*$/.test(element) ? null : { names: ["Array"], form: "value", isSure: false };
}

/** `A & B` has what any of them has; of one that is spelled out (`{ type: "x" }`) only the names are left out. */
function allOf(parts: readonly string[], surface: Surface): Typed | null {
  const isSpelled = (part: string): boolean => part.startsWith("{");
  const type = unionOf(parts.filter((part) => !isSpelled(part)).map((part) => read(part, surface)));
  return type?.form === "value" ? { ...type, isSure: type.isSure && !parts.some(isSpelled) } : null;
}

function named(name: string, surface: Surface): Typed | null {
  if (/^(?:any|unknown)$/i.test(name) && !surface.interface(name)) return ANYTHING;
  if (TOO_WIDE.has(name)) return null;
  if (/^(?:"[^"]*"|'[^']*')$/.test(name)) return { names: ["String"], form: "value", isSure: false };
  const isDate = /^dates?$/.test(name) && !surface.interface(name) ? "Date" : undefined;
  const primitive = PRIMITIVES.get(name) ?? isDate;
  if (primitive !== undefined && !isLower(name, surface))
    return { names: [primitive], form: "value", isSure: false };
  if (surface.interface(name)) return { names: [name], form: "value", isSure: true };
  const other = otherCase(name);
  return surface.interface(other) ? { names: [other], form: "value", isSure: false } : null;
}

/** "Stream" of a guide whose page is called "stream". */
function otherCase(name: string): string {
  const first = name.charAt(0);
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + name.slice(1);
}

/** A documentation may call an interface of its own `color` or `number`. */
const isLower = (name: string, surface: Surface): boolean =>
  /^[a-z]/.test(name) && surface.interface(name) !== undefined;

/** All of them, or nothing: one that is not known could be anything. */
export function unionOf(types: readonly (Typed | null)[]): Typed | null {
  const [first] = types;
  if (!first || types.some((type) => type === null)) return null;
  const all = types.filter((type) => type !== null);
  if (all.some(({ form }) => form !== first.form)) return null;
  return {
    form: first.form,
    names: [...new Set(all.flatMap(({ names }) => names))],
    isSure: all.every(({ isSure }) => isSure),
  };
}
