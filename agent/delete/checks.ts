// What every deletion must pass before it is staged, whoever asked for it. Promises by proof that the result is a
// shorter subsequence of the file's lines, that it still parses if it did, that brackets and pairs stay whole.
// Refuses with the lines left over; what only looks unfinished is told, not refused.

import type { Profile } from "../workspace/profile.ts";
import { dropLines, parseText, renderText, type TextFile } from "../workspace/text.ts";
import { codeLines, unpairedBrackets } from "./code-lines.ts";
import { type Footprint, footprints } from "./footprint.ts";
import { isScriptPath, parseScript } from "./parse-script.ts";

export type Deletion = { path: string; before: TextFile; drop: ReadonlySet<number>; profile: Profile };
export type Checked =
  | { ok: true; after: TextFile; notes: string[] }
  | { ok: false; reason: string; text: string };

const PROSE = /\.(md|markdown|txt|csv|tsv|log)$/i;

export function checkDeletion(deletion: Deletion): Checked {
  const { path, before, drop } = deletion;
  const after = dropLines(before, drop);
  if (drop.size === 0) return refused("nothing_marked", NOTHING);
  if (after.lines.length === 0) return refused("every_line", EVERY(path));
  // Judged by the bytes to be staged, and not by the lines that they were made of.
  if (!isShorterSubsequence(before.lines, parseText(renderText(after))?.lines ?? before.lines)) {
    throw new Error("A deletion's result is no shorter subsequence of the file.");
  }
  const code = codeLines(before.lines, path);
  const fault = pairFault(deletion, code) ?? bracketFault(deletion, code) ?? parseFault(deletion, after);
  if (fault !== null) return fault;
  return { ok: true, after, notes: notes(deletion) };
}

const NOTHING =
  "No line was marked, and nothing is staged. Look the thing up with find_in_files and name it by its words in the file, or say that it is not there.";
const EVERY = (path: string) =>
  `That would delete every line of ${path}, and nothing is staged. To remove the file itself use delete_file.`;

/** Is `after` what is left of `before` when some lines, at least one, are taken out? */
export function isShorterSubsequence(before: string[], after: string[]): boolean {
  if (after.length >= before.length) return false;
  let at = 0;
  for (const line of before) if (at < after.length && after[at] === line) at++;
  return at === after.length;
}

type Refused = Extract<Checked, { ok: false }>;

function parseFault({ path, before }: Deletion, after: TextFile): Refused | null {
  if (!isScriptPath(path) || parseScript(before.lines.join("\n")) === null) return null;
  if (parseScript(after.lines.join("\n")) !== null) return null;
  return refused(
    "no_longer_parses",
    `Without these lines ${path} no longer parses, and nothing is staged. Name the whole statement or block to delete, or change it with edit_file.`,
  );
}

function bracketFault({ path, before, drop }: Deletion, code: string[]): Refused | null {
  if (PROSE.test(path)) return null;
  if (unpairedBrackets(code).length > 0) return null;
  const numbers = keptNumbers(before, drop);
  const left = unpairedBrackets(numbers.map((number) => code[number - 1] ?? ""));
  if (left.length === 0) return null;
  const lines = [...new Set(left.map(({ line }) => numbers[line - 1] ?? 0))];
  return refused(
    "unbalanced",
    `Without these lines some brackets of ${path} would lose their partner; nothing is staged. ${leftOver(before, lines)}`,
  );
}

/** `frameBegin` without its `frameEnd`: counted for each stem that the file both opens and closes. */
function pairFault({ before, drop, profile }: Deletion, code: string[]): Refused | null {
  const calls = pairCalls(code, profile.suffixes);
  for (const [stem, all] of calls) {
    if (!all.some(({ step }) => step === 1) || !all.some(({ step }) => step === -1)) continue;
    const kept = all.filter(({ line }) => !drop.has(line));
    if (sum(kept) === sum(all) && lowest(kept) >= Math.min(0, lowest(all))) continue;
    const alone = unpaired(kept);
    const partners = alone.length > 0 ? alone : all;
    return refused(
      "unbalanced",
      `${stem}${profile.suffixes.open} and ${stem}${profile.suffixes.close} would no longer pair up; nothing is staged. ${leftOver(
        before,
        partners.map(({ line }) => line),
      )}`,
    );
  }
  return null;
}

type PairCall = { line: number; step: 1 | -1 };

function pairCalls(code: string[], suffixes: Profile["suffixes"]): Map<string, PairCall[]> {
  const calls = new Map<string, PairCall[]>();
  for (const [index, text] of code.entries()) {
    // A name with a bracket behind it is a call, unless the word `function` stands before it.
    for (const [, declares, name] of text.matchAll(/(\bfunction\s+)?([\p{L}_$][\p{L}\p{N}_$]*)\s*\(/gu)) {
      if (declares !== undefined || name === undefined) continue;
      const step = name.endsWith(suffixes.open) ? 1 : name.endsWith(suffixes.close) ? -1 : null;
      if (step === null) continue;
      const stem = name.slice(0, -(step === 1 ? suffixes.open : suffixes.close).length);
      if (stem !== "") calls.set(stem, [...(calls.get(stem) ?? []), { line: index + 1, step }]);
    }
  }
  return calls;
}

function unpaired(calls: PairCall[]): PairCall[] {
  const open: PairCall[] = [];
  const alone: PairCall[] = [];
  for (const call of calls) {
    if (call.step === 1) open.push(call);
    else if (open.pop() === undefined) alone.push(call);
  }
  return [...alone, ...open];
}

const sum = (calls: PairCall[]) => calls.reduce((total, { step }) => total + step, 0);

function lowest(calls: PairCall[]): number {
  let [depth, low] = [0, 0];
  for (const { step } of calls) {
    depth += step;
    low = Math.min(low, depth);
  }
  return low;
}

/** Half a construct must not pass for the whole: says what of a touched variable stays, in numbers as staged. */
function notes({ path, before, drop }: Deletion): string[] {
  const numbers = keptNumbers(before, drop);
  const staged = new Map(numbers.map((number, index) => [number, index + 1]));
  const told = (footprints(before.lines.join("\n"), path) ?? []).flatMap((print) => {
    const left = print.lines.flatMap((line) => staged.get(line) ?? []);
    if (left.length === 0 || !isTouched(print, before, drop)) return [];
    return [stillSentence(print, left, { gone: print.declared.some((line) => drop.has(line)), staged })];
  });
  return told.length === 0 ? [] : [...told.slice(0, 8), "(Line numbers as in the staged file.)"];
}

function stillSentence(
  { name, declared }: Footprint,
  left: number[],
  { gone, staged }: { gone: boolean; staged: Map<number, number> },
): string {
  const unused = left.every((line) => declared.some((number) => staged.get(number) === line));
  const verb = gone ? "use" : unused ? "declare" : "configure";
  const [lines, end] = left.length === 1 ? ["line", "s"] : ["lines", ""];
  const tail = gone ? " (its declaration is deleted)" : unused ? " (nothing uses it now)" : "";
  return `${left.length} ${lines} still ${verb}${end} ${name}: ${left.slice(0, 20).join(" ")}${tail}`;
}

function isTouched(
  { name, declared, lines }: Footprint,
  before: TextFile,
  drop: ReadonlySet<number>,
): boolean {
  const gone = lines.filter((line) => drop.has(line));
  if (gone.length === 0) return false;
  if (declared.some((line) => drop.has(line))) return true;
  // A helper is told when nothing but its declaration stays; one that others share is none of the thing.
  if (lines.every((line) => drop.has(line) || declared.includes(line))) return true;
  return gone.some((line) => {
    const text = (before.lines[line - 1] ?? "").trimStart();
    return text.startsWith(`${name}.`) || text.startsWith(`${name}[`);
  });
}

function keptNumbers(file: TextFile, drop: ReadonlySet<number>): number[] {
  return file.lines.map((_, index) => index + 1).filter((number) => !drop.has(number));
}

function leftOver(file: TextFile, lines: number[]): string {
  const shown = lines.slice(0, 8).map((line) => `${line}| ${cut(file.lines[line - 1] ?? "")}`);
  return `Left over:\n${shown.join("\n")}\nName the whole thing, so that these go or stay together.`;
}

/** Ends before the word that would be cut: it might be a secret, known only as a whole. */
const cut = (line: string): string =>
  line.length <= 120 ? line : line.slice(0, 120).replace(/[^\s"'`]+$/, "…");

function refused(reason: string, text: string): Refused {
  return { ok: false, reason, text };
}
