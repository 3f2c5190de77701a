// What comes next in a turn, from its log alone. Pure: the same log always gives the same action, so a crash
// at any point resumes by deciding again. Refuses to act, to wait, and to look at a clock.

import type { BoundName, Outcome, TurnEvent } from "../events.ts";
import { boundAnswer } from "../gates/envelope.ts";
import { landedAnswer } from "../gates/outstanding.ts";
import { type ItemAction, nextItem, nextOfItem, workerOf } from "../plans/decide-item.ts";
import { brakeMet } from "./brakes.ts";
import { afterVerdict, close, finish, modelFailed } from "./finish.ts";
import { fold, type Turn } from "./fold.ts";
import { afterBadReply, again, boundReached, CALL_ATTEMPTS, meetBound, runPending } from "./next-step.ts";
import type { PendingCall } from "./thread.ts";

export type Action =
  /** Queries are thought out, at most so many, before the first step. */
  | { type: "inflate"; max: number }
  | {
      type: "call_model";
      thread: string;
      purpose: "answer" | "final";
      step: number;
      attempt: number;
      roomier: boolean;
    }
  /** The conversation has outgrown its budget: what has been used is left out of it from now on. */
  | { type: "trim"; thread: string }
  | { type: "run_tools"; thread: string; step: number; calls: PendingCall[] }
  | { type: "skip_tools"; thread: string; step: number; calls: PendingCall[]; why: string }
  | { type: "push"; thread: string; by: string; text: string }
  | { type: "meet_bound"; thread: string; bound: BoundName; ask: boolean }
  /** The finish gates judge a draft; after a landing its words alone, against what landed. */
  | { type: "check_draft"; draft: string; asking: boolean; pushable: boolean; after: "reply" | "landing" }
  | ItemAction
  | { type: "open_review"; draft: string }
  | { type: "wait" }
  | { type: "land"; review: string }
  | { type: "answer"; text: string; outcome: Outcome; outstanding: string[] }
  | { type: "deliver"; text: string; outcome: Outcome; outstanding: string[] }
  | { type: "end"; outcome: Outcome }
  | { type: "done" };

export function decide(events: readonly TurnEvent[]): Action {
  const turn = fold(events);
  if (turn.ended) return { type: "done" };
  if (turn.answered && turn.delivered) return { type: "end", outcome: turn.answered.outcome };
  if (turn.answered) return { ...pick(turn.answered), type: "deliver" };
  if (turn.stopAsked && !isLanding(turn.head)) return stop(turn);
  // Before anything else, a steer included: a transcript with an unanswered call is refused by every server.
  if (turn.permission !== null) return { type: "wait" };
  const worker = workerOf(turn);
  if (worker) return nextOfItem(turn, worker, events);
  if (turn.pending.length > 0) return runPending(turn, turn);
  return next(turn, events);
}

/** What a person approved lands, also when they said stop right after. */
function isLanding(head: TurnEvent): boolean {
  if (head.type === "verdict_given") return head.verdict === "apply";
  return head.type === "landing_started" || head.type === "landed";
}

function next(turn: Turn, events: readonly TurnEvent[]): Action {
  const { head } = turn;
  switch (head.type) {
    case "started":
    case "context_added":
    case "steered":
    case "pushed":
      return callModel(turn);
    case "asked":
      return turn.attempts < CALL_ATTEMPTS ? again(turn, turn) : modelFailed(turn, "it did not answer.");
    case "call_failed":
      return head.final || turn.attempts >= CALL_ATTEMPTS ? modelFailed(turn, head.text) : again(turn, turn);
    case "replied":
      return afterReply(turn, head);
    case "tool_ran":
      return afterTools(turn, events);
    case "bound_met":
      return turn.boundAsked ? callModel(turn) : finish(turn, boundAnswer(head.bound, turn.changes.length));
    case "review_opened":
      return { type: "wait" };
    case "verdict_given":
      return head.verdict === "revise" ? callModel(turn) : afterVerdict(turn, head);
    case "landing_started":
      return { type: "land", review: head.review };
    case "landed":
      return close(turn, turn.draft);
    case "conflicted":
      return head.restaged ? finish(turn, turn.draft) : callModel(turn);
    case "item_waits":
      return callModel(turn);
    case "item_ended":
      return nextItem(turn) ?? callModel(turn);
    case "tool_started":
    case "plan_made":
    case "item_began":
    case "checked":
    case "dry_ran":
    case "overruled":
    case "lookup_spent":
    case "trimmed":
    case "prompt_dropped":
    case "cache_served":
    case "staged":
    case "permission_asked":
    case "permission_decided":
    case "stop_asked":
    case "answered":
    case "delivered":
    case "ended":
    case "lost":
      throw new Error(`a log's head cannot be ${head.type}`);
  }
}

function callModel(turn: Turn): Action {
  const { inflate } = turn.started;
  if (inflate !== undefined && turn.advised === null && turn.steps === 0)
    return { type: "inflate", max: inflate };
  const bound = turn.bound === null && turn.landed === null ? boundReached(turn, turn) : null;
  if (bound) return meetBound(turn, bound, true);
  return again(turn, turn);
}

function afterReply(turn: Turn, reply: Extract<TurnEvent, { type: "replied" }>): Action {
  const usable = !reply.cut && reply.calls.length === 0 && reply.text.trim() !== "";
  if (turn.landed !== null) return close(turn, usable ? reply.text : landedAnswer(turn.landed));
  if (turn.bound !== null)
    return finish(turn, usable ? reply.text : boundAnswer(turn.bound, turn.changes.length));
  return afterBadReply(turn, reply) ?? finish(turn, reply.text);
}

function afterTools(turn: Turn, events: readonly TurnEvent[]): Action {
  const question = questionOf(events, turn.head.step);
  if (question !== null) return finish(turn, question, true);
  const bound = turn.bound === null ? brakeMet(events, turn.name) : null;
  return bound ? meetBound(turn, bound, true) : (nextItem(turn) ?? callModel(turn));
}

/** An `ask_person` call that ran makes its question the draft: asking is a call, nothing in a text makes it so. */
function questionOf(events: readonly TurnEvent[], step: number): string | null {
  const ran = events.find((e) => e.type === "tool_ran" && e.step === step && e.ok && e.tool === "ask_person");
  const reply = events.findLast((e) => e.type === "replied" && e.step === step && e.thread === ran?.thread);
  if (ran?.type !== "tool_ran" || reply?.type !== "replied") return null;
  const args: unknown = JSON.parse(reply.calls[ran.index]?.args ?? "{}");
  if (typeof args !== "object" || args === null || !("question" in args)) return null;
  const choices = "choices" in args && Array.isArray(args.choices) ? args.choices : [];
  return [String(args.question), ...choices.map((choice) => `- ${choice}`)].join("\n");
}

/** Every call of a transcript has exactly one result, also after a stop. */
function stop(turn: Turn): Action {
  const worker = workerOf(turn);
  const { name, pending } = worker ?? turn;
  if (pending.length > 0) {
    const { steps } = turn;
    const why = "The person stopped this request.";
    return { type: "skip_tools", thread: name, step: steps, calls: pending, why };
  }
  if (worker) return { type: "end_item", item: turn.plan?.working ?? 0, why: "stopped" };
  const staged = turn.changes.map((change) => change.path);
  const left = staged.length > 0 ? ` Not written: ${staged.join(", ")}.` : " Nothing was staged.";
  return { type: "answer", text: `Stopped.${left}`, outcome: "stopped", outstanding: [] };
}

function pick(answered: Extract<TurnEvent, { type: "answered" }>) {
  return { text: answered.text, outcome: answered.outcome, outstanding: answered.outstanding };
}
