// The one status message of a running turn: what it is doing in human words, how long, how many steps and tokens.
// Promises a short message for every state. Refuses to show what a tool returned.

import type { ChecklistLine } from "../../agent/plans/compare.ts";
import type { Progress } from "../../agent/ports.ts";
import { clip, type FormattedText, fmt, italic, join } from "./formatted.ts";
import { unlinked } from "./markdown.ts";
import { showName } from "./visible.ts";

export type ProgressState = {
  startedAt: number;
  now: number;
  doing: "thinking" | "tool" | "writing" | "waiting";
  label: string;
  step: number;
  chars: number;
  promptTokens: number;
  completionTokens: number;
  cachedTokens: number;
  /** The turn's plan, as it stands. */
  plan: ChecklistLine[];
};

export const initialProgress = (at: number): ProgressState => ({
  startedAt: at,
  now: at,
  doing: "thinking",
  label: "",
  step: 0,
  chars: 0,
  promptTokens: 0,
  completionTokens: 0,
  cachedTokens: 0,
  plan: [],
});

/** The state after one more report. Token counts add up over the steps. */
export function foldProgress(state: ProgressState, progress: Progress, now: number): ProgressState {
  switch (progress.type) {
    case "thinking":
      return { ...state, now, doing: "thinking", label: "", step: progress.step };
    case "tool":
      return { ...state, now, doing: "tool", label: progress.label || progress.tool, step: progress.step };
    case "writing":
      return { ...state, now, doing: "writing", chars: progress.chars };
    case "waiting":
      return { ...state, now, doing: "waiting" };
    case "plan":
      return { ...state, now, plan: progress.items };
    case "usage":
      return {
        ...state,
        now,
        step: progress.step,
        promptTokens: state.promptTokens + progress.promptTokens,
        completionTokens: state.completionTokens + progress.completionTokens,
        cachedTokens: state.cachedTokens + progress.cachedTokens,
      };
  }
}

export function renderProgress(state: ProgressState): FormattedText {
  const tokens = state.promptTokens + state.completionTokens;
  const facts = [
    state.now - state.startedAt < 1_000 ? "" : elapsed(state.now - state.startedAt),
    state.step === 0 ? "" : state.step === 1 ? "1 step" : `${state.step} steps`,
    tokens === 0 ? "" : `${thousands(tokens)} tokens`,
    state.cachedTokens === 0 ? "" : `${Math.round((state.cachedTokens / state.promptTokens) * 100)} % cached`,
  ];
  return join(
    [words(state), ...state.plan.slice(0, MOST_SHOWN).map(planLine), italic(join(facts, " · "))],
    "\n",
  );
}

/** A plan holds no more; what went before a change of it may. */
const MOST_SHOWN = 16;

const MARKS: Record<ChecklistLine["state"], string> = {
  open: "▫️",
  waiting: "⏸",
  working: "▶️",
  completed: "✅",
  unfinished: "⚠️",
  failed: "⚠️",
  orphaned: "⚠️",
};

function planLine({ title, state, unverified }: ChecklistLine): FormattedText {
  const shown = clip(unlinked(showName(title.slice(0, 200))), 80);
  const rests = unverified.map((one) => one.slice(0, 60)).join(", ");
  const open = rests === "" ? fmt`` : fmt` (unverified: ${unlinked(showName(rests))})`;
  const end = state === "unfinished" || state === "failed" || state === "orphaned" ? fmt` (${state})` : fmt``;
  return fmt`${MARKS[state]} ${shown}${end}${open}`;
}

function words(state: ProgressState): FormattedText {
  switch (state.doing) {
    case "thinking":
      return fmt`⏳ Thinking…`;
    case "tool":
      return fmt`⏳ ${clip(unlinked(showName(sentence(state.label.slice(0, 400))), 10), 200)}`;
    case "writing":
      return fmt`✍️ Writing the answer, ${thousands(state.chars)} characters so far`;
    case "waiting":
      return fmt`✋ Waiting for your verdict on the card`;
  }
}

const sentence = (label: string): string => label.slice(0, 1).toUpperCase() + label.slice(1);

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const thousands = (n: number): string =>
  n < 1_000 ? String(n) : `${(n / 1_000).toFixed(n < 10_000 ? 1 : 0)} k`;
