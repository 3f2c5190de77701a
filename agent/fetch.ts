// The network, wrapped once: the platform's fetch with time limits that cover the body too, so that a stalled or
// cut body ends. Errors are rebuilt without URL, headers or cause: a token can stand in each of them. Refuses
// redirects: they would take a key elsewhere.

import type { Clock } from "../store/clock.ts";

export type NetworkFailure = "aborted" | "timeout" | "network";

export class NetworkError extends Error {
  readonly kind: NetworkFailure;
  constructor(kind: NetworkFailure, message: string) {
    super(message);
    this.kind = kind;
  }
}

export type FetchLimits = {
  /** Until the answer's headers are there. */
  headersMs: number;
  /** Between two pieces of the body. */
  idleMs: number;
};
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A fetch under time limits; it and its response's body throw NetworkError only. */
export function createFetch({ headersMs, idleMs }: FetchLimits, clock: Clock): Fetch {
  return async (url, init = {}) => {
    const asked = init.signal ?? new AbortController().signal;
    const late = new AbortController();
    const failure = (error: unknown) => rebuilt(error, asked, late.signal);
    const headers = watch(headersMs, late, clock);
    try {
      const signal = AbortSignal.any([asked, late.signal]);
      const response = await fetch(url, { ...init, redirect: "error", signal });
      return response.body ? watched(response, watch(idleMs, late, clock), failure) : response;
    } catch (error) {
      throw failure(error);
    } finally {
      headers.end();
    }
  };
}

type Watch = { touch(): void; end(): void };

/**
 * Aborts `late` when nothing was touched for `ms`. One sleep for a whole silence: a timer for each piece of a body
 * cost more than all the rest of reading it.
 */
function watch(ms: number, late: AbortController, clock: Clock): Watch {
  const ended = new AbortController();
  let since = clock.now();
  const guard = async (): Promise<void> => {
    for (let leftMs = ms; leftMs > 0; leftMs = since + ms - clock.now())
      await clock.sleep(leftMs, ended.signal);
    late.abort();
  };
  guard().catch(() => undefined); // ended, so nobody is waited for
  return {
    touch() {
      since = clock.now();
    },
    end: () => ended.abort(),
  };
}

function watched(response: Response, silence: Watch, failure: (error: unknown) => NetworkError): Response {
  const { status, statusText, headers } = response;
  const reader = response.body?.getReader();
  if (!reader) return response;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        silence.touch();
        if (!done) return controller.enqueue(value);
        silence.end();
        controller.close();
      } catch (error) {
        silence.end();
        controller.error(failure(error));
      }
    },
    cancel() {
      silence.end();
      return reader.cancel();
    },
  });
  return new Response(body, { status, statusText, headers });
}

function rebuilt(error: unknown, asked: AbortSignal, late: AbortSignal): NetworkError {
  if (asked.aborted) return new NetworkError("aborted", "the request was stopped");
  if (late.aborted) return new NetworkError("timeout", "the server stopped answering in time");
  const code = codeOf(error);
  return new NetworkError("network", `the connection failed or was cut${code === null ? "" : ` (${code})`}`);
}

/** Only a code from a short alphabet: any other text of an error may quote the address. */
function codeOf(error: unknown): string | null {
  for (let at = error; at instanceof Error; at = at.cause) {
    if ("code" in at && typeof at.code === "string" && /^[A-Z][A-Z_]{2,39}$/.test(at.code)) return at.code;
  }
  return null;
}
