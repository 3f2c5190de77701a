// What comes next while a plan is open: an item begins, or its worker goes on. Pure, like all that decides. Promises that a worker
// ends inside its own budget and the turn's. Refuses to believe a report: an end is an action, which looks at the stage.

import type { TurnEvent } from "../events.ts";
import { brakeMet } from "../turn/brakes.ts";
import type { Action } from "../turn/decide.ts";
import type { Turn } from "../turn/fold.ts";
import {
  afterBadReply,
  again,
  boundReached,
  CALL_ATTEMPTS,
  meetBound,
  runPending,
} from "../turn/next-step.ts";
import type { Thread } from "../turn/thread.ts";
import { threadOfItem } from "./plan.ts";

/** Of one worker, inside the bounds of the turn. */
const ITEM_BUDGET = { replies: 24, calls: 80 } as const;

export type ItemAction =
  /** The next item's citations are looked up; then it begins, or waits. */
  | { type: "begin_item"; item: number }
  /** `reported`: the stage is looked at, and the worker may be sent back. Whatever else ended it ends the item. */
  | { type: "end_item"; item: number; why: "reported" | "bound" | "failed" | "stopped" };

/** The conversation of the item that is at work. */
export function workerOf(turn: Turn): Thread | null {
  const working = turn.plan?.working ?? null;
  return working === null ? null : (turn.workers.get(threadOfItem(working)) ?? null);
}

/** The next item, if it may begin now and the turn still has room. */
export function nextItem(turn: Turn): Action | null {
  const next = turn.plan?.next ?? null;
  if (next === null || turn.bound !== null || turn.landed !== null || boundReached(turn, turn)) return null;
  return { type: "begin_item", item: next };
}

export function nextOfItem(turn: Turn, worker: Thread, events: readonly TurnEvent[]): Action {
  if (worker.pending.length > 0) return runPending(turn, worker);
  const { head } = worker;
  switch (head.type) {
    case "asked":
      return worker.attempts < CALL_ATTEMPTS ? again(turn, worker) : end(turn, "failed");
    case "call_failed":
      return head.final || worker.attempts >= CALL_ATTEMPTS ? end(turn, "failed") : again(turn, worker);
    case "replied":
      if (worker.bound !== null) return end(turn, "bound");
      return afterBadReply(worker, head) ?? end(turn, "reported");
    case "tool_ran": {
      const bound = worker.bound === null ? brakeMet(events, worker.name) : null;
      return bound ? meetBound(worker, bound, true) : call(turn, worker);
    }
    case "bound_met":
      return worker.boundAsked ? call(turn, worker) : end(turn, "bound");
    default:
      return call(turn, worker);
  }
}

function call(turn: Turn, worker: Thread): Action {
  // What is left of the turn's own bounds is for the turn's answer.
  if (boundReached(turn, worker)) return end(turn, "bound");
  if (worker.bound === null) {
    if (worker.replies >= ITEM_BUDGET.replies) return meetBound(worker, "item_steps", true);
    if (worker.calls >= ITEM_BUDGET.calls) return meetBound(worker, "item_calls", true);
  }
  return again(turn, worker);
}

function end({ plan }: Turn, why: "reported" | "bound" | "failed"): Action {
  return { type: "end_item", item: plan?.working ?? 0, why };
}
