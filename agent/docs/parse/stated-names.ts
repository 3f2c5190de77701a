// Names of interfaces as prose writes them: in code marks, in quotes, or bare with a capital letter. Promises a name or
// nothing. Refuses words that only begin a sentence, and names that are not one identifier or dotted name.

import { isDottedName } from "../names.ts";

const WORD = String.raw`[\p{L}_$][\p{L}\p{N}_$]*(?:\.[\p{L}_$][\p{L}\p{N}_$]*)*`;
const ONE = String.raw`(?:(?:the|an?|both|either)\s+)?(?:(?:base|abstract|common|generic|parent|standard|built-in)\s+)?(?:[\x60"']${WORD}(?:\(\))?[\x60"']|${WORD})(?:\s+(?:objects?|class(?:es)?|interfaces?|types?)\b)?`;

/** Source of a pattern for one name, and for several with commas and "and" between. */
export const NAME = ONE;
export const NAMES = String.raw`${ONE}(?:(?:\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*[|&]\s*)${ONE})*`;
/** A name that is marked as code or quoted, without its marks as the first group. */
export const QUOTED = String.raw`[\x60"'](${WORD})(?:\(\))?[\x60"']`;

/** The name in a phrase such as "the `Box` interface"; `own` may also be written in another case or bare. */
export function statedName(phrase: string, own?: string): string | undefined {
  const bare = phrase
    .trim()
    .replace(/^(?:the|an?|both|either)\s+/i, "")
    .replace(/^(?:base|abstract|common|generic|parent|standard|built-in)\s+(?=\S)/, "")
    .replace(/\s+(?:objects?|class(?:es)?|interfaces?|types?)$/i, "")
    .replace(/\(\)$/, "");
  const quoted = /^([`"'])(.*?)(?:\(\))?\1$/.exec(bare)?.[2];
  const name = quoted ?? bare;
  if (!isDottedName(name)) return undefined;
  if (own !== undefined && name.toLowerCase() === own.toLowerCase()) return own;
  if (quoted !== undefined) return name;
  return /^\p{Lu}/u.test(name) ? name : undefined;
}

const OPENINGS = new Set(
  (
    "it its this that these those which what who all any each every everything nothing none both some most more many " +
    "the a an and or not if when while where as so but for from with without in on of to is are be no yes one two they " +
    "you we he she i here there then thus use see note example examples code text value values types object objects " +
    "class classes interface interfaces method methods properties function functions instance instances"
  ).split(" "),
);

/** The same for what opens a sentence, where a capital letter says nothing. */
export function openingName(phrase: string, own?: string): string | undefined {
  const name = statedName(phrase, own);
  return name === undefined || name === own || !OPENINGS.has(name.toLowerCase()) ? name : undefined;
}

/** All names of a list, in its order. */
export function statedNames(list: string, own?: string): string[] {
  const names = list
    .split(/\s*,\s*(?:and\s+|or\s+)?|\s+and\s+|\s+or\s+|\s*[|&]\s*/)
    .map((part) => statedName(part, own));
  return [...new Set(names.filter((name) => name !== undefined))];
}
