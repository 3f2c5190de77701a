// One conversation of a turn's log: the turn's own, or that of a plan item's worker. What it has come to is folded from its
// own events alone; budgets, brakes and the next step are a thread's. Refuses side calls: those are questions, no conversations.

import { type BoundName, type EventOf, MAIN, type ToolCall, type TurnEvent } from "../events.ts";

export type PendingCall = { index: number; call: ToolCall };

export type Thread = {
  name: string;
  /** Its last event that decides what comes next. */
  head: TurnEvent;
  replies: number;
  /** Tool calls started in it. */
  calls: number;
  /** Of its last request. */
  bytes: number;
  /** What the server makes of them, where it tells more than a quarter of a token each. */
  tokensPerByte: number;
  /** Tokens that the last trim left; null before one. */
  trimmedTo: number | null;
  /** Calls of its last reply without a result, in call order. */
  pending: PendingCall[];
  bound: BoundName | null;
  boundAsked: boolean;
  /** Attempts of the call that is being made. */
  attempts: number;
  cutsInRow: number;
  /** Cut replies of the whole conversation. */
  cuts: number;
  emptyInRow: number;
  /** Paths read or staged in it: what it has not seen itself, it does not know. */
  seen: Set<string>;
};

/** Steps are numbered over all conversations of a turn, so that (step, index) names a call; side calls have no steps. */
export function isConversation(thread: string): boolean {
  return thread === MAIN || !thread.startsWith("side:");
}

export function newThread(first: TurnEvent): Thread {
  return {
    name: first.thread,
    head: first,
    replies: 0,
    calls: 0,
    bytes: 0,
    tokensPerByte: LEAST_PER_BYTE,
    trimmedTo: null,
    pending: [],
    bound: null,
    boundAsked: false,
    attempts: 0,
    cutsInRow: 0,
    cuts: 0,
    emptyInRow: 0,
    seen: new Set(),
  };
}

/** Events after which something is to be done; the last of them decides what. */
const heads: ReadonlySet<TurnEvent["type"]> = new Set([
  "asked",
  "call_failed",
  "replied",
  "tool_ran",
  "context_added",
  "steered",
  "pushed",
  "bound_met",
  "review_opened",
  "verdict_given",
  "landing_started",
  "landed",
  "conflicted",
  "item_began",
  "item_waits",
  "item_ended",
]);

export function applyToThread(thread: Thread, event: TurnEvent): void {
  if (heads.has(event.type)) thread.head = event;
  switch (event.type) {
    case "asked":
      thread.attempts += 1;
      thread.bytes = event.bytes;
      return;
    case "trimmed":
      thread.bytes = event.bytes.after;
      thread.trimmedTo = thread.bytes * thread.tokensPerByte;
      return;
    case "replied":
      return replied(thread, event);
    case "tool_started":
      thread.calls += 1;
      return;
    case "tool_ran":
      thread.pending = thread.pending.filter((p) => p.index !== event.index);
      if (event.evidence?.path !== undefined && event.ok) thread.seen.add(event.evidence.path);
      return;
    case "staged":
      thread.seen.add(event.change.path);
      return;
    case "bound_met":
      thread.bound ??= event.bound;
      thread.boundAsked = event.fragment !== null;
      thread.attempts = 0;
      return;
    case "steered":
    case "pushed":
    case "verdict_given":
      thread.attempts = 0;
      return;
  }
}

/** Some servers tell no usage, and one that drops the beginning of what it is sent tells less. */
const LEAST_PER_BYTE = 1 / 4;

function replied(thread: Thread, event: EventOf<"replied">): void {
  if (thread.bytes > 0)
    thread.tokensPerByte = Math.max(LEAST_PER_BYTE, event.usage.promptTokens / thread.bytes);
  thread.replies += 1;
  thread.attempts = 0;
  if (event.cut) thread.cuts += 1;
  thread.cutsInRow = event.cut ? thread.cutsInRow + 1 : 0;
  const empty = !event.cut && event.calls.length === 0 && event.text.trim() === "";
  thread.emptyInRow = empty ? thread.emptyInRow + 1 : 0;
  if (event.fragment !== null) thread.pending = event.calls.map((call, index) => ({ index, call }));
}
