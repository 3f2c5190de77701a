// Reads one HTTP request into a call: token, method, parameters, uploads. Promises that JSON, urlencoded, query
// and multipart arrive in one form. Refuses what is too large before it is all in memory, and lone surrogates.

import type { IncomingMessage } from "node:http";
import { limits } from "./limits.ts";
import { decodeUtf8, parseMultipart, type Upload } from "./multipart.ts";
import { badRequest, bare } from "./refusal.ts";

/** `typed` tells whether values came from JSON, where a number must be a number, or from text. */
export type Call = {
  params: Readonly<Record<string, unknown>>;
  uploads: ReadonlyMap<string, Upload>;
  typed: boolean;
};

export async function readCall(request: IncomingMessage, query: string): Promise<Call> {
  checkEscapes(query);
  const fromQuery = uniqueEntries(new URLSearchParams(query));
  const body = await readBody(request);
  if (body.length === 0) return { params: fromQuery, uploads: new Map(), typed: false };
  const type = request.headers["content-type"] ?? "";
  const call = parseBody(body, type);
  checkStrings(call.params);
  return { ...call, params: { ...fromQuery, ...call.params } };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const most = limits.uploadBytes + limits.bodyOverheadBytes;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    size += bytes.length;
    // Read on to the end, so that the client sees the answer and not a reset.
    if (size <= most) chunks.push(bytes);
    else chunks.length = 0;
  }
  if (size > most) throw bare(413);
  return Buffer.concat(chunks);
}

function parseBody(body: Buffer, type: string): Call {
  if (/^application\/json\b/i.test(type)) {
    return { params: parseJsonObject(decodeUtf8(body)), uploads: new Map(), typed: true };
  }
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) {
    const form = decodeUtf8(body);
    checkEscapes(form);
    const params = uniqueEntries(new URLSearchParams(form));
    return { params, uploads: new Map(), typed: false };
  }
  const boundary = /^multipart\/form-data\s*;.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary === undefined) throw badRequest(`unsupported content type "${type}"`);
  const { fields, uploads } = parseMultipart(body, boundary);
  return { params: fields, uploads, typed: false };
}

function parseJsonObject(text: string): Record<string, unknown> {
  const value = parseJson(text, "can't parse JSON object");
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw badRequest("can't parse JSON object");
  }
  return { ...value };
}

export function parseJson(text: string, complaint: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof SyntaxError) throw badRequest(complaint);
    throw cause;
  }
}

function uniqueEntries(pairs: URLSearchParams): Record<string, string> {
  const entries: Record<string, string> = {};
  for (const [name, value] of pairs) {
    if (entries[name] !== undefined) throw badRequest(`parameter "${name}" is given twice`);
    entries[name] = value;
  }
  return entries;
}

/** URLSearchParams would replace what is not UTF-8 instead of refusing it. */
function checkEscapes(form: string): void {
  try {
    decodeURIComponent(form);
  } catch (cause) {
    if (cause instanceof URIError) throw badRequest("strings must be encoded in UTF-8");
    throw cause;
  }
}

/** JSON can spell half a character (`"\ud83d"`), which has no UTF-8 form. */
export function checkStrings(value: unknown): void {
  if (typeof value === "string") {
    if (!value.isWellFormed()) throw badRequest("strings must be encoded in UTF-8");
  } else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      checkStrings(key);
      checkStrings(inner);
    }
  }
}
