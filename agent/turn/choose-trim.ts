// What a trim leaves out of a conversation: results that have been used and long arguments of old calls, oldest first, until the
// goal is met. Promises that every call keeps its id, its result and arguments that are JSON. Refuses to touch what people said,
// pushes, plans, findings, the last results, and of staged files the last reads and the last write.

import { z } from "zod";
import type { EventOf, TurnEvent } from "../events.ts";
import { type LeftOut, leftOutArgument, leftOutResult } from "../prompt/left-out.ts";
import { toolMessage } from "../prompt/request.ts";
import { judgingTools, keptCalls, placeOf } from "./kept-calls.ts";
import type { Part } from "./transcript.ts";

/** A part with its bytes as text. */
export type Told = Part & { text: string };
export type Cut = { part: Told; text: string };
export type Trimming = {
  events: readonly TurnEvent[];
  thread: string;
  /** Bytes that should go. */
  excess: number;
  effectOf(tool: string): LeftOut["effect"];
};

/** Less is not worth a line. */
const LEAST_SAVED = 120;
const LONG_ARGUMENT = 300;

export function chooseTrim(told: readonly Told[], trimming: Trimming): Cut[] {
  const kept = keptCalls(trimming.events, trimming.thread);
  const cuts: Cut[] = [];
  let left = trimming.excess;
  for (const part of told) {
    if (left <= 0) break;
    const text = shorter(part, kept, trimming);
    if (text === null) continue;
    const saved = Buffer.byteLength(part.text) - Buffer.byteLength(text);
    if (saved < LEAST_SAVED) continue;
    cuts.push({ part, text });
    left -= saved;
  }
  return cuts;
}

function shorter(part: Told, kept: ReadonlySet<string>, trimming: Trimming): string | null {
  const { event } = part;
  if (event.type === "tool_ran") return kept.has(placeOf(event)) ? null : lineFor(part, event, trimming);
  if (event.type === "replied") return withoutLongArguments(part, event, kept);
  return null;
}

const result = z.object({ content: z.string() });

function lineFor({ text }: Told, ran: EventOf<"tool_ran">, { events, effectOf }: Trimming): string {
  const started = events.find(
    (e) => e.type === "tool_started" && e.step === ran.step && e.index === ran.index,
  );
  const line = leftOutResult({
    tool: ran.tool,
    label: started?.type === "tool_started" ? started.label : ran.tool,
    refused: ran.reason,
    evidence: ran.evidence,
    text: result.parse(JSON.parse(text)).content,
    effect: effectOf(ran.tool),
  });
  return toolMessage(ran.call, line);
}

const assistant = z.looseObject({
  tool_calls: z.array(z.looseObject({ function: z.object({ name: z.string(), arguments: z.string() }) })),
});

function withoutLongArguments(
  { text }: Told,
  reply: EventOf<"replied">,
  kept: ReadonlySet<string>,
): string | null {
  if (reply.calls.length === 0) return null;
  const message = assistant.parse(JSON.parse(text));
  const tool_calls = message.tool_calls.map((call, index) => {
    const { name, arguments: args } = call.function;
    const stays = judgingTools.has(name) || kept.has(placeOf({ step: reply.step, index }));
    if (stays || args.length <= LONG_ARGUMENT) return call;
    return { ...call, function: { name, arguments: JSON.stringify(cutStrings(JSON.parse(args))) } };
  });
  return JSON.stringify({ ...message, tool_calls });
}

function cutStrings(value: unknown): unknown {
  if (typeof value === "string") return value.length > LONG_ARGUMENT ? leftOutArgument(value.length) : value;
  if (Array.isArray(value)) return value.map(cutStrings);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutStrings(one)]));
}
