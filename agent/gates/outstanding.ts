// The honest line: what an answer has to admit when it ships with something open, in words that code writes. Promises names
// and places, one line a kind. Refuses the model's version of it.

import type { FalseClaim } from "./claims/claim.ts";
import type { Introduced, Thrown } from "./gate.ts";
import { placeOf } from "./messages.ts";

/** More names than this say nothing more on a phone. */
const NAMED = 5;

export function findingsLine(introduced: readonly Introduced[]): string {
  const names = introduced.map((one) => `${one.symbol} (${placeOf(one)})`);
  return `Not fixed: ${named(names)}. The documentation, the engine or the project does not have this.`;
}

export function thrownLine({ path, line, message }: Thrown): string {
  return `Dry run: ended at ${path}:${line} with ${message}`;
}

export function claimLine({ kind, names }: Pick<FalseClaim, "kind" | "names">): string {
  const what = names.length === 0 ? "" : named(names);
  switch (kind) {
    case "change":
      return what === ""
        ? "Not so: nothing was changed in this request."
        : `Not so: no such change of ${what} was made in this request.`;
    case "tests":
      return "Not so: no tests were run in this request.";
    case "read":
      return `Not so: ${what === "" ? "no such file" : what} was not read in this request.`;
    case "lookup":
      return `Not so: no such lookup${what === "" ? "" : ` (${what})`} was made in this request.`;
    case "landing":
      return `Not so: ${what === "" ? "nothing was" : `${what} was not`} written to the disk by this request.`;
    case "check":
      return "Not so: no such check passed in this request.";
  }
}

export function unfinishedLine(unfinished: readonly string[]): string {
  return `Unfinished: ${named(unfinished)}.`;
}

export const NOTHING_CHANGED = "Nothing was changed in this request.";

/** A check crashed: what it would have said, nobody knows. */
export function crashedLine(check: string, why: string): string {
  return `Not checked: ${check} could not be made (${why}).`;
}

/** The answer that code writes when the model's words do not fit what landed. */
export function landedAnswer(landed: readonly string[]): string {
  return landed.length === 0 ? "Nothing was written." : `Written: ${landed.join(", ")}.`;
}

/** The answer that code writes when nothing of the model's may be left standing. */
export function bareAnswer(staged: readonly string[]): string {
  return staged.length === 0 ? NOTHING_CHANGED : `Staged for review: ${named(staged)}.`;
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, NAMED).join(", ");
  return names.length <= NAMED ? shown : `${shown} and ${names.length - NAMED} more`;
}
