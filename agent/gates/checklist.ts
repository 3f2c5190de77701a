// The gate on the turn's own plan: items that are not done and that the draft does not mention. Promises to let a draft pass
// that names what it left out, as left out: an item that is claimed as done is not mentioned. Refuses to judge how well an item was done: that is pulled from the stage.

import { significantWords } from "../lookups/normalise.ts";
import type { Gate, Judgement } from "./gate.ts";
import { checklistMessage } from "./messages.ts";
import { unfinishedLine } from "./outstanding.ts";

/** Of an item's telling words, so many in one line of the draft mention it. */
const MENTIONED = 0.6;

export const checklistGate: Gate = {
  name: "checklist",
  budget: 1,
  tier: () => 1,
  judge(draft, { asking, unfinished }): Judgement | null {
    if (asking || unfinished.length === 0) return null;
    const unsaid = unfinished.filter((item) => !isMentioned(item, draft));
    if (unsaid.length === 0) return null;
    return { push: () => checklistMessage(unsaid), outstanding: [unfinishedLine(unsaid)], cut: null };
  },
};

/** How a line says that something was not done. */
const LEFT_OUT =
  /\b(?:not|never|no|without|left|leaves?|leaving|remain(?:s|ing)?|unfinished|undone|incomplete|untouched|unchanged|skipp?(?:ed|ing)?|omitted|missing|cannot|fail(?:s|ed|ure)?|pending|still|yet|open|later|to ?do|part(?:ly|ially)|only|instead|unable|refused|blocked|postponed)\b|n['’]t\b/i;

function isMentioned(item: string, draft: string): boolean {
  const words = significantWords(item);
  if (words.length === 0) return true;
  const lines = draft.split("\n");
  return lines.some((line, at) => {
    // A list says it once, above.
    const heading = isListed(line)
      ? lines.slice(0, at).findLast((one) => one.trim() !== "" && !isListed(one))
      : "";
    if (!LEFT_OUT.test(line) && !LEFT_OUT.test(heading ?? "")) return false;
    const said = new Set(significantWords(line));
    return words.filter((word) => said.has(word)).length >= words.length * MENTIONED;
  });
}

const isListed = (line: string): boolean => /^\s*(?:[-*+•]|\d+[.)])\s/.test(line);
