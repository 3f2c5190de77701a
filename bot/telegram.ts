// The connection to Telegram: grammY over the platform's fetch, wrapped once. Promises that every call ends (idle and
// total time-outs, a cut body included), that what it throws is a TelegramError without URL, token, payload or cause, and
// that no body carries a secret out, whoever wrote it there.
// Refuses to retry: who calls knows whether a call may be repeated.

import { type Api, Bot, GrammyError, HttpError, type Transformer } from "grammy";
import { createFetch, type Fetch, NetworkError } from "../agent/fetch.ts";
import { mask } from "../agent/redact.ts";
import type { Clock } from "../store/clock.ts";

export type TelegramErrorKind = "network" | "refused" | "flood" | "conflict" | "timeout";

export class TelegramError extends Error {
  readonly method: string;
  readonly code: number;
  readonly description: string;
  readonly retryAfterS: number | null;
  readonly kind: TelegramErrorKind;

  constructor(failure: Omit<TelegramError, "name" | "message" | "stack" | "cause">) {
    super(`${failure.method}: ${failure.description} (${failure.kind} ${failure.code})`);
    this.name = "TelegramError";
    this.method = failure.method;
    this.code = failure.code;
    this.description = failure.description;
    this.retryAfterS = failure.retryAfterS;
    this.kind = failure.kind;
  }
}

export type TelegramOptions = {
  token: string;
  apiRoot: string;
  /** Values beside the token that never leave in a message. */
  secrets?: readonly string[];
  /** For a whole call; a long poll gets its own poll time and ten seconds more. */
  timeoutSeconds: number;
  clock: Clock;
};

export type Telegram = { bot: Bot; api: Api };

const POLL_SPARE_MS = 10_000;
const IDLE_MS = 10_000;

/** grammY's own timer, as a last resort behind ours. */
const NEVER_S = 3_600;

type GrammySignal = NonNullable<Parameters<Api["getMe"]>[0]>;

/** grammY's types ask for a signal of another package; the platform's does what grammY needs of it. */
export const signalFor = (signal: AbortSignal): GrammySignal => signal as unknown as GrammySignal;

export function createTelegram(options: TelegramOptions): Telegram {
  const { token, clock } = options;
  const client = {
    apiRoot: options.apiRoot.replace(/\/+$/, ""),
    timeoutSeconds: NEVER_S,
    fetch: guardedFetch(clock, [token, ...(options.secrets ?? [])]),
  };
  const bot = new Bot(token, { client });
  bot.api.config.use(bounded(options));
  return { bot, api: bot.api };
}

/** One call: a time-out of its own, and only rebuilt errors leave it. */
function bounded({ token, timeoutSeconds, clock }: TelegramOptions): Transformer {
  return async (previous, method, payload, signal) => {
    const ended = new AbortController();
    const tooLong = new AbortController();
    const stop = () => ended.abort();
    const abort = () => tooLong.abort(new CallFault("aborted by the caller", "network", 0));
    signal?.addEventListener("abort", abort);
    if (signal?.aborted === true) abort();
    const totalMs = pollMs(method, payload) ?? timeoutSeconds * 1_000;
    const timer = clock.sleep(totalMs, ended.signal).then(
      () => tooLong.abort(new CallFault(`no answer within ${totalMs / 1_000} s`, "timeout", 0)),
      () => undefined,
    );
    try {
      const reply = await previous(method, payload, signalFor(tooLong.signal));
      if (reply.ok) return reply;
      throw new GrammyError("refused", reply, method, {});
    } catch (error) {
      const fault = tooLong.signal.aborted ? tooLong.signal.reason : error;
      throw rebuilt(method, fault, (text) => text.replaceAll(token, "…"));
    } finally {
      signal?.removeEventListener("abort", abort);
      stop();
      await timer;
    }
  };
}

function pollMs(method: string, payload: object | undefined): number | null {
  if (method !== "getUpdates") return null;
  const seconds =
    payload && "timeout" in payload && typeof payload.timeout === "number" ? payload.timeout : 0;
  return seconds * 1_000 + POLL_SPARE_MS;
}

class CallFault extends Error {
  readonly kind: TelegramErrorKind;
  readonly code: number;
  constructor(description: string, kind: TelegramErrorKind, code: number) {
    super(description);
    this.kind = kind;
    this.code = code;
  }
}

function rebuilt(method: string, error: unknown, redact: (text: string) => string): TelegramError {
  const fault = error instanceof HttpError ? error.error : error;
  if (fault instanceof GrammyError) {
    return new TelegramError({
      method,
      code: fault.error_code,
      description: redact(fault.description),
      retryAfterS: fault.parameters.retry_after ?? null,
      kind: kindOf(fault.error_code),
    });
  }
  const known = fault instanceof CallFault || fault instanceof NetworkError;
  return new TelegramError({
    method,
    code: fault instanceof CallFault ? fault.code : 0,
    description: known ? fault.message : "the network failed",
    retryAfterS: null,
    kind: known && fault.kind === "timeout" ? "timeout" : "network",
  });
}

function kindOf(code: number): TelegramErrorKind {
  if (code === 429) return "flood";
  if (code === 409) return "conflict";
  return code >= 400 && code < 500 ? "refused" : "network";
}

/** Sends the bytes whole and reads the answer whole. grammY's signal is of another package: ours follows it. */
function guardedFetch(clock: Clock, secrets: readonly string[]): Fetch {
  const limited = createFetch({ headersMs: NEVER_S * 1_000, idleMs: IDLE_MS }, clock);
  return async (input, init) => {
    const stop = new AbortController();
    const abort = () => stop.abort();
    const outer = init?.signal;
    outer?.addEventListener("abort", abort);
    if (outer?.aborted === true) abort();
    try {
      const body = mask(await bytesOf(init?.body), secrets);
      const type = new Headers(init?.headers).get("content-type") ?? "application/json";
      const sent = { method: "POST", headers: { "content-type": type }, body, signal: stop.signal };
      const response = await limited(input, sent);
      return jsonResponse(response.status, Buffer.from(await response.arrayBuffer()));
    } finally {
      outer?.removeEventListener("abort", abort);
    }
  };
}

/** grammY hands over a string, or a stream for uploads. */
async function bytesOf(body: unknown): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof body === "string") return new TextEncoder().encode(body);
  if (typeof body !== "object" || body === null || !(Symbol.asyncIterator in body))
    return new TextEncoder().encode("{}");
  const chunks: Uint8Array[] = [];
  for await (const chunk of body as AsyncIterable<unknown>) {
    if (chunk instanceof Uint8Array) chunks.push(chunk);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** A gateway's page instead of Telegram's JSON is a fault of the network, with its status. */
function jsonResponse(status: number, bytes: Buffer): Response {
  const text = bytes.toString("utf8");
  if (!isReply(text)) {
    throw new CallFault(`an answer that is not Telegram's (HTTP ${status})`, "network", status);
  }
  return new Response(text, { status, headers: { "content-type": "application/json" } });
}

function isReply(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && "ok" in value && typeof value.ok === "boolean";
  } catch {
    return false;
  }
}
