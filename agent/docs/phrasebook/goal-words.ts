// The words of a goal or of a phrase that carry meaning, stemmed, each with whether it is what the phrase is about.
// Promises the same words for what was mined and for what is asked, in British and American spelling. Refuses grammar:
// a head is the last word before the first preposition, and nothing cleverer.

import { stem } from "../../lookups/normalise.ts";
import { nameParts } from "../names.ts";

/** `head`: some part of the phrase is about this word ("footers" in "page footers", "value" in "value of a box"). */
export type GoalWord = { stem: string; head: boolean };

/** A goal names what it wants within so many words; a whole letter would only match everything. */
const MAX_WORDS = 24;
const MAX_CHARS = 1000;

/** The significant words, each once, in the order of the text. */
export function goalWords(text: string): GoalWord[] {
  const words = new Map<string, GoalWord>();
  for (const part of partsOf(text.slice(0, MAX_CHARS).normalize("NFKC"))) {
    const at = headOf(part);
    for (const [index, token] of part.entries()) {
      if (token.type !== "word") continue;
      const known = words.get(token.stem);
      if (known) known.head ||= index === at;
      else if (words.size < MAX_WORDS) words.set(token.stem, { stem: token.stem, head: index === at });
    }
  }
  return [...words.values()];
}

type Token = { type: "word"; stem: string } | { type: "preposition" | "stop" };

/** What stands between conjunctions and punctuation: "watermarks and stamps" asks for either. */
function partsOf(text: string): Token[][] {
  const parts: Token[][] = [[]];
  for (const [match] of text.matchAll(/[\p{L}\p{N}_$]+(?:['’]s?\b)?|[,;:.!?()/&+]+/gu)) {
    const word = match.replace(/['’]s?$/, "");
    if (!/^[\p{L}\p{N}_$]/u.test(word) || CONJUNCTIONS.has(word.toLowerCase())) parts.push([]);
    else parts.at(-1)?.push(...tokensOf(word));
  }
  return parts;
}

function tokensOf(word: string): Token[] {
  return nameParts(word).map((part) => {
    if (PREPOSITIONS.has(part)) return { type: "preposition" };
    if (STOPWORDS.has(part) || /^(?:[a-z]|\d+)$/.test(part)) return { type: "stop" };
    return { type: "word", stem: stemOf(part) };
  });
}

function headOf(part: Token[]): number {
  const first = part.findIndex((token) => token.type === "word");
  if (first === -1) return -1;
  const after = part.findIndex((token, index) => index > first && token.type === "preposition");
  const group = after === -1 ? part : part.slice(0, after);
  return group.findLastIndex((token) => token.type === "word");
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const CONJUNCTIONS = list("and or nor but plus versus");

const PREPOSITIONS = list(
  `about above across after against along among around as at before behind below beneath beside besides between beyond by
   down during for from in inside into near of off on onto out outside over per since than through till to toward towards
   under until up upon via when where which while who whose with within without that if because so`,
);

const STOPWORDS = list(
  `a an the this these those it its itself they them their theirs i me my mine we us our ours you your yours he him his she
   her one ones is are was were be been being am do does did done doing has have had having can could may might must shall
   should will would want wants wanted need needs needed like please let lets help how what why whom ever
   not no none don doesn isn aren t s re ve ll all any both each every either neither some such few many much more most
   another other others own same only just also too very quite still yet already again now then there here
   new get gets getting got make makes making made put puts putting use uses used using give gives way ways thing things
   something anything everything nothing someone instead etc eg ie vs`,
);

/**
 * The light stem that lookups are compared by, and beyond it what would keep two wordings of one thing apart: a last e,
 * "-ion", a doubled l, and "-our", "-re" and "-ise" where Americans write otherwise.
 */
function stemOf(word: string): string {
  return stem(word)
    .replace(/(?<=..)ie?$/, "y")
    .replace(/(?<=...[st])ion$/, "")
    .replace(/(?<=..)e$/, "")
    .replace(/(?<=[aeiouy].*[aeiouy]l)l$/, "")
    .replace(/(?<=..)our$/, "or")
    .replace(/(?<=.)tr$/, "ter")
    .replace(/(?<=...)iz$/, "is");
}
