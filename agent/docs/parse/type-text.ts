// Types as documentation words them: "String; read-only.", "An `Align` enumerated value; one of:", "[Layer](l.md) or
// `null`". Promises the documentation's own words without their dressing. Refuses sentences: what a call returns in
// prose is a type only where it begins with the name of one.

import { paragraphs, plain } from "./prose.ts";

export type TypeText = { valueType?: string; readOnly?: true; optional?: true };

const READ_ONLY = /\bread[ -]?only\b/i;
const ACCESS =
  /[;,.]?\s*\(?\b(?:read[ -]?only|write[ -]?only|read(?:[/ -]|\s+and\s+|\s*\/\s*)write|writ(?:e|able)|readonly)\b\)?\.?/gi;
const OPTIONAL = /[;,]?\s*[([]?\b(?:optional)\b[)\]]?[;,.]?/i;
const ARTICLE = /^(?:an?|the|its|this|one|returns?|new|either)\s+/i;

/** A type's own cell or line: all of it is the type, but for access and optionality. */
export const readType = (text: string): TypeText => typeOf(plain(text));

function typeOf(line: string): TypeText {
  const bare = tidy(line.replace(ACCESS, "").replace(OPTIONAL, ""));
  return {
    ...(bare === "" || /^(?:-|–|—|n\/a|\?)$/i.test(bare) ? {} : { valueType: bare }),
    ...(READ_ONLY.test(line) ? { readOnly: true as const } : {}),
    ...(/\boptional\b/i.test(line) ? { optional: true as const } : {}),
  };
}

/** The text under a heading "Type": what stands before the first remark. */
export function readTypeSection(text: string): TypeText {
  const first = paragraphs(text)[0] ?? "";
  const cut = firstClause(first);
  const type = /^(?:can|may|could|see|it|depends)\b/i.test(cut) ? {} : typeOf(cut);
  return { ...type, ...(READ_ONLY.test(first) ? { readOnly: true as const } : {}) };
}

const PRIMITIVE =
  /^(?:string|number|numbers|boolean|bool|integer|int|float|floating-point|double|real|array|object|function|date|regexp|null|undefined|void|any|nothing|none|mixed|true|false|promise|error|symbol|bigint|unknown|never)\b/i;

/** The text under a heading "Returns"; no type when it only tells what happens. */
export function readReturns(text: string): TypeText {
  const first = paragraphs(text)[0] ?? "";
  const labelled = /^`?([\w$.[\]<>| ]+?)`?\s*(?::|—|–| - )\s/.exec(first)?.[1];
  const clause = labelled ?? firstClause(first);
  const stated = stripArticles(clause);
  const marked = /^[`\p{Lu}]|^\[/u.test(stated) || PRIMITIVE.test(stated);
  const words = stated.split(/\s+/).length;
  const isRemark = words > 8 || /^(?:if|when|this|these|see|use|on|it|true|false|\d+)\b/i.test(stated);
  if (!marked || isRemark) return objectIn(clause);
  const { valueType } = typeOf(stated);
  return valueType === undefined ? {} : { valueType };
}

/** "The newly created Field object": the one thing that it names. */
function objectIn(clause: string): TypeText {
  const names = [...clause.matchAll(/(?<=\s)`?(\p{Lu}[\p{L}\p{N}_$]*)`?\s+objects?\b/gu)];
  return names.length === 1 && names[0]?.[1] ? { valueType: names[0][1] } : {};
}

/** Up to the first remark: "Boolean; `true` if …", "A String containing …", "Integer in the range …". */
function firstClause(line: string): string {
  const [clause = ""] = line.split(
    /(?<=[^.\d\s])[.](?:\s|$)|;|:(?:\s|$)|,\s(?:the|an?|as)\s|,?\s(?:that|which|who|containing|representing|describing|indicating|specifying|holding|giving|if|when|where|in the|in a|with|for|from|one of|can be|standing|of the form|as a|as the)\b|\s[-–—]\s|\s\((?=[^)]{12,}\))/i,
  );
  return tidy(clause);
}

function stripArticles(text: string): string {
  const bare = text.replace(ARTICLE, "");
  return bare === text ? text : stripArticles(bare);
}

const tidy = (text: string): string =>
  stripArticles(
    text
      .replaceAll("`", "")
      .replace(/\s+/g, " ")
      .replace(/\b(objects?) objects?\b/g, "$1")
      .replace(/^[\s:;,.-]+|[\s:;,.]+$/g, ""),
  );
