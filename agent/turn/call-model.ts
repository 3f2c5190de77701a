// One model call of a conversation, the turn's own or a worker's: assembled from the log, recorded before it is sent, and its
// reply recorded before anything acts on it. Promises that the bytes sent are the bytes hashed.

import type { Blob, Hash } from "../../store/ledger.ts";
import type { EventBody, ToolCall, TurnEvent } from "../events.ts";
import type { ModelFailure, ModelReply } from "../ports.ts";
import { assistantMessage, blobOf, requestBytes, requestHash, suffixBlob } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import type { Action } from "./decide.ts";
import { fold } from "./fold.ts";
import type { Log } from "./log.ts";
import { CALL_ATTEMPTS } from "./next-step.ts";
import { maxTokensFor } from "./output-classes.ts";
import { tokensDropped } from "./prompt-drop.ts";
import { fragments } from "./transcript.ts";
import type { Work } from "./work.ts";

type CallAction = Extract<Action, { type: "call_model" }>;

const text = new TextDecoder();

export async function callModel(action: CallAction, work: Work): Promise<void> {
  const { log, deps, signal } = work;
  const { clock, settings, notifier } = deps;
  const { started } = fold(log.events);
  const { purpose, step, attempt } = action;
  const maxTokens = maxTokensFor(purpose, action.roomier);
  const suffix = suffixBlob({
    tools: text.decode(await log.blob(toolsOf(action.thread, log))),
    choice: purpose === "final" ? "none" : "auto",
    maxTokens,
    tokenField: settings.tokenField,
  });
  const body = await assemble(action.thread, { log, prefix: started.prefix, suffix });
  const asked: EventBody = {
    type: "asked",
    purpose,
    attempt,
    request: requestHash(body),
    prefix: started.prefix,
    suffix: suffix.hash,
    fragments: [],
    maxTokens,
    bytes: body.byteLength,
  };
  await record(action, { body: asked, blobs: [suffix] }, work);
  deps.failpoint("model:asked");
  notifier.progress(log.turn, { type: "thinking", step });

  const began = clock.now();
  const onProgress = (chars: number) => notifier.progress(log.turn, { type: "writing", chars });
  const reply = await deps.model.complete({ body, purpose, maxTokens, onProgress }, signal);
  if (!reply.ok) return await recordFailure(action, reply, work);
  notifier.progress(log.turn, { type: "usage", step, ...reply.usage });
  await recordReply(action, { reply, ms: clock.now() - began }, work);
  deps.failpoint("model:replied");
}

async function record(
  { thread, step }: CallAction,
  { body, blobs }: { body: EventBody; blobs: Blob[] },
  { log, deps }: Work,
): Promise<void> {
  await log.append([{ thread, step, at: deps.clock.now(), body }], blobs);
}

/** A worker's requests carry the tools that it began with. */
export function toolsOf(thread: string, { events }: Log): Hash {
  const began = events.find((e) => e.type === "item_began" && e.thread === thread);
  return began?.type === "item_began" ? began.tools : fold(events).started.tools;
}

async function assemble(
  thread: string,
  { log, prefix, suffix }: { log: Log; prefix: Hash; suffix: Blob },
): Promise<Uint8Array> {
  const parts = await Promise.all(fragments(log.events, thread).map((hash) => log.blob(hash)));
  return requestBytes(await log.blob(prefix), parts, suffix.bytes);
}

type Timed = { reply: ModelReply; ms: number };

async function recordReply(action: CallAction, { reply, ms }: Timed, work: Work): Promise<void> {
  const { log, deps } = work;
  const { secrets } = deps.settings;
  const said = redact(reply.text, secrets);
  const calls = withIds(reply.calls, log.events, action).map((c) => ({
    ...c,
    args: redact(c.args, secrets),
  }));
  const keeps = !reply.cut && !(action.purpose === "final" && calls.length > 0);
  const fragment = keeps ? blobOf(assistantMessage(said, calls)) : null;
  const raw = blobOf(redact(text.decode(reply.raw), secrets));
  const body: EventBody = {
    type: "replied",
    reply: raw.hash,
    fragment: fragment?.hash ?? null,
    text: said,
    calls,
    finish: reply.finish,
    cut: reply.cut,
    usage: reply.usage,
    ms,
  };
  const dropped = tokensDropped(log.events, {
    thread: action.thread,
    promptTokens: reply.usage.promptTokens,
  });
  const { thread, step } = action;
  const at = deps.clock.now();
  const events = [body, ...(dropped ? [dropped] : [])].map((one) => ({ thread, step, at, body: one }));
  await log.append(events, fragment ? [raw, fragment] : [raw]);
}

/** Some servers repeat ids, or leave them out; a transcript needs each of them once, and all in a form that servers take. */
function withIds(calls: ToolCall[], events: readonly TurnEvent[], { thread, step }: CallAction): ToolCall[] {
  const taken = new Set<string>();
  for (const event of events) {
    if (event.type === "replied" && event.thread === thread)
      for (const call of event.calls) taken.add(call.id);
  }
  return calls.map((call, index) => {
    let id = SOUND.test(call.id) && !taken.has(call.id) ? call.id : `call_${step}_${index}`;
    while (taken.has(id)) id += "_";
    taken.add(id);
    const name = SOUND.test(call.name)
      ? call.name
      : `unreadable_${call.name.replace(/[^\w-]/g, "").slice(0, 40)}`;
    return { id, name, args: call.args.length > MAX_ARGS ? TOO_LONG : call.args };
  });
}

const SOUND = /^[\w-]{1,64}$/;
/** A file of 1 MB, escaped, fits; what is longer would be sent again with every step. */
const MAX_ARGS = 3 * 1024 * 1024;
const TOO_LONG = '{"unreadable":"these arguments were too long"}';

const BACKOFF_MS = 500;

async function recordFailure(action: CallAction, failure: ModelFailure, work: Work): Promise<void> {
  const { deps, signal } = work;
  if (failure.reason === "aborted") return;
  const final = !failure.retryable || action.attempt >= CALL_ATTEMPTS;
  const { reason, status } = failure;
  const body: EventBody = { type: "call_failed", reason, status, text: failure.text, final };
  await record(action, { body, blobs: [] }, work);
  if (final) return;
  await deps.clock
    .sleep(failure.retryAfterMs ?? BACKOFF_MS * 2 ** action.attempt, signal)
    .catch(() => undefined);
}
