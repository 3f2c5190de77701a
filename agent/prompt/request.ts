// A request to the model as bytes: prefix + fragments + suffix, joined and never parsed again, so that what
// was sent can be hashed, replayed and cached by its prefix. Refuses to choose what goes in.

import { sha256 } from "../../store/hash.ts";
import type { Blob, Hash } from "../../store/ledger.ts";
import type { ToolCall } from "../events.ts";

/** Bump when the bytes of a request change in form; `asked` carries it through `started`. */
export const RENDER_VERSION = 1;

/** OpenAI's own API has renamed the field; everything compatible still takes the old name. */
export type TokenField = "max_tokens" | "max_completion_tokens";

const encoder = new TextEncoder();
const COMMA = encoder.encode(",");

export function blobOf(text: string): Blob {
  const bytes = encoder.encode(text);
  return { hash: sha256(bytes), bytes };
}

/** Everything before the first fragment. */
export function prefixBlob(model: string, system: string): Blob {
  return blobOf(`{"model":${JSON.stringify(model)},"messages":[${message("system", system)}`);
}

export function sidePrefixBlob(model: string): Blob {
  return blobOf(`{"model":${JSON.stringify(model)},"messages":[`);
}

export function toolsBlob(tools: readonly { name: string; description: string; parameters: object }[]): Blob {
  const list = tools.map(({ name, description, parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));
  return blobOf(JSON.stringify(list));
}

/** Whether a request's tools may, must not, or must be called; a forced tool is named. */
export type ToolChoice = "auto" | "none" | { tool: string };

/** Everything after the last fragment. `tools` is null for side calls that are answered in words. */
export function suffixBlob(options: {
  tools: string | null;
  choice: ToolChoice;
  maxTokens: number;
  tokenField: TokenField;
}): Blob {
  const choice = JSON.stringify(onWire(options.choice));
  const tools = options.tools === null ? "" : `,"tools":${options.tools},"tool_choice":${choice}`;
  const length = `,"${options.tokenField}":${options.maxTokens}`;
  return blobOf(`]${tools}${length},"stream":true,"stream_options":{"include_usage":true}}`);
}

function onWire(choice: ToolChoice) {
  return typeof choice === "string" ? choice : { type: "function", function: { name: choice.tool } };
}

export function message(role: "system" | "user" | "assistant", content: string): string {
  return JSON.stringify({ role, content });
}

export function toolMessage(call: string, content: string): string {
  return JSON.stringify({ role: "tool", tool_call_id: call, content });
}

/** The assistant's message as later requests carry it. Servers refuse a transcript with arguments that are not JSON. */
export function assistantMessage(text: string, calls: ToolCall[]): string {
  const content = text === "" && calls.length > 0 ? null : text;
  if (calls.length === 0) return JSON.stringify({ role: "assistant", content });
  const tool_calls = calls.map((call) => ({
    id: call.id,
    type: "function",
    function: { name: call.name, arguments: carried(call.args) },
  }));
  return JSON.stringify({ role: "assistant", content, tool_calls });
}

const UNREADABLE_CHARS = 200;

function carried(args: string): string {
  try {
    const value: unknown = JSON.parse(args);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return args;
  } catch {
    // told to the model below, as what it is
  }
  return args.trim() === "" ? "{}" : JSON.stringify({ unreadable: args.slice(0, UNREADABLE_CHARS) });
}

/** Joins the parts. A prefix that ends in `[` opens the list; after any other the first fragment needs a comma. */
export function requestBytes(prefix: Uint8Array, fragments: Uint8Array[], suffix: Uint8Array): Uint8Array {
  const open = prefix.at(-1) === "[".charCodeAt(0);
  const parts: Uint8Array[] = [prefix];
  for (const [i, fragment] of fragments.entries()) {
    if (i > 0 || !open) parts.push(COMMA);
    parts.push(fragment);
  }
  parts.push(suffix);
  return Buffer.concat(parts);
}

export function requestHash(bytes: Uint8Array): Hash {
  return sha256(bytes);
}
