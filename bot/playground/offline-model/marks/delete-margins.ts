// What stands around deleted lines: the comment that headed them, and the blank lines that would pile up.
// Promises to leave as many blank lines as stood on one side, and the comment of whatever stays. Refuses the
// opening comment of a file.

import { coverage, tokens } from "../words.ts";
import type { Line } from "./structure.ts";

/** Comment lines right above what goes, when the whole paragraph goes or the comment is about it. */
export function headingComments(
  lines: readonly Line[],
  marked: ReadonlySet<number>,
  words: readonly string[],
): Set<number> {
  const found = new Set<number>();
  for (const start of runStarts(marked)) {
    let first = start;
    while (lines[first - 1]?.comment) first -= 1;
    const isFileHead = first === 0;
    const about = coverage(words, tokens(textOf(lines, first, start))) === words.length;
    if (first < start && !(isFileHead && !about) && (about || paragraphGoes(lines, marked, start)))
      for (let i = first; i < start; i++) found.add(i);
    const above = separateHeading(lines, first, words);
    if (above !== null && paragraphGoes(lines, marked, start)) found.add(above);
  }
  return found;
}

/** Blank lines that would stand next to another blank line, or at the edge of a block. */
export function extraBlankLines(lines: readonly Line[], marked: ReadonlySet<number>): Set<number> {
  const found = new Set<number>();
  for (const start of runStarts(marked)) {
    let end = start;
    while (marked.has(end + 1) || (lines[end + 1]?.blank && reachesMarked(lines, marked, end + 1))) end += 1;
    for (let i = start; i <= end; i++) if (lines[i]?.blank) found.add(i);
    const [above, below] = [blanksFrom(lines, start - 1, -1), blanksFrom(lines, end + 1, 1)];
    const [before, after] = [lines[start - 1 - above], lines[end + 1 + below]];
    const closes = after === undefined || /^\s*([)\]}]|end\b|<\/)/.test(after.text);
    const opens = before === undefined || /[{([]\s*$/.test(before.code);
    const [fromAbove, fromBelow] = closes ? [above, 0] : opens ? [0, below] : [Math.min(above, below), 0];
    for (let i = 1; i <= fromAbove; i++) found.add(start - i);
    for (let i = 1; i <= fromBelow; i++) found.add(end + i);
  }
  return found;
}

function blanksFrom(lines: readonly Line[], from: number, step: 1 | -1): number {
  let count = 0;
  while (lines[from + count * step]?.blank) count += 1;
  return count;
}

function runStarts(marked: ReadonlySet<number>): number[] {
  return [...marked].filter((i) => !marked.has(i - 1)).sort((a, b) => a - b);
}

// All lines down to the next blank line go, or the block that holds them ends.
function paragraphGoes(lines: readonly Line[], marked: ReadonlySet<number>, start: number): boolean {
  for (let i = start; i < lines.length; i++) {
    const line = lines[i];
    if (!line || line.blank || /^\s*[)\]}]/.test(line.code)) return true;
    if (!marked.has(i)) return line.comment;
  }
  return true;
}

/** A comment about the thing, one blank line further up: `// ---- footer`. */
function separateHeading(lines: readonly Line[], first: number, words: readonly string[]): number | null {
  const heading = lines[first - 2];
  if (!lines[first - 1]?.blank || !heading?.comment || first - 2 === 0 || lines[first - 3]?.comment)
    return null;
  return coverage(words, tokens(heading.text)) === words.length ? first - 2 : null;
}

function reachesMarked(lines: readonly Line[], marked: ReadonlySet<number>, from: number): boolean {
  let i = from;
  while (lines[i]?.blank && !marked.has(i)) i += 1;
  return marked.has(i);
}

function textOf(lines: readonly Line[], from: number, to: number): string {
  return lines
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}
