// The ways in which a model endpoint misbehaves, as values, and how each is put on the wire. Promises that a
// fault is exactly what its name says, and everything else of the answer is sound. Refuses randomness.

import type { ServerResponse } from "node:http";
import {
  type ChatReply,
  chunks,
  completion,
  type Frame,
  type ReplyCall,
} from "../../../bot/playground/offline-model/chat-reply.ts";
import {
  type Exchange,
  eventOf,
  sendJson,
  sendReply,
  startStream,
  write,
} from "../../../bot/playground/offline-model/chat-server.ts";

export type Fault =
  | { type: "status"; status: number; message?: string; retryAfter?: string }
  /** An error page of some proxy; status 502 unless told. */
  | { type: "html"; status?: number }
  /** Status 200, and a body that is no JSON and no event stream. */
  | { type: "not_json" }
  | { type: "delay"; ms: number }
  /** Answers when the promise resolves; no time involved. */
  | { type: "hold"; until: Promise<unknown> }
  /** Some frames, then silence until the client goes. `frames: 0` sends headers only. */
  | { type: "stall"; frames?: number }
  /** Some frames, then the socket is destroyed. */
  | { type: "cut"; frames?: number }
  /** Some frames, then a clean end without finish reason, usage and `[DONE]`. */
  | { type: "end_early"; frames?: number }
  /** The bytes end within a UTF-8 sequence; then the socket is destroyed, or the body ends cleanly. */
  | { type: "cut_in_code_point"; end: "destroy" | "clean" }
  /** Nothing is wrong but the packets: every write ends within a UTF-8 sequence where there is one. */
  | { type: "split_code_points" }
  /** Cut by `max_tokens`. `as` is what finish_reason claims; `usage: false` leaves the token count out. */
  | { type: "length"; as: "length" | "stop" | "tool_calls"; usage?: false }
  | { type: "missing"; what: "role" | "finish_reason" | "usage" | "done" }
  | { type: "duplicate_ids" };

export type ScriptedReply = ChatReply & { fault?: Fault };

const HTML = "<!doctype html><html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>";

export async function sendScripted(exchange: Exchange<ScriptedReply>): Promise<void> {
  const { fault } = exchange.reply;
  const { response, signal } = exchange;
  if (fault === undefined) return sendReply(exchange);
  switch (fault.type) {
    case "status":
      return sendStatus(response, fault);
    case "html":
      response.writeHead(fault.status ?? 502, { "content-type": "text/html" });
      response.end(HTML);
      return;
    case "not_json":
      response.writeHead(200, { "content-type": "application/json" });
      response.end("upstream connect error or disconnect/reset before headers");
      return;
    case "delay":
      await exchange.clock.sleep(fault.ms, signal);
      return sendReply(exchange);
    case "hold":
      await Promise.race([fault.until, whenAborted(signal)]);
      return sendReply(exchange);
    case "stall":
      await sendSome(exchange, fault.frames);
      return whenAborted(signal);
    case "cut":
      await sendSome(exchange, fault.frames);
      return destroy(response);
    case "end_early":
      await sendSome(exchange, fault.frames);
      response.end();
      return;
    case "cut_in_code_point":
      return sendHalfCodePoint(exchange, fault.end);
    case "split_code_points":
      return sendSplit(exchange);
    case "length":
      return sendReply(cutByLength(exchange, fault));
    case "missing":
      return sendFrames(exchange, parts(exchange, fault.what));
    case "duplicate_ids":
      return sendReply({ ...exchange, reply: sameIds(exchange.reply) });
  }
}

function sendStatus(response: ServerResponse, fault: Extract<Fault, { type: "status" }>): void {
  const { status, message = `Scripted error ${status}.`, retryAfter } = fault;
  const type = status === 429 ? "requests" : status >= 500 ? "server_error" : "invalid_request_error";
  const body = JSON.stringify({ error: { message, type, param: null, code: null } });
  sendJson(response, status, body, retryAfter === undefined ? {} : { "retry-after": retryAfter });
}

/** The answer as the pieces that would be written, with one thing left out. */
function parts(exchange: Exchange<ScriptedReply>, without?: string): string[] {
  const { request, reply, head } = exchange;
  if (!request.stream) {
    const whole: Frame =
      without === "usage" ? omit(completion(reply, head), "usage") : completion(reply, head);
    const text = JSON.stringify(whole);
    if (without === "role") return [text.replace('"role":"assistant",', "")];
    return [without === "finish_reason" ? text.replace(/,"finish_reason":"\w+"/, "") : text];
  }
  const events = chunks(reply, head, request.includeUsage && without !== "usage").map(eventOf);
  const shown = events.map((event) => {
    if (without === "role") return event.replace('"role":"assistant",', "");
    return without === "finish_reason"
      ? event.replace(/"finish_reason":"\w+"/, '"finish_reason":null')
      : event;
  });
  return without === "done" ? shown : [...shown, "data: [DONE]\n\n"];
}

async function sendFrames(exchange: Exchange<ScriptedReply>, texts: string[]): Promise<void> {
  open(exchange);
  for (const text of texts) await write(exchange.response, text, exchange.signal);
  exchange.response.end();
}

async function sendSome(exchange: Exchange<ScriptedReply>, frames?: number): Promise<void> {
  const all = parts(exchange);
  open(exchange);
  exchange.response.flushHeaders();
  if (!exchange.request.stream) {
    if (frames === 0) return;
    const bytes = Buffer.from(all.join(""));
    return write(exchange.response, bytes.subarray(0, bytes.length >> 1), exchange.signal);
  }
  // Never the last three: finish reason, usage and [DONE] would make it whole.
  const count = Math.min(frames ?? Math.ceil(all.length / 2), Math.max(0, all.length - 3));
  for (const text of all.slice(0, count)) await write(exchange.response, text, exchange.signal);
}

async function sendHalfCodePoint(exchange: Exchange<ScriptedReply>, end: "destroy" | "clean"): Promise<void> {
  const reply = withWideText(exchange.reply);
  const bytes = Buffer.from(parts({ ...exchange, reply }).join(""));
  const wide = bytes.findIndex((byte) => byte >= 0xc0);
  open(exchange);
  await write(exchange.response, bytes.subarray(0, wide + 1), exchange.signal);
  if (end === "destroy") return destroy(exchange.response);
  exchange.response.end();
}

async function sendSplit(exchange: Exchange<ScriptedReply>): Promise<void> {
  const bytes = Buffer.from(parts({ ...exchange, reply: withWideText(exchange.reply) }).join(""));
  open(exchange);
  let from = 0;
  for (let at = 0; at < bytes.length; at++) {
    if ((bytes[at] ?? 0) < 0xc0) continue;
    await write(exchange.response, bytes.subarray(from, at + 1), exchange.signal);
    await new Promise((resolve) => setImmediate(resolve));
    from = at + 1;
  }
  exchange.response.end(bytes.subarray(from));
}

function cutByLength(
  exchange: Exchange<ScriptedReply>,
  fault: Extract<Fault, { type: "length" }>,
): Exchange<ScriptedReply> {
  const { reply, request, head } = exchange;
  const completionTokens = request.maxTokens ?? head.usage.completionTokens;
  const shorter: ScriptedReply = { ...reply, finish: fault.as };
  if (reply.calls?.length)
    shorter.calls = [...reply.calls.slice(0, -1), ...reply.calls.slice(-1).map(cutArgs)];
  else shorter.text = firstHalf(reply.text ?? "");
  return {
    ...exchange,
    request: fault.usage === false ? { ...request, includeUsage: false } : request,
    reply: shorter,
    head: { ...head, usage: { ...head.usage, completionTokens } },
  };
}

const cutArgs = (call: ReplyCall): ReplyCall => ({ ...call, args: firstHalf(argsText(call)) });
const argsText = ({ args }: ReplyCall) => (typeof args === "string" ? args : JSON.stringify(args));
const firstHalf = (text: string) => [...text].slice(0, Math.ceil([...text].length / 2)).join("");

function sameIds(reply: ScriptedReply): ScriptedReply {
  return { ...reply, calls: (reply.calls ?? []).map((call) => ({ ...call, id: "call_same" })) };
}

// Only a text that has a wide character can be cut inside one.
function withWideText(reply: ScriptedReply): ScriptedReply {
  const all = (reply.text ?? "") + (reply.calls ?? []).map(argsText).join("");
  return /[^\0-\x7f]/.test(all) ? reply : { ...reply, text: `${reply.text ?? ""} → é 🚲` };
}

function open({ request, response }: Exchange<ScriptedReply>): void {
  if (request.stream) startStream(response);
  else response.writeHead(200, { "content-type": "application/json" });
}

// The bytes written so far must reach the client first: a socket destroyed at once drops them.
async function destroy(response: ServerResponse): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
  response.destroy();
}

function whenAborted(signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (signal.aborted) resolve();
  else signal.addEventListener("abort", () => resolve(), { once: true });
  return promise;
}

function omit(frame: Frame, key: string): Frame {
  const { [key]: _, ...rest } = frame;
  return rest;
}
