// Writes an HTTP answer: whole, cut in half, or not at all. Promises a Content-Length, so that a cut answer can be
// told from a short one. Refuses nothing.

import type { ServerResponse } from "node:http";
import type { JsonObject } from "./fields.ts";
import { errorBody, type Refusal } from "./refusal.ts";

export type Ending = "whole" | "half" | "reset";

export function send(
  response: ServerResponse,
  status: number,
  body: JsonObject,
  ending: Ending = "whole",
): void {
  if (ending === "reset") {
    response.socket?.resetAndDestroy();
    return;
  }
  const bytes = Buffer.from(JSON.stringify(body));
  answer(response, { status, type: "application/json", bytes }, ending);
}

export function sendError(response: ServerResponse, refusal: Refusal, ending: Ending = "whole"): void {
  if (refusal.retryAfter !== undefined) response.setHeader("Retry-After", refusal.retryAfter);
  send(response, refusal.code, errorBody(refusal), ending);
}

type Answer = { status: number; type: string; bytes: Buffer };

export function answer(
  response: ServerResponse,
  { status, type, bytes }: Answer,
  ending: Ending = "whole",
): void {
  if (response.headersSent) return;
  response.writeHead(status, { "Content-Type": type, "Content-Length": bytes.length });
  if (ending !== "half") {
    response.end(bytes);
    return;
  }
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.resetAndDestroy());
}
