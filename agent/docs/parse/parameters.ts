// Reads the parameters of a call from its reference entry: a table, a list, or a sentence that there are none. Promises
// parameters and the keys of their option object apart. Refuses to guess types from descriptions.

import { isIdentifier } from "../names.ts";
import type { Param } from "../surface/facts.ts";
import { paramOf, readColumns, readRow } from "./columns.ts";
import { plain } from "./prose.ts";
import type { Block, Item } from "./reference-blocks.ts";
import { readParams, readSignature } from "./signature.ts";
import { readType } from "./type-text.ts";

/** `keys` are those of the option object, in its order. */
export type Parameters = { params: Param[]; keys: Param[] };

/** Undefined when the blocks list none and do not say so. */
export function readParameters(blocks: readonly Block[], heading = "Parameters"): Parameters | undefined {
  const found: Param[] = [];
  for (const block of blocks) {
    if (block.type === "table") found.push(...fromTable(block, heading));
    else if (block.type === "list") found.push(...fromList(block.items));
  }
  if (found.length > 0) return separate(found);
  const says = blocks.flatMap((block) => (block.type === "paragraph" ? block.lines : []));
  const none = says.some((line) =>
    /^(?:none|no(?:thing| parameters| arguments)?|n\/a|-)\.?$/i.test(plain(line)),
  );
  if (none) return { params: [], keys: [] };
  const single = says.flatMap((line) => fromLine(line));
  return single.length > 0 ? separate(single) : undefined;
}

function fromTable(table: Extract<Block, { type: "table" }>, heading: string): Param[] {
  const columns = readColumns(table.head, heading);
  if (!columns) return [];
  return table.rows.flatMap((cells) => {
    const row = readRow(cells, columns, table.head);
    return named(row.name).map((name) =>
      paramOf({ ...row, optional: row.optional || isMarked(row.cell) }, name),
    );
  });
}

const isMarked = (cell: string): boolean => /^[`\s]*\[|\?[`\s]*$|=/.test(cell);

/** `size`, `[size]`, `size?`, `size = 3`, `options.size`, `x, y`, `fn(a)`: names, or nothing. */
function named(text: string): string[] {
  const bare = text
    .replace(/^\.{3}|^\[|\]$|\?$/g, "")
    .replace(/\s*=.*$/, "")
    .replace(/\[\]/g, "")
    .trim();
  const names = bare.split(/\s*,\s*/).map((part) => {
    const path = part.replace(/^\.{3}/, "");
    return path.split(".").every(isIdentifier)
      ? path
      : readSignature(path)?.owner
        ? undefined
        : callName(path);
  });
  return names.every((name) => name !== undefined) ? names.filter((name) => name !== undefined) : [];
}

const callName = (text: string): string | undefined => /^([\p{L}_$][\p{L}\p{N}_$]*)\(.*\)$/u.exec(text)?.[1];

const NAME = "(?:`([^`]+)`|\\*\\*([^*]+)\\*\\*|([\\p{L}_$][\\p{L}\\p{N}_$.]*))";
const ASIDE = "[({[]\\s*`?([^)}\\]]*?)`?\\s*[)}\\]]";
const ITEM = new RegExp(`^${NAME}\\s*(?:${ASIDE}\\s*[:–—-]*|()[:–—-]+|()$)\\s*(.*)$`, "su");
const UNMARKED = /^`([^`]+)`()()()()()\s+(.*)$/s;

function fromList(items: readonly Item[]): Param[] {
  const found: Param[] = [];
  const above: { depth: number; name: string }[] = [];
  for (const item of items) {
    const [param] = fromLine(item.text);
    if (!param) continue;
    while ((above.at(-1)?.depth ?? -1) >= item.depth) above.pop();
    const outer = above.at(-1);
    above.push({ depth: item.depth, name: param.name });
    found.push(
      outer && !param.name.includes(".") ? { ...param, name: `${outer.name}.${param.name}` } : param,
    );
  }
  return found;
}

/** "`count` (number, optional): how many", "`count` {number} how many", "count - number; how many". */
function fromLine(text: string): Param[] {
  const [, code, bold, bare, aside = "", , , rest = ""] = ITEM.exec(text) ?? UNMARKED.exec(text) ?? [];
  const cell = code ?? bold ?? bare ?? "";
  const typed = cell.includes(":") ? readParams(cell)?.[0] : undefined;
  const [name] = named(typed?.name ?? cell);
  if (name === undefined) return [];

  const valueType = readType(aside.replace(/\boptional\b,?/i, "")).valueType ?? typed?.type;
  const optional =
    typed?.optional ||
    isMarked(cell) ||
    /\boptional\b/i.test(aside) ||
    /^[([]?optional\b|[([]optional[)\]]/i.test(plain(rest));
  return [
    { name, ...(valueType ? { type: valueType } : {}), ...(optional ? { optional: true as const } : {}) },
  ];
}

/** `options.size` is a key of `options`; a dotted name without its parameter is a key all the same. */
function separate(found: readonly Param[]): Parameters {
  const params: Param[] = [];
  const keys: Param[] = [];
  for (const param of found) {
    const dot = param.name.indexOf(".");
    const list = dot < 0 ? params : keys;
    const name = dot < 0 ? param.name : param.name.slice(dot + 1);
    if (dot >= 0 && name.includes(".")) continue;
    if (!list.some((other) => other.name === name)) list.push({ ...param, name });
    const outer = dot < 0 ? undefined : param.name.slice(0, dot);
    if (outer && !params.some((other) => other.name === outer)) params.push({ name: outer });
  }
  return { params, keys };
}
