// Renders what a search found: names first, then lines in context, then the footprints of the variables on them.
// Promises a bounded text that says what it left out and how to narrow. Refuses to show more of a line than helps.

import { type Footprint, footprints } from "../delete/footprint.ts";
import { ANOTHER_WORD, LONGER_PATTERN } from "./advice.ts";
import { numberedLine, shownLine } from "./shown.ts";

/** `hits` are line numbers from 1; `lines` is empty for a file that is only named. */
export type FileHits = { path: string; named: boolean; lines: string[]; hits: number[] };

const CONTEXT = 2;
const MAX_FILES = 40;
const MAX_LINES_EACH = 15;
const MAX_LINES = 60;
const MAX_PRINTS = 6;
const MAX_PRINT_LINES = 30;
const LINE_WIDTH = 200;

const NO_HITS = "No hits for ";

/** Whether a rendered search found nothing. */
export const isMiss = (text: string): boolean => text.startsWith(NO_HITS);

export function renderHits({ pattern, files }: { pattern: string; files: FileHits[] }): string {
  const hits = files.reduce((total, file) => total + file.hits.length + Number(file.named), 0);
  if (hits === 0) {
    return `${NO_HITS}"${pattern}". ${ANOTHER_WORD}`;
  }
  const [word, place] = [hits === 1 ? "hit" : "hits", files.length === 1 ? "file" : "files"];
  const blocks = [`${hits} ${word} for "${pattern}" in ${files.length} ${place}`];
  const left: string[] = [];
  let budget = MAX_LINES;
  for (const [index, file] of ordered(files).entries()) {
    const shown = index < MAX_FILES ? Math.min(file.hits.length, MAX_LINES_EACH, budget) : 0;
    budget -= shown;
    if (shown < file.hits.length) left.push(`${file.path} ${file.hits.length - shown}`);
    if (shown > 0 || (file.named && index < MAX_FILES)) blocks.push(block(file, shown, pattern));
    else if (file.hits.length === 0) left.push(file.path);
  }
  if (left.length > 0) {
    const more = left.length > 10 ? ` and ${left.length - 10} more files` : "";
    blocks.push(`Left out: ${left.slice(0, 10).join(", ")}${more}. ${LONGER_PATTERN}`);
  }
  return blocks.join("\n\n");
}

function ordered(files: FileHits[]): FileHits[] {
  return files.toSorted((a, b) => Number(b.named) - Number(a.named));
}

function block(file: FileHits, shown: number, pattern: string): string {
  const head = file.named ? `${file.path} (filename match)` : file.path;
  if (shown === 0) return head;
  const hits = file.hits.slice(0, shown);
  return [head, ...contextRows(file.lines, hits), ...printRows(file, hits, pattern)].join("\n");
}

function contextRows(lines: string[], hits: number[]): string[] {
  const marked = new Set(hits);
  // A final newline makes an empty last line, which is no line of the file.
  const last = lines.at(-1) === "" ? lines.length - 1 : lines.length;
  const width = String(Math.min(last, (hits.at(-1) ?? 0) + CONTEXT)).length;
  const rows: string[] = [];
  let end = 0;
  for (const hit of hits) {
    const from = Math.max(hit - CONTEXT, end + 1);
    if (end > 0 && from > end + 1) rows.push("  --");
    const to = Math.min(hit + CONTEXT, last);
    for (let number = from; number <= to; number++) {
      const text = shownLine(lines[number - 1] ?? "", LINE_WIDTH);
      rows.push(`  ${marked.has(number) ? "*" : " "} ${numberedLine(number, width, text)}`);
    }
    end = Math.max(end, to);
  }
  return rows;
}

function printRows({ path, lines }: FileHits, hits: number[], pattern: string): string[] {
  const near = new Set(hits.flatMap((hit) => [hit, ...commented(lines, hit)]));
  const touched = (footprints(lines.join("\n"), path) ?? []).filter((print) => {
    return print.lines.length > 1 && print.lines.some((line) => near.has(line));
  });
  const rank = ({ name, declared }: Footprint) => {
    if (name.toLowerCase().includes(pattern.toLowerCase())) return 0;
    return declared.some((line) => near.has(line)) ? 1 : 2;
  };
  return touched
    .toSorted((a, b) => rank(a) - rank(b))
    .slice(0, MAX_PRINTS)
    .map(({ name, declared, lines: all }) => {
      const more = all.length > MAX_PRINT_LINES ? ` and ${all.length - MAX_PRINT_LINES} more` : "";
      const shown = all.slice(0, MAX_PRINT_LINES).join(" ");
      return `  footprint of ${name} (declared ${declared.join(" ")}): ${shown}${more}`;
    });
}

/** A comment speaks of the code below it. */
function commented(lines: string[], hit: number): number[] {
  const isComment = (line: string) => /^\s*(\/\/|\/?\*|#|--|;|<!--)/.test(line);
  if (!isComment(lines[hit - 1] ?? "")) return [];
  for (let number = hit + 1; number <= Math.min(hit + 4, lines.length); number++) {
    const line = lines[number - 1] ?? "";
    if (line.trim() !== "" && !isComment(line)) return [number];
  }
  return [];
}
