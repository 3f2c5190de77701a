// A retreat: after a push, a write that makes a script smaller by dropping what had passed. Promises to let go of what a finding
// was in and of what served only that, and of what has moved to another file. Refuses to judge where the person asked for
// something to go, and what is no script.

import { codeLines } from "../delete/code-lines.ts";
import { footprints } from "../delete/footprint.ts";
import { isScriptPath, parseScript } from "../delete/parse-script.ts";
import { type GateName, MAIN, type TurnEvent } from "../events.ts";
import { retreatMessage } from "./messages.ts";
import { saidIn } from "./said.ts";
import { asksForRemoval } from "./wish.ts";

/** A write as text over what it would replace; null where there is no file, or no text. */
export type TextWrite = { path: string; before: string | null; after: string | null };

/** Fewer lost lines may be what a better way needs less of. */
const FEWEST_LINES = 5;
const FEWEST_SHARE = 0.2;

const GATES: Record<GateName, true> = {
  verify: true,
  bail: true,
  claim: true,
  checklist: true,
  silence: true,
};

/** The words that refuse these writes; null when nothing that passed is lost. `others` are texts staged besides. */
export function retreatIn(
  writes: readonly TextWrite[],
  events: readonly TurnEvent[],
  others: readonly string[],
): string | null {
  if (!isWatched(events)) return null;
  const elsewhere = [...others, ...writes.map(({ after }) => after ?? "")];
  for (const { path, before, after } of writes) {
    if (before === null || !isScriptPath(path)) continue;
    const lost = lostIn({ path, before, after }, findingLines(path, events), elsewhere);
    if (lost !== null) return retreatMessage(path, lost);
  }
  return null;
}

/** Whether a write may be a retreat at all. */
export function isWatched(events: readonly TurnEvent[]): boolean {
  return isPushed(events) && !saidIn(events).some(asksForRemoval);
}

/** A gate has sent the model back to work, and the person has said nothing since. */
function isPushed(events: readonly TurnEvent[]): boolean {
  const last = events.findLast(
    (e) =>
      e.type === "steered" ||
      (e.type === "verdict_given" && e.verdict === "revise") ||
      (e.type === "pushed" && e.thread === MAIN && e.by in GATES),
  );
  return last?.type === "pushed";
}

/** Where the last judgement and the last dry run found something in this file. */
function findingLines(path: string, events: readonly TurnEvent[]): number[] {
  const checked = events.findLast((e) => e.type === "checked");
  const ran = events.findLast((e) => e.type === "dry_ran");
  const notes = [
    ...(checked?.type === "checked" ? checked.report.introduced : []),
    ...(ran?.type === "dry_ran" ? ran.findings : []),
  ];
  return notes.filter((note) => note.path === path).map((note) => note.line);
}

type Both = { path: string; before: string; after: string | null };

function lostIn(
  { path, before, after }: Both,
  found: readonly number[],
  elsewhere: readonly string[],
): string | null {
  const old = codeOf(before, path);
  const now = codeOf(after ?? "", path);
  if (now.size >= old.size) return null;
  const faulty = spansOf(before, found);
  const texts = new Set(elsewhere.flatMap((text) => text.split(/\r?\n/).map((line) => line.trim())));
  const names = lostNames({ path, before }, faulty, elsewhere);
  if (names.lost.length > 0) return named(names.lost);
  const passed = [...old].filter(([line]) => !faulty.has(line) && !names.served.has(line));
  const lost = passed.filter(([, text]) => !texts.has(text)).length;
  const fresh = [...now.values()].filter((text) => !before.includes(text)).length;
  const most = Math.max(FEWEST_LINES, passed.length * FEWEST_SHARE);
  return lost - fresh >= most ? `${lost - fresh} lines of code` : null;
}

/** Lines that hold code, by number, trimmed. */
function codeOf(text: string, path: string): Map<number, string> {
  const lines = text.split(/\r?\n/);
  const code = codeLines(lines, path);
  return new Map(
    lines.flatMap((line, i): [number, string][] =>
      /[^\s{}()[\];,]/.test(code[i] ?? "") ? [[i + 1, line.trim()]] : [],
    ),
  );
}

/** The lines of the statements at the top of a script that have a finding in them. */
function spansOf(text: string, found: readonly number[]): Set<number> {
  if (found.length === 0) return new Set();
  const lineAt = (offset: number) => text.slice(0, offset).split("\n").length;
  const spans = (parseScript(text)?.program.body ?? []).map(({ start, end }): [number, number] => [
    lineAt(start),
    lineAt(end),
  ]);
  const hit = found.flatMap((line) => {
    const span = spans.find(([from, to]) => from <= line && line <= to);
    return span ? [span] : [[line, line] as const];
  });
  return new Set(hit.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)));
}

/** Names that the file declared and nobody has any more; `served` are the lines of those that only faulty code used. */
function lostNames(
  { path, before }: { path: string; before: string },
  faulty: ReadonlySet<number>,
  elsewhere: readonly string[],
): { lost: string[]; served: Set<number> } {
  const words = new Set(elsewhere.flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
  const gone = (footprints(before, path) ?? []).filter(({ name }) => !words.has(name));
  const served = new Set<number>();
  const lost = gone.flatMap(({ name, declared, lines }) => {
    if (declared.some((line) => faulty.has(line))) return [];
    const uses = lines.filter((line) => !declared.includes(line));
    if (uses.length === 0 || !uses.every((line) => faulty.has(line))) return [name];
    for (const line of lines) served.add(line);
    return [];
  });
  return { lost, served };
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 3).join(", ");
  return names.length <= 3 ? shown : `${shown} and ${names.length - 3} more`;
}
