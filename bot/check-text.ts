// What a look at a workspace's scripts came to, for a phone: how much could be judged, the first findings of each kind, what
// to do next; everything else is in the file beside it. Promises that names and paths hide nothing. Refuses to leave out
// that something could not be looked at.

import type { FileFinding, Finding } from "../agent/check/finding.ts";
import { keyOf, type Named } from "../agent/overlay/words.ts";
import { asText } from "./cli/check/as-text.ts";
import { type CheckResult, totalsOf } from "./cli/check/result.ts";
import type { Reply } from "./commands/command.ts";
import { bold, code, type FormattedText, fmt, join } from "./render/formatted.ts";
import { showPath } from "./render/visible.ts";

const SHOWN = 12;
const SHOWN_OF_FAMILY = 4;
const PROBLEMS_SHOWN = 3;

const TITLES: Record<Finding["family"], string> = {
  member: "No such member",
  object: "No such object",
  function: "Defined nowhere",
  syntax: "More than the engine's language has",
  option: "No such option, so it would be ignored",
  constructor: "No such constructor",
  engine: "In JavaScript, and not in this engine",
  file: "No such file",
};

export type CheckedLook = {
  workspace: string;
  result: CheckResult;
  /** What of the project was not searched. */
  leftOut: string | null;
  /** How many names exist by an owner's word. */
  said: number;
  /** There are buttons to say that a name exists. */
  canSay: boolean;
};

const SAYABLE = 3;

/** Names that an owner may say exist all the same; the language's level is the profile's to state. */
export function sayable(result: CheckResult): Named[] {
  const certain = result.files
    .flatMap(({ findings }) => findings)
    .filter(({ confidence, family }) => confidence === "certain" && family !== "syntax");
  const names = new Map(certain.map(({ family, about }) => [keyOf({ family, about }), { family, about }]));
  return [...names.values()].slice(0, SAYABLE);
}

type Placed = FileFinding & { path: string };

export function checkedReply(look: CheckedLook): Reply {
  const { workspace, result } = look;
  const found = result.files
    .flatMap(({ path, findings }) => findings.map((one): Placed => ({ ...one, path })))
    .toSorted((a, b) => Number(a.confidence === "likely") - Number(b.confidence === "likely"));
  const shown = firstOfEach(found);
  const text = join(
    [headOf(look), ...groups(shown), restOf(look, found.length - shown.length), nextOf(look)],
    "\n\n",
  );
  if (found.length === 0) return { text };
  const bytes = new TextEncoder().encode(asText(result, false));
  return { text, document: { name: `check-${workspace.replace(/[^\w.-]+/g, "-")}.txt`, bytes } };
}

function headOf({ workspace, result }: CheckedLook): FormattedText {
  const { files, counting, likely, judged, open, share } = totalsOf(result);
  const found = counting === 0 ? "Nothing invented" : `${plural(counting, "finding")}`;
  const told = likely === 0 ? "" : `, ${likely} more that may be wrong`;
  const part =
    share === null
      ? "There were no names to judge."
      : `${judged} of ${judged + open} names could be judged (${Math.floor(share * 100)} %).`;
  return fmt`${bold(`${workspace}: ${plural(files, "script")} checked`)}\n${found}${told}. ${part}`;
}

/** Some of every kind: twenty of one must not hide the only one of another. */
function firstOfEach(found: readonly Placed[]): Placed[] {
  const counts = new Map<string, number>();
  const some = found.filter(({ family }) => {
    counts.set(family, (counts.get(family) ?? 0) + 1);
    return (counts.get(family) ?? 0) <= SHOWN_OF_FAMILY;
  });
  return some.slice(0, SHOWN);
}

function groups(shown: readonly Placed[]): FormattedText[] {
  const families = [...new Set(shown.map((one) => one.family))];
  return families.map((family) => {
    const lines = shown.filter((one) => one.family === family).map(lineOf);
    return join([bold(TITLES[family]), ...lines], "\n");
  });
}

function lineOf({ path, line, about, confidence }: Placed): FormattedText {
  const place = code(`${showPath(path, 60)}:${line}`);
  return fmt`• ${place} ${code(showPath(about, 80))}${confidence === "likely" ? " (may be wrong)" : ""}`;
}

function restOf({ result, leftOut }: CheckedLook, left: number): FormattedText {
  const problems = result.problems
    .slice(0, PROBLEMS_SHOWN)
    .map(({ path, text }) => fmt`⚠ ${code(showPath(path, 80))} ${text}`);
  const more = result.problems.length - problems.length;
  return join(
    [
      left > 0 ? fmt`… and ${left} more, in the file below` : fmt``,
      ...problems,
      more > 0 ? fmt`⚠ … and ${more} more files that could not be judged` : fmt``,
      leftOut === null ? fmt`` : fmt`⚠ ${leftOut}: bare names are then never certain`,
    ],
    "\n",
  );
}

function nextOf({ result, said, canSay }: CheckedLook): FormattedText {
  const [worst] = result.files
    .filter(({ findings }) => findings.length > 0)
    .toSorted((a, b) => b.findings.length - a.findings.length);
  return join(
    [
      worst
        ? fmt`The file below says for each what there is instead. Ask for the correction in words, such as: correct what is invented in ${code(showPath(worst.path, 60))}`
        : fmt``,
      canSay ? fmt`If one of them does exist, say so with its button.` : fmt``,
      said === 0
        ? fmt``
        : fmt`${plural(said, "name")} ${said === 1 ? "counts" : "count"} as existing by an owner's word: /trust lists them.`,
    ],
    "\n",
  );
}

const plural = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? "" : "s"}`;
