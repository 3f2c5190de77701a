// Reads the tables and lists of a reference page: members with their types, values of enumerations, option keys,
// parameters. Promises members that have no page of their own; examples are read by examples.ts. Refuses tables of
// which neither the titles nor the heading say what they list.

import { isIdentifier } from "../names.ts";
import type { Fact, MemberFact, Param } from "../surface/facts.ts";
import { type Columns, headingRole, paramOf, type Role, type Row, readColumns, readRow } from "./columns.ts";
import { distinct } from "./prose-facts.ts";
import { attributeName } from "./reference-attributes.ts";
import { type Block, readSections, type Section } from "./reference-blocks.ts";
import { readSignature } from "./signature.ts";

/**
 * What the text belongs to: an interface's own page, or a member's entry; neither for any other text. `optionsOf`: whose a
 * table of option keys is.
 */
export type Place = { interface?: string; member?: string; optionsOf?: string };

/** What the tables and the lists of values say. Parameters of a member's own entry are left to `readParameters`. */
export function tableFacts(place: Place, text: string): Fact[] {
  const found: Fact[] = [];
  for (const section of readSections(text)) {
    for (const block of section.blocks) {
      const rows = rowsOf(block, section);
      if (rows.length > 0) found.push(...factsOf(place, rows));
      if (block.type === "list") found.push(...listedValues(place, section.heading, block.items));
      if (block.type === "table") found.push(...listedValues({}, "", itemsInCells(block.rows)));
    }
  }
  return distinct(found);
}

type RoleRow = Row & { role: Role; staticTable: boolean; globalTable: boolean };

function rowsOf(block: Block, { heading }: Section): RoleRow[] {
  if (block.type !== "table") return [];
  const columns = readColumns(block.head, heading);
  if (!columns) return [];
  const titles = `${heading} ${block.head[columns.name] ?? ""}`;
  const about = {
    role: roleIn(columns, heading),
    staticTable: /\b(?:static|class)\b/i.test(titles),
    globalTable: /\bglobal\b/i.test(titles),
  };
  return block.rows.map((cells) => ({ ...readRow(cells, columns, block.head), ...about }));
}

/** A column "Member" or "Value" lists values under a heading that speaks of an enumeration. */
const roleIn = (columns: Columns, heading: string): Role =>
  columns.role === "property" && /\benum|\bconstants?\b|\bvalues\b/i.test(heading) ? "value" : columns.role;

function factsOf(place: Place, rows: RoleRow[]): Fact[] {
  const named = rows.some((row) => (readSignature(row.name)?.params?.length ?? 0) > 0);
  const keys = rows.filter((row) => row.role === "option" && isIdentifier(row.name.replace(/\?$/, "")));
  const member = place.interface === undefined || place.member === undefined ? undefined : place;
  const of = member ? `${member.interface}.${member.member}` : place.optionsOf;
  if (keys.length > 0 && of !== undefined) {
    const params = keys.map((row) => paramOf(row, row.name.replace(/\?$/, "")));
    return [{ type: "options", of, keys: params }];
  }
  return rows.flatMap((row) => memberFact(place, row, named));
}

const KINDS: Readonly<Partial<Record<Role, MemberFact["kind"]>>> = {
  property: "property",
  method: "method",
  event: "event",
  value: "value",
};

/** A row as a member of the page's interface, or of the one that a dotted name gives. */
function memberFact(place: Place, row: RoleRow, signatures: boolean): Fact[] {
  const kind = KINDS[row.role];
  const signature = readSignature(row.name);
  if (kind === undefined || !signature || (signature.returns !== undefined && !row.name.includes("(")))
    return [];
  const { name, owner, params } = signature;
  if (owner !== undefined && !isOwner(owner)) return [];
  if (row.globalTable && row.role === "method" && owner === undefined) return functionFact(row, params);
  // On a member's own page a table of bare names lists what its value or its result holds.
  const of = ownerOf(place, owner, row.role);
  if (of === undefined) return [];

  const called = row.name.includes("(");
  const stated = params !== undefined && (params.length > 0 || signatures) ? params : undefined;
  const typed = row.type.valueType ?? signature.returns;
  const valueType = typed?.replace(MODIFIERS, "");
  const isStatic =
    row.role === "value" ||
    row.staticTable ||
    /^(?:\w+ )*static\s/.test(typed ?? "") ||
    /\)[\s\w]*\bstatic\b/.test(row.cell);
  return [
    {
      type: "member",
      interface: of,
      name,
      kind: called && kind === "property" ? "method" : kind,
      ...(isStatic ? { static: true as const } : {}),
      ...(valueType === undefined ? {} : { valueType }),
      ...(row.type.readOnly ? { readOnly: true as const } : {}),
      ...(called && stated ? { params: stated } : {}),
      ...(row.since === undefined ? {} : { since: row.since }),
      ...(/\bdeprecated\b/i.test(`${row.cell} ${row.text.slice(0, 60)}`)
        ? { deprecated: true as const }
        : {}),
    },
  ];
}

const MODIFIERS = /^(?:(?:public|protected|static|abstract|final)\s+)+(?=\S)/;

const isOwner = (text: string): boolean => text.split(".").every(isIdentifier);

function ownerOf(place: Place, owner: string | undefined, role: Role): string | undefined {
  if (owner === undefined) return place.member === undefined ? place.interface : undefined;
  // `sheet.text` in a table of Sheet is its own member; `Align.LEFT` in any table is one of Align.
  if (role === "value" || place.interface === undefined) return owner;
  return /^\p{Lu}/u.test(owner) ? owner : place.member === undefined ? place.interface : undefined;
}

function functionFact(row: RoleRow, params: Param[] | undefined): Fact[] {
  const name = readSignature(row.name)?.name ?? row.name;
  const { valueType } = row.type;
  return [
    {
      type: "function",
      name,
      ...(params && params.length > 0 ? { params } : {}),
      ...(valueType === undefined ? {} : { valueType }),
    },
  ];
}

const VALUE_ITEM = /^`([\p{L}_$][\p{L}\p{N}_$.]*)`(?:\s*[:=–—-]|\s|$)/u;
/** Without code marks a name is one where all items of the list begin with one. */
const PLAIN_ITEM =
  /^(?:`[^`]+`|\*\*([\p{L}_$][\p{L}\p{N}_$]*)\*\*|([\p{L}_$][\p{L}\p{N}_$]*)(?=$|\s*[=:–—(]|\s+-\s))/u;

function plainValues(items: readonly { text: string }[]): Set<string> {
  const found = items.map(({ text }) => PLAIN_ITEM.exec(text));
  const names = found.flatMap((item) => item?.[1] ?? item?.[2] ?? []);
  const isLabelled = names.some((name) => attributeName(name) !== undefined);
  return found.includes(null) || isLabelled ? new Set() : new Set(names);
}

/** `- `Align.LEFT`: flush left` anywhere, and bare names under a heading that speaks of values. */
function listedValues(place: Place, heading: string, items: readonly { text: string }[]): Fact[] {
  const role = headingRole(heading);
  const plain = role === "value" ? plainValues(items) : new Set<string>();
  return items.flatMap(({ text }): Fact[] => {
    const [, bold, word = ""] = PLAIN_ITEM.exec(text) ?? [];
    const unmarked = plain.has(bold ?? word) ? (bold ?? word) : "";
    const name = VALUE_ITEM.exec(text)?.[1] ?? unmarked;
    const dot = name.lastIndexOf(".");
    const owner = dot > 0 ? name.slice(0, dot) : undefined;
    const bare = name.slice(dot + 1);
    if (!isIdentifier(bare)) return [];
    if (owner !== undefined && isConstant(owner, bare)) return [constantOf(owner, bare)];
    const own =
      owner === undefined && role === "value" && place.member === undefined ? place.interface : undefined;
    return own === undefined ? [] : [constantOf(own, bare)];
  });
}

/** A list inside of a cell has its items after line breaks. */
const itemsInCells = (rows: readonly string[][]): { text: string }[] =>
  rows.flatMap((cells) =>
    cells.flatMap((cell) =>
      cell
        .split(/<br\s*\/?>/i)
        .flatMap((line) => /^[\s:]*[-*]\s+(.*)$/s.exec(line)?.[1] ?? [])
        .map((text) => ({ text })),
    ),
  );

/** `PropertyValueType.SHAPE`; a receiver with a small letter is an object, and what follows is any member of it. */
const isConstant = (owner: string, name: string): boolean =>
  /^\p{Lu}/u.test(owner.split(".").at(-1) ?? "") &&
  /^(?:\p{Lu}[\p{Lu}\p{N}_]*|\p{Lu}\w*)$/u.test(name) &&
  name !== owner;

const constantOf = (owner: string, name: string): Fact => ({
  type: "member",
  interface: owner,
  name,
  kind: "value",
  static: true,
});
