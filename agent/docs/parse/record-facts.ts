// Objects that have no page of their own: described by a table under their name ("PlayerArgs object"), by the table on
// the page of the property that holds them, or by values written out in full (`border.s`). Promises an interface for each
// that the page names. Refuses objects without a name; they are counted for the report.

import { isDottedName, isIdentifier } from "../names.ts";
import type { Fact, MemberFact, Param } from "../surface/facts.ts";
import { type Columns, paramOf, readColumns, readRow } from "./columns.ts";
import { plain } from "./prose.ts";
import { isQuickTable, memberKind } from "./reference-attributes.ts";
import type { Block, Section } from "./reference-blocks.ts";
import { PARAMETERS } from "./reference-params.ts";
import { readSignature } from "./signature.ts";
import { typePhrase } from "./type-phrase.ts";

/** The entry: an interface, or one of its members. */
export type Entry = { interface: string; member?: string; kind?: MemberFact["kind"] };

/** `name` is the object's, as an interface; `own` is set when it is the value of the entry's own member. */
export type RecordOf = { name: string; rows: RecordRow[]; own?: true };
export type RecordRow = {
  name: string;
  kind: MemberFact["kind"];
  param: Param;
  fact: Omit<MemberFact, "interface">;
};

export type Records = { records: RecordOf[]; unnamed: number };

export function readRecords(entry: Entry, sections: Section[]): Records {
  const found: Records = { records: [], unnamed: 0 };
  for (const section of sections) {
    for (const [at, block] of section.blocks.entries()) {
      const lead = leadOf(section.blocks, at);
      if (block.type !== "table" || isOther(section, block)) continue;
      const rows = rowsOf(block);
      if (rows.length === 0) continue;
      const name = nameOf(entry, section, { block, lead });
      if (name === undefined) found.unnamed += entry.member === undefined ? 0 : 1;
      else found.records.push({ name, rows, ...(name === valueName(entry) ? { own: true as const } : {}) });
    }
  }
  return found;
}

type Table = Extract<Block, { type: "table" }>;

const valueName = ({ interface: owner, member }: Entry): string | undefined =>
  member === undefined ? undefined : `${owner}.${member}`;

/** Tables that describe the entry itself, its parameters, or values that are no members. */
function isOther({ heading }: Section, { head, rows }: Table): boolean {
  if (PARAMETERS.test(heading) || PARAMETERS.test(plain(head[0] ?? "")) || isQuickTable(head, rows))
    return true;
  const values = /^(?:values?|strings?|codes?|status codes?|keywords?|options?|keys?)$/i.test(
    plain(head[0] ?? ""),
  );
  return (
    values || head.some((title, at) => VALUES.test(title) && rows.some((row) => DOTTED.test(row[at] ?? "")))
  );
}

function rowsOf({ head: titled, rows }: Table): RecordRow[] {
  const head = titled.map((one) => one.replace(/\s+\([^()]*\)$/, ""));
  const title = plain(head[0] ?? "");
  const listed = isNamed(rows) || MEMBERS.test(title) || /^name$/i.test(title);
  const titles = readColumns(head, "") === undefined && listed ? ["Property", ...head.slice(1)] : head;
  const columns = readColumns(titles, head.length === 0 ? "properties" : "");
  if (!columns || columns.role === "parameter") return [];
  const kind = memberKind(title) ?? (/^name$/i.test(title) ? undefined : "property");
  return rows.flatMap((cells) => rowOf(cells, { columns, titles, kind }));
}

const isNamed = (rows: string[][]): boolean =>
  rows.length > 0 && rows.every(([cell = ""]) => /^`[\p{L}_$][\p{L}\p{N}_$]*`$/u.test(cell));

type Titled = { columns: Columns; titles: string[]; kind: MemberFact["kind"] };

function rowOf(cells: string[], { columns, titles, kind: titled }: Titled): RecordRow[] {
  const row = readRow(cells, columns, titles);
  const signature = readSignature(row.name);
  if (!signature || signature.owner !== undefined || !isIdentifier(signature.name)) return [];
  if (signature.returns !== undefined && !row.name.includes("(")) return [];
  const { name, params } = signature;
  const kind = row.name.includes("(") ? "method" : titled;
  const { valueType, readOnly } = row.type;
  const words = titles.findIndex((title) => /descri|meaning/i.test(title));
  const text = words < 0 ? row.text : (cells[words] ?? "");
  const type = valueType ?? typePhrase(text);
  return [
    {
      name,
      kind,
      param: { ...paramOf(row, name), ...(type ? { type } : {}) },
      fact: {
        type: "member",
        name,
        ...(kind ? { kind } : {}),
        ...(type ? { valueType: type } : {}),
        ...(readOnly ? { readOnly } : {}),
        ...(params ? { params } : {}),
        ...(row.since ? { since: row.since } : {}),
        ...(/^\W*deprecated\b/i.test(text) ? { deprecated: true as const } : {}),
      },
    },
  ];
}

/** What leads to a table stands right before it; longer texts cost patterns their time. */
const MAX_LEAD = 800;

/** The paragraph that leads to a table. */
function leadOf(blocks: Block[], at: number): string {
  const before = blocks[at - 1];
  return before?.type === "paragraph" ? plain(before.lines.join(" ").slice(-MAX_LEAD)) : "";
}

const CAPTION =
  /^`?([\p{L}_$][\p{L}\p{N}_$.]*)`?(?: (?:generic|enumeration|enumerator|options?))? objects?(?: properties)?:?$/iu;
const LEAD =
  /\b(?:an?|the|this|each)\s+`?(\p{Lu}[\p{L}\p{N}_$]*)`?(?:\s+\p{Lu}?\p{L}+)?\s+objects?\b[^.]*\b(?:has|have|contains?|containing|supports?|includes?|exposes?|with|having|of)\b[^.]*\b(?:propert|method|field|attribute|member|key|entr)\w*/iu;

const MEMBERS =
  /^(?:[\p{L}_$][\p{L}\p{N}_$.]* )?(?:constant|flag|method|property|properties|event|member|field|attribute|object)s?\b(?!\s+propert)/iu;

type Led = { block: Table; lead: string };

function nameOf(entry: Entry, { heading, level }: Section, { block, lead }: Led): string | undefined {
  const caption = CAPTION.exec(plain(heading))?.[1];
  if (caption !== undefined && level > 1) return resolve(entry, caption);
  const [, stated] = LEAD.exec(lead) ?? [];
  if (
    stated !== undefined &&
    /^\p{Lu}/u.test(stated) &&
    stated !== entry.interface &&
    !/^(?:This|It|JavaScript)$/.test(stated)
  )
    return stated;
  const plainPage = level <= 1 && entry.kind === "property" && !/\buses\b/.test(lead);
  const title = plain(block.head[0] ?? "");
  const lists = MEMBERS.test(title) || (/^name$/i.test(title) && /\b(?:propert|method)/i.test(lead));
  return plainPage && lists ? valueName(entry) : undefined;
}

/** A capital letter names a type; `constants.actions` is reached from the interface, `states` from the member. */
function resolve(entry: Entry, caption: string): string | undefined {
  if (/^\p{Lu}/u.test(caption) && isIdentifier(caption)) return caption;
  if (!isDottedName(caption)) return undefined;
  if (caption.includes(".")) return `${entry.interface}.${caption}`;
  const own = valueName(entry);
  return own === undefined || entry.kind === "method" ? undefined : `${own}.${caption}`;
}

/** What the records state: interfaces, their members, and the properties that hold them. */
export function recordFacts(entry: Entry, { records }: Records): Fact[] {
  return records.flatMap(({ name, rows }): Fact[] => [
    { type: "interface", name },
    ...rows.map(
      ({ fact }): Fact => ({ ...fact, interface: name, ...(isConstant(name) ? { kind: "value" } : {}) }),
    ),
    ...holders(entry, name),
  ]);
}

const isConstant = (name: string): boolean => /(?:^|\.)constants\.[^.]+$/.test(name);

/** `Printer.constants.modes` is held by `constants` of Printer, and there by `modes`. */
function holders(entry: Entry, name: string): Fact[] {
  if (!name.startsWith(`${entry.interface}.`)) return [];
  const path = name.slice(entry.interface.length + 1).split(".");
  return path.flatMap((member, at): Fact[] => {
    const owner = [entry.interface, ...path.slice(0, at)].join(".");
    const own = at === 0 && member === entry.member;
    return own
      ? []
      : [
          {
            type: "member",
            interface: owner,
            name: member,
            kind: "property",
            valueType: `${owner}.${member}`,
          },
        ];
  });
}

const DOTTED = /^[`*]*([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+)[`*]*$/u;

/** Values written out in full, in a column, a list or a block of code: `border.s`, `app.media.align.topLeft`. */
export function valueFacts(entry: Entry, sections: Section[]): Fact[] {
  const columns = sections.flatMap(({ heading, blocks }) =>
    blocks.flatMap((block) => fullNames(entry, heading, block)),
  );
  return columns.flatMap((names) => valuesOf(entry, names));
}

const VALUES = /\b(?:keyword|value|constant|literal|enum\w*)s?\b/i;

// A column of other interfaces' members is a list of links, unless its title or the heading speaks of values.
function fullNames(entry: Entry, heading: string, block: Block): string[][] {
  if (block.type === "table") {
    // The first column of an interface's own tables lists its members: those are read as such.
    const from = entry.member === undefined ? 1 : 0;
    return block.head.flatMap((title, at) =>
      at >= from && (VALUES.test(title) || /\benum/i.test(heading))
        ? [allFull(block.rows.map((row) => row[at] ?? ""))]
        : [],
    );
  }
  if (entry.kind !== "property") return [];
  const own = (names: string[]): string[] =>
    names.every((name) => name.startsWith(`${valueName(entry)}.`)) ? names : [];
  if (block.type === "list")
    return [own(allFull(block.items.map(({ text }) => text.split(/\s*[:–—]\s/)[0] ?? "")))];
  return block.type === "code"
    ? [own(allFull(block.code.split("\n").filter((line) => line.trim() !== "")))]
    : [];
}

const allFull = (cells: string[]): string[] => {
  const names = cells.flatMap((cell) => DOTTED.exec(cell.trim())?.[1] ?? []);
  return names.length === cells.length ? names : [];
};

/** All of one object; a receiver that only differs in case from the interface is an instance of it. */
function valuesOf(entry: Entry, names: string[]): Fact[] {
  const owners = new Set(names.map((name) => name.slice(0, name.lastIndexOf("."))));
  const [owner] = owners;
  if (owner === undefined || owners.size > 1) return [];
  const isOwn = owner === entry.interface;
  if (!isOwn && owner.toLowerCase() === entry.interface.toLowerCase()) return [];
  const kind = isOwn || owner.includes(".") ? {} : { kind: "enumeration" as const };
  return [
    { type: "interface", name: owner, ...kind },
    ...names.map((name): Fact => constantOf(owner, name.slice(owner.length + 1), isOwn)),
  ];
}

const constantOf = (owner: string, name: string, isOwn = false): Fact => ({
  type: "member",
  interface: owner,
  name,
  kind: "value",
  ...(isOwn ? {} : { static: true as const }),
});

const LISTED =
  /`([\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)+)` is an? object (?:that has|with|having) (?:the )?(?:possible |following )?(?:properties|values|constants) ([^.;]*)/gu;

/** "`app.constants.align` is an object that has the possible properties `left`, `center` and `right`". */
export function listedFacts(entry: Entry, sections: Section[]): Fact[] {
  const lines = sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.type === "paragraph" ? block.lines : [])),
  );
  return lines.flatMap((line) =>
    [...line.slice(0, MAX_LEAD).matchAll(LISTED)].flatMap(([, name = "", list = ""]): Fact[] => {
      const names = [...list.matchAll(/`([\p{L}_$][\p{L}\p{N}_$]*)`/gu)].flatMap(([, one]) => one ?? []);
      const values = names.map((one) => constantOf(name, one));
      return names.length === 0 ? [] : [{ type: "interface", name }, ...values, ...holders(entry, name)];
    }),
  );
}
