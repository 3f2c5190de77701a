// What a Chat Completions endpoint answers: the reply as a value, as one JSON object, and as the chunks of a
// stream. Promises the real API's order: the role, then text, then tool calls in pieces, the finish reason,
// the usage. Refuses to cut inside a code point.

import type { ChatRequest } from "./chat-request.ts";

export type ReplyCall = { id?: string; name: string; args: Record<string, unknown> | string };
export type ChatReply = {
  text?: string;
  calls?: ReplyCall[];
  /** Default: `tool_calls` when there are calls that nobody forced, else `stop`. */
  finish?: string;
  usage?: Partial<ChatUsage>;
};
export type ChatUsage = { promptTokens: number; completionTokens: number; cachedTokens: number };

/**
 * Everything of an answer that is not what the model said. `step` is how many messages the request had: call
 * ids come from it, so that they are unique in a transcript, also when the server restarts amid it.
 */
export type ReplyHead = {
  id: string;
  step: number;
  created: number;
  model: string;
  usage: ChatUsage;
  /** The request named the tool to be called: the API's finish reason is then `stop`. */
  forced: boolean;
};

export type WireCall = { id: string; name: string; args: string };
export type Frame = Record<string, unknown>;

const PIECES = 6;
const PIECE_MIN = 12;
const CHARS_PER_TOKEN = 4;

function wireCalls(reply: ChatReply, head: ReplyHead): WireCall[] {
  return (reply.calls ?? []).map((call, i) => ({
    id: call.id ?? `call_${head.step}_${i}`,
    name: call.name,
    args: typeof call.args === "string" ? call.args : JSON.stringify(call.args),
  }));
}

const finishReason = (reply: ChatReply, { forced }: Pick<ReplyHead, "forced">) =>
  reply.finish ?? (reply.calls?.length && !forced ? "tool_calls" : "stop");

/** The answer as one object, for `stream: false`. */
export function completion(reply: ChatReply, head: ReplyHead): Frame {
  const calls = wireCalls(reply, head).map(({ id, name, args }) => ({
    id,
    type: "function",
    function: { name, arguments: args },
  }));
  const message = {
    role: "assistant",
    content: reply.text ?? (calls.length > 0 ? null : ""),
    refusal: null,
    ...(calls.length > 0 && { tool_calls: calls }),
  };
  return {
    id: head.id,
    object: "chat.completion",
    created: head.created,
    model: head.model,
    choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason(reply, head) }],
    usage: usageOnWire(head.usage),
  };
}

/** The answer as the chunks of a stream, `[DONE]` not counted. */
export function chunks(reply: ChatReply, head: ReplyHead, includeUsage: boolean): Frame[] {
  const calls = wireCalls(reply, head);
  const chunk = (choices: unknown[], usage: unknown): Frame => ({
    id: head.id,
    object: "chat.completion.chunk",
    created: head.created,
    model: head.model,
    choices,
    ...(includeUsage && { usage }),
  });
  const delta = (value: unknown, finish: string | null = null) =>
    chunk([{ index: 0, delta: value, logprobs: null, finish_reason: finish }], null);
  const role = {
    role: "assistant",
    content: reply.text === undefined && calls.length > 0 ? null : "",
    refusal: null,
  };
  return [
    delta(role),
    ...pieces(reply.text ?? "").map((text) => delta({ content: text })),
    ...calls.flatMap((call, index) => callDeltas(call, index).map((piece) => delta({ tool_calls: [piece] }))),
    delta({}, finishReason(reply, head)),
    ...(includeUsage ? [chunk([], usageOnWire(head.usage))] : []),
  ];
}

/** Deterministic and plausible: four characters a token; only a reply cut by length reaches the limit. */
export function usageFor(
  reply: ChatReply,
  request: ChatRequest,
  bytes: { prompt: number; cached: number },
): ChatUsage {
  const calls = reply.calls ?? [];
  const chars = calls.reduce(
    (sum, { name, args }) =>
      sum + name.length + (typeof args === "string" ? args : JSON.stringify(args)).length,
    reply.text?.length ?? 0,
  );
  const limit = request.maxTokens ?? Number.POSITIVE_INFINITY;
  const spent = Math.max(1, Math.ceil(chars / CHARS_PER_TOKEN) + calls.length * 4);
  return {
    promptTokens: Math.ceil(bytes.prompt / CHARS_PER_TOKEN),
    completionTokens:
      reply.finish === "length" && request.maxTokens ? limit : Math.min(spent, Math.max(1, limit - 1)),
    cachedTokens: cachedTokens(bytes.cached),
    ...reply.usage,
  };
}

function cachedTokens(bytes: number): number {
  const tokens = Math.floor(bytes / CHARS_PER_TOKEN);
  return tokens < 1024 ? 0 : tokens - (tokens % 128);
}

function usageOnWire(usage: ChatUsage): Frame {
  return {
    prompt_tokens: usage.promptTokens,
    completion_tokens: usage.completionTokens,
    total_tokens: usage.promptTokens + usage.completionTokens,
    prompt_tokens_details: { cached_tokens: usage.cachedTokens },
    completion_tokens_details: { reasoning_tokens: 0 },
  };
}

function callDeltas(call: WireCall, index: number): Frame[] {
  const head = { index, id: call.id, type: "function", function: { name: call.name, arguments: "" } };
  return [head, ...pieces(call.args).map((args) => ({ index, function: { arguments: args } }))];
}

function pieces(text: string): string[] {
  const size = Math.max(PIECE_MIN, Math.ceil(text.length / PIECES));
  const parts: string[] = [];
  for (let from = 0; from < text.length; ) {
    let to = Math.min(text.length, from + size);
    if (splitsPair(text, to)) to += 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

function splitsPair(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  const before = text.charCodeAt(at - 1);
  return unit >= 0xdc00 && unit <= 0xdfff && before >= 0xd800 && before <= 0xdbff;
}
