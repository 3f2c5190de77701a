// What a finish gate tells the model about a draft that it holds, by gate and by how often it has held. Promises short texts
// that say what to do now; the envelope around them says who speaks. Refuses blame: correction has a direction, and unsaid,
// the model removes the problem instead of solving it.

import { enveloped } from "./envelope.ts";
import type { Introduced, Thrown, Tier } from "./gate.ts";

/** In full at most so many findings; the others by name. */
const IN_FULL = 5;

export function verifyMessage(
  introduced: readonly Introduced[],
  thrown: readonly Thrown[],
  tier: Tier,
): string {
  const opening =
    tier === 1
      ? "Not finished: the code has what does not exist or cannot run. Fix each of these in the files, then answer."
      : "These still stand, and an explanation does not change them: the very next thing to do is a call that edits the file. " +
        "Use a documented name, or leave that part out and say so in one sentence.";
  const places = introduced.slice(0, IN_FULL).map((one) => `- ${placeOf(one)}: ${one.message}`);
  const others = introduced.slice(IN_FULL).map((one) => `${one.symbol} (${placeOf(one)})`);
  const more = others.length === 0 ? [] : [`- and as well: ${others.join(", ")}`];
  const runs = thrown.map(
    ({ path, line, message }) =>
      `- ${path}:${line}: in a dry run on the documented surface the script ended here: ${message}`,
  );
  return enveloped([opening, ...places, ...more, ...runs].join("\n"));
}

export function placeOf({ path, line }: { path: string | null; line: number }): string {
  return path === null ? `the answer's code, line ${line}` : `${path}:${line}`;
}

export type Bail = "gave_up" | "handed_back" | "asked_leave" | "put_off" | "untried";

const bailWords: Record<Bail, string> = {
  gave_up: "The draft gives up before anything was tried.",
  handed_back: "The draft hands the work back to the person, who asked for it to be done.",
  asked_leave: "The draft asks for leave to do what the person has asked for already.",
  put_off: "The draft promises work and ends before it: there is no later, this reply is the last.",
  untried: "The person asked for work on the project, and no tool was called.",
};

export function bailMessage(kind: Bail, tier: Tier): string {
  if (tier === 1) {
    return enveloped(
      `${bailWords[kind]} You have tools for it: look up what you need, stage the change, then answer. ` +
        "Nothing lands before the person approves it. A question that only they can answer goes through ask_person.",
    );
  }
  return enveloped(
    "Again nothing was done. No more plans, offers or instructions: the next reply is a tool call that reads, looks up or " +
      "stages. If it truly cannot be done, say what you looked up or tried, and what stands in the way.",
  );
}

export function claimMessage(claims: readonly string[], tier: Tier): string {
  const list = claims.map((one) => `- ${one}`).join("\n");
  if (tier === 1) {
    return enveloped(
      `The draft says things were done that the log of this request does not have:\n${list}\n` +
        "Do them now with tool calls, or write the answer with what was truly done. What was found can always be told.",
    );
  }
  return enveloped(
    `The file system shows no such thing, and the draft says otherwise once more:\n${list}\n` +
      "Make the change now, in this reply, or say plainly that it was not made, and what was found.",
  );
}

export function checklistMessage(unfinished: readonly string[]): string {
  const list = unfinished.map((one) => `- ${one}`).join("\n");
  return enveloped(
    `Your plan has items that are not done and that the draft does not mention:\n${list}\nDo them, or say in the answer that they were left out, and why.`,
  );
}

export function silenceMessage(sentences: readonly string[]): string {
  const list = sentences.map((one) => `- ${one}`).join("\n");
  return enveloped(
    `The draft speaks of what the person never saw:\n${list}\nWrite the same answer without it: what is so, and what was done.`,
  );
}

/** A write after a push that would drop what had passed. */
export function retreatMessage(path: string, lost: string): string {
  return (
    `Not staged: ${path} would lose ${lost}, which was right and which nobody asked to remove. ` +
    "Never satisfy a check by removing code that was right: keep it, and mend the place that was named."
  );
}

/** After landing: the answer's words against what is on disk now. */
export function landedMessage(claims: readonly string[], landed: readonly string[]): string {
  const list = claims.map((one) => `- ${one}`).join("\n");
  const files =
    landed.length === 0 ? "No file was written." : `Written: ${landed.join(", ")}, and nothing else.`;
  return enveloped(
    `${files} The answer says otherwise:\n${list}\nWrite the final answer so that it fits. Tools are off now.`,
  );
}
