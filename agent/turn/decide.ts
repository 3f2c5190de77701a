// What comes next in a turn, from its log alone. Pure: the same log always gives the same action, so a crash
// at any point resumes by deciding again. Refuses to act, to wait, and to look at a clock.

import type { BoundName, Outcome, TurnEvent } from "../events.ts";
import { boundAnswer, boundLine, boundName, leftAloneLine } from "../gates/envelope.ts";
import { BUDGET_LINE } from "../lookups/messages.ts";
import { brakeMet } from "./brakes.ts";
import { fold, type Turn } from "./fold.ts";
import { afterBadReply, again, boundReached, meetBound, runPending } from "./next-step.ts";
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
  | { type: "run_tools"; thread: string; step: number; calls: PendingCall[] }
  | { type: "skip_tools"; thread: string; step: number; calls: PendingCall[]; why: string }
  | { type: "push"; thread: string; by: string; text: string }
  | { type: "meet_bound"; thread: string; bound: BoundName; ask: boolean }
  | { type: "open_review"; draft: string }
  | { type: "wait" }
  | { type: "land"; review: string }
  | { type: "answer"; text: string; outcome: Outcome; outstanding: string[] }
  | { type: "deliver"; text: string; outcome: Outcome; outstanding: string[] }
  | { type: "end"; outcome: Outcome }
  | { type: "done" };

/** A call is made at most this often before the turn gives up on the model. */
export const CALL_ATTEMPTS = 3;

export function decide(events: readonly TurnEvent[]): Action {
  const turn = fold(events);
  if (turn.ended) return { type: "done" };
  if (turn.answered && turn.delivered) return { type: "end", outcome: turn.answered.outcome };
  if (turn.answered) return { ...pick(turn.answered), type: "deliver" };
  if (turn.stopAsked && !isLanding(turn.head)) return stop(turn);
  // Before anything else, a steer included: a transcript with an unanswered call is refused by every server.
  if (turn.permission !== null) return { type: "wait" };
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
      return afterVerdict(turn, head);
    case "landing_started":
      return { type: "land", review: head.review };
    case "landed":
      return answer(turn, turn.draft, "landed");
    case "conflicted":
      return head.restaged ? review(turn, turn.draft) : callModel(turn);
    case "tool_started":
    case "checked":
    case "dry_ran":
    case "overruled":
    case "lookup_spent":
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
  const bound = turn.bound === null ? boundReached(turn) : null;
  if (bound) return meetBound(turn, bound, true);
  return again(turn, turn);
}

function afterReply(turn: Turn, reply: Extract<TurnEvent, { type: "replied" }>): Action {
  const staged = turn.changes.length;
  if (turn.bound !== null) {
    const usable = !reply.cut && reply.calls.length === 0 && reply.text.trim() !== "";
    return finish(turn, usable ? reply.text : boundAnswer(turn.bound, staged));
  }
  return afterBadReply(turn, reply) ?? finish(turn, reply.text);
}

function afterTools(turn: Turn, events: readonly TurnEvent[]): Action {
  const question = questionOf(events, turn.head.step);
  if (question !== null) return finish(turn, question);
  const bound = turn.bound === null ? brakeMet(events, turn.name) : null;
  return bound ? meetBound(turn, bound, true) : callModel(turn);
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

function finish(turn: Turn, draft: string): Action {
  return turn.changes.length > 0 ? review(turn, draft) : answer(turn, draft, "answered");
}

function review(turn: Turn, draft: string): Action {
  if (turn.reviews < turn.started.bounds.reviews) return { type: "open_review", draft };
  const text = `${nothing(turn).slice(0, -1)}: ${boundName("reviews")} was reached without a yes.`;
  return { type: "answer", text, outcome: "bound", outstanding: [boundLine("reviews"), ...lacking(turn)] };
}

function afterVerdict(turn: Turn, given: Extract<TurnEvent, { type: "verdict_given" }>): Action {
  const { verdict, comment } = given;
  if (verdict === "apply") return { type: "land", review: given.review };
  if (verdict === "revise") return callModel(turn);
  const outcome = verdict === "withdraw" ? "shown" : "rejected";
  const reason = comment === "" ? "" : ` (${comment})`;
  const text = outcome === "shown" ? turn.draft : `Rejected${reason}: ${nothing(turn).toLowerCase()}`;
  return { type: "answer", text, outcome, outstanding: outstanding(turn) };
}

function answer(turn: Turn, text: string, outcome: Outcome): Action {
  return {
    type: "answer",
    text,
    outcome: turn.bound === null ? outcome : "bound",
    outstanding: outstanding(turn),
  };
}

/** What the answer has to admit, in code's words. */
function outstanding(turn: Turn): string[] {
  return [...(turn.bound === null ? [] : [boundLine(turn.bound)]), ...lacking(turn)];
}

/** Beside a bound: what was left alone, and what was not searched for. */
function lacking({ leftAlone, outOfBudget }: Turn): string[] {
  return [...leftAlone.map(leftAloneLine), ...(outOfBudget ? [BUDGET_LINE] : [])];
}

/** After a conflict some of it may be on the disk. */
function nothing({ hasLanded }: Turn): string {
  return hasLanded ? "Nothing more was written." : "Nothing was written.";
}

function modelFailed(turn: Turn, why: string): Action {
  const text = `The model could not be reached: ${why} ${nothing(turn)} Ask again, or check the model's settings.`;
  return { type: "answer", text, outcome: "model_failed", outstanding: [] };
}

/** Every call of a transcript has exactly one result, also after a stop. */
function stop(turn: Turn): Action {
  if (turn.pending.length > 0) {
    const { name, pending, steps } = turn;
    const why = "The person stopped this request.";
    return { type: "skip_tools", thread: name, step: steps, calls: pending, why };
  }
  const staged = turn.changes.map((change) => change.path);
  const left = staged.length > 0 ? ` Not written: ${staged.join(", ")}.` : " Nothing was staged.";
  return { type: "answer", text: `Stopped.${left}`, outcome: "stopped", outstanding: [] };
}

function pick(answered: Extract<TurnEvent, { type: "answered" }>) {
  return { text: answered.text, outcome: answered.outcome, outstanding: answered.outstanding };
}
