// What a heading of a reference page names: an interface ("Layer object", "class Layer extends Item"), a group of members
// ("Layer methods"), or a member ("weave(count, options) → Boolean"). Promises a name or nothing. Refuses prose.

import { isDottedName, isIdentifier } from "../names.ts";
import type { InterfaceKind, MemberKind, Param } from "../surface/facts.ts";
import { memberKind } from "./reference-attributes.ts";
import { readParams, readSignature } from "./signature.ts";

/** `params` are those of its constructor: `class Layer(name)`. */
export type ObjectHeading = { name: string; kind?: InterfaceKind; parent?: string; params?: Param[] };

const CLASS_FIRST =
  /^(?:the\s+)?(class|interface|object|module|namespace|enum(?:eration)?|type|mixin|abstract class)\s*[: ]\s*`?([\p{L}_$][\p{L}\p{N}_$.]*)`?(?:\s*(?:<.*?>|\((.*)\)))?(?:\s+extends\s+([\p{L}_$][\p{L}\p{N}_$.]*))?$/iu;
const CLASS_LAST =
  /^(?:the\s+)?`?([\p{L}_$][\p{L}\p{N}_$.]*)`?\s+(class|interface|objects?|module|namespace|enum(?:eration)?|type|mixin)$/iu;

/** The interface that a heading names. */
export function objectHeading(heading: string): ObjectHeading | undefined {
  const bare = heading.replace(/^`(.*)`$/, "$1");
  if (isDottedName(bare)) return { name: bare };
  const [, first, after, call, parent] = CLASS_FIRST.exec(heading) ?? [];
  const [, before, last] = first === undefined ? (CLASS_LAST.exec(heading) ?? []) : [];
  const name = after ?? before;
  if (name === undefined || !isDottedName(name)) return undefined;
  const kind = interfaceKind(first ?? last ?? "");
  const params = call === undefined ? undefined : readParams(call);
  return {
    name,
    ...(kind ? { kind } : {}),
    ...(parent ? { parent } : {}),
    ...(params ? { params } : {}),
  };
}

function interfaceKind(word: string): InterfaceKind | undefined {
  if (/^enum/i.test(word)) return "enumeration";
  if (/^(?:namespace|module|package)/i.test(word)) return "namespace";
  return /^(?:abstract )?class/i.test(word) ? "class" : undefined;
}

export type GroupHeading = {
  words: string;
  kind?: MemberKind;
  prefix?: string;
  static?: true;
  constructors?: true;
};

const GROUP =
  /^(?:(.+?)\s+)?(properties|methods|events|constants|functions|members|handlers|attributes|fields|signals|accessors|constructors?|callbacks|values)$/i;
const MODIFIER =
  /^(?:static|instance|class|object|public|own|global|other|all|enum(?:eration)?|event|prototype|the)$/i;

/** "Method Detail", "Field Summary", "Property Descriptions". */
const OVERVIEW =
  /^((?:.+\s)?(?:property|method|event|constant|function|member|field|constructor|attribute|value|callback))s?\s+(?:summary|details?|descriptions?)$/i;
const pluralOf = (words: string): string =>
  /property$/i.test(words) ? words.replace(/y$/, "ies") : `${words}s`;

/** A heading over members of one kind, with the name that stands before the kind. */
export function groupHeading(text: string): GroupHeading | undefined {
  const overview = OVERVIEW.exec(text)?.[1];
  const heading = overview === undefined ? text : pluralOf(overview);
  const [, before, words] = GROUP.exec(heading) ?? [];
  // In small letters it is the member itself; a remark in parentheses belongs to a chapter's title.
  if (words === undefined || heading === "constructor" || /[()]/.test(heading)) return undefined;
  const rest = before
    ?.split(/\s+/)
    .filter((word) => !MODIFIER.test(word))
    .join(" ");
  const kind = /^members$/i.test(words) ? undefined : memberKind(words);
  return {
    words: words.toLowerCase(),
    ...(kind ? { kind } : {}),
    ...(rest ? { prefix: rest } : {}),
    ...(before !== undefined && /\b(?:static|class)\b/i.test(before) ? { static: true as const } : {}),
    ...(/^constructors?$/i.test(words) ? { constructors: true as const } : {}),
  };
}

export type MemberHeading = {
  name: string;
  owner?: string;
  isNew?: true;
  params?: Param[];
  valueType?: string;
  static?: true;
  readOnly?: true;
};

const TAGS =
  /^(?:[(<[](static|readonly|read-only|async|constant|abstract|inherited|nullable|optional)[)>\]]\s*|(static|readonly|async|get|set|const)\s+(?=\S))/i;

/** A member as its heading gives it: a name, a call, a name with its type. */
export function memberHeading(heading: string): MemberHeading | undefined {
  const found: Partial<MemberHeading> = {};
  let text = heading
    .replace(/^`([^`]*)`$/, "$1")
    .replace(/\s*¶$/, "")
    .trim();
  for (let tag = TAGS.exec(text); tag; tag = TAGS.exec(text)) {
    const word = (tag[1] ?? tag[2] ?? "").toLowerCase();
    if (word === "static") found.static = true;
    if (/^(?:read-?only|constant|const|get)$/.test(word)) found.readOnly = true;
    text = text.slice(tag[0].length);
  }
  if (isIdentifier(text)) return { name: text, ...found };
  const call = /[(]/.test(text);
  const typed = /^[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)?\s*:\s*\S/u.test(text);
  const dotted = isDottedName(text);
  if (!call && !typed && !dotted) return undefined;
  const signature = readSignature(text.replace(/→\s*\{(.*)\}$/, "→ $1"));
  if (!signature || (signature.owner !== undefined && !isDottedName(signature.owner))) return undefined;
  if (!call && signature.returns !== undefined && !typed) return undefined;
  return {
    name: signature.name,
    ...(signature.owner ? { owner: signature.owner } : {}),
    ...(signature.isNew ? { isNew: true as const } : {}),
    ...(signature.params ? { params: signature.params } : {}),
    ...(signature.returns ? { valueType: signature.returns } : {}),
    ...found,
  };
}
