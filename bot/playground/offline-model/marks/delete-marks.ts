// The side call that marks lines for deletion: which lines belong to the thing that is named. Promises lines
// `L<n>: DELETE` and nothing else, whole statements, whole constructs, not the neighbour. Refuses to mark
// when the words fit nothing, or several things alike: then it says nothing.

import { coverage, hasSubject, subject, tokens } from "../words.ts";
import { blockLines } from "./delete-blocks.ts";
import { footprintLines } from "./delete-footprint.ts";
import { extraBlankLines, headingComments } from "./delete-margins.ts";
import { allFootprints, type Footprint } from "./footprints.ts";
import { pairedLines } from "./pairs.ts";
import { partLines } from "./part-of.ts";
import { isIndented, type Line, type NumberedLine, scanLines } from "./structure.ts";
import { chooseTargets } from "./targets.ts";

const SMALL_FILE = 8;
const MOST = 0.9;

type Scanned = { lines: readonly Line[]; path: string };

export type MarkTask = {
  path: string;
  what: string;
  lines: NumberedLine[];
  footprints: Map<string, number[]>;
};

export function readMarkTask(text: string): MarkTask | null {
  const head = /^FILE: (.+)\nDELETE: ([\s\S]+?)\nLINES:\n/m.exec(text);
  if (!head) return null;
  const body = text.slice((head.index ?? 0) + head[0].length);
  const end = body.search(/^FOOTPRINTS:$/m);
  const lines = [...(end < 0 ? body : body.slice(0, end)).matchAll(/^L(\d+):(?: (.*)|)$/gm)].map(
    ([, n, line = ""]): NumberedLine => ({ n: Number(n), text: line.replace(/\r$/, "") }),
  );
  const footprints = new Map<string, number[]>();
  for (const [, name = "", numbers = ""] of (end < 0 ? "" : body.slice(end)).matchAll(
    /^(\S+):((?: L\d+)+)/gm,
  ))
    footprints.set(name, [...(footprints.get(name) ?? []), ...(numbers.match(/\d+/g) ?? []).map(Number)]);
  return { path: head[1] ?? "", what: (head[2] ?? "").trim(), lines, footprints };
}

export function deleteMarks(task: MarkTask): string {
  return markedLines(task)
    .map((n) => `L${n}: DELETE`)
    .join("\n");
}

function markedLines({ path, what, lines: numbered, footprints: given }: MarkTask): number[] {
  const range = /^(?:the )?lines? (\d+)(?: ?(?:-|–|to|and) ?(\d+))?$/i.exec(what);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    return numbered.flatMap(({ n }) => (n >= from && n <= to ? [n] : []));
  }
  const lines = scanLines(numbered, path);
  if (/^(?:the |all (?:the )?)?comments?$/i.test(what))
    return lines.flatMap((line, i) => (line.comment && i > 0 ? [line.n] : []));
  const exact = partLines(what, lines);
  if (exact) return withMargins({ lines, path }, exact, []);
  const words = subject(what);
  if (!hasSubject(what)) return [];
  const footprints = allFootprints(lines, given, path);
  const targets = chooseTargets(words, footprints, lines);
  if (targets.type === "several") return [];
  const pairs = pairedLines(lines);
  const named = targets.type === "these" ? targets.footprints : [];
  const marked = footprintLines(named, footprints, lines, pairs);
  const hangsOn = named.some((target) => {
    const left = usesLeft(target, lines, marked);
    // Half a name is a guess, good only where nothing else hangs on it.
    return left > marked.size || (left > 0 && !isSaid(target.name, words));
  });
  if (hangsOn) return [];
  if (marked.size === 0) for (const line of blockLines(words, lines, pairs, path)) marked.add(line);
  return withMargins({ lines, path }, marked, words);
}

function withMargins({ lines, path }: Scanned, marked: Set<number>, words: readonly string[]): number[] {
  if (marked.size === 0) return [];
  if (words.length > 0) for (const line of headingComments(lines, marked, words)) marked.add(line);
  for (const line of extraBlankLines(lines, marked)) marked.add(line);
  if (isNearlyAll(lines, marked) || emptiesBlock(lines, marked, path)) return [];
  return [...marked].sort((a, b) => a - b).flatMap((i) => lines[i]?.n ?? []);
}

const isSaid = (name: string, words: readonly string[]) =>
  coverage(tokens(name), words) === tokens(name).length || words.includes(name.toLowerCase());

// What the rest of the file hangs on (a module's table, say) is no thing to take out alone.
function usesLeft(target: Footprint, lines: readonly Line[], marked: ReadonlySet<number>): number {
  return target.lines.filter((at) => !marked.has(at) && !lines[at]?.comment).length;
}

/** In a language of indents a head whose whole body goes no longer parses. */
function emptiesBlock(lines: readonly Line[], marked: ReadonlySet<number>, path: string): boolean {
  if (!isIndented(path)) return false;
  return lines.some((line, i) => {
    if (line.first !== i || line.blockEnd === null || marked.has(i)) return false;
    const body = lines.slice(line.last + 1, line.blockEnd + 1);
    const solid = body.flatMap(({ blank, comment }, k) => (blank || comment ? [] : [line.last + 1 + k]));
    return solid.length > 0 && solid.every((at) => marked.has(at));
  });
}

// A thing that is nearly the whole file is more often a word misread than a wish.
function isNearlyAll(lines: readonly Line[], marked: ReadonlySet<number>): boolean {
  const solid = lines.flatMap((line, i) => (line.blank ? [] : [i]));
  const gone = solid.filter((i) => marked.has(i)).length;
  return solid.length > SMALL_FILE && gone > solid.length * MOST;
}
