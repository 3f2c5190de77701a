// What makes of "I updated" no claim: a condition, a wish, a report, somebody else's word. Promises to look no further than the
// clause. Refuses to weigh how likely it is.

import { REACH } from "./before.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import * as words from "./words.ts";

/** "The log says: updated main.js" */
export function isReported(tokens: readonly Token[], mark: number): boolean {
  if (!isMark(tokens[mark], ":")) return false;
  return tokens
    .slice(Math.max(0, mark - 6), mark)
    .some((one) => isWord(one, words.SAYS) || isWord(one, RECORDS));
}

const RECORDS = new Set(
  "log message commit title comment changelog history you wrote example readme output prints print logs shows console terminal stdout displays suggested suggestion proposed proposal plan goal expected idea option todo next planned future wish do open remaining left missing pending skipped later".split(
    " ",
  ),
);

/** Left of a subject: a condition, a report, a wish. */
type How = "simple" | "perfect" | "passive";

export function isNotDone(tokens: readonly Token[], subject: number, how: How = "simple"): boolean {
  for (let i = subject - 1; i >= 0 && subject - i < REACH; i--) {
    const token = tokens[i];
    if (isMark(token, ",;:-•|")) return false;
    if (token?.kind !== "word") continue;
    if (
      /^(?:verify|check|confirm|test|double-check)$/.test(token.lower) &&
      (i === 0 || isMark(tokens[i - 1], ",;:-•") || tokens[i - 1]?.lower === "please")
    )
      return true;
    if (words.IF.has(token.lower) || words.SAYS.has(token.lower) || words.MODAL.has(token.lower)) return true;
    if (how !== "simple" && (words.WHEN.has(token.lower) || words.THINKS.has(token.lower))) return true;
    if (how === "passive" && words.WHY.has(token.lower)) return true;
    if (token.lower === "you") return true;
    if (words.NOT.has(token.lower) && tokens[i + 1]?.lower !== "only") return true;
    if (how !== "passive" && /^(?:and|but|so|because)$/.test(token.lower)) return false;
  }
  return false;
}

/** Denied, wished, supposed, or somebody else's. */
export const isOpen = (one: Token) =>
  isWord(one, words.NOT) ||
  isWord(one, words.MODAL) ||
  isWord(one, words.IF) ||
  /^(?:you|sure|ensure|way)$/.test(one.lower);
