// How a turn comes to its end: a draft is judged, shown or answered, and what it has to admit goes with it in code's words.
// Pure, like all that decides. Refuses to judge: that is an action of its own, and its event is read here.

import type { EventOf, Outcome, TurnEvent } from "../events.ts";
import { boundLine, boundName, leftAloneLine } from "../gates/envelope.ts";
import { landedAnswer } from "../gates/outstanding.ts";
import { BUDGET_LINE } from "../lookups/messages.ts";
import { planLines } from "../plans/compare.ts";
import type { Action } from "./decide.ts";
import type { Turn } from "./fold.ts";

/** A draft is judged first; held, it goes back with a push, else to the person as it may ship. */
export function finish(turn: Turn, draft: string, asking = false): Action {
  const judged = judgement(turn);
  if (!judged) {
    return { type: "check_draft", draft, asking, pushable: turn.bound === null, after: "reply" };
  }
  if (judged.held) return pushBack(turn, judged.held);
  const ships = judged.cut ?? draft;
  return turn.changes.length > 0 ? review(turn, ships) : answer(turn, ships, "answered");
}

/** What landed may not be all that the draft speaks of: its words are judged once more. */
export function close(turn: Turn, draft: string): Action {
  const judged = judgement(turn);
  if (!judged) {
    return { type: "check_draft", draft, asking: false, pushable: turn.bound === null, after: "landing" };
  }
  if (judged.held) return pushBack(turn, judged.held);
  return answer(turn, judged.cut ?? draft, "landed");
}

/** That of the draft which is at hand. */
function judgement({ checked, head }: Turn): EventOf<"checked"> | null {
  return checked !== null && checked.seq > head.seq ? checked : null;
}

function pushBack({ name }: Turn, { gate, text }: { gate: string; text: string }): Action {
  return { type: "push", thread: name, by: gate, text };
}

function review(turn: Turn, draft: string): Action {
  if (turn.reviews < turn.started.bounds.reviews) return { type: "open_review", draft };
  const text = `${nothing(turn).slice(0, -1)}: ${boundName("reviews")} was reached without a yes.`;
  return { type: "answer", text, outcome: "bound", outstanding: [boundLine("reviews"), ...lacking(turn)] };
}

export function afterVerdict(turn: Turn, given: Extract<TurnEvent, { type: "verdict_given" }>): Action {
  const { verdict, comment } = given;
  if (verdict === "apply") return { type: "land", review: given.review };
  const outcome = verdict === "withdraw" ? "shown" : "rejected";
  const reason = comment === "" ? "" : ` (${comment})`;
  const text = outcome === "shown" ? turn.draft : `Rejected${reason}: ${nothing(turn).toLowerCase()}`;
  // Of what nobody applied there is nothing to admit.
  const open = outcome === "shown" ? outstanding(turn) : bounded(turn);
  return { type: "answer", text, outcome, outstanding: open };
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
  const touched = [...(turn.landed ?? []), ...turn.changes.map(({ path }) => path)];
  return [...bounded(turn), ...planLines(turn.plan, touched), ...(turn.checked?.outstanding ?? [])];
}

function bounded(turn: Turn): string[] {
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

export function modelFailed(turn: Turn, why: string): Action {
  // What was approved is on the disk: words about it need no model.
  if (turn.landed !== null) return answer(turn, landedAnswer(turn.landed), "landed");
  const text = `The model could not be reached: ${why} ${nothing(turn)} Ask again, or check the model's settings.`;
  return { type: "answer", text, outcome: "model_failed", outstanding: [] };
}
