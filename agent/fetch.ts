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
    const all = AbortSignal.any([asked, late.signal]);
    const within = <T>(ms: number, work: Promise<T>): Promise<T> => limited(work, ms, { late, clock });
    const failure = (error: unknown) => rebuilt(error, asked, late.signal);
    try {
      const response = await within(headersMs, fetch(url, { ...init, redirect: "error", signal: all }));
      return response.body
        ? watched(response, response.body, { within: (read) => within(idleMs, read), failure })
        : response;
    } catch (error) {
      throw failure(error);
    }
  };
}

/** Aborts `late` when the work takes longer; the work itself then fails, so no loser of a race runs on. */
async function limited<T>(
  work: Promise<T>,
  ms: number,
  { late, clock }: { late: AbortController; clock: Clock },
): Promise<T> {
  const done = new AbortController();
  const timer = clock.sleep(ms, done.signal).then(
    () => late.abort(),
    () => undefined,
  );
  try {
    return await work;
  } finally {
    done.abort();
    await timer;
  }
}

type Watch = {
  within<T>(read: Promise<T>): Promise<T>;
  failure(error: unknown): NetworkError;
};

function watched(
  { status, statusText, headers }: Response,
  source: ReadableStream<Uint8Array<ArrayBuffer>>,
  { within, failure }: Watch,
): Response {
  const reader = source.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await within(reader.read());
        if (done) controller.close();
        else controller.enqueue(value);
      } catch (error) {
        controller.error(failure(error));
      }
    },
    cancel: () => reader.cancel(),
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
