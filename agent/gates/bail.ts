// The gate on giving up: a draft that declares defeat, hands the work back, or asks for leave to do what was asked, with
// nothing done. Promises to let an honest "not possible" pass that has looked first, and any answer to a question. Refuses to
// judge work that is on the stage.

import { bailsIn, FURTHER } from "./bail-phrases.ts";
import type { Gate, GateContext, Judgement } from "./gate.ts";
import { type Bail, bailMessage } from "./messages.ts";
import { NOTHING_CHANGED } from "./outstanding.ts";
import { ownVoice, type Sentence, sentences } from "./prose.ts";
import { asksForWords, asksForWork, wantsToBeAsked } from "./wish.ts";

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

type Tried = Pick<GateContext, "said" | "calls" | "lookups">;

/** How the draft bails, if it does. */
function bailOf(draft: string, { said, calls, lookups }: Tried): Bail | null {
  const wish = said.at(-1) ?? "";
  const all = sentences(ownVoice(draft, said));
  const tells = all.some(({ text }) => tellsOfWork(text));
  const [first] = bailsIn(all).filter(({ rule, sentence }) =>
    counts(rule.kind, sentence, { draft, wish, calls, lookups, tells }),
  );
  if (first) return first.rule.kind;
  const isUntried = calls === 0 && !tells && asksForWork(wish) && !ALREADY.test(draft);
  return isUntried && (wordsIn(draft) >= ESSAY_WORDS || draft.trimEnd().endsWith("?")) ? "untried" : null;
}

/** A shorter answer says too little to be called an essay in the place of work. */
const ESSAY_WORDS = 6;

const wordsIn = (text: string): number => text.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;

/** Nothing was to be done, or so it says. */
const ALREADY = /\b(?:already|no (?:changes?|need)|nothing (?:to|needs)|unchanged|as it (?:is|was))\b/i;

type Asked = { draft: string; wish: string; calls: number; lookups: number; tells: boolean };

function counts(kind: Bail, { text }: Sentence, { draft, wish, calls, lookups, tells }: Asked): boolean {
  const wantsWords = asksForWords(wish);
  switch (kind) {
    case "gave_up":
      return !tells && !isGrounded(draft, { calls, lookups });
    case "handed_back":
      return !tells && !wantsWords;
    case "asked_leave":
      if (wantsWords) return calls === 0 && FINDING_OUT.test(text);
      return !(tells && FURTHER.test(text)) && !wantsToBeAsked(wish) && !(tells && !text.includes("?"));
    case "put_off":
      return !tells && (!wantsWords || calls === 0);
    case "untried":
      return calls === 0;
  }
}

const FINDING_OUT = /\b(?:look|search|check|read|find|explain|answer|tell)/i;

/** "I have added …", "Updated …": whether that is true is the claim gate's question. */
function tellsOfWork(sentence: string): boolean {
  return DONE.test(sentence) || IN_PASSING.test(sentence);
}

const WORKED =
  "(?:added|adjusted|applied|bumped|changed|cleaned|converted|corrected|created|deleted|disabled|dropped|edited|enabled|extended|extracted|finished|fixed|implemented|increased|inserted|introduced|made|merged|migrated|modified|moved|ported|put|reduced|refactored|removed|renamed|replaced|reworked|rewrote|rewritten|set|split|staged|swapped|switched|tidied|translated|turned|updated|upgraded|wired|wrapped|wrote|written|done|took)";
const DONE = new RegExp(
  `^\\W*(?:(?:now|so|also|instead|then)[, ]+)?(?:(?:I|we)(?:'ve| have|’ve)? (?:now |also |already |just )?)?${WORKED}\\b`,
  "i",
);
const IN_PASSING = new RegExp(
  `\\b(?:I|we)(?:'ve| have|’ve)? (?:now |also |already |just )?${WORKED}\\b|\\b(?:was|were|has been|have been|is now|are now) (?:now )?${WORKED}\\b`,
  "i",
);

/** It looked, and says what it rests on. */
function isGrounded(draft: string, { calls, lookups }: Pick<Tried, "calls" | "lookups">): boolean {
  if (lookups > 0) return true;
  return calls > 0 && REASON.test(draft);
}

const REASON =
  /\b(?:because|since|as the|(?:in|of|by|per) the (?:documentation|docs)|(?:documentation|docs) (?:has|have|says?|does|do|lists?|names?|knows?)|documented|does(?:n't| not) (?:have|exist|offer|support|provide)|no such|there(?:'s| is| are) no|not (?:exist|supported|documented|available)|refused|rejected|missing|not found|could not find|couldn't find|found no|cut off|outside|lies|nothing like|(?:it|they|that|which) (?:is|are|was|were) (?:not|no|read-only|locked|binary|generated|protected|empty|gone))\b/i;
