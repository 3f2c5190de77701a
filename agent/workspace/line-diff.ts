// The one line diff that tools, cards and `.diff` files share. Promises an answer for any two files, the same one
// each time: where the exact way is too long, the differing middle counts as replaced. Refuses to know of files.

import { diffArrays } from "diff";

export type LineStep = { type: "keep" | "drop" | "add"; lines: string[] };

// By edits and not by time: a diff that is shown, hashed and shown again must not depend on the machine's mood.
const MAX_EDITS = 1_500;

export function diffLineArrays(before: string[], after: string[]): LineStep[] {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const middle = diffMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  const steps: LineStep[] = [
    { type: "keep", lines: before.slice(0, start) },
    ...middle,
    { type: "keep", lines: before.slice(before.length - end) },
  ];
  return steps.filter((step) => step.lines.length > 0);
}

function diffMiddle(before: string[], after: string[]): LineStep[] {
  const replaced: LineStep[] = [
    { type: "drop", lines: before },
    { type: "add", lines: after },
  ];
  if (before.length === 0 || after.length === 0) return replaced;
  if (fewestEdits(before, after) > MAX_EDITS) return replaced;
  const parts = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  return (
    parts?.map(({ added, removed, value }) => ({
      type: added ? "add" : removed ? "drop" : "keep",
      lines: value,
    })) ?? replaced
  );
}

/** What no diff can do without, counted at once: the search for more edits than allowed takes half a second to fail. */
function fewestEdits(before: string[], after: string[]): number {
  const counts = new Map<string, number>();
  for (const line of before) counts.set(line, (counts.get(line) ?? 0) + 1);
  let common = 0;
  for (const line of after) {
    const left = counts.get(line) ?? 0;
    if (left === 0) continue;
    counts.set(line, left - 1);
    common += 1;
  }
  return before.length + after.length - 2 * common;
}
