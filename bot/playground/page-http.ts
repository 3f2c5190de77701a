// The door of the page's server: who may come in, how a body is read, how an answer leaves. Promises that nothing
// behind it runs for another host, another origin or without the secret, and that no body outgrows its bound.
// Refuses with a status and one sentence; a wrong secret and a wrong path look the same.

import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { z } from "zod";

/** What a request is answered with when it cannot be served; the sentence is for the person. */
export class HttpRefusal extends Error {
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export type Gate = { port: number; secret: string };
export type Admitted = { method: "GET" | "POST"; path: string; query: URLSearchParams };

/** At least 128 bits, in characters that a path takes as they are. */
export const isSecret = (secret: string): boolean => /^[\w-]{22,128}$/.test(secret);

/** The path behind the secret. */
export function admit(request: IncomingMessage, gate: Gate): Admitted {
  const hosts = [`127.0.0.1:${gate.port}`, `localhost:${gate.port}`];
  const { host = "", origin = "" } = request.headers;
  // A page elsewhere can point a name of its own at 127.0.0.1; the Host header then still carries that name.
  if (!hosts.includes(host)) throw new HttpRefusal(403, "This server answers on this machine only.");
  const url = URL.parse(request.url ?? "", "http://127.0.0.1");
  const [, secret = "", path] = /^\/([^/]*)\/(.*)$/s.exec(url?.pathname ?? "") ?? [];
  if (url === null || path === undefined || !isSame(secret, gate.secret)) throw notFound();
  const { method } = request;
  if (method !== "GET" && method !== "POST") throw new HttpRefusal(405, "Use GET or POST.");
  if (method === "POST" && !hosts.some((own) => origin === `http://${own}`)) {
    throw new HttpRefusal(403, "Only the page itself may do this.");
  }
  return { method, path, query: url.searchParams };
}

/** Hashing first makes both sides equally long, which the constant-time comparison asks for. */
function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(given), digest(secret));
}

export const notFound = (): HttpRefusal => new HttpRefusal(404, "Not found.");

export async function readBody(request: IncomingMessage, limit: number): Promise<Buffer> {
  const tooLarge = new HttpRefusal(413, `That is too large: at most ${Math.floor(limit / 1024)} KB.`);
  if (Number(request.headers["content-length"] ?? 0) > limit) throw tooLarge;
  const parts: Buffer[] = [];
  let size = 0;
  // A loop that is left early would else destroy the connection, and the refusal with it.
  for await (const part of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(part)) throw new Error("A request's body came as text.");
    size += part.length;
    if (size > limit) throw tooLarge;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const JSON_LIMIT = 64 * 1024;

export async function readJson<T>(request: IncomingMessage, shape: z.ZodType<T>): Promise<T> {
  if (!/^application\/json\b/.test(request.headers["content-type"] ?? "")) {
    throw new HttpRefusal(415, "Send JSON.");
  }
  const parsed = shape.safeParse(parseJson((await readBody(request, JSON_LIMIT)).toString("utf8")));
  if (!parsed.success) throw new HttpRefusal(400, "That request does not fit.");
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Trusted types: the page cannot set markup from text even by mistake. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join("; ");

const guarding = {
  "content-security-policy": CONTENT_POLICY,
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cache-control": "no-store",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
};

/** Sets what every answer carries, so that no route can forget it. */
export function guardHeaders(response: ServerResponse): void {
  for (const [name, value] of Object.entries(guarding)) response.setHeader(name, value);
}

export function sendBytes(response: ServerResponse, type: string, bytes: Uint8Array): void {
  response.setHeader("content-type", type);
  response.setHeader("content-length", bytes.byteLength);
  response.end(bytes);
}

export function sendJson(response: ServerResponse, value: unknown): void {
  sendBytes(response, "application/json; charset=utf-8", Buffer.from(JSON.stringify(value)));
}

/** The rest of a refused body is let pass by: cutting it off would cut the refusal off too. */
export function sendRefusal(response: ServerResponse, refusal: HttpRefusal): void {
  response.req.resume();
  if (response.headersSent) return void response.destroy();
  response.statusCode = refusal.status;
  if (refusal.status === 405) response.setHeader("allow", "GET, POST");
  response.setHeader("connection", "close");
  sendJson(response, { error: refusal.message });
}
