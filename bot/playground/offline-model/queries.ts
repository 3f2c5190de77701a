// The side call that asks for queries: a forced tool, answered from the request's own words. Promises a proper call of
// the tool whatever is asked, with no list longer than was allowed. Refuses to invent: no word that the person did not say.

import type { ReplyCall } from "./chat-reply.ts";
import { type ChatRequest, isRecord } from "./chat-request.ts";
import { operation, wished } from "./words.ts";

const WORDS_MAX = 6;
const LABEL_WORDS = 3;

/** A call of the tool that the request forces. */
export function forcedCall(request: ChatRequest): ReplyCall {
  const name = typeof request.toolChoice === "object" ? request.toolChoice.name : "";
  const tool = request.tools.find((one) => one.name === name);
  const fields = isRecord(tool?.parameters.properties) ? Object.keys(tool.parameters.properties) : [];
  return { name, args: fields.includes("queries") ? { queries: queriesFor(request) } : {} };
}

type Query = { query: string; label: string };

function queriesFor({ messages }: ChatRequest): Query[] {
  const asked = messages.findLast(({ role }) => role === "user")?.text ?? "";
  const order = messages.find(({ role }) => role === "system")?.text ?? "";
  const most = Number(/at most (\d+)/.exec(order)?.[1] ?? 1);
  return worded(asked.replace(/^Request:\n/, "")).slice(0, most);
}

/** The operation, then its bare nouns, then a worked example of them. */
function worded(request: string): Query[] {
  const spoken = wished(request).slice(0, WORDS_MAX);
  const nouns = operation(spoken.join(" ")).slice(0, LABEL_WORDS);
  if (nouns.length === 0) return [];
  const label = nouns.join(" ");
  const all = [
    { query: spoken.join(" "), label },
    { query: label, label },
    { query: `example ${nouns.slice(0, 2).join(" ")}`, label: `example: ${nouns.slice(0, 2).join(" ")}` },
  ];
  return all.filter(({ query }, at) => all.findIndex((other) => other.query === query) === at);
}
