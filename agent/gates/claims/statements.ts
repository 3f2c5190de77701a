// Where in a sentence one statement ends and another begins, and what of "to", "with" and "-ing" opens which. Promises to look a
// few words ahead. Refuses to know what is said.

import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import { forms } from "./verbs.ts";
import * as words from "./words.ts";

/** After "," or "and" another verb or subject begins. */
export function opensStatement(tokens: readonly Token[], at: number): boolean {
  if (isSubject(tokens, at)) return true;
  for (let i = at; i < at + 4; i++) {
    const token = tokens[i];
    if (token?.kind !== "word") return false;
    if (/^(?:i|we|it|you|they|i've|we've|i’ve|this|which)$/.test(token.lower)) return true;
    if (OTHER_PASTS.has(token.lower) && i - at < 2) return true;
    const form = forms.get(token.lower);
    if (form !== undefined && (form.past || form.participle) && !isAdjective(tokens, i)) return true;
    if (
      !words.isAdverb(token.lower) &&
      token.lower !== "and" &&
      token.lower !== "have" &&
      token.lower !== "then"
    )
      return false;
  }
  return false;
}

/** "…, and main.js already calls it": a file of which something is told. */
export function isSubject(tokens: readonly Token[], at: number): boolean {
  const name = nameAfter(tokens, at);
  const next = name === null ? undefined : tokens[name + 1];
  if (next?.kind !== "word") return false;
  return !(
    GOES_ON.has(next.lower) ||
    next.lower.endsWith("ly") ||
    ABOUT_IT.some((words) => words.has(next.lower))
  );
}

const GOES_ON = new Set(
  "from of and or plus too as again itself together respectively both instead file files alike".split(" "),
);

const ABOUT_IT = [words.INTO, words.ABOUT, words.SUBORDINATORS, words.FILES, words.MENTIONING, words.EXCEPT];

/** Verbs that claim nothing, and begin another statement all the same. */
const OTHER_PASTS = new Set(
  "kept left found let saw took went came told said used knew thought noticed decided tried chose followed confirmed ensured needed".split(
    " ",
  ),
);

/** "and updated styles": nothing tells; "the updated styles": it is none. */
const isAdjective = (tokens: readonly Token[], at: number) => isWord(tokens[at - 1], words.DETERMINERS);

/** The name that follows, past "and", "the", "both". */
export function nameAfter(tokens: readonly Token[], at: number): number | null {
  for (let i = at; i < at + 3; i++) {
    if (tokens[i]?.kind === "name") return i;
    if (!isWord(tokens[i], words.DETERMINERS) && tokens[i]?.lower !== "and") return null;
  }
  return null;
}

/** "to use", but not "to the file", "to main.js". */
export function isInfinitive(tokens: readonly Token[], at: number): boolean {
  const next = tokens[at + 1];
  if (next?.kind !== "word") return false;
  if (words.DETERMINERS.has(next.lower) || forms.get(next.lower)?.participle === true)
    return forms.get(next.lower)?.base === true;
  return (
    tokens[at + 2] !== undefined &&
    !(tokens[at + 2]?.kind === "name" && /^(?:file|script|module|folder|existing)$/.test(next.lower))
  );
}

/** "importing loader.js": what the change does, or how it was done. */
export function isDoing(tokens: readonly Token[], at: number): boolean {
  const [word, next] = [tokens[at]?.lower ?? "", tokens[at + 1]];
  if (
    !word.endsWith("ing") ||
    word.length < 6 ||
    /^(?:following|existing|missing|during|remaining|corresponding|string|everything|nothing|something|anything|heading|loading|spacing|padding|setting|string|exciting|starting|ending|opening|closing|calling|pending)$/.test(
      word,
    )
  )
    return false;
  return (
    next?.kind === "name" || next?.kind === "code" || isWord(next, ARTICLES) || isMark(tokens[at - 1], ",")
  );
}

export const ARTICLES = new Set("the a an its it how that what all each them".split(" "));

/** After "main.js with a loop" the list goes on: ", loader.js with a guard". */
export function laterList(tokens: readonly Token[], at: number): boolean {
  for (let i = at + 1; i < tokens.length && i - at < 12; i++) {
    if (tokens[i]?.kind === "name") return false;
    if (isMark(tokens[i], ",") || tokens[i]?.lower === "and") {
      if (nameAfter(tokens, i + 1) !== null) return true;
    } else if (isMark(tokens[i], ";:.")) return false;
  }
  return false;
}

export function countsFiles(tokens: readonly Token[], at: number): boolean {
  for (let i = at; i < at + 5; i++) {
    if (isWord(tokens[i], words.FILES))
      return !/^(?:import|imports|section|function|functions|line|lines|tag|tags|changes?|entry|entries)$/.test(
        tokens[i + 1]?.lower ?? "",
      );
    if (!isWord(tokens[i], words.COUNTED)) return false;
  }
  return false;
}
