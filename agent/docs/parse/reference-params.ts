// The parameters of a call in a reference entry, from its signatures and its table together. Promises one list for each
// documented way to call it, with types that a description opens with. Refuses to drop a parameter that the page gives
// words instead of a name: the words become one.

import { isIdentifier } from "../names.ts";
import type { Param } from "../surface/facts.ts";
import { readColumns, readRow } from "./columns.ts";
import { type Parameters, readParameters } from "./parameters.ts";
import { plain } from "./prose.ts";
import type { Block, Section } from "./reference-blocks.ts";
import { readParams, readSignature } from "./signature.ts";
import { typePhrase, typeText } from "./type-phrase.ts";

export const PARAMETERS =
  /^(?:(?:input|method|function|call|optional|required) )?(?:param(?:eter)?s?|arg(?:ument)?s?)$/i;

/** What the sections under a heading "Parameters" list, and tables whose first column says so. */
export function listedParams(sections: Section[]): Parameters | undefined {
  for (const { heading, blocks } of sections) {
    const headed = PARAMETERS.test(heading.replace(/:$/, ""));
    const listed = headed ? blocks.filter(isList).slice(0, 1) : blocks.filter(titled).slice(0, 1);
    const readable = listed.map(readableTable);
    const found =
      headed || readable.length > 0
        ? readParameters(headed ? [...readable, ...prose(blocks)] : readable)
        : undefined;
    if (found) return withTypes(found, readable);
  }
  return sections[0]?.blocks.some(deniesParams) ? { params: [], keys: [] } : undefined;
}

/** "This method has no parameters." */
const deniesParams = (block: Block): boolean =>
  block.type === "paragraph" &&
  /\b(?:takes?|has|have|accepts?|needs?|expects?|requires?)\s+no\s+(?:parameters|arguments)\b(?=\s*[.;,]|\s*$)/i.test(
    block.lines.join(" ").slice(0, 2000),
  );

const isList = (block: Block): boolean => block.type === "table" || block.type === "list";
const prose = (blocks: Block[]): Block[] => blocks.filter(({ type }) => type === "paragraph").slice(0, 1);

const titled = (block: Block): boolean =>
  block.type === "table" && PARAMETERS.test((block.head[0] ?? "").replace(/[`*]/g, ""));

// Readers of tables look for names: a first row that is no head becomes a row, words become one name.
function readableTable(block: Block): Block {
  if (block.type !== "table") return block;
  const headless = block.head.length > 0 && readColumns(block.head, "Parameters") === undefined;
  const rows = headless ? [block.head, ...block.rows] : block.rows;
  const named = rows.map(([cell = "", ...rest]) => [nameCell(cell), ...rest]);
  return { type: "table", head: headless ? [] : block.head, rows: named };
}

/** "object literal" is `objectLiteral`; "An array of Span objects" is `arrayOfSpanObjects`. */
function nameCell(cell: string): string {
  const words = cell
    .replace(/[`*]/g, "")
    .trim()
    .replace(/^(?:an?|the)\s+/i, "")
    .split(/\s+/);
  const prosaic = words.length > 1 && words.length <= 6 && words.every(isIdentifier);
  if (!prosaic && !/^(?:an?|the)\s/i.test(cell)) return cell;
  if (!words.every(isIdentifier)) return cell;
  const [first = "", ...rest] = words;
  const name = [
    first.charAt(0).toLowerCase() + first.slice(1),
    ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1)),
  ];
  return `\`${name.join("")}\``;
}

function withTypes({ params, keys }: Parameters, blocks: Block[]): Parameters {
  const words = descriptions(blocks);
  const typed = (param: Param, name: string): Param => {
    const type = param.type === undefined ? typePhrase(words.get(name) ?? "") : undefined;
    return type === undefined ? param : { ...param, type };
  };
  return {
    params: params.map((param) => typed(param, param.name)),
    keys: keys.map((key) => typed(key, `.${key.name}`)),
  };
}

/** What is said of each parameter, by its name; of a key, by its name after a dot. */
function descriptions(blocks: Block[]): Map<string, string> {
  const found = new Map<string, string>();
  const add = (name: string, text: string): void => {
    const dot = name.indexOf(".");
    const key = dot < 0 ? name : name.slice(dot);
    if (!found.has(key)) found.set(key, text);
  };
  for (const block of blocks) {
    if (block.type === "table") {
      const columns = readColumns(block.head, "Parameters");
      for (const cells of columns ? block.rows : []) {
        const row = readRow(cells, columns ?? { ...NO_COLUMNS }, block.head);
        add(row.name, columns && columns.text < 0 ? (cells.at(-1) ?? "") : row.text);
      }
    }
    for (const { text } of block.type === "list" ? block.items : []) {
      const [, name = "", rest = ""] =
        /^[`*]*([\p{L}_$][\p{L}\p{N}_$.]*)[`*]*[\s:–—-]*(.*)$/su.exec(text) ?? [];
      add(name, rest);
    }
  }
  return found;
}

const NO_COLUMNS = {
  role: "parameter",
  name: 0,
  type: -1,
  required: -1,
  fallback: -1,
  access: -1,
  since: -1,
  text: 1,
} as const;

/** A documented way to call the member; `keys` are those of a literal in its place: `render(file, {format, quality})`. */
export type Call = { params?: Param[]; keys: Param[]; valueType?: string };

/** A longer line is a sentence. */
const MAX_LINE = 500;

const LINE = /^[`'"]+([^`]+?)[`'"]+(?:\s*[:→-]*\s*(?:\{(.+)\}|\((.+)\)|`([^`]+)`))?[.;]?$/;

/** Signatures that stand on lines of their own in code marks: "`open(url, callback)` {void}". */
export function signatureCalls(member: string, sections: Section[]): Call[] {
  const lines = sections.flatMap(({ heading, blocks }) =>
    blocks.flatMap((block) => callLines(heading, block)),
  );
  return lines.flatMap((line): Call[] => {
    if (line.length > MAX_LINE) return [];
    const [, code = "", braced, bracketed, marked] = LINE.exec(line) ?? [];
    const [, name, inside] =
      /^(?:[\p{L}_$][\p{L}\p{N}_$.]*\.)?([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:\((.*)\))?$/su.exec(code) ?? [];
    if (name !== member) return bareCall(member, line);
    const valueType = typeText(braced ?? bracketed ?? marked ?? "");
    return [
      { ...(inside === undefined ? { keys: [] } : readCall(inside)), ...(valueType ? { valueType } : {}) },
    ];
  });
}

/** "bake(dish: Dish): Promise<Dish>" or "heat: number" as a line of its own, without code marks. */
function bareCall(member: string, line: string): Call[] {
  if (!line.startsWith(member) || !/^[(?:<]/.test(line.slice(member.length)) || /[.!]\s|[.!]$/.test(line))
    return [];
  const signature = readSignature(line);
  if (signature?.name !== member || (signature.params === undefined && signature.returns === undefined))
    return [];
  const { params, returns } = signature;
  return [{ keys: [], ...(params ? { params } : {}), ...(returns ? { valueType: returns } : {}) }];
}

const SIGNATURES = /^(?:signatures?|syntax|declaration|synopsis|prototype|usage)$/i;

function callLines(heading: string, block: Block): string[] {
  if (block.type === "code")
    return SIGNATURES.test(heading.replace(/:$/, "")) ? block.code.split("\n").map(codeLine) : [];
  if (block.type === "list") return block.items.slice(0, 1).map(({ text }) => text);
  if (block.type !== "paragraph") return [];
  // "_expression_.**Fill** (_Article_, _Count_)" is code with emphasis for marks.
  if (SIGNATURES.test(heading.replace(/:$/, "")))
    return block.lines.map((line) =>
      /[*_]{1,2}[.(\s]|[.\s][*_]{1,2}/.test(line) && !line.includes("`") ? codeLine(plain(line)) : line,
    );
  return block.lines.flatMap((line) => line.split(/(?<=[`'})])\s+or\s+(?=[`'])/));
}

const codeLine = (line: string): string => `\`${line.trim().replace(/;$/, "")}\``;

function readCall(inside: string): Pick<Call, "params" | "keys"> {
  let keys: Param[] = [];
  const named = inside.replace(/\{([^{}:]*)\}/g, (_all, names: string) => {
    keys = readParams(names) ?? [];
    return "options";
  });
  const open = /,?\s*(?:\.\.\.|…)\s*(?=\]?\s*$)/;
  const params = readParams(named.replace(open, ""));
  if (params === undefined) return { keys };
  const last = params.at(-1);
  if (open.test(named) && last) last.optional = true;
  return { params: params.map(asType), keys };
}

const PRIMITIVE = /^(?:string|number|boolean|bool|int|integer|float|object|array|function|date)$/i;

/** `exists(string)` gives the type where others give the name. */
const asType = (param: Param): Param =>
  param.type === undefined && PRIMITIVE.test(param.name) ? { ...param, type: param.name } : param;

/** The ways to call it with what the table adds; without signatures the table is the one way. */
export function mergeCalls(calls: Call[], listed: Parameters | undefined): Param[][] {
  const stated = calls.flatMap(({ params }) => (params ? [params] : []));
  const names = new Set(listed?.params.map(({ name }) => name));
  const strange = names.size > 0 && !stated.some((params) => params.some(({ name }) => names.has(name)));
  if (stated.length === 0 || strange) return listed ? [listed.params] : [];
  const known = new Map(listed?.params.map((param) => [param.name, param]));
  return stated.map((params) =>
    params.map((param) => {
      const { type, optional } = known.get(param.name) ?? {};
      const isOptional = param.optional ?? optional;
      return { ...param, ...(type ? { type } : {}), ...(isOptional ? { optional: true as const } : {}) };
    }),
  );
}
