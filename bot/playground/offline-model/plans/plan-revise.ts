// The plan that takes part of a staged deletion back: "keep the comment line", "only the text", "undo". It
// knows the file as it first read it and as it is staged now. Promises to put lines back where they stood.
// Refuses when the staged file is more than a deletion of what it saw.

import { scanLines } from "../marks/structure.ts";
import { readStaged } from "../results.ts";
import type { Batch } from "../transcript.ts";
import { coverage, subject, tokens } from "../words.ts";
import { because, type Plan, useAll } from "./plan.ts";
import { occurrences } from "./plan-replace.ts";
import { firstSeen, readWhole } from "./read-whole.ts";

export type Revision = { type: "keep" | "only"; what: string } | { type: "undo" };

type Edit = { old: string; new: string };

export function* revise(revision: Revision, before: readonly Batch[]): Plan {
  const paths = deletedFrom(before);
  if (paths.length === 0)
    return "There is no deletion of mine in this request to take back. Nothing was changed.";
  const answers: string[] = [];
  for (const path of paths) answers.push(yield* reviseFile(path, revision, before));
  return answers.join("\n");
}

/** Files in which these batches staged a deletion of lines. */
export function deletedFrom(batches: readonly Batch[]): string[] {
  const staged = batches.flat().filter(({ name, text }) => name === "delete_lines" && readStaged(text));
  return [...new Set(staged.map(({ args }) => String(args.path)))];
}

function* reviseFile(path: string, revision: Revision, before: readonly Batch[]): Plan {
  const original = firstSeen(path, before);
  const [now] = yield* readWhole([path]);
  if (!original || !now?.lines) return `I no longer know how ${path} was before. Nothing was changed.`;
  const gone = missingLines(original, now.lines);
  if (!gone)
    return `${path} holds other changes too, so I cannot put single lines back. Nothing was changed.`;
  const back = chosen(revision, path, original, gone);
  if (back.size === 0) {
    const what = revision.type === "undo" ? "" : ` that fits "${revision.what}"`;
    return `I see no deleted line${what} in ${path}. Nothing was changed.`;
  }
  const edits = restoring(original, gone, back);
  if (!edits) return `I could not find a safe place for the lines in ${path}. Nothing was changed.`;
  const results = yield* useAll(edits.map((edit) => ({ name: "edit_file", args: { path, ...edit } })));
  const failed = results.find((result) => result.refused);
  if (failed) return `I could not put lines back into ${path}: ${because(failed)}`;
  const left = gone.size - back.size;
  const count = `${back.size} line${back.size === 1 ? "" : "s"}`;
  return left === 0
    ? `Put all ${count} back into ${path}: it is as it was.`
    : `Put ${count} back into ${path}; ${left} stay${left === 1 ? "s" : ""} deleted.`;
}

/** Which lines of the original are not there now; null when the rest differs in more than that. */
function missingLines(original: readonly string[], now: readonly string[]): Set<number> | null {
  const gone = new Set<number>();
  let at = 0;
  for (const [i, line] of original.entries()) {
    if (at < now.length && now[at] === line) at += 1;
    else gone.add(i);
  }
  return at === now.length ? gone : null;
}

function chosen(
  revision: Revision,
  path: string,
  original: readonly string[],
  gone: ReadonlySet<number>,
): Set<number> {
  if (revision.type === "undo") return new Set(gone);
  const fit = fitting(revision.what, path, original, gone);
  if (revision.type === "keep" || fit.size === 0) return fit;
  return new Set([...gone].filter((line) => !fit.has(line)));
}

function fitting(
  what: string,
  path: string,
  original: readonly string[],
  gone: ReadonlySet<number>,
): Set<number> {
  const range = /\blines? (\d+)(?: ?(?:-|–|to|and) ?(\d+))?/i.exec(what);
  if (range) {
    const [from, to] = [Number(range[1]), Number(range[2] ?? range[1])];
    return new Set([...gone].filter((line) => line + 1 >= from && line + 1 <= to));
  }
  const lines = scanLines(
    original.map((text, i) => ({ n: i + 1, text })),
    path,
  );
  if (/\bcomments?\b/i.test(what)) return new Set([...gone].filter((i) => lines[i]?.comment));
  const words = subject(what).filter((word) => word !== "line");
  const best = [...gone].map((i) => coverage(words, tokens(original[i] ?? "")));
  const most = Math.max(0, ...best);
  const heads =
    most === 0 ? [] : [...gone].filter((i) => coverage(words, tokens(original[i] ?? "")) === most);
  const whole = heads.flatMap((i) => {
    const { first, last } = lines[i] ?? { first: i, last: i };
    return Array.from({ length: last - first + 1 }, (_, k) => first + k);
  });
  return new Set(whole.filter((i) => gone.has(i)));
}

/** Edits that insert the lines again, each next to lines that stand there once; null when there is no such place. */
function restoring(
  original: readonly string[],
  gone: ReadonlySet<number>,
  back: ReadonlySet<number>,
): Edit[] | null {
  const present = new Set(original.keys().filter((i) => !gone.has(i)));
  const edits: Edit[] = [];
  const order = [...back].sort((a, b) => a - b);
  for (let i = 0; i < order.length; ) {
    const start = order[i] ?? 0;
    const run = [start];
    while (
      order[i + run.length] !== undefined &&
      nothingBetween(present, run.at(-1) ?? 0, order[i + run.length] ?? 0)
    )
      run.push(order[i + run.length] ?? 0);
    const edit = insertion(original, present, run);
    if (!edit) return null;
    edits.push(edit);
    for (const line of run) present.add(line);
    i += run.length;
  }
  return edits;
}

function nothingBetween(present: ReadonlySet<number>, from: number, to: number): boolean {
  for (let line = from + 1; line < to; line++) if (present.has(line)) return false;
  return true;
}

function insertion(
  original: readonly string[],
  present: ReadonlySet<number>,
  run: readonly number[],
): Edit | null {
  const now = [...present].sort((a, b) => a - b);
  const text = `\n${now.map((i) => original[i]).join("\n")}\n`;
  const added = run.map((i) => original[i] ?? "").join("\n");
  const above = now.filter((i) => i < (run[0] ?? 0));
  const below = now.slice(above.length);
  for (let k = 1; k <= Math.max(above.length, below.length); k++) {
    const up =
      k <= above.length
        ? above
            .slice(-k)
            .map((i) => original[i])
            .join("\n")
        : null;
    if (up !== null && up.trim() !== "" && occurrences(text, up) === 1)
      return { old: up, new: `${up}\n${added}` };
    const down =
      k <= below.length
        ? below
            .slice(0, k)
            .map((i) => original[i])
            .join("\n")
        : null;
    if (down !== null && down.trim() !== "" && occurrences(text, down) === 1)
      return { old: down, new: `${added}\n${down}` };
  }
  return null;
}
