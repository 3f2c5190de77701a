// The plan that takes back what is staged, all or a part: "undo", "keep the comment line", "only the text", "only in
// grid.js". It knows each file as it first read it and as it is staged now. Promises to put lines back where they
// stood. Refuses to pick single lines where more than a deletion is staged.

import { scanLines } from "../marks/structure.ts";
import { readStaged } from "../results.ts";
import type { Batch, Result } from "../transcript.ts";
import { coverage, subject, tokens } from "../words.ts";
import { editsBetween } from "./edits-between.ts";
import { because, type Plan, useAll } from "./plan.ts";
import { firstSeen, readWhole } from "./read-whole.ts";

type Part = { type: "keep" | "only"; what: string } | { type: "undo" };
export type Revision = Part | { type: "restrict"; files: string[]; keep: boolean };

/** What comes back in one file: calls to make, and what is said when they went well. */
type Step = { path: string; calls: { name: string; args: Record<string, unknown> }[]; said: string };

export function* revise(revision: Revision, before: readonly Batch[]): Plan {
  const paths = stagedPaths(before);
  if (paths.length === 0)
    return "Nothing of mine is staged in this request, so there is nothing to take back. What has landed goes back by Undo on its receipt, or /undo.";
  if (revision.type !== "restrict") return yield* takeBack(paths, revision, before);
  const { files, keep } = revision;
  const named = (path: string) => files.some((file) => path === file || path.endsWith(`/${file}`));
  if (!paths.some(named))
    return `Nothing is staged in ${files.join(", ")}; what is staged is in ${paths.join(", ")}. It stays as it is.`;
  const back = yield* takeBack(
    paths.filter((path) => named(path) !== keep),
    { type: "undo" },
    before,
  );
  const rest = paths.filter((path) => named(path) === keep);
  return [back, rest.length > 0 ? `Still staged: ${rest.join(", ")}.` : ""]
    .filter((text) => text !== "")
    .join("\n");
}

/** Files in which these batches staged something. */
export function stagedPaths(batches: readonly Batch[]): string[] {
  return [...new Set(stagedResults(batches).map(pathOf))];
}

const stagedResults = (batches: readonly Batch[]) => batches.flat().filter(({ text }) => readStaged(text));

const pathOf = ({ args }: Result) => String(args.path ?? args.to);

/** All files are read in one reply and put back in another: a wish has few requests. */
function* takeBack(paths: readonly string[], revision: Part, before: readonly Batch[]): Plan {
  const last = (path: string) => stagedResults(before).findLast((result) => pathOf(result) === path);
  const isWhole = (path: string) => ["move_file", "delete_file"].includes(last(path)?.name ?? "");
  const read = yield* readWhole(paths.filter((path) => !isWhole(path)));
  const steps = paths.map((path): Step => {
    const result = last(path);
    if (result?.name === "move_file") return moveBack(result, revision);
    const original = firstSeen(path, before);
    if (result?.name === "delete_file") return writeBack(path, original, revision);
    const now = read.find((file) => file.path === path)?.lines ?? null;
    return original && now
      ? linesBack(path, { original, now }, revision)
      : said(path, `I no longer know how ${path} was before. Tap Reject to drop it.`);
  });
  const results = yield* useAll(steps.flatMap(({ calls }) => calls));
  const failed = (step: Step) =>
    results.find(({ refused, args }) => refused && step.calls.some((call) => sameArgs(call.args, args)));
  return steps
    .map((step) => {
      const result = failed(step);
      return result ? `I could not put ${step.path} back: ${because(result)}` : step.said;
    })
    .filter((text) => text !== "")
    .join("\n");
}

const sameArgs = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const said = (path: string, text: string): Step => ({ path, calls: [], said: text });

function moveBack({ args }: Result, revision: Part): Step {
  const [from, to] = [String(args.from), String(args.to)];
  return revision.type === "undo"
    ? {
        path: to,
        calls: [{ name: "move_file", args: { from: to, to: from } }],
        said: `Took the move back: ${to} is ${from} again.`,
      }
    : said(to, `${to} is ${from}, moved; there are no lines to pick. Nothing was changed.`);
}

function writeBack(path: string, original: string[] | null, revision: Part): Step {
  if (revision.type !== "undo" || original === null)
    return said(path, `${path} is deleted whole, and I cannot put a part back. Tap Reject to keep the file.`);
  const content = `${original.join("\n")}\n`;
  return {
    path,
    calls: [{ name: "write_file", args: { path, content } }],
    said: `Put the file ${path} back.`,
  };
}

type Lines = { original: readonly string[]; now: readonly string[] };

function linesBack(path: string, { original, now }: Lines, revision: Part): Step {
  if (original.join("\n") === now.join("\n")) return said(path, "");
  const gone = missingLines(original, now);
  if (revision.type !== "undo" && !gone)
    return said(
      path,
      `${path} holds other changes too, so I cannot put single lines back. Nothing was changed; "undo" takes all of it back.`,
    );
  const back = revision.type === "undo" || !gone ? gone : chosen(revision, path, original, gone);
  if (back?.size === 0 && revision.type !== "undo")
    return said(path, `I see no deleted line that fits "${revision.what}" in ${path}. Nothing was changed.`);
  const wanted = original.filter((_, i) => !gone?.has(i) || back?.has(i));
  const edits = editsBetween(now, wanted);
  if (!edits)
    return said(path, `I could not find a safe place for the lines in ${path}. Nothing was changed.`);
  const calls = edits.map((edit) => ({ name: "edit_file", args: { path, ...edit } }));
  return { path, calls, said: tally(path, gone?.size ?? null, back?.size ?? 0) };
}

function tally(path: string, gone: number | null, back: number): string {
  if (gone === null) return `Took back what I changed in ${path}: it is as it was.`;
  const left = gone - back;
  const count = `${back} line${back === 1 ? "" : "s"}`;
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
  revision: { type: "keep" | "only"; what: string },
  path: string,
  original: readonly string[],
  gone: ReadonlySet<number>,
): Set<number> {
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
