// What stands before a verb, and where it is looked for: shared by all that reads a verb's tense. Promises to pass adverbs and
// to notice what denies. Refuses to judge who acts.

import { isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import type { VerbForm } from "./verbs.ts";
import * as words from "./words.ts";

export type Reading = {
  voice: "active" | "passive";
  /** Tokens of a passive's subject, or of the label before "main.js: updated". */
  subject: [from: number, to: number] | null;
  /** Where the clause begins, as far as it matters. */
  from: number;
  at: number;
  /** Nobody is named: "Updated main.js". */
  elliptic: boolean;
};

export type Place = { tokens: readonly Token[]; at: number; form: VerbForm; last: Reading | null };

/** So far a subject or a condition is looked for. */
export const REACH = 24;

export const AND = new Set(["and", "but", "plus"]);

export type Before = { at: number; negated: boolean; now: boolean; newly: boolean };

/** The token before a verb, past its adverbs. */
export function beforeOf(tokens: readonly Token[], at: number): Before {
  const found = { at: at - 1, negated: false, now: false, newly: false };
  for (; found.at >= 0 && at - found.at < 8; found.at -= 1) {
    const token = tokens[found.at];
    if (token?.kind !== "word") break;
    // "successfully and completely"
    if (isWord(token, AND) && !(words.isAdverb(tokens[found.at - 1]?.lower ?? "") && found.at < at - 1))
      break;
    if (isWord(token, AND)) continue;
    if (words.HEDGES.has(token.lower)) found.negated = true;
    else if (words.NOT.has(token.lower)) {
      const isNotOnly = token.lower === "not" && tokens[found.at + 1]?.lower === "only";
      if (!isNotOnly) found.negated = true;
      if (words.WAS.has(token.lower) || words.PERFECT.has(token.lower)) break;
    } else if (!words.isAdverb(token.lower)) break;
    if (token.lower === "now") found.now = true;
    if (/^(?:newly|freshly|just)$/.test(token.lower)) found.newly = true;
  }
  return found;
}
