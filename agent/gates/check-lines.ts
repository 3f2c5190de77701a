// What the checks said of exactly one changeset, for the card of its review: one line each. Promises what stands open first,
// then how much was judged, and what was there before in one line. Refuses findings in full: those are for the model.

import type { CheckNote } from "../check/finding.ts";
import type { CheckReport, EventOf, TurnEvent } from "../events.ts";

const NAMED = 3;

/** `opened` is the event of the review; the judgement before it is of its draft. */
export function checkLines(opened: EventOf<"review_opened">, events: readonly TurnEvent[]): string[] {
  const earlier = events.filter((event) => event.seq < opened.seq);
  const checked = earlier.findLast((event): event is EventOf<"checked"> => event.type === "checked");
  if (!checked) return [];
  const ran = earlier.findLast(
    (event): event is EventOf<"dry_ran"> => event.type === "dry_ran" && event.stage === checked.stage,
  );
  return [
    ...checked.outstanding,
    ...judgedLines(checked.report),
    ...(ran ? [upper(ran.line)] : []),
    ...toldLines(checked.report),
  ];
}

function judgedLines({ files, judged, open, introduced }: CheckReport): string[] {
  if (files === 0) return [];
  const names = judged + open === 0 ? "no names to judge" : `${judged} of ${judged + open} names judged`;
  const said = introduced.length === 0 ? "nothing invented" : `${introduced.length} invented`;
  return [`Checks: ${files} ${files === 1 ? "file" : "files"}, ${names}, ${said}`];
}

function toldLines({ told, inherited }: CheckReport): string[] {
  const lines = told.length === 0 ? [] : [`Told: ${namesOf(told)} may not exist`];
  if (inherited === 0) return lines;
  const older =
    inherited === 1
      ? "1 older finding in these files was"
      : `${inherited} older findings in these files were`;
  return [...lines, `${older} there before`];
}

function namesOf(notes: readonly CheckNote[]): string {
  const names = [
    ...new Set(
      notes.map(({ symbol, path, line }) => (path === null ? symbol : `${symbol} (${path}:${line})`)),
    ),
  ];
  const shown = names.slice(0, NAMED).join(", ");
  return names.length <= NAMED ? shown : `${shown} and ${names.length - NAMED} more`;
}

const upper = (line: string): string => line.charAt(0).toUpperCase() + line.slice(1);
