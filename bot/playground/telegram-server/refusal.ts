// A call that Telegram would refuse: its code, its wording, and how long to wait. Promises the exact JSON
// form of an error. Refuses to be used for our own mistakes; those stay ordinary errors and answer 500.

export class Refusal extends Error {
  readonly code: number;
  readonly retryAfter: number | undefined;

  constructor(code: number, description: string, retryAfter?: number) {
    super(description);
    this.name = "Refusal";
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

const titles: Readonly<Record<number, string>> = {
  400: "Bad Request",
  401: "Unauthorized",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  413: "Request Entity Too Large",
  429: "Too Many Requests",
  500: "Internal Server Error",
  502: "Bad Gateway",
  504: "Gateway Timeout",
};

export const badRequest = (what: string) => new Refusal(400, `Bad Request: ${what}`);
export const forbidden = (what: string) => new Refusal(403, `Forbidden: ${what}`);
export const conflict = (what: string) => new Refusal(409, `Conflict: ${what}`);
export const tooMany = (seconds: number) =>
  new Refusal(429, `Too Many Requests: retry after ${seconds}`, seconds);

/** The bare form, as a gateway in front of the server would give it. */
export const bare = (code: number) => new Refusal(code, titles[code] ?? "Error");

export type ErrorBody = {
  ok: false;
  error_code: number;
  description: string;
  parameters?: { retry_after: number };
};

export function errorBody(refusal: Refusal): ErrorBody {
  const body: ErrorBody = { ok: false, error_code: refusal.code, description: refusal.message };
  return refusal.retryAfter === undefined
    ? body
    : { ...body, parameters: { retry_after: refusal.retryAfter } };
}
