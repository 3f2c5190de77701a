// Makes tables of an interface's page readable as lists of its members: names laid out in rows and columns become a list,
// titles lose the interface's name, rows of other objects go. Promises every other line as it stands. Refuses to touch
// code.

import { isIdentifier } from "../names.ts";
import { cellsOf } from "./reference-blocks.ts";

export function tidyTables(owner: string, text: string): string {
  const out: string[] = [];
  let table: string[] = [];
  let fenced = false;
  const flush = (): void => {
    out.push(...tidy(owner, table));
    table = [];
  };
  for (const line of text.split("\n")) {
    if (/^\s*(?:```|~~~)/.test(line)) fenced = !fenced;
    if (!fenced && line.startsWith("|")) {
      table.push(line);
      continue;
    }
    flush();
    out.push(line);
  }
  flush();
  return out.join("\n");
}

function tidy(owner: string, lines: string[]): string[] {
  const [head = "", rule = "", ...rows] = lines;
  if (rows.length === 0 && lines.length < 2) return lines;
  const names = nameGrid([head, ...rows].map(cellsOf));
  if (names) return names.map((name) => `- \`${name}\``);
  return [titled(head), rule, ...rows.filter((row) => isOwn(owner, cellsOf(row)[0] ?? ""))];
}

const COLUMN = /^(?:name|property|method|event|type|description|value|constant|member|access)$/i;

/** All cells are names, over several columns: "close | play | stop". */
function nameGrid(rows: string[][]): string[] | undefined {
  const cells = rows.flat().map((cell) => cell.replace(/[`*]/g, ""));
  const names = cells.filter((cell) => cell !== "");
  const grid = rows.length > 1 && (rows[0]?.length ?? 0) > 1 && names.length > 3;
  const all = names.every((name) => isIdentifier(name.replace(/\(\)$/, "")));
  return grid && all && !rows[0]?.some((cell) => COLUMN.test(cell)) ? names : undefined;
}

/** "Version (Key)" is "Version". */
const plainTitles = (head: string): string => head.replace(/\s+\([^()|]*\)(?=\s*\|)/g, "");

/** "Net method" is "Method" in a table about Net. */
const titled = (head: string): string =>
  plainTitles(head).replace(
    /^\|\s*[\p{L}_$][\p{L}\p{N}_$.]*\s+(methods?|propert(?:y|ies)|events?|constants?)\s*\|/iu,
    (_all, kind: string) => `| ${kind} |`,
  );

/** `media.code` is no member of Event, `sheet.text` is one of Sheet; a capital letter is another interface's business. */
function isOwn(owner: string, cell: string): boolean {
  const root = /^`?(\p{Ll}[\p{L}\p{N}_$]*)\.[\p{L}_$]/u.exec(cell)?.[1];
  return root === undefined || owner.toLowerCase().split(".").includes(root.toLowerCase());
}
