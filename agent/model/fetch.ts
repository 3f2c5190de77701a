// The network, wrapped once: the platform's fetch with an idle and a total time-out that cover the body too,
// so that a stalled or cut body ends. Errors are rebuilt without URL, headers or cause: a token can stand in
// each of them.

export type NetworkFailure = "aborted" | "timeout" | "network";

export class NetworkError extends Error {
  readonly kind: NetworkFailure;
  constructor(kind: NetworkFailure) {
    super(words[kind]);
    this.kind = kind;
  }
}

const words: Record<NetworkFailure, string> = {
  aborted: "the request was stopped",
  timeout: "the server stopped answering in time",
  network: "the connection failed or was cut",
};

export type TimeLimits = { idleMs: number; totalMs: number };
export type Fetch = (url: string | URL | Request, init?: RequestInit) => Promise<Response>;

/** A fetch under time limits; also its response's body throws NetworkError when it stalls or is cut. */
export function createFetch(limits: TimeLimits): Fetch {
  return async (url, init = {}) => {
    const idle = new AbortController();
    const asked = init.signal ?? new AbortController().signal;
    const all = AbortSignal.any([asked, idle.signal, AbortSignal.timeout(limits.totalMs)]);
    const timer = setTimeout(() => idle.abort(), limits.idleMs);
    try {
      const response = await fetch(url, { ...init, signal: all });
      timer.refresh();
      return timed(response, timer, () => rebuilt(asked, all));
    } catch {
      clearTimeout(timer);
      throw rebuilt(asked, all);
    }
  };
}

function timed(response: Response, timer: NodeJS.Timeout, failure: () => NetworkError): Response {
  const { status, statusText, headers } = response;
  if (!response.body) {
    clearTimeout(timer);
    return response;
  }
  const reader = response.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        timer.refresh();
        if (!done) return controller.enqueue(value);
        clearTimeout(timer);
        controller.close();
      } catch {
        clearTimeout(timer);
        controller.error(failure());
      }
    },
    async cancel() {
      clearTimeout(timer);
      await reader.cancel();
    },
  });
  return new Response(body, { status, statusText, headers });
}

function rebuilt(asked: AbortSignal, all: AbortSignal): NetworkError {
  if (asked.aborted) return new NetworkError("aborted");
  return new NetworkError(all.aborted ? "timeout" : "network");
}
