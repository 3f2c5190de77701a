// What is remembered of a call, for tests and for the playground's own view. Promises parameters as values, with
// uploads by name and size. Refuses to hold on to file bytes.

import type { Call } from "./request.ts";
import { parseJson } from "./request.ts";

export type RecordedCall = {
  /** The place in the order of arrival, from 1. */
  n: number;
  /** When it arrived, in milliseconds. */
  at: number;
  method: string;
  params: Readonly<Record<string, unknown>>;
  /** 0 when the connection was cut instead of answered. */
  status: number;
  ok: boolean;
  description?: string;
  fault?: string;
};

export function recordable(call: Call): Readonly<Record<string, unknown>> {
  const params: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(call.params))
    params[name] = call.typed ? value : readable(value);
  for (const [name, { name: fileName, bytes }] of call.uploads)
    params[name] = { fileName, size: bytes.length };
  return params;
}

/** Multipart carries everything as text; objects and numbers are easier to look at as what they are. */
function readable(value: unknown): unknown {
  if (typeof value !== "string" || !/^(\[|\{|-?\d{1,15}$|true$|false$)/.test(value)) return value;
  try {
    return parseJson(value, "");
  } catch {
    return value;
  }
}
