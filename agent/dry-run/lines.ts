// What a dry run came to, in words: one line for a card, a text for the model and a terminal. Promises to say what it proves and
// what it does not, and the functions that nothing entered. Refuses "it works": stubs hand out nothing.

import type { DryRunReport, EntryRun } from "./report.ts";

const MAX_LINE = 90;
const MAX_NAMED = 20;
const MAX_OUTPUT = 10;
const MAX_ARGUED = 5;

/** At most 90 letters: a phone shows no more of a line. */
export function dryRunLine(report: DryRunReport): string {
  const { entries, findings, entered, notEntered } = report;
  if (entries.length === 0) return "dry run: no script to run";
  const bad = entries.filter(({ end }) => end !== "completed");
  const [first] = bad;
  const ran = entries.length - bad.length;
  const parts = [
    ...(findings.length > 0 ? [`${counted(findings.length, "undocumented name")} touched`] : []),
    ...(first
      ? [`${shortPath(first.path)} ${ENDS[first.end]}${bad.length > 1 ? ` (+${bad.length - 1})` : ""}`]
      : []),
    ...(ran > 0 ? [`${counted(ran, "script")} ran to ${ran === 1 ? "its" : "their"} end`] : []),
    ...(notEntered.length > 0
      ? [`${notEntered.length} of ${counted(entered + notEntered.length, "function")} not entered`]
      : []),
  ];
  return cut(`dry run: ${parts.join(", ")}`, MAX_LINE);
}

const ENDS: Readonly<Record<EntryRun["end"], string>> = {
  completed: "ran to its end",
  threw: "threw an error",
  unparsed: "does not parse",
  time: "ran out of time",
  memory: "ran out of memory",
  stack: "called itself too deep",
  output: "printed too much",
};

export function dryRunText(report: DryRunReport): string {
  if (report.entries.length === 0) return "Dry run: there was no script to run.";
  const { missing, assumed, leftOut, output } = report;
  return [
    ...report.entries.map(entryLine),
    ...findingLines(report),
    ...missing.map(
      ({ path, from, line }) => `${from}:${line}: loads ${path}, and the project has no such file.`,
    ),
    ...(assumed.length > 0
      ? [`Taken to be there, since other files or parts of the engine may bring them: ${listed(assumed)}.`]
      : []),
    ...(leftOut.length > 0 ? [`Not run, being too many: ${listed(leftOut)}.`] : []),
    ...(output.length > 0
      ? ["It printed:", ...output.slice(0, MAX_OUTPUT).map((line) => `  ${cut(line, 160)}`)]
      : []),
    ...(output.length > MAX_OUTPUT ? [`  … ${counted(output.length - MAX_OUTPUT, "more line")}.`] : []),
    ...functionLines(report),
    provesLine(report),
  ].join("\n");
}

/** Beside a finding, and of an interface that is documented in part, "documented names alone" was once said and not so. */
const provesLine = ({ findings }: DryRunReport): string =>
  `What this proves: what ran touched no ${findings.length > 0 ? "other name" : "name"} that the documentation is known to lack. ` +
  "What it does not: the stubs hand out nothing (no text, no elements, nought), so loops over what they hand out ran zero " +
  "times, callbacks that the engine would call were not called, and nobody saw what would be drawn or saved.";

function entryLine({ path, end, error }: EntryRun): string {
  if (error === null) return `${path} ${ENDS[end]}.`;
  const unsure =
    end === "threw" && error.confidence === "likely"
      ? " It may be of the stubs, which hand out nothing."
      : "";
  return `${path} ${ENDS[end]}: ${error.path}:${error.line}:${error.column}: ${error.message}${unsure}`;
}

function findingLines({ findings }: DryRunReport): string[] {
  const whole = findings
    .slice(0, MAX_ARGUED)
    .map(({ path, line, column, message }) => `${path}:${line}:${column}: ${message}`);
  const rest = findings.slice(MAX_ARGUED).map(({ path, line, about }) => `${about} (${path}:${line})`);
  return rest.length === 0 ? whole : [...whole, `Nor does the documentation have: ${listed(rest)}.`];
}

function functionLines({ entered, notEntered }: DryRunReport): string[] {
  const all = entered + notEntered.length;
  if (all === 0) return [];
  if (notEntered.length === 0) return [`${counted(all, "function")}, each entered.`];
  const named = notEntered.slice(0, MAX_NAMED).map(({ name, path, line }) => `${name} (${path}:${line})`);
  const more = notEntered.length - named.length;
  return [
    `${entered} of ${counted(all, "function")} entered. Functions never entered: ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`,
  ];
}

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? "" : "s"}`;

const listed = (names: readonly string[]): string =>
  names.slice(0, MAX_NAMED).join(", ") +
  (names.length > MAX_NAMED ? ` and ${names.length - MAX_NAMED} more` : "");

const cut = (words: string, most: number): string =>
  words.length <= most ? words : `${words.slice(0, most - 1).toWellFormed()}…`;

/** The end of a path says most. */
const shortPath = (path: string): string => (path.length <= 30 ? path : `…${path.slice(-29)}`);
