// What a call that stages is told about the code in it: why it was refused, what is only noted. Promises each place by line
// and column, one way on, and blunter words for what comes again. Refuses to quote whole lists: the first few argue, the
// others are named.

import { posix } from "node:path";
import type { CheckNote, FileFinding } from "../check/finding.ts";

/** A finding with the file that it is in. */
export type Placed = FileFinding & { path: string };

/** In full at most so many; the others by name. */
const IN_FULL = 5;
const TOLD = 3;
const MAX_MESSAGE = 900;

export const noteOf = ({ family, about, symbol, line, path }: Placed): CheckNote => ({
  family,
  about,
  symbol,
  line,
  path,
});

export type Refused = {
  held: readonly Placed[];
  /** How often this turn had each of them refused before, by what it is about. */
  times: ReadonlyMap<string, number>;
  /** By what it is about: the lookup that first had the name. */
  sources: ReadonlyMap<string, { tool: string; query: string }>;
};

export function refusedText({ held, times, sources }: Refused): string {
  const again = [...times].map(([about, count]) => `${about} (${count + 1} times now)`);
  return [
    again.length > 0 ? refusedAgain(again) : refusedFirst(held),
    ...held.slice(0, IN_FULL).map((one) => `- ${placeOf(one)}: ${one.message.slice(0, MAX_MESSAGE)}`),
    ...andMore(held.slice(IN_FULL)),
    ...[...sources].map(
      ([about, { tool, query }]) => `- ${about} came from ${tool} "${query}": do not repeat that lookup.`,
    ),
    wayOn(held),
  ].join("\n");
}

const refusedFirst = (held: readonly Placed[]): string =>
  `Not staged, nothing of this call: ${filesOf(held)} would bring in ${counted(held)} that ${held.length === 1 ? "does" : "do"} not hold here.`;

const refusedAgain = (again: readonly string[]): string =>
  `Not staged, and this was refused before in this request: ${again.join(", ")}. Another spelling of the call, another variable, ` +
  "a comment beside it or another tool changes nothing: the same is refused every time. Take it out in the very next call; " +
  "where nothing documented does it, leave that part undone, and say so in the answer.";

function wayOn(held: readonly Placed[]): string {
  const isOfProject = held.some(({ family }) => /^(?:object|function|constructor|file)$/.test(family));
  const first = isOfProject
    ? " Where another file of this change is to bring it, stage that file first; where two need each other, stage the one without the call, and add the call with edit_file."
    : "";
  return `Rewrite ${held.length === 1 ? "that place" : "those places"}, keep the rest as it is, and make the call again.${first}`;
}

function andMore(rest: readonly Placed[]): string[] {
  if (rest.length === 0) return [];
  const bySymbol = Map.groupBy(rest, ({ symbol }) => symbol);
  const names = [...bySymbol].map(([symbol, all]) =>
    all.length === 1 ? symbol : `${symbol} (${all.length} places)`,
  );
  const shown = names.slice(0, 12).join(", ");
  return [
    `- and ${rest.length} more: ${shown}${names.length > 12 ? `, and ${names.length - 12} other names` : ""}`,
  ];
}

const placeOf = ({ path, line, column }: Placed): string => `${path}:${line}:${column}`;

function filesOf(held: readonly Placed[]): string {
  const paths = [...new Set(held.map(({ path }) => path))];
  return paths.length > 2 ? `${paths.length} files` : paths.join(" and ");
}

const counted = (held: readonly Placed[]): string =>
  held.length === 1 ? "one thing" : `${held.length} things`;

/** Noted beside a result: it does not hold anything. Empty where there is nothing to note. */
export function toldText(told: readonly Placed[]): string {
  if (told.length === 0) return "";
  const lines = told.slice(0, TOLD).map((one) => `- ${placeOf(one)}: ${verdictOf(one)}${nearTo(one)}`);
  const rest = told.slice(TOLD).map(({ symbol }) => symbol);
  return [
    "The documentation does not settle this, and it may be right: look each up by its exact name, unless you have seen it there or in a script of this project:",
    ...lines,
    ...(rest.length > 0 ? [`- and ${[...new Set(rest)].slice(0, 12).join(", ")}`] : []),
  ].join("\n");
}

const verdictOf = ({ message }: Placed): string => message.split(/(?<=[.;]) /)[0] ?? message;
const nearTo = ({ suggestions }: Placed): string =>
  suggestions.length > 0 ? ` Near to it: ${suggestions.join(", ")}.` : "";

/** Our own check failed: what it could not see is not let through. */
export function checkFailedText(paths: readonly string[], why: string): string {
  const names = paths.map((path) => posix.basename(path)).join(", ");
  return (
    `Not staged: the check of ${names || "this change"} failed (${why}), and nothing is staged unchecked. ` +
    "Make the change in smaller steps, or go on with other files; if it fails again, say in the answer that this file was not changed, since it could not be checked."
  );
}

/** A text in which nothing could be looked at is let through no more than one with an invention in it. */
export function tooDeepText(paths: readonly string[]): string {
  return (
    `Not staged, nothing of this call: ${paths.join(", ")} nests brackets or operators in thousands, so nothing in it can be checked. ` +
    "Write that part flat, as a list or with a loop, keep the rest as it is, and make the call again."
  );
}
