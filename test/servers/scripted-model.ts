// A Chat Completions endpoint that says what a test tells it to: a queue, a function, or a seed. Promises the
// strict server's checks on every request, the exact bytes of each, and faults by name. A request that forces a tool
// is answered apart from the conversation. Refuses to make something up when the script is over: that answers 400.

import { ChatError } from "../../bot/playground/offline-model/chat-error.ts";
import { type ChatRequest, isForced, isRecord } from "../../bot/playground/offline-model/chat-request.ts";
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
  /**
   * Serves the requests that force a tool, in this order. Without it they are answered by a call with the emptiest
   * arguments that the tool's schema allows, so that a script need not know of them; a seed is mad there too.
   */
  forced?: ScriptItem[];
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
  const forced = options.forced ? [...options.forced] : null;
  let count = 0;

  async function respond(request: ChatRequest): Promise<ScriptedReply> {
    const index = count++;
    const reply = await replyTo(request, index);
    const fault = options.faults?.(request, index);
    return fault === undefined ? reply : { ...reply, fault };
  }

  async function replyTo(request: ChatRequest, index: number): Promise<ScriptedReply> {
    if ("seed" in options) return chaosReply(options.seed, request, index);
    if (isForced(request) && forced === null) return emptiest(request);
    if ("respond" in options && !isForced(request)) return asReply(await options.respond(request, index));
    const queue = queueFor(request);
    const item = queue.shift();
    if (item === undefined) throw scriptIsOver(index, queue === main ? "script" : "side queue");
    return asReply(typeof item === "function" ? await item(request, index) : item);
  }

  function queueFor(request: ChatRequest): ScriptItem[] {
    if (isForced(request)) return forced ?? [];
    return request.tools.length === 0 ? (side ?? main) : main;
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
    remaining: () => main.length + (side?.length ?? 0) + (forced?.length ?? 0),
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

function emptiest({ tools: [tool] }: ChatRequest): ScriptedReply {
  const properties = isRecord(tool?.parameters.properties) ? tool.parameters.properties : {};
  const args = Object.entries(properties).map(([name, schema]) => [name, emptyOf(schema)]);
  return { calls: [{ name: tool?.name ?? "", args: Object.fromEntries(args) }] };
}

function emptyOf(schema: unknown): unknown {
  const type = isRecord(schema) ? schema.type : undefined;
  if (type === "array") return [];
  if (type === "boolean") return false;
  return type === "integer" || type === "number" ? 0 : "";
}

function scriptIsOver(index: number, which: "script" | "side queue"): ChatError {
  return new ChatError(400, `The ${which} has no reply left for request ${index}.`, {
    code: "script_is_over",
  });
}
