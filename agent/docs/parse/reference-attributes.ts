// The short facts that stand at the top of a reference entry: kind, type, access, since, deprecated, in whatever layout
// (bullets, bold labels, a one-row table, headings of their own). Promises the words of the page. Refuses layouts in
// which a label is not one of those known here.

import type { MemberKind } from "../surface/facts.ts";
import { type Block, labelOf, type Section } from "./reference-blocks.ts";
import { typeText } from "./type-phrase.ts";

export type AttributeName =
  | "kind"
  | "type"
  | "access"
  | "since"
  | "returns"
  | "deprecated"
  | "static"
  | "interface"
  | "member";
export type Attributes = ReadonlyMap<AttributeName, string>;

const NAMES: ReadonlyMap<string, AttributeName> = new Map([
  ...named("kind", "kind", "member kind", "member type", "category"),
  ...named("type", "type", "value type", "data type", "property type", "value"),
  ...named("access", "access", "accessibility", "read/write", "mode", "permissions"),
  ...named(
    "since",
    "since",
    "version",
    "introduced",
    "introduced in",
    "added",
    "added in",
    "available since",
  ),
  ...named("since", "availability", "first version", "since version", "available from", "available in"),
  ...named("returns", "returns", "return", "return type", "return value", "returned type", "result"),
  ...named("deprecated", "deprecated", "stability", "status", "deprecation", "removed"),
  ...named("static", "static"),
  ...named("interface", "interface", "member of", "class", "object", "owner", "belongs to", "module"),
  ...named("member", "member", "name"),
]);

function named(name: AttributeName, ...labels: string[]): [string, AttributeName][] {
  return labels.map((label) => [label, name]);
}

/** The attribute that a label, column or heading stands for. */
export const attributeName = (label: string): AttributeName | undefined =>
  NAMES.get(
    label
      .replace(/\([^)]*\)/g, "")
      .replace(/[`*:]/g, "")
      .trim()
      .toLowerCase(),
  );

/** All attributes of an entry; what is stated first holds. */
export function readAttributes(sections: Section[]): Attributes {
  const found = new Map<AttributeName, string>();
  const add = (name: AttributeName | undefined, text: string | undefined): void => {
    if (name !== undefined && text !== undefined && text.trim() !== "" && !found.has(name))
      found.set(name, text.trim());
  };
  for (const [at, section] of sections.entries()) {
    const own = at > 0 && section.level > 1 ? attributeName(section.heading) : undefined;
    if (own !== undefined && own !== "returns") add(own, firstLine(section.blocks));
    for (const block of section.blocks) {
      const quick = block.type === "table";
      if (at > 0 && section.level > 1 && !quick) continue;
      for (const [name, text] of pairsOf(block)) add(name, text);
    }
  }
  return found;
}

function firstLine(blocks: Block[]): string | undefined {
  const block = blocks[0];
  if (block?.type === "paragraph") return block.lines[0];
  if (block?.type === "list") return block.items[0]?.text;
  return undefined;
}

type Pair = [AttributeName, string];

/** What one block states: labelled lines, labelled items, a table of one row, or one of two columns. */
function pairsOf(block: Block): Pair[] {
  if (block.type === "paragraph") return block.lines.flatMap(labelled);
  if (block.type === "list")
    return block.items.flatMap(({ depth, text }) => (depth === 0 ? labelled(capital(text)) : []));
  return block.type === "table" ? fromTable(block.head, block.rows) : [];
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function labelled(line: string): Pair[] {
  const found = labelOf(line);
  const name = found ? attributeName(found.label) : undefined;
  return found && name !== undefined ? [[name, found.text]] : [];
}

function fromTable(head: string[], rows: string[][]): Pair[] {
  if (isOneRow(head, rows)) {
    const cells = rows[0] ?? [];
    return head.flatMap((label, at): Pair[] => {
      const name = attributeName(label);
      return name === undefined || name === "member" ? [] : [[name, cells[at] ?? ""]];
    });
  }
  const [first = head] = rows;
  const single = rows.length === 0 || (rows.length === 1 && head.length === 0);
  if (single && /^(?:\d+(?:\.\d+)+|deprecated)$/i.test(first[0] ?? "")) return [["since", first[0] ?? ""]];
  // The head of such a table is a pair itself, or says "Attribute" and "Value".
  const all = /^(?:attribute|field|key|item|name|property|)$/i.test(head[0] ?? "") ? rows : [head, ...rows];
  const upright =
    all.length > 1 && all.every((row) => row.length === 2 && attributeName(row[0] ?? "") !== undefined);
  return upright
    ? all.flatMap(([label = "", text = ""]) => labelled(`**${plainLabel(label)}:** ${text}`))
    : [];
}

const plainLabel = (label: string): string => label.replace(/[`*:]/g, "").trim();

/** One row under columns such as Version, Type, Access, or one attribute a row: it describes the entry itself. */
export function isQuickTable(head: string[], rows: string[][]): boolean {
  return isOneRow(head, rows) || (rows.length > 1 && fromTable(head, rows).length === rows.length);
}

function isOneRow(head: string[], rows: string[][]): boolean {
  const names = head.map(attributeName);
  const known = names.filter((name) => name !== undefined && name !== "member" && name !== "interface");
  return (
    rows.length === 1 &&
    known.length > 0 &&
    attributeName(head[0] ?? "") !== undefined &&
    !head.some(describes)
  );
}

const describes = (label: string): boolean =>
  /\b(?:description|meaning|name|parameter|property|method)\b/i.test(label);

const KINDS: readonly [RegExp, MemberKind][] = [
  [/method|function|procedure/i, "method"],
  [/event|handler|callback|listener|\bsignals?\b/i, "event"],
  [/constant|\bvalues?\b|enum/i, "value"],
  [/propert|attribute|field|accessor|variable/i, "property"],
];

/** "methods", "read-only property", "event handler" as a kind of member. */
export const memberKind = (words: string): MemberKind | undefined =>
  KINDS.find(([pattern]) => pattern.test(words))?.[1];

/** "R", "read only", "readonly", but not "R/W" and not "read only in the viewer". */
export const isReadOnly = (access: string): boolean =>
  /^(?:r\d?|read|get|getter|(?:is )?read[- ]?only)\.?$/i.test(access.replace(/\([^)]*\)|[`*_]/g, "").trim());

/** The version that a cell names, without what else stands there. */
export function sinceText(cell: string): string | undefined {
  const text = typeText(cell)
    ?.split(/[.;,]\s/)[0]
    ?.replace(/\.$/, "");
  return text === undefined || /deprecat|removed/i.test(text) ? undefined : text;
}

const GONE = /\b(?:deprecated|removed|obsolete|superseded)\b/i;
const SAID_GONE =
  /^(?:\W*note\W*)?\W*(?:deprecated\b|(?:[^.]{0,60}?\bthis|the \S+) (?:property|method|function|class|interface|object|event|member|constant|call) (?:is|has been|was) (?:now )?(?:deprecated|obsolete|removed|superseded|no longer supported))/i;

/** A cell or a paragraph says that the member should not be used any more. */
export const isDeprecated = (attributes: Attributes, paragraphs: string[]): boolean =>
  GONE.test(attributes.get("since") ?? "") ||
  (attributes.has("deprecated") &&
    !/^(?:no|false|stable|experimental|active)\b/i.test(plainWord(attributes.get("deprecated")))) ||
  paragraphs.some((text) => SAID_GONE.test(text));

const plainWord = (text = ""): string => text.replace(/[\W_]+/g, " ").trim();
