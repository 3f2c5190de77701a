// The edits that turn what a file is now into what it shall be: one for each stretch that differs, with as many
// lines around it as make it the only such place. Promises that they apply one after the other. Refuses, with
// null, when no place is the only one.

import { diffLineArrays } from "../../../../agent/workspace/line-diff.ts";
import { occurrences } from "./plan-replace.ts";

export type LineEdit = { old: string; new: string };

/** `from` and `to` bound lines of what is now; `lines` come in their place. */
type Hunk = { from: number; to: number; lines: string[] };

export function editsBetween(now: readonly string[], wanted: readonly string[]): LineEdit[] | null {
  const current = [...now];
  const edits: LineEdit[] = [];
  // From the end, so that the numbers of what stands above stay true.
  for (const hunk of hunks(now, wanted).reverse()) {
    const edit = anchored(current, hunk);
    if (edit === null) return null;
    edits.push(edit);
    current.splice(hunk.from, hunk.to - hunk.from, ...hunk.lines);
  }
  return edits;
}

function hunks(now: readonly string[], wanted: readonly string[]): Hunk[] {
  const found: Hunk[] = [];
  let at = 0;
  let open: Hunk | null = null;
  for (const step of diffLineArrays([...now], [...wanted])) {
    if (step.type === "drop" || step.type === "add") {
      if (open === null) {
        open = { from: at, to: at, lines: [] };
        found.push(open);
      }
      if (step.type === "add") open.lines.push(...step.lines);
      else {
        at += step.lines.length;
        open.to = at;
      }
      continue;
    }
    open = null;
    at += step.lines.length;
  }
  return found;
}

function anchored(current: readonly string[], { from, to, lines }: Hunk): LineEdit | null {
  const text = current.join("\n");
  let [first, last] = [from, to];
  for (let up = true; ; up = !up) {
    const old = current.slice(first, last).join("\n");
    // Without a line that stays, an empty one would be left where lines go.
    const stays = lines.length > 0 || last - first > to - from;
    if (stays && old.trim() !== "" && occurrences(text, old) === 1)
      return { old, new: [...current.slice(first, from), ...lines, ...current.slice(to, last)].join("\n") };
    if (first === 0 && last === current.length) return null;
    if (up ? first > 0 : last >= current.length) first -= 1;
    else last += 1;
  }
}
