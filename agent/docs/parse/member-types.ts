// The types in the entry of one member: of its value and of what it returns, in a section of their own, a label, a quoted
// line or the opening sentence. Promises the first of these that says one. Refuses types that only examples show.

import { plain } from "./prose.ts";
import { readAttributes } from "./reference-attributes.ts";
import type { Block, Section } from "./reference-blocks.ts";
import { typePhrase } from "./type-phrase.ts";
import { readReturns, readType, readTypeSection, type TypeText } from "./type-text.ts";

export function typeOf(sections: readonly Section[]): TypeText {
  const section = sections.find(({ heading }) =>
    /^(?:value |data |property )?types?:?$/i.test(plain(heading)),
  );
  if (section) return readTypeSection(textOf(section.blocks));
  const marked = markedType(sections[0]?.blocks ?? []);
  if (marked.valueType) return marked;
  const line = typeLine(sections);
  if (line !== undefined) return { valueType: line };
  const attributes = readAttributes([...sections]);
  const stated = readType(attributes.get("type") ?? "");
  const access = attributes.get("access") ?? "";
  const lead =
    sections[0]?.blocks.flatMap((block) => (block.type === "paragraph" ? block.lines.map(plain) : [])) ?? [];
  const readOnly =
    stated.readOnly ||
    /\bread[ -]?only\b/i.test(access) ||
    lead.some((line) => /(?:^|[.;(]\s*|`,\s*)read[ -]?only\b(?!\s+(?:if|when|in)\b)/i.test(line));
  const opening = stated.valueType === undefined ? openingType(lead) : undefined;
  return {
    ...(stated.valueType || opening ? { valueType: stated.valueType ?? opening ?? "" } : {}),
    ...(readOnly ? { readOnly: true as const } : {}),
  };
}

const TYPED =
  /^(?:(?:readonly|static|optional|abstract|protected)\s+)*[\p{L}_$][\p{L}\p{N}_$]*\??\s*:\s*(\S.*)$/u;

/** TypeDoc's line "`readonly` **magnitude**: `number`". */
function markedType(blocks: readonly Block[]): TypeText {
  for (const line of blocks.flatMap(linesOf)) {
    const marked = /\*\*([\p{L}_$][\p{L}\p{N}_$]*)\*\*\??\s*:/u.exec(line)?.[1];
    if (marked === undefined || /^(?:kind|extends|implements|mixes|emits|category)$/i.test(marked)) continue;
    const type = TYPED.exec(bare(line).trim())?.[1];
    if (type) return { valueType: type, ...(/`readonly`/.test(line) ? { readOnly: true as const } : {}) };
  }
  return {};
}

const ONE_TYPE = "[\\p{L}_$][\\p{L}\\p{N}_$.]*(?:<[^<>]*(?:<[^<>]*>)?[^<>]*>)?(?:\\[\\])*";
const TYPE_LINE = new RegExp(
  `^(?:(?:async|static|readonly|get|abstract)\\s*:?\\s*)*(${ONE_TYPE}(?:\\s*\\|\\s*${ONE_TYPE})*)$`,
  "u",
);

/** A line of its own that is a type and nothing else: "*void*", "**async** : *Promise*<[*Scene*](s.md)>". */
function typeLine([first]: readonly Section[]): string | undefined {
  for (const block of (first?.blocks ?? []).slice(0, 3)) {
    if (block.type !== "paragraph") return undefined;
    const line = block.lines[0] ?? "";
    if (/^<\w+[^>]*>[^<]*<\/\w+>$/.test(line)) continue;
    if (!/^(?:\*\*\w+\*\*\s*:?\s*)?\[?[*_]\w/.test(line)) return undefined;
    const text = line
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/\\(?=[<>|[\]])|[*_](?=[\w<]|\W|$)/g, "");
    return TYPE_LINE.exec(text.trim())?.[1];
  }
  return undefined;
}

const OWN_TYPE =
  /^(?:(?:string|number|boolean|bool|int|integer|float|double|object|array|function|date|null|undefined|any)|\p{Lu}[\p{L}\p{N}_$]*(?:<.+>|(?=\[\])))(?:\[\])*$/iu;

/** "`number`, read only", "A `boolean` that says whether …", "An `Integer` property with …", "* Type: {string}". */
function openingType(lead: readonly string[]): string | undefined {
  const [first = ""] = lead;
  const alone = /^`([^`]+)`(?=$|\.$|[,;]\s)/.exec(first)?.[1] ?? "";
  if (alone.split(/\s*\|\s*/).every((word) => OWN_TYPE.test(word))) return alone;
  return /^(?:an?\s+)`([^`]+)`(?:\s+(?:object|property|value|array|instance)\b|\s+(?:that|which|with|representing|indicating|containing|describing|or)\b|[.,;])/i.exec(
    first,
  )?.[1];
}

export function returnsOf(sections: readonly Section[]): string | undefined {
  const section = sections.find(({ heading }) =>
    /^(?:returns?|return(?:ed)? (?:values?|type))\b:?/i.test(plain(heading)),
  );
  if (section) {
    const text = textOf(section.blocks);
    return readReturns(text).valueType ?? typePhrase(text.split("\n")[0] ?? "");
  }
  const line = typeLine(sections);
  if (line !== undefined) return line;
  const attributes = readAttributes([...sections]);
  const label = attributes.get("returns");
  if (label !== undefined) return readReturns(label).valueType ?? typePhrase(label);
  for (const { blocks } of sections) {
    for (const line of blocks.flatMap(linesOf)) {
      const stated = /^(?:\*\*)?returns?:?(?:\*\*)?:?\s+(.+)$/is.exec(line.trim())?.[1];
      const type =
        stated === undefined ? undefined : readReturns(stated.replace(/^\{([^}]+)\}/, "`$1`")).valueType;
      if (type !== undefined) return type;
    }
  }
  return undefined;
}

const linesOf = (block: Block): string[] => {
  if (block.type === "paragraph") return block.lines;
  return block.type === "list" ? block.items.map(({ text }) => text) : [];
};

const textOf = (blocks: readonly Block[]): string => blocks.flatMap(linesOf).join("\n");

/** Without links and marks. */
export const bare = (line: string): string =>
  line.replace(/\[([^\]]*)\]\([^)]*\)/g, "$1").replace(/[*`\\]/g, "");
