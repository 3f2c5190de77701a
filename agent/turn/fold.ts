// What a turn's log says, as one value: the fold under `decide`. The same log gives the same value, folded once.
// Refuses to know anything that is not in the log.

import { type AdvisedQuery, type Change, type EventOf, MAIN, type TurnEvent } from "../events.ts";
import { isOutOfBudget } from "../lookups/budget.ts";
import { type PlanState, planOf } from "../plans/plan.ts";
import { leftAlone } from "./strikes.ts";
import { applyToThread, isConversation, newThread, type Thread } from "./thread.ts";

/** The turn's own conversation, and what all of its threads have come to. */
export type Turn = Thread & {
  started: EventOf<"started">;
  /** Replies of all conversations so far; the next one belongs to step `steps + 1`. */
  steps: number;
  /** Conversations beside the turn's own, by name. */
  workers: Map<string, Thread>;
  plan: PlanState | null;
  /** Queries that the turn was advised to make; null before that was settled. */
  advised: AdvisedQuery[] | null;
  /** Net changes staged and not landed, by path. */
  changes: Change[];
  reviews: number;
  review: EventOf<"review_opened"> | null;
  draft: string;
  /** The call that waits for a person's leave. */
  permission: EventOf<"permission_asked"> | null;
  stopAsked: boolean;
  answered: EventOf<"answered"> | null;
  delivered: boolean;
  ended: boolean;
  /** Of all conversations. */
  toolCalls: number;
  tokens: number;
  activeMs: number;
  /** Something of this turn has been on its way to the disk. */
  hasLanded: boolean;
  /** What landed, once all of it did: from then on only words are left to be found. */
  landed: string[] | null;
  /** The last judgement of a draft. */
  checked: EventOf<"checked"> | null;
  /** Files whose writes were refused too often. */
  leftAlone: string[];
  /** A lookup was refused since the search budget is used up. */
  outOfBudget: boolean;
};

/** A log only grows, so its length says whether this has been folded: a step asks some ten times. */
const folded = new WeakMap<readonly TurnEvent[], { length: number; turn: Turn }>();

export function fold(events: readonly TurnEvent[]): Turn {
  const known = folded.get(events);
  if (known?.length === events.length) return known.turn;
  const turn = foldAll(events);
  folded.set(events, { length: events.length, turn });
  return turn;
}

function foldAll(events: readonly TurnEvent[]): Turn {
  const first = events[0];
  if (first?.type !== "started") throw new Error("a turn's log begins with started");
  const turn: Turn = {
    ...newThread(first),
    started: first,
    steps: 0,
    workers: new Map(),
    plan: planOf(events),
    advised: null,
    changes: [],
    reviews: 0,
    review: null,
    draft: "",
    permission: null,
    stopAsked: false,
    answered: null,
    delivered: false,
    ended: false,
    toolCalls: 0,
    tokens: 0,
    activeMs: 0,
    hasLanded: false,
    landed: null,
    checked: null,
    leftAlone: leftAlone(events),
    outOfBudget: isOutOfBudget(events),
  };
  const staged = new Map<string, Change>();
  for (const event of events) apply(turn, staged, event);
  turn.changes = [...staged.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
  return turn;
}

function apply(turn: Turn, staged: Map<string, Change>, event: TurnEvent): void {
  if (!isConversation(event.thread)) return countSide(turn, event);
  const thread = conversation(turn, event);
  const before = thread.head;
  applyToThread(thread, event);
  switch (event.type) {
    case "call_failed":
    case "replied":
    case "tool_started":
    case "tool_ran":
      return worked(turn, event, before);
    case "staged":
      return stage(staged, event.change);
    case "review_opened":
    case "verdict_given":
    case "landing_started":
    case "landed":
    case "conflicted":
      return reviewed(turn, staged, event);
    case "stop_asked":
      turn.stopAsked = true;
      return;
    case "answered":
    case "delivered":
    case "ended":
      return ending(turn, event);
    case "checked":
      if (event.thread === MAIN) turn.checked = event;
      return;
    case "context_added":
      turn.advised = event.queries;
      return;
    case "permission_asked":
    case "permission_decided":
      turn.permission = event.type === "permission_asked" ? event : null;
      return;
    case "asked":
    case "trimmed":
    case "prompt_dropped":
    case "bound_met":
    case "steered":
    case "pushed":
    case "started":
    case "lookup_spent":
    case "plan_made":
    case "item_began":
    case "item_waits":
    case "item_ended":
    case "cache_served":
    case "dry_ran":
    case "overruled":
    case "lost":
      return;
  }
}

/** The thread that an event belongs to; a worker's begins with its first event. */
function conversation(turn: Turn, event: TurnEvent): Thread {
  if (event.thread === MAIN) return turn;
  const known = turn.workers.get(event.thread) ?? newThread(event);
  turn.workers.set(event.thread, known);
  return known;
}

/** What a thread of this name has come to. */
export function threadOf(turn: Turn, name: string): Thread {
  const thread = name === MAIN ? turn : turn.workers.get(name);
  if (!thread) throw new Error(`the log has no thread ${name}`);
  return thread;
}

function ending(turn: Turn, event: EventOf<"answered" | "delivered" | "ended">): void {
  if (event.type === "answered") turn.answered = event;
  else if (event.type === "delivered") turn.delivered = true;
  else turn.ended = true;
}

type Worked = EventOf<"call_failed" | "replied" | "tool_started" | "tool_ran">;

/** What counts against the turn's bounds, whichever conversation it was in. */
function worked(turn: Turn, event: Worked, before: TurnEvent): void {
  switch (event.type) {
    case "call_failed":
      if (before.type === "asked") turn.activeMs += event.at - before.at;
      return;
    case "replied":
      turn.steps += 1;
      turn.tokens += tokensOf(event, before);
      turn.activeMs += event.ms;
      return;
    case "tool_started":
      turn.toolCalls += 1;
      return;
    case "tool_ran":
      return toolRan(turn, event);
  }
}

function toolRan(turn: Turn, event: EventOf<"tool_ran">): void {
  turn.activeMs += event.ms;
  // A stop gave the call its result: there is nothing to ask any more.
  if (turn.permission?.index === event.index) turn.permission = null;
}

type ReviewEvent = EventOf<"review_opened" | "verdict_given" | "landing_started" | "landed" | "conflicted">;

function reviewed(turn: Turn, staged: Map<string, Change>, event: ReviewEvent): void {
  switch (event.type) {
    case "review_opened":
      turn.reviews += 1;
      turn.review = event;
      turn.draft = event.draft;
      return;
    case "verdict_given":
      if (event.verdict !== "apply") turn.review = null;
      return;
    case "landing_started":
      turn.hasLanded = true;
      return;
    case "landed":
      turn.landed = turn.review?.changes.map((change) => change.path) ?? [];
      turn.review = null;
      staged.clear();
      return;
    case "conflicted":
      turn.review = null;
      if (!event.restaged) for (const file of event.files) staged.delete(file.path);
      return;
  }
}

/** Some servers tell no usage, and a bound that counts only zeros would never be met. */
const BYTES_PER_TOKEN = 4;

function tokensOf({ usage, text }: EventOf<"replied">, asked: TurnEvent): number {
  const told = usage.promptTokens + usage.completionTokens;
  if (told > 0 || asked.type !== "asked") return told;
  return Math.ceil((asked.bytes + text.length) / BYTES_PER_TOKEN);
}

/** The time of a tool's side calls is in its own; those before the first step count here. */
function countSide(turn: Turn, event: TurnEvent): void {
  if (event.type !== "replied") return;
  turn.tokens += event.usage.promptTokens + event.usage.completionTokens;
  if (turn.steps === 0) turn.activeMs += event.ms;
}

/** A file's first pre-image and last content; staging back to the pre-image leaves nothing to change. */
function stage(staged: Map<string, Change>, change: Change): void {
  if (change.before === change.after) staged.delete(change.path);
  else staged.set(change.path, change);
}
