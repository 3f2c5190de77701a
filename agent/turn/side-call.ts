// A side call: one question to the small model in a thread of the same log (delete marks, rewrites). Recorded
// like any other call; after a restart an answer that is already there is used again. Refuses cut replies.

import type { Blob } from "../../store/ledger.ts";
import type { EventBody, NewEvent } from "../events.ts";
import type { ModelFailure, ModelReply } from "../ports.ts";
import { blobOf, message, requestBytes, requestHash, sidePrefixBlob, suffixBlob } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import type { SideAsk, SideReply } from "../tools/tool.ts";
import { CALL_ATTEMPTS } from "./decide.ts";
import type { TurnDeps } from "./deps.ts";
import type { Log } from "./log.ts";
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
  body: Uint8Array;
  blobs: Blob[];
  asked: Omit<Extract<EventBody, { type: "asked" }>, "attempt">;
};

function prepare(ask: SideAsk, at: { step: number; thread: string }, { settings }: TurnDeps): SideCall {
  const maxTokens = maxTokensFor(ask.purpose, false);
  const prefix = sidePrefixBlob(settings.smallModel);
  const parts = ask.messages.map((m) => blobOf(message(m.role, redact(m.content, settings.secrets))));
  const suffix = suffixBlob({ tools: null, choice: "none", maxTokens, tokenField: settings.tokenField });
  const bytesOf = parts.map((part) => part.bytes);
  const body = requestBytes(prefix.bytes, bytesOf, suffix.bytes);
  return {
    ...at,
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

const FAILED: SideReply = {
  ok: false,
  reason: "model_failed",
  text: "The side model did not answer. Try edit_file instead.",
};

async function insist(call: SideCall, work: Work): Promise<SideReply> {
  const { deps, signal } = work;
  for (let attempt = 1; attempt <= CALL_ATTEMPTS; attempt++) {
    const reply = await askOnce(call, attempt, work);
    if (reply.ok) return await recordReply(call, reply, work);
    const { reason, status, text } = reply;
    const final = !reply.retryable || attempt === CALL_ATTEMPTS;
    await record(call, { type: "call_failed", reason, status, text, final }, work);
    if (final) break;
    await deps.clock.sleep(reply.retryAfterMs ?? BACKOFF_MS * attempt, signal);
  }
  return FAILED;
}

const BACKOFF_MS = 1000;

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

async function recordReply(call: SideCall, reply: TimedReply, { log, deps }: Work): Promise<SideReply> {
  const { secrets } = deps.settings;
  const raw = blobOf(redact(new TextDecoder().decode(reply.raw), secrets));
  const text = redact(reply.text, secrets);
  const { finish, cut, usage, ms } = reply;
  const said: EventBody = {
    type: "replied",
    reply: raw.hash,
    fragment: null,
    text,
    calls: [],
    finish,
    cut,
    usage,
    ms,
  };
  await log.append([eventOf(call, said, deps)], [raw]);
  if (!cut) return { ok: true, text };
  return { ok: false, reason: "cut", text: "The side reply was cut by length. Take a smaller region." };
}

async function record(call: SideCall, body: EventBody, { log, deps }: Work): Promise<void> {
  await log.append([eventOf(call, body, deps)], []);
}

function eventOf({ step, thread }: SideCall, body: EventBody, { clock }: TurnDeps): NewEvent {
  return { thread, step, at: clock.now(), body };
}

function answeredBefore(log: Log, { thread, asked: { request } }: SideCall): string | null {
  const asked = log.events.findLast((e) => e.type === "asked" && e.thread === thread);
  const replied = log.events.findLast((e) => e.type === "replied" && e.thread === thread);
  if (asked?.type !== "asked" || replied?.type !== "replied") return null;
  return asked.request === request && !replied.cut && replied.seq > asked.seq ? replied.text : null;
}
