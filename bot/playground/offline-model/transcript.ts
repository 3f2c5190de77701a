// A request's conversation as a model reads it: what the person said, what code said in between, which calls
// were made and what came of them. Promises to tell the person's words from injected ones by their opening
// line alone. Refuses to see anything that is not in the request.

import { CONTEXT, isEnveloped } from "../../../agent/gates/envelope.ts";
import type { ChatMessage, ChatRequest } from "./chat-request.ts";
import { isRecord } from "./chat-request.ts";
import { type Refused, refusal } from "./results.ts";

export type Result = { name: string; args: Record<string, unknown>; text: string; refused: Refused | null };

/** The calls of one reply, with their results. */
export type Batch = Result[];

/** What the person said, and what was done about it until they spoke again. */
export type Passage = { words: string; batches: Batch[] };

export type Transcript = {
  /** What came before this turn, if told. */
  context: string | null;
  passages: Passage[];
  /** The last injected message, when nothing was done since. */
  check: string | null;
};

export function readTranscript(request: ChatRequest): Transcript {
  const passages: Passage[] = [];
  let context: string | null = null;
  let check: string | null = null;
  for (const [i, message] of request.messages.entries()) {
    if (message.role === "assistant") {
      const results = resultsOf(message, request.messages.slice(i + 1));
      if (results.length > 0) {
        passages.at(-1)?.batches.push(results);
        check = null;
      }
      continue;
    }
    if (message.role !== "user") continue;
    if (message.text.startsWith(CONTEXT)) {
      // What comes after the request is advice on it, and no talk from before.
      if (passages.length === 0) context = joined(context, message.text.slice(CONTEXT.length).trim());
    } else if (!isEnveloped(message.text)) passages.push({ words: message.text, batches: [] });
    else check = message.text;
    if (!isEnveloped(message.text)) check = null;
    // Staged content was dropped: what was done for these words is void, they begin anew.
    else if (/Read them again/.test(message.text)) restart(passages);
  }
  return { context, passages, check };
}

const joined = (before: string | null, text: string) => (before === null ? text : `${before}\n\n${text}`);

function restart(passages: Passage[]): void {
  const last = passages.pop();
  if (last) passages.push({ words: last.words, batches: [] });
}

function resultsOf(
  message: Extract<ChatMessage, { role: "assistant" }>,
  after: readonly ChatMessage[],
): Batch {
  return message.calls.map((call) => {
    const answer = after.find((next) => next.role === "tool" && next.callId === call.id);
    const text = answer?.text ?? "";
    return { name: call.name, args: parseArgs(call.args), text, refused: refusal(text) };
  });
}

function parseArgs(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : {};
  } catch {
    return {};
  }
}
