// What a call leaves of plans in the log: the plan that it made, and how large a worker's file is now. Refuses to give the turn's
// own conversation a size: only an item has one.

import type { EventBody, TurnEvent } from "../events.ts";
import type { ToolResult } from "../tools/tool.ts";
import type { Log } from "../turn/log.ts";
import { isOpen, itemOfThread, type Planned, planOf } from "./plan.ts";

type Made = Extract<EventBody, { type: "plan_made" }>;

export function planMade({ index }: { index: number }, result: ToolResult, { events }: Log): Made | null {
  if (!result.ok || result.plan === undefined) return null;
  const before = planOf(events);
  const isSame = before !== null && (before.heldBy !== null || before.items.some(isOpen));
  return { type: "plan_made", index, plan: (before?.plan ?? 0) + (isSame ? 0 : 1), items: result.plan };
}

export function itemAt(thread: string, events: readonly TurnEvent[]): Planned | null {
  const n = itemOfThread(thread);
  return planOf(events)?.items.find((item) => item.n === n) ?? null;
}

export function sizeOf(thread: string, result: ToolResult, path: string): { bytes?: number } {
  if (itemOfThread(thread) === null || !result.ok) return {};
  return { bytes: result.writes.find((write) => write.path === path)?.after?.byteLength ?? 0 };
}
