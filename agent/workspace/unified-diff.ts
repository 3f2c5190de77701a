// The exact `.diff` of a changeset, as `git apply` takes it. Promises every byte of every text line, CR included, and
// a mark where a final newline is missing. Refuses to print binary files: they are named with size and hash.

import { sha256 } from "../../store/hash.ts";
import type { Change } from "../events.ts";
import { diffLineArrays, type LineStep } from "./line-diff.ts";
import { decodeText } from "./text.ts";

export type DiffFile = {
  path: string;
  op: Change["op"];
  before: Uint8Array | null;
  after: Uint8Array | null;
};

const CONTEXT = 3;

export function unifiedDiff(files: DiffFile[]): string {
  return files.map(diffOf).join("");
}

function diffOf(file: DiffFile): string {
  const before = textOf(file.before);
  const after = textOf(file.after);
  if (before === null || after === null) return binaryNote(file);
  const hunks = hunksOf(diffLineArrays(rawLines(before), rawLines(after)));
  if (hunks === "" && file.before !== null && file.after !== null) return "";
  const [from, to] = [quoted(`a/${file.path}`), quoted(`b/${file.path}`)];
  let head = `diff --git ${from} ${to}\n`;
  if (file.before === null) head += "new file mode 100644\n";
  if (file.after === null) head += "deleted file mode 100644\n";
  if (hunks === "") return head;
  // A name with a space needs the tab, or `git apply` takes what follows the space for a date.
  const tab = file.path.includes(" ") ? "\t" : "";
  const oldName = file.before === null ? "/dev/null" : from + tab;
  const newName = file.after === null ? "/dev/null" : to + tab;
  return `${head}--- ${oldName}\n+++ ${newName}\n${hunks}`;
}

type Row = { sign: " " | "-" | "+"; line: string };
const SIGNS = { keep: " ", drop: "-", add: "+" } as const;

function hunksOf(steps: LineStep[]): string {
  const rows = steps.flatMap((step): Row[] => step.lines.map((line) => ({ sign: SIGNS[step.type], line })));
  const changed = rows.flatMap((row, index) => (row.sign === " " ? [] : [index]));
  const ranges: { from: number; to: number }[] = [];
  for (const index of changed) {
    const last = ranges.at(-1);
    if (last !== undefined && index - CONTEXT <= last.to + 1)
      last.to = Math.min(index + CONTEXT, rows.length - 1);
    else ranges.push({ from: Math.max(0, index - CONTEXT), to: Math.min(index + CONTEXT, rows.length - 1) });
  }
  let [at, oldLine, newLine] = [0, 1, 1];
  let text = "";
  for (const { from, to } of ranges) {
    // Between hunks both sides move alike.
    oldLine += from - at;
    newLine += from - at;
    const body = rows.slice(from, to + 1);
    const oldCount = body.filter((row) => row.sign !== "+").length;
    const newCount = body.filter((row) => row.sign !== "-").length;
    text += `@@ -${span(oldLine, oldCount)} +${span(newLine, newCount)} @@\n${body.map(rowText).join("")}`;
    oldLine += oldCount;
    newLine += newCount;
    at = to + 1;
  }
  return text;
}

function span(line: number, count: number): string {
  return count === 0 ? `${line - 1},0` : count === 1 ? `${line}` : `${line},${count}`;
}

function rowText({ sign, line }: Row): string {
  return line.endsWith("\n") ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`;
}

function rawLines(text: string): string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

function textOf(bytes: Uint8Array | null): string | null {
  return bytes === null ? "" : decodeText(bytes);
}

function quoted(name: string): string {
  return name.includes('"') ? `"${name.replace(/"/g, '\\"')}"` : name;
}

function binaryNote({ path, op, before, after }: DiffFile): string {
  const side = (bytes: Uint8Array | null) =>
    bytes === null ? "nothing" : `${bytes.length} bytes, sha256 ${sha256(bytes)}`;
  return `# binary file ${path} (${op}): ${side(before)} -> ${side(after)}\n`;
}
