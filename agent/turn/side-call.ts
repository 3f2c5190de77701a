// A side call: one question to the small model in a thread of the same log (delete marks, rewrites). Recorded
// like any other call; after a restart an answer that is already there is used again. Refuses cut replies.

import type { Hash } from "../../store/ledger.ts";
import type { EventBody, NewEvent } from "../events.ts";
import { blobOf, message, requestBytes, requestHash, sidePrefixBlob, suffixBlob } from "../prompt/request.ts";
import { redact } from "../redact.ts";
import type { SideAsk, SideReply } from "../tools/tool.ts";
import { CALL_ATTEMPTS } from "./decide.ts";
import type { TurnDeps } from "./deps.ts";
import type { Log } from "./log.ts";
import { maxTokensFor } from "./output-classes.ts";

export type SidePlace = { step: number; index: number };

/** Makes the `ask` function of one tool call; its questions are numbered within the call. */
export function sideCaller(log: Log, place: SidePlace, deps: TurnDeps, signal: AbortSignal) {
  let count = 0;
  return async (ask: SideAsk): Promise<SideReply> => {
    count += 1;
    return sideCall(
      log,
      { ...place, thread: `side:${place.step}.${place.index}.${count}` },
      ask,
      deps,
      signal,
    );
  };
}

async function sideCall(
  log: Log,
  place: SidePlace & { thread: string },
  ask: SideAsk,
  deps: TurnDeps,
  signal: AbortSignal,
): Promise<SideReply> {
  const { settings, clock } = deps;
  const maxTokens = maxTokensFor(ask.purpose, false);
  const prefix = sidePrefixBlob(settings.smallModel);
  const parts = ask.messages.map((m) => blobOf(message(m.role, redact(m.content, settings.secrets))));
  const suffix = suffixBlob({ tools: null, choice: "none", maxTokens, tokenField: settings.tokenField });
  const body = requestBytes(
    prefix.bytes,
    parts.map((p) => p.bytes),
    suffix.bytes,
  );
  const request = requestHash(body);
  const known = answeredBefore(log, place.thread, request);
  if (known !== null) return { ok: true, text: known };

  const event = (of: EventBody): NewEvent => ({
    thread: place.thread,
    step: place.step,
    at: clock.now(),
    body: of,
  });
  const asked = (attempt: number): EventBody => ({
    type: "asked",
    purpose: ask.purpose,
    attempt,
    request,
    prefix: prefix.hash,
    suffix: suffix.hash,
    fragments: parts.map((p) => p.hash),
    maxTokens,
    bytes: body.byteLength,
  });
  for (let attempt = 1; attempt <= CALL_ATTEMPTS; attempt++) {
    await log.append([event(asked(attempt))], [prefix, suffix, ...parts]);
    const began = clock.now();
    const reply = await deps.model.complete({ body, purpose: ask.purpose, maxTokens }, signal);
    signal.throwIfAborted();
    if (reply.ok) {
      const raw = blobOf(redact(new TextDecoder().decode(reply.raw), settings.secrets));
      const { finish, cut, usage } = reply;
      const text = redact(reply.text, settings.secrets);
      const ms = clock.now() - began;
      await log.append(
        [
          event({
            type: "replied",
            reply: raw.hash,
            fragment: null,
            text,
            calls: [],
            finish,
            cut,
            usage,
            ms,
          }),
        ],
        [raw],
      );
      if (cut)
        return { ok: false, reason: "cut", text: "The side reply was cut by length. Take a smaller region." };
      return { ok: true, text };
    }
    const final = !reply.retryable || attempt === CALL_ATTEMPTS;
    const { reason, status, text } = reply;
    await log.append([event({ type: "call_failed", reason, status, text, final })], []);
    if (final) break;
    await clock.sleep(reply.retryAfterMs ?? 1000 * attempt, signal);
  }
  return { ok: false, reason: "model_failed", text: "The side model did not answer. Try edit_file instead." };
}

function answeredBefore(log: Log, thread: string, request: Hash): string | null {
  const asked = log.events.findLast((e) => e.type === "asked" && e.thread === thread);
  const replied = log.events.findLast((e) => e.type === "replied" && e.thread === thread);
  if (asked?.type !== "asked" || replied?.type !== "replied") return null;
  return asked.request === request && !replied.cut && replied.seq > asked.seq ? replied.text : null;
}
