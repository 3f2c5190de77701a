// The model behind any OpenAI-compatible Chat Completions endpoint. Sends the exact bytes it is given, keeps
// the exact bytes that come back, and asks once: retries are the log's to count. Refuses to take a cut
// stream for a whole reply, and to let a URL or a key into an error.

import type { OpenAI } from "openai";
import type { Clock } from "../../store/clock.ts";
import type { CallFailure } from "../events.ts";
import { createFetch, NetworkError } from "../fetch.ts";
import type { ModelClient, ModelFailure, ModelReply, ModelRequest } from "../ports.ts";
import { type Accumulated, BadBody, createAccumulator, isCut } from "./accumulate.ts";

export type ModelEndpoint = { baseUrl: string; apiKey: string };

/** A reply may begin this late, pause this long, and last this long (a long answer of a slow local model). */
const LIMITS = { headersMs: 180_000, idleMs: 90_000, totalMs: 900_000 };
/** A body larger than this is no reply. */
const MAX_BODY = 16 * 1024 * 1024;

export function createModelClient(endpoint: ModelEndpoint, clock: Clock, limits = LIMITS): ModelClient {
  const state: { client: OpenAI | null } = { client: null };
  return {
    async complete(request, signal) {
      const total = AbortSignal.timeout(limits.totalMs);
      try {
        state.client ??= await connect(endpoint, limits, clock);
        const response = await post(state.client, request, AbortSignal.any([signal, total]));
        if (response.status !== 200) return await refused(response, clock);
        return await read(response, request);
      } catch (error) {
        if (total.aborted && !signal.aborted) return failure("timeout", "its reply took too long.");
        return failureOf(error, signal);
      }
    },
  };
}

/**
 * Loaded when the first turn needs it: the import costs a few hundred milliseconds. The library looks at the
 * environment for a log level, an organisation and headers of its own; settings are ours to read, so none of it counts.
 */
export async function connect(endpoint: ModelEndpoint, limits: typeof LIMITS, clock: Clock): Promise<OpenAI> {
  const limitedFetch = createFetch(limits, clock);
  const { OpenAI } = await import("openai");
  const headers = {
    authorization: `Bearer ${endpoint.apiKey}`,
    "content-type": "application/json",
    accept: "text/event-stream, application/json",
  };
  return new OpenAI({
    apiKey: endpoint.apiKey,
    baseURL: endpoint.baseUrl,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    logLevel: "off",
    maxRetries: 0,
    timeout: limits.totalMs,
    // Statuses are read below; the client would put the server's words into an error's message.
    fetch: async (url, init) => {
      const response = await limitedFetch(url, { ...init, headers });
      return response.ok ? response : wrapped(response);
    },
  });
}

const STATUS = "x-handrail-status";

/** Lets a refusal through the client as a response. */
function wrapped(response: Response): Response {
  const headers = new Headers(response.headers);
  headers.set(STATUS, String(response.status));
  return new Response(response.body, { status: 200, headers });
}

/** The status that the server sent. */
export const statusOf = (response: Response): number =>
  Number(response.headers.get(STATUS) ?? response.status);

type Answer = { status: number; headers: Headers; body: ReadableStream<Uint8Array> | null };

async function post(client: OpenAI, request: ModelRequest, signal: AbortSignal): Promise<Answer> {
  const response = await client
    .post("/chat/completions", {
      body: Buffer.from(request.body.buffer, request.body.byteOffset, request.body.byteLength),
      signal,
      stream: true,
    })
    .asResponse();
  return { status: statusOf(response), headers: response.headers, body: response.body };
}

async function read(response: Answer, request: ModelRequest): Promise<ModelReply | ModelFailure> {
  const streamed = (response.headers.get("content-type") ?? "").includes("text/event-stream");
  const accumulator = createAccumulator();
  const decoder = new TextDecoder("utf-8", { fatal: true });
  const chunks: Uint8Array[] = [];
  let size = 0;
  let written = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BODY) throw new BadBody("the reply is larger than a reply can be");
    if (!streamed) continue;
    written += accumulator.push(decoder.decode(chunk, { stream: true }));
    request.onProgress?.(written);
  }
  const raw = Buffer.concat(chunks);
  if (streamed) accumulator.push(decoder.decode());
  else accumulator.whole(decoder.decode(raw));
  const reply = accumulator.end();
  if (!reply.ended && reply.finish === "") return failure("network", "its reply broke off before the end.");
  return toReply(reply, raw, request.maxTokens);
}

function toReply(reply: Accumulated, raw: Uint8Array, maxTokens: number): ModelReply {
  const usage = reply.usage ?? { promptTokens: 0, completionTokens: 0, cachedTokens: 0 };
  const { text, calls, finish } = reply;
  return {
    ok: true,
    raw,
    text,
    calls,
    finish: finish === "" ? "unknown" : finish,
    cut: isCut(reply, maxTokens),
    usage,
  };
}

const RETRYABLE = new Set([408, 409, 425, 429]);
const MAX_RETRY_AFTER_MS = 120_000;

export async function refused(response: Answer, clock: Clock): Promise<ModelFailure> {
  const { status, headers } = response;
  await response.body?.cancel();
  const retryable = RETRYABLE.has(status) || status >= 500;
  return {
    ...failure("status", statusWords(status), { status, retryable }),
    retryAfterMs: retryAfterMs(headers, clock),
  };
}

function statusWords(status: number): string {
  if (status === 401 || status === 403) return `it refused the key (HTTP ${status}). Check OPENAI_API_KEY.`;
  if (status === 404)
    return "it does not know this address or model (HTTP 404). Check OPENAI_BASE_URL and HANDRAIL_MODEL.";
  if (status === 429) return "it is limiting requests (HTTP 429).";
  if (status >= 500) return `it failed (HTTP ${status}).`;
  return `it refused the request (HTTP ${status}).`;
}

function retryAfterMs(headers: Headers, clock: Clock): number | null {
  const value = headers.get("retry-after");
  if (value === null) return null;
  const seconds = Number(value);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(value) - clock.now();
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 0), MAX_RETRY_AFTER_MS) : null;
}

/** Worth asking again, unless told otherwise. */
export function failure(reason: CallFailure, text: string, more: Partial<ModelFailure> = {}): ModelFailure {
  return { ok: false, reason, text, status: null, retryable: true, retryAfterMs: null, ...more };
}

/** The client wraps what fetch threw, so the kind is looked for down the chain of causes. */
export function failureOf(error: unknown, signal: AbortSignal): ModelFailure {
  if (signal.aborted) return failure("aborted", "the request was stopped.", { retryable: false });
  if (error instanceof BadBody) return failure("malformed", `${error.message}.`);
  if (error instanceof TypeError) return failure("malformed", "its reply is not valid UTF-8.");
  for (let at = error; at instanceof Error; at = at.cause) {
    if (!(at instanceof NetworkError)) continue;
    // Stopped, and not by who asked: the time for a whole reply was over.
    if (at.kind === "aborted") return failure("timeout", "its reply took too long.");
    return failure(at.kind, `${at.message}.`);
  }
  return failure("network", "the connection failed or was cut.");
}
