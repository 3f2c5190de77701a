// What a turn has called invented, from its log: names for which writes were refused, and those with which a draft went out
// all the same. Promises each name once in a turn, with the first place it stood in. Refuses names that no word of an owner
// can make right: a file that does not parse, and what the language's level lacks, which the profile states.

import type { CheckNote } from "../check/finding.ts";
import type { EventOf, TurnEvent } from "../events.ts";
import { keyOf } from "./words.ts";

/** The names that came up between two cards: those of a review, or (null) of the answer. */
export function accusedBefore(events: readonly TurnEvent[], review: string | null): CheckNote[] {
  const end = review === null ? events.length : openingOf(events, review);
  const before = events.slice(0, end);
  const start = before.findLastIndex((e) => e.type === "review_opened") + 1;
  const told = new Set(namesIn(before.slice(0, start)).map(keyOf));
  return namesIn(before).filter((note) => !told.has(keyOf(note)));
}

function openingOf(events: readonly TurnEvent[], review: string): number {
  const at = events.findIndex((e) => e.type === "review_opened" && e.review === review);
  return at < 0 ? events.length : at;
}

function namesIn(events: readonly TurnEvent[]): CheckNote[] {
  const notes = [...events.flatMap(refusedBy), ...shippedWith(events)];
  const first = new Map<string, CheckNote>();
  for (const note of notes)
    if (note.family !== "syntax" && !first.has(keyOf(note))) first.set(keyOf(note), note);
  return [...first.values()];
}

const refusedBy = (event: TurnEvent): readonly CheckNote[] =>
  event.type === "tool_ran" && !event.ok ? (event.findings ?? []) : [];

/** Of the last draft: what the checks had against it, and what its dry run touched. */
function shippedWith(events: readonly TurnEvent[]): readonly CheckNote[] {
  const checked = events.findLast((e): e is EventOf<"checked"> => e.type === "checked");
  if (!checked) return [];
  const ran = events.findLast((e) => e.type === "dry_ran" && e.stage === checked.stage);
  return [...checked.report.introduced, ...(ran?.type === "dry_ran" ? ran.findings : [])];
}
