// The one way to delete lines, whichever tool asked. Promises that a side model can only mark: code drops the lines,
// proves the result and stages it with the words "deletes n of m lines, changes none". Refuses half a construct.

import { openText } from "../tools/open-text.ts";
import { done, refuse, type ToolContext, type ToolResult } from "../tools/tool.ts";
import { diffLineArrays } from "../workspace/line-diff.ts";
import { renderText, type TextFile } from "../workspace/text.ts";
import { checkDeletion, isShorterSubsequence } from "./checks.ts";
import { type Footprint, footprints } from "./footprint.ts";
import { askForMarks, type Region } from "./marks.ts";

const MAX_REGION_LINES = 3_000;
const MAX_FOOTPRINTS = 40;

export type DeleteAsk = {
  path: string;
  what: string;
  from?: number | undefined;
  to?: number | undefined;
};

/** Lets the side model mark the lines of `what`, and stages the file without them. */
export async function deleteByMarks(ask: DeleteAsk, ctx: ToolContext): Promise<ToolResult> {
  const file = await openText({ path: ask.path, otherwise: "; delete_file removes it as a whole." }, ctx);
  if (!file.ok) return file;
  const { path, before } = file;
  const region = regionOf(before, ask);
  if ("ok" in region) return region;
  const marks = await askForMarks(
    { path, what: ask.what, lines: before.lines, region, footprints: relevant(before, path, ask.what) },
    ctx.side,
  );
  if (!marks.ok) {
    return refuse(
      marks.reason,
      `The lines could not be marked, and nothing is staged: ${marks.text} Name the thing more exactly, or give from and to.`,
    );
  }
  return stageDeletion({ path, before, drop: marks.lines }, ctx);
}

/** Checks and stages a deletion that is already known line by line. */
export function stageDeletion(
  deletion: { path: string; before: TextFile; drop: ReadonlySet<number> },
  ctx: Pick<ToolContext, "profile">,
): ToolResult {
  const { path, before, drop } = deletion;
  const checked = checkDeletion({ ...deletion, profile: ctx.profile });
  if (!checked.ok) return refuse(checked.reason, checked.text);
  const deleted = `deletes ${drop.size} of ${before.lines.length} lines, changes none`;
  const after = renderText(checked.after);
  const lines = [...drop];
  return done(
    [`Staged ${path}: ${deleted}.`, ...checked.notes].join("\n"),
    { path, lines: [Math.min(...lines), Math.max(...lines)] },
    [{ path, after, note: deleted }],
  );
}

/** The lines that `after` lacks, when it is `before` without some lines and nothing else; null otherwise. */
export function droppedLines(before: string[], after: string[]): Set<number> | null {
  if (!isShorterSubsequence(before, after)) return null;
  const steps = diffLineArrays(before, after);
  const drop = new Set<number>();
  let line = 1;
  if (steps.some((step) => step.type === "add")) return greedyDrop(before, after);
  for (const step of steps) {
    if (step.type === "drop") for (const [index] of step.lines.entries()) drop.add(line + index);
    line += step.lines.length;
  }
  return drop;
}

function greedyDrop(before: string[], after: string[]): Set<number> {
  const drop = new Set<number>();
  let at = 0;
  for (const [index, line] of before.entries()) {
    if (at < after.length && after[at] === line) at++;
    else drop.add(index + 1);
  }
  return drop;
}

function regionOf(file: TextFile, { path, from, to }: DeleteAsk): Region | ToolResult {
  const last = file.lines.length;
  const region = { from: from ?? 1, to: Math.min(to ?? last, last) };
  if (last === 0) return refuse("empty", `${path} is empty: there is nothing to delete.`);
  if (region.from > region.to)
    return refuse("region", `${path} has the lines 1 to ${last}; give from and to within.`);
  if (region.to - region.from < MAX_REGION_LINES) return region;
  return refuse("region", `At most ${MAX_REGION_LINES} lines can be marked at once; give from and to.`);
}

/** Footprints with two lines or more, those whose name is in the words first. */
function relevant(file: TextFile, path: string, what: string): Footprint[] {
  const words = what.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  const isNamed = ({ name }: Footprint) =>
    words.some((word) => {
      return name.toLowerCase().includes(word) || (name.length > 2 && word.includes(name.toLowerCase()));
    });
  const all = (footprints(file.lines.join("\n"), path) ?? []).filter(({ lines }) => lines.length > 1);
  return [...all.filter(isNamed), ...all.filter((print) => !isNamed(print))].slice(0, MAX_FOOTPRINTS);
}
