// Shows the plan of a turn as it stands, as a live checklist. Promises to be harmless to repeat, and silence where there is no
// plan. Refuses to know how it is shown.

import type { Work } from "../turn/work.ts";
import { checklistOf } from "./compare.ts";

export function showChecklist({ log, deps }: Pick<Work, "log" | "deps">): void {
  const items = checklistOf(log.events);
  if (items) deps.notifier.progress(log.turn, { type: "plan", items });
}
