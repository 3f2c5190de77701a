// A request that a Chat Completions endpoint refuses: its status, its wording, its JSON form. Promises the
// error object that the real API sends, so that a client's handling of it is tested. Refuses to echo keys.

export type ChatErrorDetail = { type?: string; param?: string | null; code?: string | null };

export class ChatError extends Error {
  readonly status: number;
  readonly type: string;
  readonly param: string | null;
  readonly code: string | null;

  constructor(status: number, message: string, detail: ChatErrorDetail = {}) {
    super(message);
    this.name = "ChatError";
    this.status = status;
    this.type = detail.type ?? (status >= 500 ? "server_error" : "invalid_request_error");
    this.param = detail.param ?? null;
    this.code = detail.code ?? null;
  }
}

export const invalid = (message: string, param: string | null = null, code: string | null = null) =>
  new ChatError(400, message, { param, code });

export const missing = (param: string) =>
  invalid(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");

export const wrongType = (param: string, expected: string, value: unknown) =>
  invalid(
    `Invalid type for '${param}': expected ${expected}, but got ${kindOf(value)} instead.`,
    param,
    "invalid_type",
  );

export const wrongKey = (given: boolean) =>
  new ChatError(
    401,
    given
      ? "Incorrect API key provided."
      : "You didn't provide an API key. Provide it in an Authorization header using Bearer auth.",
    { code: given ? "invalid_api_key" : null },
  );

export const unknownUrl = (method: string, path: string) =>
  new ChatError(404, `Unknown request URL: ${method} ${path}.`, { code: "unknown_url" });

export function errorBody(error: ChatError): string {
  const { message, type, param, code } = error;
  return JSON.stringify({ error: { message, type, param, code } });
}

function kindOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "object") return "an object";
  return typeof value === "number" ? "a number" : `a ${typeof value}`;
}
