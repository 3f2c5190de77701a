// A Chat Completions endpoint on loopback: the offline model answers through it, and so does the scripted
// model of the tests. Promises the real API's checks before anyone is asked, streamed and whole answers, and
// an abort when the client goes. Refuses other hosts, wrong keys and bodies over 32 MB.

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Clock } from "../../../store/clock.ts";
import { ChatError, errorBody, unknownUrl, wrongKey } from "./chat-error.ts";
import { type ChatReply, chunks, completion, type ReplyHead, usageFor } from "./chat-reply.ts";
import { type ChatRequest, isForced } from "./chat-request.ts";
import { parseChatRequest } from "./parse-request.ts";

/** One request as it came; `request` is null when it was refused. */
export type RecordedRequest = { raw: Buffer; request: ChatRequest | null; status: number };

export type Exchange<R extends ChatReply> = {
  index: number;
  request: ChatRequest;
  reply: R;
  head: ReplyHead;
  response: ServerResponse;
  signal: AbortSignal;
  clock: Clock;
};

export type ChatServerOptions<R extends ChatReply> = {
  port?: number;
  /** Absent: any key, or none, is taken. */
  apiKey?: string;
  clock: Clock;
  respond(request: ChatRequest, signal: AbortSignal): R | Promise<R>;
  /** Puts a reply on the wire; default `sendReply`. Tests send faults here. */
  send?(exchange: Exchange<R>): Promise<void>;
  models?: string[];
  /** How many requests are remembered; the oldest go first. Default 20. */
  keep?: number;
};

export type ChatServer = {
  /** `http://127.0.0.1:PORT/v1` */
  baseUrl: string;
  requests: readonly RecordedRequest[];
  [Symbol.asyncDispose](): Promise<void>;
};

const BODY_MAX = 32 * 1024 * 1024;
const CLIENT_CLOSED = 499;

export async function startChatServer<R extends ChatReply>(
  options: ChatServerOptions<R>,
): Promise<ChatServer> {
  const requests: RecordedRequest[] = [];
  let count = 0;
  let previous: Buffer = Buffer.alloc(0);
  const keep = options.keep ?? 20;

  async function complete(incoming: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
    const record: RecordedRequest = { raw: await readBody(incoming), request: null, status: 200 };
    requests.push(record);
    while (requests.length > keep) requests.shift();
    const index = count++;
    const bytes = { prompt: record.raw.length, cached: sharedPrefix(previous, record.raw) };
    try {
      const request = parseChatRequest(record.raw);
      record.request = request;
      previous = record.raw;
      const reply = await options.respond(request, signal);
      const usage = usageFor(reply, request, bytes);
      const created = Math.floor(options.clock.now() / 1000);
      const step = request.messages.length;
      const forced = isForced(request);
      const head = { id: `chatcmpl-${index}`, step, created, model: request.model, usage, forced };
      const exchange = { index, request, reply, head, response, signal, clock: options.clock };
      await (options.send ?? sendReply)(exchange);
      record.status = response.statusCode;
    } catch (error) {
      record.status = error instanceof ChatError ? error.status : signal.aborted ? CLIENT_CLOSED : 500;
      throw error;
    }
  }

  async function answer(incoming: IncomingMessage, response: ServerResponse, signal: AbortSignal) {
    const path = (incoming.url ?? "/").split("?")[0] ?? "/";
    const method = incoming.method ?? "GET";
    checkHost(incoming.headers.host);
    checkKey(incoming.headers.authorization, options.apiKey);
    if (method === "POST" && path === "/v1/chat/completions") return complete(incoming, response, signal);
    if (method === "GET" && path === "/v1/models") return sendModels(response, options.models ?? ["model"]);
    throw unknownUrl(method, path);
  }

  const server = createServer((incoming, response) => {
    const gone = new AbortController();
    response.once("close", () => gone.abort(new Error("The client closed the connection.")));
    answer(incoming, response, gone.signal).catch((error: unknown) => sendError(response, error));
  });
  const port = await listen(server, options.port ?? 0);
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    requests,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

/** The honest way to answer: streamed when asked for, with the usage when asked for. */
export async function sendReply({
  request,
  reply,
  head,
  response,
  signal,
}: Exchange<ChatReply>): Promise<void> {
  if (!request.stream) return sendJson(response, 200, JSON.stringify(completion(reply, head)));
  startStream(response);
  for (const frame of chunks(reply, head, request.includeUsage))
    await write(response, eventOf(frame), signal);
  response.end("data: [DONE]\n\n");
}

export function startStream(response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
}

export const eventOf = (frame: unknown) => `data: ${JSON.stringify(frame)}\n\n`;

/** Writes and waits until the client has taken it, so that a large answer is not held twice. */
export async function write(
  response: ServerResponse,
  bytes: string | Uint8Array,
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted();
  if (response.write(bytes)) return;
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const gone = () => reject(signal.reason);
  response.once("drain", resolve);
  signal.addEventListener("abort", gone, { once: true });
  await promise.finally(() => {
    response.off("drain", resolve);
    signal.removeEventListener("abort", gone);
  });
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
) {
  response.writeHead(status, { "content-type": "application/json; charset=utf-8", ...headers });
  response.end(body);
}

function sendError(response: ServerResponse, error: unknown): void {
  if (response.destroyed || response.writableEnded) return;
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const known = error instanceof ChatError ? error : new ChatError(500, "The server had an error.");
  sendJson(response, known.status, errorBody(known), { connection: "close" });
}

function sendModels(response: ServerResponse, models: readonly string[]): void {
  const data = models.map((id) => ({ id, object: "model", created: 0, owned_by: "handrail" }));
  sendJson(response, 200, JSON.stringify({ object: "list", data }));
}

// A page in a browser can reach loopback under a name of its own; then Host is that name.
function checkHost(host: string | undefined): void {
  const name = (host ?? "").replace(/:\d+$/, "");
  if (name !== "127.0.0.1" && name !== "localhost")
    throw new ChatError(403, "This endpoint serves loopback only.");
}

function checkKey(header: string | undefined, apiKey: string | undefined): void {
  if (apiKey === undefined || header === `Bearer ${apiKey}`) return;
  throw wrongKey(header !== undefined && header !== "");
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of incoming) {
    size += part.length;
    if (size > BODY_MAX) throw new ChatError(413, "Request entity too large.");
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function sharedPrefix(a: Buffer, b: Buffer): number {
  let low = 0;
  let high = Math.min(a.length, b.length);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (a.compare(b, 0, middle, 0, middle) === 0) low = middle;
    else high = middle - 1;
  }
  return low;
}

async function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server has no port.");
  return address.port;
}
