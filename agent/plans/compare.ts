// A plan against what was done: the checklist a person sees, and what the receipt admits. Promises to count files, never words:
// a file is touched when its change is staged or has landed. Refuses to say anything of turns without a plan.

import type { TurnEvent } from "../events.ts";
import { type ItemState, isOpen, type PlanState, planOf, standingItems } from "./plan.ts";

export type Compared = {
  all: number;
  completed: number;
  untouched: string[];
  unplanned: string[];
  /** Titles of what a change of the plan left out. */
  dropped: string[];
};

/** `touched` are the paths that are staged or have landed. */
export function compare(plan: PlanState, touched: readonly string[]): Compared {
  const items = standingItems(plan);
  const planned = [...new Set(items.flatMap(({ files }) => files))];
  return {
    all: items.length,
    completed: items.filter(({ state }) => state === "completed").length,
    untouched: planned.filter((path) => !touched.includes(path)),
    unplanned: touched.filter((path) => !planned.includes(path)),
    dropped: plan.dropped.map(({ title }) => title),
  };
}

/** For the card: how far the plan came, and what differs from it. */
export function planChecks(plan: PlanState | null, touched: readonly string[]): string[] {
  if (!plan) return [];
  const { all, completed } = compare(plan, touched);
  const whole = completed === all ? [`Plan: all ${all} items completed.`] : [];
  return [...whole, ...planLines(plan, touched)];
}

/** For the answer; nothing where all went as planned. */
export function planLines(plan: PlanState | null, touched: readonly string[]): string[] {
  if (!plan) return [];
  const { all, completed, untouched, unplanned, dropped } = compare(plan, touched);
  const open = standingItems(plan)
    .filter(({ state }) => state !== "completed")
    .map(({ title, state }) => `${title} (${isOpen({ state }) ? "not begun" : state})`);
  const done =
    open.length === 0 ? [] : [`Plan: ${completed} of ${all} items completed; not: ${open.join("; ")}.`];
  return [
    ...done,
    ...(dropped.length === 0 ? [] : [`Dropped from the plan: ${dropped.join("; ")}.`]),
    ...(untouched.length === 0 ? [] : [`Planned and untouched: ${untouched.join(", ")}.`]),
    ...(unplanned.length === 0 ? [] : [`Touched and unplanned: ${unplanned.join(", ")}.`]),
  ];
}

export type ChecklistLine = { title: string; state: ItemState; unverified: string[] };

/** The live checklist; null without a plan. */
export function checklistOf(events: readonly TurnEvent[]): ChecklistLine[] | null {
  const plan = planOf(events);
  if (!plan) return null;
  return plan.items.map((item) => ({
    title: item.title,
    state: item.state,
    unverified: isOpen(item) ? item.unverified.map(({ citation }) => citation) : [],
  }));
}
