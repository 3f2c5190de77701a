// The order of a conversation: each tool call is answered by exactly one tool message directly after it.
// Promises the API's own wording when it is not. Refuses answers to unknown calls and second answers.

import { invalid } from "./chat-error.ts";
import type { ChatMessage } from "./chat-request.ts";

export function checkOrder(messages: readonly ChatMessage[]): void {
  let open = new Set<string>();
  let known = new Set<string>();
  for (const [i, message] of messages.entries()) {
    const at = `messages[${i}]`;
    if (message.role === "tool") {
      answer(message.callId, open, known, at);
      continue;
    }
    refuseUnanswered(open, at);
    known = message.role === "assistant" ? callIds(message.calls, at) : new Set();
    open = new Set(known);
  }
  refuseUnanswered(open, `messages[${messages.length - 1}]`);
}

function answer(callId: string, open: Set<string>, known: ReadonlySet<string>, at: string): void {
  if (known.size === 0)
    throw invalid(
      "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'.",
      `${at}.role`,
    );
  if (open.delete(callId)) return;
  const what = known.has(callId)
    ? `Duplicate value for 'tool_call_id' of '${callId}'.`
    : `Invalid parameter: 'tool_call_id' of '${callId}' not found in 'tool_calls' of previous message.`;
  throw invalid(what, `${at}.tool_call_id`);
}

function refuseUnanswered(open: ReadonlySet<string>, at: string): void {
  if (open.size === 0) return;
  throw invalid(
    "An assistant message with 'tool_calls' must be followed by tool messages responding to each " +
      `'tool_call_id'. The following tool_call_ids did not have response messages: ${[...open].join(", ")}`,
    `${at}.role`,
  );
}

function callIds(calls: readonly { id: string }[], at: string): Set<string> {
  const ids = new Set<string>();
  for (const { id } of calls) {
    if (ids.has(id)) throw invalid(`Duplicate tool call id '${id}'.`, `${at}.tool_calls`);
    ids.add(id);
  }
  return ids;
}
