// Reads the headings of a Markdown reference: the name without its dressing, and whether it may be a member, an object or
// only a label inside an entry. Promises the same reading for every level. Refuses file names and the words that any
// guide has as headings.

import { groupHeading, memberHeading, objectHeading } from "./html-headings.ts";
import { plain } from "./prose.ts";

export type PageSection = { level: number; heading: string; line: number; text: string };

export type ReadHeading = { text: string; type?: string; readOnly?: true; deprecated?: true; static?: true };

/** "`level` (String)", "width (Number | String)": a space before the bracket, and a type in it. */
const TYPE_BEHIND =
  /^(.*[^\s(])\s+\(((?:\p{Lu}[\w<>[\].]*|string|number|boolean|object|function|array)(?:\s*(?:\||or)\s*[\w<>[\].]+)*)\)$/u;

/** Without links, anchors and the marks at its end: "`win.id` _Readonly_", "width {#width}". */
export function readHeading(heading: string): ReadHeading {
  const marks = [
    ...heading.matchAll(
      /(?<=[`)\w]\s+)(?:_([^_]+)_|\*([^*]+)\*|\(([^()]+)\)|\[([^[\]()]+)\](?!\())(?=\s|$)/g,
    ),
  ];
  const words = marks.map((mark) => mark.slice(1).join(" ")).join(" ");
  const text = plain(
    heading
      .replace(/\s*\{#[^}]*\}\s*$/, "")
      .replace(/\s*¶\s*$/, "")
      .replace(
        /(?<=[`)\w]\s+)(?:_[^_]+_|\*[^*]+\*|\((?:read[ -]?only|static|deprecated|optional|method|property|event|async)\))\s*/gi,
        "",
      )
      .replace(/⇒/g, "→")
      .replace(/<\/?(?:code|strong|em|a)\b[^>]*>/gi, ""),
  );
  const bare = text
    .replaceAll("`", "")
    .replace(/^[.#](?=[\p{L}_$])/u, "")
    .replace(/\s*\[[\w/ ]+\]$/, "")
    .trim();
  const [, name, type] = TYPE_BEHIND.exec(bare) ?? [];
  return {
    text: name ?? bare,
    ...(type ? { type } : {}),
    ...(/\bread[ -]?only\b/i.test(words) ? { readOnly: true as const } : {}),
    ...(/\bdeprecated\b/i.test(words) || /^~~.*~~$/.test(heading.trim())
      ? { deprecated: true as const }
      : {}),
    ...(/\bstatic\b/i.test(words) ? { static: true as const } : {}),
  };
}

const LABEL =
  /^(?:descriptions?|types?|parameters?|params|arguments?|returns?|return values?|return type|result|examples?|sample code|code samples?|syntax|signatures?|usage|notes?|remarks?|see also|related|throws|exceptions?|errors?|values?|options|defaults?|creation properties|overview|introduction|summary|details|warning|tip|version|availability|since|inheritance|hierarchy|extends|implements|contents|installation|getting started|index|todo|license)$/i;

/** Inside a member's entry, and no member wherever it stands; with a small letter or as code it may be one. */
export const isLabel = (heading: string): boolean => {
  const { text } = readHeading(heading);
  return LABEL.test(text) && /^\p{Lu}/u.test(text) && !heading.includes("`");
};

/** "Node.js", "config.json": a dot that no member hangs on. */
const FILE_NAME = /^[\w.-]+\.(?:[cm]?jsx?|tsx?|json|md|html?|css|ya?ml|com|org|io|net|txt)$/i;

export const isFileName = (text: string): boolean => FILE_NAME.test(text);

/** The next deeper heading is a call or a name. */
export function leadsToMembers(sections: readonly PageSection[], at: number): boolean {
  const next = sections[at + 1];
  if (!next || next.level <= (sections[at]?.level ?? 0)) return false;
  return !isLabel(next.heading) && memberHeading(readHeading(next.heading).text) !== undefined;
}

const COMMON =
  /^(?:api|apis|reference|overview|usage|guide|readme|typescript|javascript|node\.js|colors?|documentation|docs|home|changelog|features?|faq|interfaces|classes|objects|concepts|configuration|support|security|contributing|credits|authors?|basics|advanced|general|other|misc|background|quickstart|tutorials?|glossary|appendix|preface|summary|conventions|functions|methods|properties|events|globals?|modules?|exports)$/i;
const LISTS =
  /^(?:interfaces|classes|objects|(?:data |type )?types|enumerations|enums|namespaces|type aliases|structures)$/i;

/** Words that head parts of any guide, and name no object. */
export const isCommon = (name: string): boolean => COMMON.test(name);

/** "Interfaces", "Classes": what stands under it by a name alone is one. */
export const isList = (heading: string): boolean => LISTS.test(readHeading(heading).text);

/** "Class: Dome", "Layer object", and not the name alone. */
export function saysObject(text: string): boolean {
  const name = objectHeading(text)?.name;
  return name !== undefined && name !== text;
}

/** A group of members, or a member with the object's name before it. */
export const leadsTo = (text: string, name: string): boolean =>
  groupHeading(text) !== undefined ||
  [name, lowerFirst(name)].includes(memberHeading(text)?.owner ?? "") ||
  /^new\s/.test(text);

const lowerFirst = (name: string): string => name.slice(0, 1).toLowerCase() + name.slice(1);
