// Reads one member of a class page: its quoted signature, what the quote says of it, and the table of its parameters.
// Promises the types that the page states, with what else a value "can return" or "can accept". Refuses a block without
// a signature.

import type { ParsedChunk } from "../chunk.ts";
import { isIdentifier } from "../names.ts";
import type { Fact, MemberFact, Param } from "../surface/facts.ts";
import { statedType } from "./class-types.ts";
import { type Row, readColumns, readRow } from "./columns.ts";
import { exampleFacts } from "./examples.ts";
import { readBlocks } from "./reference-blocks.ts";
import { remarksIn } from "./remarks.ts";
import { readParams, readSignature } from "./signature.ts";

/** `above` is the heading of the second level that the section stands under, or its own. */
export type ClassBlock = { section: string; above: string; line: number; lines: string[] };
export type ClassMember = { section: string; chunk: ParsedChunk; isConstant: boolean };

const SIGNATURE = /^(.*?)\*\*([\p{L}_$][\p{L}\p{N}_$]*|\[\])\*\*(.*)$/u;

export const isSignature = (line: string): boolean =>
  line.startsWith(">") && SIGNATURE.test(line.slice(1).trim());

export function readClassMember(owner: string, block: ClassBlock): ClassMember | undefined {
  const quoted = block.lines.filter((line) => line.startsWith(">")).map((line) => line.slice(1).trim());
  const at = quoted.findIndex((line) => SIGNATURE.test(line));
  const end = endOfSignature(quoted, at);
  const [, type = "", name = "", rest = ""] = SIGNATURE.exec(quoted.slice(at, end).join(" ")) ?? [];
  if (at < 0 || name === "") return undefined;

  const before = [...quoted.slice(0, at), ...(type.match(/\*[^*]+\*/)?.slice(0, 1) ?? [])];
  const modifiers = MODIFIERS.exec(type)?.[0] ?? "";
  const behind = typeBehind(name, rest.replace(ITALIC, "").trim());
  const about = quoted.slice(end).join("\n").trim();
  const unquoted = block.lines.filter((line) => !line.startsWith(">"));
  const entry: Entry = {
    owner,
    name,
    block,
    type:
      behind ??
      type
        .slice(modifiers.length)
        .replace(/\*[^*]+\*/g, "")
        .trim(),
    behind: behind !== undefined,
    rest: rest.replace(ITALIC, "").trim(),
    marks: [...before, modifiers, ...(rest.match(ITALIC) ?? [])].join(" "),
    about,
    after: unquoted.join("\n"),
  };
  return {
    section: block.section,
    isConstant: isConstant(entry),
    chunk: {
      ...(isConstructor(entry)
        ? { title: `new ${owner}` }
        : { title: `${owner}.${name}`, interface: owner, member: name }),
      text: textOf(entry, describeRest(unquoted)),
      line: block.line + block.lines.findIndex((line) => line.includes(`**${name}**`)),
      facts: factsOf(entry),
    },
  };
}

/** "(read-only)" in italics after the signature. */
const ITALIC = /(?<!\*)\*(?!\*)[^*]+\*(?!\*)/g;
/** Words before the name that are no type of it. */
const MODIFIERS = /^(?:(?:public|protected|static|abstract|async|readonly)\s+)+/i;

/** `**cut**( tool: Solid ): Solid`, `**volume**: Number`: the type stands behind, and nothing before the name is one. */
function typeBehind(name: string, rest: string): string | undefined {
  if (!/^[(:]/.test(rest) || !rest.includes(":")) return undefined;
  return readSignature(`${name}${rest.replaceAll("**", "")}`)?.returns;
}

type Entry = {
  owner: string;
  name: string;
  block: ClassBlock;
  type: string;
  /** The type is part of `rest`. */
  behind: boolean;
  rest: string;
  marks: string;
  about: string;
  after: string;
};

const MAX_SIGNATURE_LINES = 80;

/** A long signature goes on over several quoted lines, until its parentheses are closed. */
function endOfSignature(quoted: string[], at: number): number {
  let end = at + 1;
  const open = (): boolean => {
    const text = quoted.slice(at, end).join(" ");
    return text.split("(").length > text.split(")").length;
  };
  while (at >= 0 && end < Math.min(quoted.length, at + MAX_SIGNATURE_LINES) && open()) end += 1;
  return end;
}

const isReadOnly = ({ marks }: Entry): boolean => /read[ -]?only/i.test(marks);
const isStatic = ({ block, marks }: Entry): boolean =>
  /\b(?:class|static|values)\b/i.test(`${block.above} ${block.section} ${marks}`) &&
  !/instance/i.test(block.section);
const isCall = ({ rest }: Entry): boolean => rest.startsWith("(");
const isConstructor = ({ block, type }: Entry): boolean =>
  /constructor/i.test(block.section) || /(?:^|\s)new$/.test(type);
const isConstant = (entry: Entry): boolean =>
  isStatic(entry) && !isCall(entry) && (entry.rest.startsWith("=") || /^values$/i.test(entry.block.section));

function textOf(entry: Entry, after: string): string {
  const signature =
    `${entry.behind ? "" : entry.type} ${entry.name}${/^[([:]/.test(entry.rest) ? "" : " "}${entry.rest}`
      .replaceAll("**", "")
      .replace(/\s+/g, " ")
      .replace(/\( | \)/g, (edge) => edge.trim());
  const parts = [`\`${signature.trim()}\`${isReadOnly(entry) ? " (read only)" : ""}`, entry.about, after];
  return parts.filter((part) => part !== "").join("\n\n");
}

// A parameter table becomes a list: three columns do not fit a phone, and rows read better in a prompt.
function describeRest(lines: string[]): string {
  const out: string[] = [];
  for (const line of lines) {
    const cells = cellsOf(line);
    if (!cells) out.push(line.replace(/^#+ +(.*)$/, "$1:"));
    else if (cells.length === 3 && !/^(?::?-+:?|Type)$/.test(cells[0] ?? ""))
      out.push(`- ${cells[1]} (${cells[0]}): ${cells[2]}`);
    else if (cells.length !== 3 && !/^:?-+:?$/.test(cells[0] ?? "")) out.push(`- ${cells.join("; ")}`);
  }
  return out
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}

const cellsOf = (line: string): string[] | undefined =>
  /^\|(.*)\|\s*$/
    .exec(line.replaceAll(/(?<!\\)\|\|/g, "|"))?.[1]
    ?.split(/(?<!\\)\|/)
    .map((cell) => cell.trim());

function factsOf(entry: Entry): Fact[] {
  const { owner, name, after } = entry;
  const params = isCall(entry) ? paramsOf(entry) : undefined;
  const words = `${entry.about}\n\n${after}`;
  // Most of many thousand members have no code: looking for it in each would be half of the work.
  const code = words.includes("```") ? exampleFacts(words, `${owner}.${name}`) : [];
  if (isConstructor(entry))
    return [{ type: "constructor", interface: owner, ...(params ? { params } : {}) }, ...code];

  const valueType = statedType(entry.type, entry.about);
  const member: MemberFact = {
    type: "member",
    interface: owner,
    name,
    kind: kindOf(entry),
    ...(isStatic(entry) ? { static: true as const } : {}),
    ...(valueType === undefined ? {} : { valueType }),
    ...(isReadOnly(entry) ? { readOnly: true as const } : {}),
    ...(params ? { params } : {}),
    ...remarksIn(`${entry.marks} ${entry.about} ${firstWords(after)}`),
  };
  return [member, ...optionFacts(entry), ...code];
}

/** What stands below the quote, up to the first table, list, code or heading. */
const firstWords = (after: string): string =>
  /^\s*(?![|#>`-])[^\n]*/.exec(after)?.[0].replaceAll("*", "") ?? "";

function kindOf(entry: Entry): NonNullable<MemberFact["kind"]> {
  if (/\bevents?\b/i.test(entry.block.section)) return "event";
  if (isCall(entry)) return "method";
  return isConstant(entry) ? "value" : "property";
}

const PARAM = /([^,()[\]]*(?:\([^()]*\)[^,()[\]]*)*)\*\*([\p{L}_$][\p{L}\p{N}_$]*)\*\*\s*(\?|=)?/gu;

/** Parameters in the order of the signature, with what the table below says of each. */
function paramsOf(entry: Entry): Param[] {
  const rows = tableRows(entry.after);
  const inside = entry.rest.replace(/^\(/, "");
  if (!inside.includes("**")) return plainParams(entry, rows);
  const found = [...inside.matchAll(PARAM)].map(([whole, type = "", name = "", mark]): Param => {
    const row = rows.find((one) => one.name === name);
    const valueType = statedType(type.trim() || (row?.type.valueType ?? ""), row?.text ?? "");
    const before = inside.slice(0, inside.indexOf(whole) + whole.length).replaceAll("[]", "");
    const optional =
      row?.optional || mark !== undefined || before.split("[").length > before.split("]").length;
    return {
      name,
      ...(valueType === undefined ? {} : { type: valueType }),
      ...(optional ? { optional: true as const } : {}),
    };
  });
  return found;
}

/** `( tool: Solid, options?: CutOptions )`: names that nothing marks; a lone type is none. */
function plainParams({ name, rest }: Entry, rows: Row[]): Param[] {
  const end = rest.lastIndexOf(")");
  const params =
    readSignature(`${name}${rest}`)?.params ?? readParams(rest.slice(1, end < 0 ? undefined : end));
  return (params ?? []).map((param) => {
    const row = rows.find((one) => one.name === param.name);
    const type = statedType(param.type ?? row?.type.valueType ?? "", row?.text ?? "");
    return {
      ...param,
      ...(type === undefined ? {} : { type }),
      ...(param.optional || row?.optional ? { optional: true as const } : {}),
    };
  });
}

const PARAMETERS = /^#+ +Param|^\*\*Param/i;

function tableRows(after: string): Row[] {
  if (!after.includes("|")) return [];
  return readBlocks(after).flatMap((block) => {
    const columns = block.type === "table" ? readColumns(block.head, "Parameters") : undefined;
    if (block.type !== "table" || columns?.role !== "parameter") return [];
    return block.rows.map((cells) => readRow(cells, columns, block.head));
  });
}

/** A table of keys, under the description: what the one object takes that the call is given. */
function optionFacts({ owner, name, after }: Entry): Fact[] {
  const before = after.split("\n").findIndex((line) => PARAMETERS.test(line));
  const lines = after.split("\n").slice(0, before < 0 ? undefined : before);
  const head = lines.findIndex((line) => /^\|\|?\s*(?:Key|Option)s?\s*\|/i.test(line));
  if (head < 0) return [];
  const rows = lines.slice(head).map(cellsOf);
  const end = rows.indexOf(undefined);
  const [titles = [], ...body] = rows.slice(0, end < 0 ? undefined : end).filter((row) => row !== undefined);
  const columns = readColumns(titles, "Options");
  if (!columns) return [];
  const keys = body
    .map((cells) => readRow(cells, columns, titles))
    .filter((row) => isIdentifier(row.name))
    .map(
      (row): Param => ({
        name: row.name,
        ...(row.type.valueType === undefined ? {} : { type: row.type.valueType }),
        ...(row.optional ? { optional: true as const } : {}),
      }),
    );
  return keys.length === 0 ? [] : [{ type: "options", of: `${owner}.${name}`, keys }];
}
