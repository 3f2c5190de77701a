// A side call: one question to the small model in a thread of the same log (delete marks, rewrites, queries). Recorded
// like any other call; after a restart an answer that is already there is used again, and attempts go on counting.
// Refuses cut replies, and where a tool is forced every reply that is no call of it.

import { z } from "zod";
import type { Blob } from "../../store/ledger.ts";
import type { EventBody, EventOf, NewEvent, ToolCall } from "../events.ts";
import type { ModelFailure, ModelReply } from "../ports.ts";
import {
  blobOf,
  message,
  requestBytes,
  requestHash,
  sidePrefixBlob,
  suffixBlob,
  toolsBlob,
} from "../prompt/request.ts";
import { redact } from "../redact.ts";
import { refuse, type SideAsk, type SideReply } from "../tools/tool.ts";
import type { TurnDeps } from "./deps.ts";
import type { Log } from "./log.ts";
import { CALL_ATTEMPTS } from "./next-step.ts";
import { maxTokensFor } from "./output-classes.ts";
import type { Work } from "./work.ts";

type Place = { step: number; index: number };

/** Makes the `ask` function of one tool call; its questions are numbered within the call. */
export function sideCaller({ step, index }: Place, work: Work) {
  let count = 0;
  return async (ask: SideAsk): Promise<SideReply> => {
    count += 1;
    const call = prepare(ask, { step, thread: `side:${step}.${index}.${count}` }, work.deps);
    const known = answeredBefore(work.log, call);
    return known === null ? await insist(call, work) : { ok: true, text: known };
  };
}

type SideCall = {
  step: number;
  thread: string;
  /** The tool that the reply has to be a call of. */
  tool: string | null;
  /** What to do when no reply comes. */
  instead: string;
  body: Uint8Array;
  blobs: Blob[];
  asked: Omit<Extract<EventBody, { type: "asked" }>, "attempt">;
};

function prepare(ask: SideAsk, at: { step: number; thread: string }, { settings }: TurnDeps): SideCall {
  const maxTokens = maxTokensFor(ask.purpose, false);
  const prefix = sidePrefixBlob(settings.smallModel);
  const parts = ask.messages.map((m) => blobOf(message(m.role, redact(m.content, settings.secrets))));
  const suffix = suffixBlob({
    tools: ask.tool ? new TextDecoder().decode(toolsBlob([ask.tool]).bytes) : null,
    choice: ask.tool ? { tool: ask.tool.name } : "none",
    maxTokens,
    tokenField: settings.tokenField,
  });
  const bytesOf = parts.map((part) => part.bytes);
  const body = requestBytes(prefix.bytes, bytesOf, suffix.bytes);
  return {
    ...at,
    tool: ask.tool?.name ?? null,
    instead: INSTEAD[ask.purpose],
    body,
    blobs: [prefix, suffix, ...parts],
    asked: {
      type: "asked",
      purpose: ask.purpose,
      request: requestHash(body),
      prefix: prefix.hash,
      suffix: suffix.hash,
      fragments: parts.map((part) => part.hash),
      maxTokens,
      bytes: body.byteLength,
    },
  };
}

/** What to do without the small model: each kind of question has another way round. */
const INSTEAD: Record<SideAsk["purpose"], string> = {
  marks: "Try edit_file instead.",
  rewrite: "Try edit_file instead.",
  compose: "Use lookup_docs instead.",
  queries: "Go on without.",
  goal: "Go on without.",
};

async function insist(call: SideCall, work: Work): Promise<SideReply> {
  const { deps, signal } = work;
  for (let attempt = attemptsOf(call, work.log) + 1; attempt <= CALL_ATTEMPTS; attempt++) {
    const reply = await askOnce(call, attempt, work);
    const isLast = attempt === CALL_ATTEMPTS;
    if (reply.ok) {
      const said = await recordReply(call, reply, work);
      const text = answerIn(call, said);
      if (text !== null) return { ok: true, text };
      if (said.cut) return refuse("cut", "The side reply was cut by length. Take a smaller region.");
      await record(call, { type: "call_failed", ...noCall(call), final: isLast }, work);
    } else {
      const { reason, status, text } = reply;
      const final = !reply.retryable || isLast;
      await record(call, { type: "call_failed", reason, status, text, final }, work);
      if (final) break;
    }
    if (!isLast)
      await deps.clock.sleep((reply.ok ? null : reply.retryAfterMs) ?? BACKOFF_MS * attempt, signal);
  }
  return refuse("model_failed", `The side model did not answer. ${call.instead}`);
}

const BACKOFF_MS = 1000;

function noCall({ tool }: SideCall) {
  return { reason: "malformed" as const, status: null, text: `its reply was no proper call of ${tool}.` };
}

/** Attempts of this very request that the log holds: a restart forgives none. */
function attemptsOf({ thread, asked }: SideCall, { events }: Log): number {
  return events.filter((e) => e.type === "asked" && e.thread === thread && e.request === asked.request)
    .length;
}

async function askOnce(call: SideCall, attempt: number, work: Work): Promise<TimedReply | ModelFailure> {
  const { log, deps, signal } = work;
  const { purpose, maxTokens } = call.asked;
  await log.append([eventOf(call, { ...call.asked, attempt }, deps)], call.blobs);
  const began = deps.clock.now();
  const reply = await deps.model.complete({ body: call.body, purpose, maxTokens }, signal);
  signal.throwIfAborted();
  return reply.ok ? { ...reply, ms: deps.clock.now() - began } : reply;
}

type TimedReply = ModelReply & { ms: number };
type Said = Pick<EventOf<"replied">, "text" | "calls" | "cut">;

async function recordReply(call: SideCall, reply: TimedReply, { log, deps }: Work): Promise<Said> {
  const { secrets } = deps.settings;
  const raw = blobOf(redact(new TextDecoder().decode(reply.raw), secrets));
  const text = redact(reply.text, secrets);
  const calls = reply.calls.map((one) => ({ ...one, args: redact(one.args, secrets) }));
  const { finish, cut, usage, ms } = reply;
  const said = {
    type: "replied" as const,
    reply: raw.hash,
    fragment: null,
    text,
    calls,
    finish,
    cut,
    usage,
    ms,
  };
  await log.append([eventOf(call, said, deps)], [raw]);
  return said;
}

async function record(call: SideCall, body: EventBody, { log, deps }: Work): Promise<void> {
  await log.append([eventOf(call, body, deps)], []);
}

function eventOf({ step, thread }: SideCall, body: EventBody, { clock }: TurnDeps): NewEvent {
  return { thread, step, at: clock.now(), body };
}

/** Words, or where a tool is forced the arguments of its first call; null when there are none to be used. */
function answerIn({ tool }: SideCall, { cut, text, calls }: Said): string | null {
  if (cut) return null;
  return tool === null ? text : argumentsOf(calls.find(({ name }) => name === tool));
}

const json = z.record(z.string(), z.unknown());

function argumentsOf(call: ToolCall | undefined): string | null {
  if (!call) return null;
  try {
    return json.safeParse(JSON.parse(call.args)).success ? call.args : null;
  } catch {
    return null;
  }
}

function answeredBefore(log: Log, call: SideCall): string | null {
  const {
    thread,
    asked: { request },
  } = call;
  const asked = log.events.findLast((e) => e.type === "asked" && e.thread === thread);
  const replied = log.events.findLast((e) => e.type === "replied" && e.thread === thread);
  if (asked?.type !== "asked" || replied?.type !== "replied") return null;
  return asked.request === request && replied.seq > asked.seq ? answerIn(call, replied) : null;
}
