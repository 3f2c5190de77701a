// A scripted model for stories of plans: what it says depends on the transcript alone, so that asking again gives the same.
// The turn's own conversation has one script, and each item of the plan its own, found by the words that open it.

import type { ChatRequest } from "../../../bot/playground/offline-model/chat-request.ts";
import { call, type ScriptedReply, say } from "../../servers/scripted-model.ts";

export type Script = { main: ScriptedReply[]; items: Record<number, ScriptedReply[]> };

export const item = (
  title: string,
  files: string[],
  done: string,
  rests_on?: string[],
): Record<string, unknown> => ({ title, files, done, ...(rests_on ? { rests_on } : {}) });

export const plan = (...items: Record<string, unknown>[]): ScriptedReply => call("make_plan", { items });

export const write = (path: string, content: string): ScriptedReply => call("write_file", { path, content });

export function respondBy({ main, items }: Script) {
  return (request: ChatRequest): ScriptedReply => {
    const said = request.messages.filter((message) => message.role === "assistant").length;
    const n = itemOf(request);
    const script = n === null ? main : (items[n] ?? []);
    return script[said] ?? say(n === null ? "That is all." : "Nothing more to report.");
  };
}

export function itemOf({ messages }: ChatRequest): number | null {
  for (const message of messages) {
    const n = message.role === "user" ? message.text.match(/^Item (\d+) of the plan: /)?.[1] : undefined;
    if (n !== undefined) return Number(n);
  }
  return null;
}
