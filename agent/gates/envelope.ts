// Every message that code injects into a conversation, in one place: copies drift. Each opens with an
// envelope that says a machine is speaking, and closes with a trailer that asks for silence about it, since
// without them the model argues with, or apologises to, a person who never spoke.

import type { BoundName } from "../events.ts";

const ENVELOPE = "[automated check, not the person]";

const TRAILER =
  "The person sees neither this check nor the draft: do not mention or apologise for either, do not ask for leave, " +
  "and never satisfy a check by removing code that was right. Go on as if it had been right the first time.";

export function enveloped(text: string): string {
  return `${ENVELOPE}\n${text}\n${TRAILER}`;
}

export function isEnveloped(text: string): boolean {
  return text.startsWith(ENVELOPE);
}

/** Opens what code knows before the request, or adds to it. */
export const CONTEXT = "[context, not a request]";

export function asContext(text: string): string {
  return `${CONTEXT}\n${text}`;
}

export const ADVICE_OPENING = "Queries that may help, best one at a time:";
/** The brake that ships with the queries: without it each of them is run, one after the other. */
export const ADVICE_BRAKE =
  "After each, judge what came back: stop when it answers the request, and search again only for a gap that you can name.";

export function queriesAdvice(queries: readonly { query: string }[]): string {
  return asContext([ADVICE_OPENING, ...queries.map(({ query }) => `- ${query}`), ADVICE_BRAKE].join("\n"));
}

/** Domain code was to be staged before anything was looked up; `name` is exact, and of something that the change uses. */
export function groundingMessage(path: string, name: string): string {
  return `Not staged: ${path} would use names of the engine, and no lookup of this request has had a result. Call lookup_docs with ${name}, then make the same call again.`;
}

/** A reply ran into its length: nothing of it was kept. */
export function cutMessage(maxTokens: number, calls: boolean): string {
  const what = calls ? "and the tool call in it was not run" : "and none of it was kept";
  return enveloped(
    `Your last reply was cut at its limit of ${maxTokens} tokens, ${what}. Take a smaller step: ` +
      "edit a region with edit_file instead of writing a whole file, or give a shorter answer.",
  );
}

export function emptyMessage(): string {
  return enveloped("Your last reply was empty. Call a tool, or give the person your answer.");
}

const boundWords: Record<BoundName, string> = {
  steps: "the limit of model calls for one request",
  tool_calls: "the limit of tool calls for one request",
  tokens: "the token budget of one request",
  time: "the time limit of one request",
  identical_calls: "the limit on repeating one identical call",
  cycle: "the limit on going round in a circle of calls",
  unknown_tool: "the limit on calls to tools that do not exist",
  malformed_calls: "the limit on calls whose arguments do not fit",
  cut_replies: "the limit on replies that were cut by length",
  empty_replies: "the limit on empty replies",
  reviews: "the limit of reviews for one request",
  item_steps: "the limit of model calls for one item of the plan",
  item_calls: "the limit of tool calls for one item of the plan",
};

export function boundName(bound: BoundName): string {
  return boundWords[bound];
}

/** Asks for the forced final answer after a bound. */
export function boundMessage(bound: BoundName, staged: number): string {
  const kept = staged > 0 ? ` ${plural(staged, "staged file")} will be shown to the person for review.` : "";
  return enveloped(
    `This request has reached ${boundWords[bound]}. Tools are off now.${kept} Write the final answer from what you have: ` +
      "what was found or staged, and what is left undone.",
  );
}

/** The answer that code writes when the model could not. */
export function boundAnswer(bound: BoundName, staged: number): string {
  const kept = staged > 0 ? `${plural(staged, "file")} had been staged by then.` : "Nothing was changed.";
  return `I stopped at ${boundWords[bound]} without a final answer. ${kept} Ask again with a narrower request.`;
}

/** The line that code adds to an answer that ships after a bound. */
export function boundLine(bound: BoundName): string {
  return `Ended early: ${boundWords[bound]} was reached.`;
}

/** The line that code adds about a file whose writes were refused again and again. */
export function leftAloneLine(path: string): string {
  return `Left alone: ${path}, after its writes were refused again and again.`;
}

/** A file moved between review and landing in a way that the staged change cannot follow. */
export function conflictMessage(files: { path: string; why: string }[], partial = false): string {
  const list = files.map((f) => `- ${f.path}: ${f.why}`).join("\n");
  const written = partial ? "it could be written only in part" : "nothing was written";
  return enveloped(
    `The person approved, but these files changed on disk since you staged them, and ${written}:\n${list}\n` +
      "Your staged content for them was dropped. Read them again and stage the change anew.",
  );
}

function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? "" : "s"}`;
}
