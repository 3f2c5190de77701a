// A plan is a generator that yields calls and is given their results; what it returns is the answer. Promises
// to resume from the transcript alone: the plan is played over the batches already there, and the first yield
// that nobody answered is the next reply. Refuses to go on when the transcript tells another story.

import type { ReplyCall } from "../chat-reply.ts";
import type { Batch, Result, Transcript } from "../transcript.ts";

export type Plan<T = string> = Generator<ReplyCall[], T, Batch>;

/** What a plan may know: the tools on offer and what was done before for this turn. */
export type Scene = { tools: ReadonlySet<string>; transcript: Transcript };

export type Played =
  | { type: "calls"; calls: ReplyCall[] }
  | { type: "text"; text: string }
  | { type: "lost" };

export function play(plan: Plan, batches: readonly Batch[]): Played {
  let next = plan.next();
  for (const batch of batches) {
    if (next.done) break;
    if (!fits(next.value, batch)) return { type: "lost" };
    next = plan.next(batch);
  }
  return next.done ? { type: "text", text: next.value } : { type: "calls", calls: next.value };
}

/** One call, one result. */
export function* use(name: string, args: Record<string, unknown>): Plan<Result> {
  const [result] = yield [{ name, args }];
  return result ?? { name, args, text: "", refused: { reason: "lost", text: "No result came." } };
}

/** Several calls in one reply; nothing is yielded for none. */
export function* useAll(calls: { name: string; args: Record<string, unknown> }[]): Plan<Result[]> {
  return calls.length === 0 ? [] : yield calls;
}

/** What a refusal says, for the person: its first sentences, without the advice to a model. */
export function because(result: Result): string {
  const text = result.refused?.text ?? result.text;
  const [first = ""] = text.split(/(?<=[.!?])\s+(?=[A-Z])|\n/);
  return first === "" ? "No reason was given." : first.replace(/,? and nothing is staged/, "");
}

/** Files that talk about code; they are documentation more often than the thing itself. */
export const isProse = (path: string) => /\.(md|markdown|txt|rst|adoc|html?)$/i.test(path);

function fits(calls: readonly ReplyCall[], batch: Batch): boolean {
  return calls.length === batch.length && calls.every((call, i) => call.name === batch[i]?.name);
}
