// Parses the body of a Chat Completions request as strictly as the real API does. Promises a typed request
// whose conversation is well formed, or a ChatError with the API's wording. Refuses unknown parameters,
// wrong types, unknown roles, bad tool names and schemas; the order of messages is checked in chat-order.ts.

import { invalid, missing, wrongType } from "./chat-error.ts";
import { checkOrder } from "./chat-order.ts";
import { type ChatMessage, type ChatRequest, type ChatToolCall, isRecord } from "./chat-request.ts";
import { parseChoice, parseTools } from "./chat-tools.ts";

const KNOWN = new Set(
  (
    "model messages tools tool_choice max_tokens max_completion_tokens stream stream_options temperature " +
    "top_p n stop seed user parallel_tool_calls response_format presence_penalty frequency_penalty " +
    "logit_bias logprobs top_logprobs metadata store service_tier reasoning_effort prompt_cache_key"
  ).split(" "),
);

export function parseChatRequest(raw: Uint8Array): ChatRequest {
  const body = parseJson(raw);
  const unknown = Object.keys(body).find((key) => !KNOWN.has(key));
  if (unknown !== undefined) throw invalid(`Unknown parameter: '${unknown}'.`, unknown, "unknown_parameter");
  if (body.model === undefined || body.model === "") throw invalid("you must provide a model parameter");
  if (typeof body.model !== "string") throw wrongType("model", "a string", body.model);
  const messages = parseMessages(body.messages);
  checkOrder(messages);
  const tools = parseTools(body.tools);
  const stream = flag(body.stream, "stream");
  return {
    model: body.model,
    messages,
    tools,
    toolChoice: parseChoice(body.tool_choice, tools),
    maxTokens: maxTokens(body),
    stream,
    includeUsage: includeUsage(body.stream_options, stream),
  };
}

function parseJson(raw: Uint8Array): Record<string, unknown> {
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(raw));
  } catch {
    throw invalid(
      "We could not parse the JSON body of your request. The API expects a JSON payload in UTF-8.",
    );
  }
  if (!isRecord(body)) throw invalid("The JSON body of your request is not an object.");
  return body;
}

function parseMessages(value: unknown): ChatMessage[] {
  if (value === undefined) throw missing("messages");
  if (!Array.isArray(value)) throw wrongType("messages", "an array", value);
  if (value.length === 0)
    throw invalid(
      "Invalid 'messages': empty array. Expected an array with minimum length 1.",
      "messages",
      "empty_array",
    );
  return value.map((message, i) => parseMessage(message, `messages[${i}]`));
}

function parseMessage(value: unknown, at: string): ChatMessage {
  if (!isRecord(value)) throw wrongType(at, "an object", value);
  const { role } = value;
  if (role === undefined) throw missing(`${at}.role`);
  if (role === "system" || role === "developer" || role === "user")
    return { role, text: content(value.content, `${at}.content`, role === "user") };
  if (role === "tool") {
    if (value.tool_call_id === undefined) throw missing(`${at}.tool_call_id`);
    if (typeof value.tool_call_id !== "string")
      throw wrongType(`${at}.tool_call_id`, "a string", value.tool_call_id);
    return { role, callId: value.tool_call_id, text: content(value.content, `${at}.content`, false) };
  }
  if (role === "assistant") return parseAssistant(value, at);
  throw invalid(
    `Invalid value: '${String(role)}'. Supported values are: 'system', 'assistant', 'user', 'tool', and 'developer'.`,
    `${at}.role`,
    "invalid_value",
  );
}

function parseAssistant(value: Record<string, unknown>, at: string): ChatMessage {
  const silent = value.content === undefined || value.content === null;
  if (value.tool_calls === undefined) {
    if (silent) throw invalid(`Invalid value for 'content': expected a string, got null.`, `${at}.content`);
    return { role: "assistant", text: content(value.content, `${at}.content`, false), calls: [] };
  }
  if (!Array.isArray(value.tool_calls)) throw wrongType(`${at}.tool_calls`, "an array", value.tool_calls);
  if (value.tool_calls.length === 0)
    throw invalid(
      `Invalid '${at}.tool_calls': empty array. Expected an array with minimum length 1.`,
      `${at}.tool_calls`,
      "empty_array",
    );
  const calls = value.tool_calls.map((call, i) => parseCall(call, `${at}.tool_calls[${i}]`));
  return { role: "assistant", text: silent ? "" : content(value.content, `${at}.content`, false), calls };
}

function parseCall(value: unknown, at: string): ChatToolCall {
  if (!isRecord(value)) throw wrongType(at, "an object", value);
  if (typeof value.id !== "string")
    throw value.id === undefined ? missing(`${at}.id`) : wrongType(`${at}.id`, "a string", value.id);
  if (value.type !== "function")
    throw invalid(
      `Invalid value: '${String(value.type)}'. Supported values are: 'function'.`,
      `${at}.type`,
      "invalid_value",
    );
  if (!isRecord(value.function)) throw missing(`${at}.function`);
  const { name, arguments: args } = value.function;
  if (typeof name !== "string" || name === "") throw missing(`${at}.function.name`);
  if (typeof args !== "string") throw wrongType(`${at}.function.arguments`, "a string", args);
  return { id: value.id, name, args };
}

function content(value: unknown, at: string, images: boolean): string {
  if (typeof value === "string") return value;
  if (value === undefined) throw missing(at);
  if (value === null) throw invalid("Invalid value for 'content': expected a string, got null.", at);
  if (!Array.isArray(value)) throw wrongType(at, "a string or an array", value);
  return value.map((part, i) => contentPart(part, `${at}[${i}]`, images)).join("");
}

function contentPart(part: unknown, at: string, images: boolean): string {
  if (!isRecord(part)) throw wrongType(at, "an object", part);
  if (part.type === "text" && typeof part.text === "string") return part.text;
  if (part.type === "image_url" && images && isRecord(part.image_url)) return "";
  throw invalid(`Invalid value: '${String(part.type)}'.`, `${at}.type`, "invalid_value");
}

function maxTokens(body: Record<string, unknown>): number | null {
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined)
    throw invalid("Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.");
  const name = body.max_tokens === undefined ? "max_completion_tokens" : "max_tokens";
  const value = body[name];
  if (value === undefined || value === null) return null;
  if (typeof value !== "number" || !Number.isInteger(value)) throw wrongType(name, "an integer", value);
  if (value < 1)
    throw invalid(
      `Invalid '${name}': integer below minimum value. Expected a value >= 1, but got ${value} instead.`,
      name,
      "integer_below_min_value",
    );
  return value;
}

function flag(value: unknown, name: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value !== "boolean") throw wrongType(name, "a boolean", value);
  return value;
}

function includeUsage(value: unknown, stream: boolean): boolean {
  if (value === undefined || value === null) return false;
  if (!stream)
    throw invalid(
      "The 'stream_options' parameter is only allowed when 'stream' is enabled.",
      "stream_options",
    );
  if (!isRecord(value)) throw wrongType("stream_options", "an object", value);
  const unknown = Object.keys(value).find((key) => key !== "include_usage");
  if (unknown !== undefined)
    throw invalid(`Unknown parameter: 'stream_options.${unknown}'.`, "stream_options", "unknown_parameter");
  return flag(value.include_usage, "stream_options.include_usage");
}
