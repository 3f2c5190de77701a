// The next step of a conversation, whichever of a turn's threads it is: its calls, its model call, the bounds of the turn, a
// reply that cannot be used. Pure, like all that decides. Refuses to know what a thread's end means: who owns it knows.

import type { BoundName, EventOf } from "../events.ts";
import { cutMessage, emptyMessage } from "../gates/envelope.ts";
import type { Action } from "./decide.ts";
import type { Turn } from "./fold.ts";
import { maxTokensFor } from "./output-classes.ts";
import type { Thread } from "./thread.ts";
import { wantsTrim } from "./watermarks.ts";

/** A call is made at most this often before it is given up on the model. */
export const CALL_ATTEMPTS = 3;
const MAX_REQUEST_BYTES = 8 * 1024 * 1024;
const CUTS_ALLOWED = 2;
/** In all: with a small step between, the same big write was once sent again until the steps ran out. */
const CUTS_IN_ALL = 6;
const EMPTIES_ALLOWED = 2;

export function again(turn: Turn, thread: Thread): Action {
  const { steps, landed } = turn;
  const { name, bound, cutsInRow, attempts } = thread;
  // What was sent once is asked again as it was.
  if (attempts === 0 && wantsTrim(turn, thread)) return { type: "trim", thread: name };
  const purpose = bound === null && landed === null ? "answer" : "final";
  const roomier = cutsInRow > 0;
  return { type: "call_model", thread: name, purpose, step: steps + 1, attempt: attempts + 1, roomier };
}

/** The calls that wait for a result belong to the last reply of the turn: one conversation runs at a time. */
export function runPending({ steps }: Turn, { name, pending }: Thread): Action {
  return { type: "run_tools", thread: name, step: steps, calls: pending };
}

export function meetBound({ name }: Thread, bound: BoundName, ask: boolean): Action {
  return { type: "meet_bound", thread: name, bound, ask };
}

/** The bounds of a turn count all of its conversations; how large a request has become is a matter of its own. */
export function boundReached(turn: Turn, { bytes }: Thread): BoundName | null {
  const { bounds } = turn.started;
  if (turn.steps >= bounds.steps) return "steps";
  if (turn.toolCalls >= bounds.toolCalls) return "tool_calls";
  // No server's word is needed for this: a request of that size is more than any model reads.
  if (turn.tokens >= bounds.tokens || bytes >= MAX_REQUEST_BYTES) return "tokens";
  if (turn.activeMs >= bounds.activeMs) return "time";
  return null;
}

/** What a reply that was cut, or is empty, leads to; null when it says something. */
export function afterBadReply(thread: Thread, reply: EventOf<"replied">): Action | null {
  const { name, cuts, cutsInRow, emptyInRow } = thread;
  if (reply.cut) {
    if (cutsInRow > CUTS_ALLOWED || cuts > CUTS_IN_ALL) return meetBound(thread, "cut_replies", false);
    const limit = maxTokensFor("answer", cutsInRow > 1);
    return { type: "push", thread: name, by: "cut", text: cutMessage(limit, reply.calls.length > 0) };
  }
  if (emptyInRow > EMPTIES_ALLOWED) return meetBound(thread, "empty_replies", false);
  return emptyInRow > 0 ? { type: "push", thread: name, by: "empty", text: emptyMessage() } : null;
}
