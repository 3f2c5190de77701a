// Which calls of a conversation a trim may not touch: the last ones, those that judge, and of each staged file the last reads and
// the last write. Pure, over the log. Refuses to look at sizes: what must stay, stays.

import type { TurnEvent } from "../events.ts";
import { fold } from "./fold.ts";

/** Calls of that many last replies stay: what was just asked for has not been used yet. */
const KEPT_REPLIES = 3;

/** What these say are findings, decisions and plans. */
export const judgingTools: ReadonlySet<string> = new Set([
  "check_symbols",
  "dry_run",
  "make_plan",
  "ask_person",
]);

/** Steps are numbered over all conversations, so this names a call. */
export const placeOf = ({ step, index }: { step: number; index: number }): string => `${step}.${index}`;

export function keptCalls(events: readonly TurnEvent[], thread: string): ReadonlySet<string> {
  const kept = new Set<string>();
  const here = events.filter((event) => event.thread === thread);
  const replies = here.filter((e) => e.type === "replied" && e.calls.length > 0);
  const since = replies.at(-KEPT_REPLIES)?.step ?? 0;
  for (const event of here) {
    if (event.type !== "tool_ran") continue;
    if (event.step >= since || judgingTools.has(event.tool) || event.findings) kept.add(placeOf(event));
  }
  for (const place of ofStagedFiles(here, new Set(fold(events).changes.map(({ path }) => path))))
    kept.add(place);
  return kept;
}

function ofStagedFiles(here: readonly TurnEvent[], staged: ReadonlySet<string>): Iterable<string> {
  // The last of each: a file that is read in three parts has three last reads.
  const last = new Map<string, string>();
  for (const event of here) {
    if (event.type === "staged" && staged.has(event.change.path))
      last.set(`write ${event.change.path}`, placeOf(event));
    if (event.type !== "tool_ran" || event.tool !== "read_file" || !event.ok) continue;
    const { path, lines } = event.evidence ?? {};
    if (path !== undefined && staged.has(path)) last.set(`read ${path} ${lines?.[0] ?? 1}`, placeOf(event));
  }
  return last.values();
}
