// What the columns of a reference table hold, by their titles: names of members, parameters, option keys or values, and
// what is said of each. Promises the same words for every form of documentation. Refuses a table whose first title it
// does not know and whose heading does not say what is in it.

import type { Param } from "../surface/facts.ts";
import { plain } from "./prose.ts";
import { readType, type TypeText } from "./type-text.ts";

export type Role = "property" | "method" | "event" | "value" | "option" | "parameter";

const ROLES: readonly [Role, RegExp][] = [
  ["property", /^(?:propert(?:y|ies)|attributes?|fields?|members?)(?: names?)?$/i],
  ["method", /^(?:(?:global|static|instance|class) )?(?:methods?|functions?|calls?|commands?)(?: names?)?$/i],
  ["event", /^(?:events?|handlers?|callbacks?)(?: names?)?$/i],
  [
    "value",
    /^(?:(?:enum\w*|possible|valid|allowed|constant) )?(?:values?|constants?|enumerators?|literals?|enum\w*)(?: names?)?$/i,
  ],
  ["option", /^(?:options?|keys?|settings?)(?: names?)?$/i],
  ["parameter", /^(?:param(?:eter)?s?|arg(?:ument)?s?)(?: names?)?$/i],
];
const NAME = /^(?:names?|id|identifiers?|symbol|signatures?)$/i;
const TYPE = /^(?:(?:data|value|return|result|property|modifiers? and) ?)?types?$|^returns?$/i;
const REQUIRED = /^(?:required|mandatory|optional)(?:\s*(?:\/|or)\s*(?:required|optional))?\s*\??$/i;
const DEFAULT = /^defaults?(?: values?)?$/i;
const ACCESS = /^(?:access|r\s*\/\s*w|mode|read[ -]?only|writ(?:e|able)|attributes)$/i;
const SINCE =
  /^(?:since|(?:min(?:imum)? )?versions?|added(?: in)?|introduced(?: in)?|available (?:since|from))$/i;

const HEADINGS: readonly [Role, RegExp][] = [
  // Beside "Parameters", these are what an object among them takes.
  ["option", /\badvanced (?:param(?:eter)?s?|arguments?)\b/i],
  ["parameter", /\b(?:param(?:eter)?s?|arguments?)\b/i],
  ["option", /\b(?:options?|keys|settings)\b/i],
  ["method", /\b(?:methods?|functions?)\b/i],
  ["event", /\b(?:events?|handlers?|callbacks?|signals?)\b/i],
  ["value", /\b(?:values?|constants?|enum\w*)\b/i],
  ["property", /\b(?:propert(?:y|ies)|attributes?|fields?|members?)\b/i],
];

/** What a heading says that its table or list holds. */
export const headingRole = (heading: string): Role | undefined =>
  heading.split(/\s+/).length > 6 ? undefined : HEADINGS.find(([, shape]) => shape.test(heading))?.[0];

/** Column numbers; -1 for what the table does not have. */
export type Columns = {
  role: Role;
  name: number;
  type: number;
  required: number;
  fallback: number;
  access: number;
  since: number;
  text: number;
};

/** Undefined when neither the titles nor the heading say what is in the table. */
export function readColumns(head: readonly string[], heading: string): Columns | undefined {
  const titles = head.map((title) => plain(title).replace(/[`:]/g, "").trim());
  const find = (shape: RegExp): number => titles.findIndex((title) => shape.test(title));
  const byTitle = ROLES.find(([, shape]) => shape.test(titles[0] ?? ""));
  const name = byTitle || titles.length === 0 ? 0 : find(NAME);
  const role = byTitle?.[0] ?? headingRole(heading);
  // Tables that put the type first still have a column "Name": that heading or title decides.
  const untitled =
    name < 0 ? titles.findIndex((title) => ROLES.some(([, shape]) => shape.test(title))) : name;
  const found =
    name < 0 && untitled >= 0 ? ROLES.find(([, shape]) => shape.test(titles[untitled] ?? ""))?.[0] : role;
  if (found === undefined || untitled < 0) return undefined;
  const known = [TYPE, REQUIRED, DEFAULT, ACCESS, SINCE].map(find);
  const [type = -1, required = -1, fallback = -1, access = -1, since = -1] = known;
  const text = titles.findIndex((_title, at) => at !== untitled && !known.includes(at));
  return { role: found, name: untitled, type, required, fallback, access, since, text };
}

/** One row as a parameter, an option key or a member's own facts. */
export type Row = {
  name: string;
  cell: string;
  type: TypeText;
  optional: boolean;
  text: string;
  since?: string;
};

export function readRow(cells: readonly string[], columns: Columns, head: readonly string[]): Row {
  const cell = plain(cells[columns.name] ?? "");
  const last = cells.length > 1 ? (cells.at(-1) ?? "") : "";
  const text = plain(columns.text < 0 ? last : (cells[columns.text] ?? ""));
  const type = readType(plainType(cells, columns));
  const access = plain(cells[columns.access] ?? "");
  const since = plain(cells[columns.since] ?? "");
  const name = cell
    .replace(/^(?:optional|required)\s+/i, "")
    .replace(/[`"'*]/g, "")
    .replace(/(?<=\))(?:\s+(?:const|static|virtual|vararg|override))+$/, "")
    .replace(/\s*\((?:optional|required|deprecated|read[ -]?only)\)$/i, "")
    .trim();
  const readOnly = type.readOnly || isReadOnly(access) || /\bread[ -]?only\b/i.test(`${cell} ${text}`);
  return {
    name,
    cell,
    type: { ...type, ...(readOnly ? { readOnly: true as const } : {}) },
    optional: type.optional === true || isOptional({ cell, text, cells, columns, head }),
    text,
    ...(since === "" || !/\d/.test(since) ? {} : { since }),
  };
}

// Without a head, a column in the middle is a type, or the word "Optional".
function plainType(cells: readonly string[], columns: Columns): string {
  if (columns.type >= 0) return cells[columns.type] ?? "";
  const middle = columns.text < 0 && cells.length > 2 ? (cells[1] ?? "") : "";
  return /^optional\b/i.test(middle) ? "" : middle;
}

const isReadOnly = (access: string): boolean =>
  /^(?:r|ro|read|get|read[ -]only|readonly|yes)\.?$/i.test(access);

type Optionality = {
  cell: string;
  text: string;
  cells: readonly string[];
  columns: Columns;
  head: readonly string[];
};

function isOptional({ cell, text, cells, columns, head }: Optionality): boolean {
  const required = plain(cells[columns.required] ?? "");
  if (required !== "") {
    const asksOptional = /^optional/i.test(plain(head[columns.required] ?? ""));
    const no = /^(?:no|false|optional|-|–|✗|❌|n)\b/i.test(required) || /^(?:-|–|✗|❌|✖)$/.test(required);
    return asksOptional ? !no || /^optional/i.test(required) : no;
  }
  const fallback = plain(cells[columns.fallback] ?? "");
  if (fallback !== "" && !/^(?:-|–|—|none|n\/a|required)$/i.test(fallback)) return true;
  const rest = columns.text < 0 ? cells.slice(1).map(plain) : [text];
  return (
    /\?$|^\[.*\]$|\boptional\b/i.test(cell.replaceAll("`", "")) ||
    rest.some((part) => /^[([]?\s*optional\b|[([]optional[)\].,]/i.test(part))
  );
}

/** The row as a parameter or option key, under this name. */
export function paramOf(row: Row, name: string): Param {
  const { valueType } = row.type;
  return {
    name,
    ...(valueType === undefined ? {} : { type: valueType }),
    ...(row.optional ? { optional: true as const } : {}),
  };
}
