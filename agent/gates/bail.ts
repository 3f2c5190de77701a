// The gate on giving up: a draft that declares defeat, hands the work back, or asks for leave to do what was asked, with
// nothing done. Promises to let an honest "not possible" pass that has looked first, and any answer to a question. Refuses to
// judge work that is on the stage.

import { bailsIn, FURTHER } from "./bail-phrases.ts";
import type { Gate, GateContext, Judgement } from "./gate.ts";
import { type Bail, bailMessage } from "./messages.ts";
import { NOTHING_CHANGED } from "./outstanding.ts";
import { ownVoice, sentences } from "./prose.ts";
import { asksForWords } from "./wish.ts";

export const bailGate: Gate = {
  name: "bail",
  budget: 2,
  tier: (times) => (times > 1 ? 2 : 1),
  judge(draft, context): Judgement | null {
    if (context.asking || context.changed.length > 0) return null;
    const kind = bailOf(draft, context);
    if (kind === null) return null;
    const outstanding = asksForWords(context.said.at(-1) ?? "") ? [] : [NOTHING_CHANGED];
    return { push: (tier) => bailMessage(kind, tier), outstanding, cut: null };
  },
};

export type Tried = Pick<GateContext, "said" | "calls" | "lookups">;

/** How the draft bails, if it does. */
export function bailOf(draft: string, { said, calls, lookups }: Tried): Bail | null {
  const all = sentences(ownVoice(draft, said));
  const wantsWords = asksForWords(said.at(-1) ?? "");
  const found = bailsIn(all).filter(({ rule, sentence }) => {
    if (rule.kind === "gave_up") return !isGrounded(draft, { calls, lookups });
    if (wantsWords)
      return (
        rule.kind === "asked_leave" &&
        calls === 0 &&
        /\b(?:look|search|check|read|find|explain)/i.test(sentence.text)
      );
    return true;
  });
  const [first] = found;
  if (first === undefined) return null;
  if (
    all.some(({ text }) => tellsOfWork(text)) &&
    found.every(({ rule, sentence }) => isFurther(rule.kind, sentence.text))
  )
    return null;
  return first.rule.kind;
}

/** "I have added …", "Updated …": whether that is true is the claim gate's question. */
function tellsOfWork(sentence: string): boolean {
  return /^(?:\W*)(?:I(?:'ve| have|’ve)? (?:now |also |already )?|we(?:'ve| have)? )?(?:added|applied|adjusted|changed|cleaned|converted|corrected|created|deleted|dropped|edited|extracted|fixed|implemented|inserted|made|modified|moved|refactored|removed|renamed|replaced|rewrote|set|split|staged|swapped|updated|wired|wrote|done)\b/i.test(
    sentence,
  );
}

function isFurther(kind: Bail, sentence: string): boolean {
  return kind === "handed_back" || (kind === "asked_leave" && FURTHER.test(sentence)) || kind === "gave_up";
}

/** It looked, and says what it rests on. */
function isGrounded(draft: string, { calls, lookups }: Pick<Tried, "calls" | "lookups">): boolean {
  if (lookups > 0) return true;
  return (
    calls > 0 &&
    /\b(?:because|since|documentation|documented|docs|does(?:n't| not) (?:have|exist|offer|support|provide)|no such|there is no|not (?:exist|supported|documented|available)|refused|missing|not found|could not find|couldn't find)\b/i.test(
      draft,
    )
  );
}
