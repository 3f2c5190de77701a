// Turns the body of a Chat Completions reply, streamed or whole, into one reply. Promises to tell a whole
// reply from a cut one whatever `finish_reason` says: servers mislabel. Refuses to guess at a broken body.

import { z } from "zod";
import type { ToolCall, Usage } from "../events.ts";

export type Accumulated = {
  text: string;
  calls: ToolCall[];
  finish: string;
  usage: Usage | null;
  ended: boolean;
  /** Something of a reply has come, be it empty. */
  begun: boolean;
};

const usageSchema = z.looseObject({
  prompt_tokens: z.number().nullish(),
  completion_tokens: z.number().nullish(),
  prompt_tokens_details: z.looseObject({ cached_tokens: z.number().nullish() }).nullish(),
});
const callSchema = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const messageSchema = z.looseObject({
  content: z.string().nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const chunkSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        delta: messageSchema.nullish(),
        message: messageSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish(),
  error: z.unknown().optional(),
});

export class BadBody extends Error {}

export function createAccumulator(): {
  /** Takes decoded text of the body; returns how many characters of content it has brought. */
  push(text: string): number;
  /** A body that was not a stream. */
  whole(text: string): void;
  end(): Accumulated;
} {
  const state: Accumulated = { text: "", calls: [], finish: "", usage: null, ended: false, begun: false };
  let rest = "";
  const take = (json: string) => takeChunk(state, parse(json));
  const line = (text: string): void => {
    if (!text.startsWith("data:")) return;
    const payload = text.slice("data:".length).trim();
    if (payload === "[DONE]") state.ended = true;
    else if (payload !== "") take(payload);
  };
  return {
    push(text) {
      const before = state.text.length;
      rest += text;
      const lines = rest.split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const one of lines) line(one);
      return state.text.length - before;
    },
    whole(text) {
      take(text);
      state.ended = true;
    },
    end() {
      if (rest.trim() !== "") line(rest);
      if (state.ended && !state.begun) throw new BadBody("the reply holds no choice");
      return state;
    },
  };
}

function parse(json: string): z.infer<typeof chunkSchema> {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch (cause) {
    throw new BadBody("the reply is not JSON", { cause });
  }
  const chunk = chunkSchema.safeParse(value);
  if (!chunk.success) throw new BadBody("the reply is not a chat completion", { cause: chunk.error });
  if (chunk.data.error) throw new BadBody("the reply is an error in the middle of a stream");
  return chunk.data;
}

function takeChunk(state: Accumulated, chunk: z.infer<typeof chunkSchema>): void {
  if (chunk.usage) state.usage = toUsage(chunk.usage);
  const choice = chunk.choices?.[0];
  if (!choice) return;
  state.begun = true;
  if (choice.finish_reason) state.finish = choice.finish_reason;
  const message = choice.delta ?? choice.message;
  state.text += message?.content ?? message?.refusal ?? "";
  for (const call of message?.tool_calls ?? []) takeCall(state.calls, call);
}

/** Pieces belong together by index; a piece without one belongs to the last call, unless it brings a new id. */
function takeCall(calls: ToolCall[], piece: z.infer<typeof callSchema>): void {
  const fresh = piece.id && piece.id !== calls.at(-1)?.id;
  const index = piece.index ?? (fresh || calls.length === 0 ? calls.length : calls.length - 1);
  while (calls.length <= index && calls.length < MAX_CALLS) calls.push({ id: "", name: "", args: "" });
  const call = calls[index];
  if (!call) throw new BadBody(`the reply holds more than ${MAX_CALLS} tool calls`);
  if (piece.id) call.id = piece.id;
  if (piece.function?.name) call.name += piece.function.name;
  call.args += piece.function?.arguments ?? "";
}

const MAX_CALLS = 128;

function toUsage(usage: z.infer<typeof usageSchema>): Usage {
  return {
    promptTokens: usage.prompt_tokens ?? 0,
    completionTokens: usage.completion_tokens ?? 0,
    cachedTokens: usage.prompt_tokens_details?.cached_tokens ?? 0,
  };
}

/** Cut by length: said, or shown by the count of tokens, or by a last call that ends in mid-JSON (page 05). */
export function isCut(reply: Accumulated, maxTokens: number): boolean {
  if (reply.finish === "length") return true;
  if (reply.usage && reply.usage.completionTokens >= maxTokens) return true;
  const last = reply.calls.at(-1);
  return last !== undefined && endsInMidJson(last.args);
}

/** True where more text could make this JSON whole; whole but wrong is something else. */
export function endsInMidJson(text: string): boolean {
  let depth = 0;
  let inString = false;
  let escaped = false;
  for (const ch of text) {
    if (escaped) escaped = false;
    else if (inString && ch === "\\") escaped = true;
    else if (ch === '"') inString = !inString;
    else if (!inString && (ch === "{" || ch === "[")) depth += 1;
    else if (!inString && (ch === "}" || ch === "]")) depth -= 1;
  }
  return inString || depth > 0;
}
