// A Chat Completions endpoint that says what a test tells it to: a queue, a function, or a seed. Promises the
// strict server's checks on every request, the exact bytes of each, and faults by name. Refuses to make
// something up when the script is over: that answers 400 and says so.

import { ChatError } from "../../bot/playground/offline-model/chat-error.ts";
import type { ChatRequest } from "../../bot/playground/offline-model/chat-request.ts";
import { type RecordedRequest, startChatServer } from "../../bot/playground/offline-model/chat-server.ts";
import { type Clock, systemClock } from "../../store/clock.ts";
import { chaosReply } from "./model/chaos.ts";
import { type Fault, type ScriptedReply, sendScripted } from "./model/faults.ts";

export type { Fault, ScriptedReply } from "./model/faults.ts";

export type Respond = (
  request: ChatRequest,
  index: number,
) => ScriptedReply | string | Promise<ScriptedReply | string>;
export type ScriptItem = ScriptedReply | string | Respond;

export type Script =
  /** In this order; `side`, when given, serves the requests without tools from a queue of their own. */
  { script: ScriptItem[]; side?: ScriptItem[] } | { seed: number } | { respond: Respond };

export type ScriptedOptions = Script & {
  /** Adds a fault to the reply of the `index`-th request. */
  faults?: (request: ChatRequest, index: number) => Fault | undefined;
  clock?: Clock;
  port?: number;
  apiKey?: string;
};

export type ScriptedModel = {
  baseUrl: string;
  requests: readonly RecordedRequest[];
  /** Replies not yet asked for. */
  remaining(): number;
  [Symbol.asyncDispose](): Promise<void>;
};

export async function startScriptedModel(options: ScriptedOptions): Promise<ScriptedModel> {
  const main = "script" in options ? [...options.script] : [];
  const side = "script" in options && options.side ? [...options.side] : null;
  let count = 0;

  async function respond(request: ChatRequest): Promise<ScriptedReply> {
    const index = count++;
    const reply = await replyTo(request, index);
    const fault = options.faults?.(request, index);
    return fault === undefined ? reply : { ...reply, fault };
  }

  async function replyTo(request: ChatRequest, index: number): Promise<ScriptedReply> {
    if ("seed" in options) return chaosReply(options.seed, request, index);
    if ("respond" in options) return asReply(await options.respond(request, index));
    const queue = side !== null && request.tools.length === 0 ? side : main;
    const item = queue.shift();
    if (item === undefined) throw scriptIsOver(index, queue === side);
    return asReply(typeof item === "function" ? await item(request, index) : item);
  }

  const server = await startChatServer<ScriptedReply>({
    respond,
    send: sendScripted,
    clock: options.clock ?? systemClock,
    keep: Number.POSITIVE_INFINITY,
    models: ["scripted"],
    ...(options.port !== undefined && { port: options.port }),
    ...(options.apiKey !== undefined && { apiKey: options.apiKey }),
  });
  return {
    baseUrl: server.baseUrl,
    requests: server.requests,
    remaining: () => main.length + (side?.length ?? 0),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

export const say = (text: string): ScriptedReply => ({ text });

export const call = (name: string, args: Record<string, unknown> | string = {}): ScriptedReply => ({
  calls: [{ name, args }],
});

/** One reply with the texts and the calls of all. */
export function together(...replies: ScriptedReply[]): ScriptedReply {
  const text = replies.map((reply) => reply.text ?? "").join("");
  const calls = replies.flatMap((reply) => reply.calls ?? []);
  return { ...(text !== "" && { text }), ...(calls.length > 0 && { calls }) };
}

/** A reply that goes wrong on its way. */
export const faulty = (fault: Fault, reply: ScriptedReply = {}): ScriptedReply => ({ ...reply, fault });

const asReply = (reply: ScriptedReply | string): ScriptedReply =>
  typeof reply === "string" ? { text: reply } : reply;

function scriptIsOver(index: number, isSide: boolean): ChatError {
  const which = isSide ? "side queue" : "script";
  return new ChatError(400, `The ${which} has no reply left for request ${index}.`, {
    code: "script_is_over",
  });
}
