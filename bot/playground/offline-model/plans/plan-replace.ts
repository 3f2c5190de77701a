// The plans that change text everywhere: rename a name, replace a literal, move a file. Promises edits that
// each match what was read, counted, and an answer with what was staged by file. Refuses to merge two names,
// and to touch prose for a name's sake.

import { declares, hasHashComments, masked, renameIn, standsAlone } from "../identifiers.ts";
import { type FoundFile, readFound, readStaged } from "../results.ts";
import type { Result } from "../transcript.ts";
import { wholeWord } from "../words.ts";
import { because, isProse, type Plan, use, useAll } from "./plan.ts";
import { readWhole } from "./read-whole.ts";
import { findAll } from "./search.ts";

const FILES_MAX = 8;
const EDITS_MAX = 60;
const LEFT_MAX = 4;

export type Edit = { path: string; old: string; new: string; count: number };

export function* rename(from: string, to: string, file: string | null): Plan {
  if (!/^[\p{L}_$][\w$\p{L}-]*$/u.test(to))
    return `"${to}" is no name that a program can use. Nothing was changed.`;
  const found = yield* findAll([from, to], file);
  const scripts = found.filter(({ path, hits }) => hits.length > 0 && !isProse(path));
  const clash = scripts.find((one) => hasWord(one, to, true));
  if (clash)
    return `${to} is already a name in ${clash.path}: renaming ${from} would make the two one. Nothing was changed.`;
  const code = scripts
    .toSorted((a, b) => Number(hasWord(b, from)) - Number(hasWord(a, from)))
    .slice(0, FILES_MAX);
  const read = yield* readWhole(code.map(({ path }) => path));
  const files = read.filter(({ lines }) => lines?.some((line) => wholeWord(from, "").test(line)) ?? true);
  if (files.length === 0)
    return `I found no name ${from}${file === null ? "" : ` in ${file}`}, so nothing was changed.`;
  const variable = read.some(({ path, lines }) => lines !== null && declares(from, lines, path));
  if (!variable && read.some(({ path, lines }) => lines !== null && standsAlone(from, lines, path)))
    return `No file here declares ${from}: it comes from outside, and its name is not ours to change. Nothing was changed.`;
  const edits = read.flatMap(({ path, lines }) =>
    lines === null
      ? []
      : lineEdits(path, lines, (line) => renameIn(line, from, to, path, { members: !variable })),
  );
  const unread = read.filter(({ lines }) => lines === null).map(({ path }) => path);
  const beyond = scripts.filter((one) => !code.includes(one) && hasWord(one, from)).map(({ path }) => path);
  const prose = found.filter((one) => isProse(one.path) && hasWord(one, from)).map(({ path }) => path);
  return yield* apply(`Renamed ${from} to ${to}`, edits, [...unread, ...beyond, ...prose]);
}

export type Replacement = { old: string; new: string; file: string | null; whole: boolean };

export function* replaceText({ old, new: next, file, whole }: Replacement): Plan {
  if (old === next) return "The old and the new text are the same. Nothing was changed.";
  const found = (yield* findAll([old], file)).filter(({ hits }) => hits.length > 0);
  const main = found.filter(({ path }) => !isProse(path));
  const files = (file !== null || main.length === 0 ? found : main).slice(0, FILES_MAX);
  if (files.length === 0)
    return `I found no "${old}"${file === null ? "" : ` in ${file}`}, so nothing was changed. I replace text only as it stands in the files.`;
  const read = yield* readWhole(files.map(({ path }) => path));
  const edits = read.flatMap(({ path, lines }): Edit[] => {
    if (lines === null) return [];
    if (whole && /^\w+$/.test(old))
      return lineEdits(path, lines, (line) => line.replace(wholeWord(old), () => next));
    const count = occurrences(lines.join("\n"), old);
    return count === 0 ? [] : [{ path, old, new: next, count }];
  });
  if (edits.length === 0)
    return `"${old}" stands there only in another spelling, or inside longer words. Nothing was changed.`;
  return yield* apply(`Replaced "${old}" with "${next}"`, edits, leftAlone(found, files));
}

export function* moveFile(from: string, to: string): Plan {
  const result = yield* use("move_file", { from, to });
  if (result.refused || !/^(Staged|Moved)/.test(result.text))
    return `I could not move ${from}: ${because(result)} Nothing was changed.`;
  const name = from.split("/").at(-1) ?? from;
  const still = readFound((yield* use("find_in_files", { pattern: name })).text).filter(
    (found) => found.hits.length > 0,
  );
  const paths = still.map(({ path }) => path);
  return `Moved ${from} to ${to}.${paths.length > 0 ? `\nThe old name is still written in ${paths.join(", ")}.` : ""}`;
}

function* apply(done: string, edits: Edit[], left: string[]): Plan {
  if (edits.length === 0) return "I found nothing that I could change safely. Nothing was changed.";
  // Half a rename is worse than none.
  if (edits.length > EDITS_MAX)
    return `That is ${edits.length} lines to change, more than the ${EDITS_MAX} that I do at once. Nothing was changed.`;
  const calls = edits.map(({ count, ...edit }) => ({
    name: "edit_file",
    args: { ...edit, ...(count > 1 && { count }) },
  }));
  const results = yield* useAll(calls);
  const staged = results.filter((result) => readStaged(result.text));
  const failed = results.filter((result) => !readStaged(result.text));
  if (staged.length === 0)
    return `I could not change anything: ${failed[0] ? because(failed[0]) : ""} Nothing was changed.`;
  const paths = [...new Set(staged.map((result) => String(result.args.path)))];
  return [
    `${done} in ${paths.join(", ")}: ${places(staged)} changed.`,
    ...failed.map((result) => `Not changed in ${String(result.args.path)}: ${because(result)}`),
    ...(left.length > 0
      ? [
          `Left as it is: ${left.slice(0, LEFT_MAX).join(", ")}${left.length > LEFT_MAX ? ` and ${left.length - LEFT_MAX} more` : ""}.`,
        ]
      : []),
  ].join("\n");
}

function places(staged: readonly Result[]): string {
  const sum = staged.reduce(
    (total, { args }) => total + (typeof args.count === "number" ? args.count : 1),
    0,
  );
  return `${sum} place${sum === 1 ? "" : "s"}`;
}

/** One edit for each different line, wide enough to match only lines that change alike. */
function lineEdits(path: string, lines: readonly string[], change: (line: string) => string): Edit[] {
  let text = lines.join("\n");
  const edits: Edit[] = [];
  for (const [i, line] of lines.entries()) {
    const next = change(line);
    if (next === line || !text.split("\n").includes(line)) continue;
    const alike = text.split("\n").filter((other) => other === line).length;
    const edit =
      occurrences(text, line) === alike
        ? { path, old: line, new: next, count: alike }
        : wider(path, lines, i, next, text);
    if (!edit) continue;
    text = text.replaceAll(edit.old, () => edit.new);
    edits.push(edit);
  }
  return edits;
}

// The line is a part of another one (`a = 1` in `aa = 1`): its neighbours tell them apart.
function wider(path: string, lines: readonly string[], at: number, next: string, text: string): Edit | null {
  const below = lines[at + 1];
  const above = text.split("\n")[at - 1];
  const options = [
    ...(above === undefined ? [] : [{ old: `${above}\n${lines[at]}`, new: `${above}\n${next}` }]),
    ...(below === undefined ? [] : [{ old: `${lines[at]}\n${below}`, new: `${next}\n${below}` }]),
  ];
  const fit = options.find(({ old }) => occurrences(text, old) === 1);
  return fit ? { path, ...fit, count: 1 } : null;
}

export function occurrences(text: string, part: string): number {
  return part === "" ? 0 : text.split(part).length - 1;
}

function hasWord(found: FoundFile, name: string, asCode = false): boolean {
  const word = wholeWord(name, "");
  return found.hits.some(({ text }) => word.test(asCode ? masked(text, hasHashComments(found.path)) : text));
}

function leftAlone(all: readonly FoundFile[], used: readonly FoundFile[]): string[] {
  return all.filter((file) => !used.includes(file)).map(({ path }) => path);
}
