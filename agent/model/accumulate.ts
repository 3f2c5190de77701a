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

/** A count that makes no sense is no count: it must not cost the reply. */
const count = z.number().nullish().catch(null);
const usageSchema = z.looseObject({
  prompt_tokens: count,
  completion_tokens: count,
  prompt_tokens_details: z.looseObject({ cached_tokens: count }).nullish().catch(null),
});
const callSchema = z.looseObject({
  index: z.number().nullish(),
  id: z.string().nullish(),
  function: z.looseObject({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
/** Some servers send a list of parts. */
const contentSchema = z.union([z.string(), z.array(z.looseObject({ text: z.string().nullish() }))]);
const messageSchema = z.looseObject({
  content: contentSchema.nullish(),
  refusal: z.string().nullish(),
  tool_calls: z.array(callSchema).nullish(),
});
const chunkSchema = z.looseObject({
  choices: z
    .array(
      z.looseObject({
        index: z.number().nullish(),
        delta: messageSchema.nullish(),
        message: messageSchema.nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: usageSchema.nullish().catch(null),
  error: z.unknown().optional(),
});

type State = Accumulated & { choice: number | null };

export class BadBody extends Error {}

export function createAccumulator(): {
  /** Takes decoded text of the body; returns how many characters of content it has brought. */
  push(text: string): number;
  /** A body that was not a stream. */
  whole(text: string): void;
  end(): Accumulated;
} {
  const state: State = {
    text: "",
    calls: [],
    finish: "",
    usage: null,
    ended: false,
    begun: false,
    choice: null,
  };
  const lines = createLines();
  // The data lines of an event make one text. Many servers send one a line and forget the blank one behind it, so a
  // line that is whole by itself is taken at once.
  let open: string[] = [];
  const data = (payload: string): void => {
    if (open.length === 0 && payload.trim() === "[DONE]") {
      state.ended = true;
      return;
    }
    open.push(payload);
    if (open.length > MOST_DATA_LINES) throw new BadBody("the reply is not JSON");
    const value = jsonOf(open.join("\n"));
    if (value === undefined) return;
    open = [];
    takeChunk(state, chunkOf(value));
  };
  const line = (text: string): void => {
    if (text.startsWith("data:")) {
      const payload = text.slice("data:".length).replace(/^ /, "");
      if (payload.trim() !== "") data(payload);
    } else if (text === "" && open.length > 0) throw new BadBody("the reply is not JSON");
  };
  return {
    push(text) {
      const before = state.text.length;
      for (const one of lines.push(text)) line(one);
      return state.text.length - before;
    },
    whole(text) {
      const value = jsonOf(text);
      if (value === undefined) throw new BadBody("the reply is not JSON");
      takeChunk(state, numbered(chunkOf(value)));
      state.ended = true;
    },
    end() {
      line(lines.rest());
      line("");
      if (state.ended && !state.begun) throw new BadBody("the reply holds no choice");
      return state;
    },
  };
}

const MOST_DATA_LINES = 64;

/** Lines end with LF, CRLF or CR. What has no end yet is kept in pieces: joined each time, megabytes took seconds. */
function createLines() {
  let kept: string[] = [];
  return {
    push(text: string): string[] {
      kept.push(text);
      if (!/[\r\n]/.test(text)) return [];
      // A CR at the very end may be half of a CRLF.
      const lines = kept.join("").split(/\r\n|\n|\r(?!$)/);
      kept = [lines.pop() ?? ""];
      return lines;
    },
    rest: () => kept.join("").replace(/\r$/, ""),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function chunkOf(value: unknown): Chunk {
  const chunk = chunkSchema.safeParse(value);
  if (!chunk.success) throw new BadBody("the reply is not a chat completion", { cause: chunk.error });
  if (chunk.data.error) throw new BadBody("the reply is an error in the middle of a stream");
  return chunk.data;
}

type Chunk = z.infer<typeof chunkSchema>;

/** In a body that was not a stream each entry is a call of its own, also where servers give no id, or one id twice. */
function numbered(chunk: Chunk): Chunk {
  for (const { delta, message } of chunk.choices ?? []) {
    for (const [at, call] of ((delta ?? message)?.tool_calls ?? []).entries()) call.index = at;
  }
  return chunk;
}

/** Of several choices the one that came first is followed: mixed, their words make no sense. */
function takeChunk(state: State, chunk: Chunk): void {
  if (chunk.usage) state.usage = toUsage(chunk.usage);
  state.choice ??= chunk.choices?.[0]?.index ?? null;
  const choice = chunk.choices?.find(({ index }) => (index ?? state.choice) === state.choice);
  if (!choice) return;
  state.begun = true;
  if (choice.finish_reason) state.finish = choice.finish_reason;
  const message = choice.delta ?? choice.message;
  state.text += wordsIn(message?.content) ?? message?.refusal ?? "";
  for (const call of message?.tool_calls ?? []) takeCall(state.calls, call);
}

function wordsIn(content: z.infer<typeof contentSchema> | null | undefined): string | undefined {
  if (typeof content === "string") return content;
  return content?.map((part) => part.text ?? "").join("");
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

const MAX_TOKENS = 1e9;

/** What a server counts bounds a turn, so a negative count must not win it time. */
function toUsage(usage: z.infer<typeof usageSchema>): Usage {
  const whole = (n: number | null | undefined) => Math.min(Math.max(0, Math.trunc(n ?? 0)), MAX_TOKENS);
  return {
    promptTokens: whole(usage.prompt_tokens),
    completionTokens: whole(usage.completion_tokens),
    cachedTokens: whole(usage.prompt_tokens_details?.cached_tokens),
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
function endsInMidJson(text: string): boolean {
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
