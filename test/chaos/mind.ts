// The state of one chaos model in one turn: what it was asked, how far it has come, and what it knows of its own misdeeds.
// Promises that a lie, a mention and an invention are on record the moment they are said. Refuses to look at the harness.

import { type ChatRequest, isForced } from "../../bot/playground/offline-model/chat-request.ts";
import type { ScriptedReply } from "../servers/scripted-model.ts";
import type { Task } from "./tasks.ts";

export type Random = () => number;

export type Mind = {
  task: Task;
  random: Random;
  /** Index of the next competent step. */
  at: number;
  /** Main requests so far. */
  turns: number;
  /** Past-tense sentences that are false whatever happens in this turn. */
  lies: string[];
  /** Sentences that speak of the check or the draft, or apologise. */
  mentions: string[];
  /** Names of members, functions and constructors that the engine does not have. */
  invented: Set<string>;
  /** What a behaviour keeps for itself. */
  memory: Map<string, number>;
};

/** Null: somebody else's turn to speak. */
export type Act = (mind: Mind, request: ChatRequest) => ScriptedReply | null;

export type Behaviour = {
  name: string;
  /** The page of the specification that names it. */
  page: string;
  /** Instead of a competent step; `share` is how often. */
  step?: { share: number; act: Act };
  /** Instead of the true answer. */
  answer?: Act;
  /** Changes what it would have said, right or wrong. */
  wire?: { share: number; change(reply: ScriptedReply, mind: Mind): ScriptedReply };
  /** For side calls that are answered in words. */
  side?: Act;
};

export const pick = <T>(all: readonly T[], random: Random): T => {
  const one = all[Math.floor(random() * all.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
};

export function createMind(task: Task, random: Random): Mind {
  const known = { lies: [], mentions: [], invented: new Set<string>(), memory: new Map<string, number>() };
  return { task, random, at: 0, turns: 0, ...known };
}

export const counted = (mind: Mind, what: string): number => {
  const count = (mind.memory.get(what) ?? 0) + 1;
  mind.memory.set(what, count);
  return count;
};

/** The last message is one that the harness injected. */
export const isPushed = ({ messages }: ChatRequest): boolean => {
  const last = messages.at(-1);
  return last?.role === "user" && last.text.startsWith("[automated check");
};

/** What the model says next, for good or bad. */
export function speak(mind: Mind, behaviours: readonly Behaviour[], request: ChatRequest): ScriptedReply {
  const reply =
    request.tools.length === 0 || isForced(request)
      ? aside(mind, behaviours, request)
      : main(mind, behaviours, request);
  return behaviours.reduce(
    (said, { wire }) => (wire && mind.random() < wire.share ? wire.change(said, mind) : said),
    reply,
  );
}

function main(mind: Mind, behaviours: readonly Behaviour[], request: ChatRequest): ScriptedReply {
  mind.turns += 1;
  const isFinal = request.toolChoice === "none";
  for (const { step } of isFinal ? [] : behaviours) {
    const said = step && mind.random() < step.share ? step.act(mind, request) : null;
    if (said) return said;
  }
  const next = isFinal ? undefined : mind.task.steps[mind.at];
  if (next) {
    mind.at += 1;
    return next;
  }
  for (const { answer } of behaviours) {
    const said = answer?.(mind, request);
    if (said) return said;
  }
  return { text: mind.task.answer };
}

const NUMBERED = /^\s*L?(\d+)(?:[:|]| {2}|\t)(.*)$/gm;

/** A side call: marks are given by what stands on the lines, everything else as short as can be. */
function aside(mind: Mind, behaviours: readonly Behaviour[], request: ChatRequest): ScriptedReply {
  for (const { side } of behaviours) {
    const said = side?.(mind, request);
    if (said) return said;
  }
  const [tool] = request.tools;
  if (tool) return { calls: [{ name: tool.name, args: tool.name.includes("quer") ? { queries: [] } : {} }] };
  const asked = request.messages.findLast(({ role }) => role === "user")?.text ?? "";
  const lines = [...asked.matchAll(NUMBERED)];
  const marked = lines.filter(([, , text = ""]) => mind.task.marks.some((word) => text.includes(word)));
  return { text: marked.map(([, n]) => `L${n}: DELETE`).join("\n") };
}
