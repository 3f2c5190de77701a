// The term that a word is indexed and asked by: lower case, American spelling, Porter's stem (valid, validity: valid).
// Promises the same term for what is indexed and for what is asked. Refuses stems that join words which mean different
// things in documentation: those are listed.

import { IRREGULAR } from "./irregular-words.ts";

/** Makes terms and remembers them: most words of a documentation come again and again. */
export function createTerms(): (word: string) => string {
  const known = new Map<string, string>();
  return (word) => {
    const before = known.get(word);
    if (before !== undefined) return before;
    const term = termOf(word);
    known.set(word, term);
    return term;
  };
}

/** Longer words are no words of a language, and each pass over one costs its length. */
const MAX_WORD = 60;

function termOf(word: string): string {
  const lower = word.toLowerCase().normalize("NFKD").replace(/\p{M}/gu, "");
  if (!/^[a-z]{3,}$/.test(lower) || lower.length > MAX_WORD) return lower;
  return KEPT.get(lower) ?? stem(american(IRREGULAR.get(lower) ?? lower));
}

// "setting" would become "set", "leading" "lead", "position" and "positive" "posit".
const KEPT = new Map(
  `setting leading heading spacing building general generic position important string universal ceiling meaning timing
   something nothing everything`
    .split(/\s+/)
    .flatMap((word): [string, string][] => [
      [word, word],
      [`${word}s`, word],
    ]),
);

const BRITISH: [RegExp, string][] = [
  [/(col|fav|behavi|harb|neighb|hon|lab|hum)our/, "$1or"],
  [/grey/, "gray"],
  [/(cent|theat|met|fib|lit)re(?=s?$|d$)/, "$1er"],
  [/(catal|dial|anal)ogue/, "$1og"],
  [/licence/, "license"],
  [
    /^(?!arise|compri|compromi|enterpri|premi|promi|surpri|advertis)(.*[lntzrmd])is(e|es|ed|ing|ation|er)$/,
    "$1iz$2",
  ],
  [/(cancel|label|model|travel|level)l(ed|ing|er)$/, "$1$2"],
];

function american(word: string): string {
  return BRITISH.reduce((text, [form, other]) => text.replace(form, other), word);
}

/** Porter's algorithm of 1980, step by step. */
function stem(word: string): string {
  return lastE(step(step(step(yToI(pastAndParticiple(plural(word))), STEP2, 0), STEP3, 0), STEP4, 1));
}

function plural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function pastAndParticiple(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const bare = word.endsWith("ed") ? word.slice(0, -2) : word.endsWith("ing") ? word.slice(0, -3) : word;
  if (bare === word || !/[aeiouy]/.test(bare)) return word;
  if (/(?:at|bl|iz)$/.test(bare)) return `${bare}e`;
  if (/([^aeiouylsz])\1$/.test(bare)) return bare.slice(0, -1);
  return measure(bare) === 1 && endsShort(bare) ? `${bare}e` : bare;
}

function yToI(word: string): string {
  return word.endsWith("y") && /[aeiouy]/.test(word.slice(0, -1)) ? `${word.slice(0, -1)}i` : word;
}

type Endings = readonly (readonly [string, string])[];

const pairs = (text: string): Endings =>
  text.split(" ").map((pair) => {
    const [ending = "", other = ""] = pair.split(":");
    return [ending, other] as const;
  });

const STEP2 = pairs(
  "ational:ate tional:tion enci:ence anci:ance izer:ize abli:able alli:al entli:ent ousli:ous eli:e ization:ize ation:ate " +
    "ator:ate alism:al iveness:ive fulness:ful ousness:ous aliti:al iviti:ive biliti:ble",
);
const STEP3 = pairs("icate:ic ative: alize:al iciti:ic ical:ic ful: ness:");
// The longest first, since "ment" ends in "ent".
const STEP4 = pairs(
  "ement: ance: ence: able: ible: ment: ant: ent: sion:s tion:t ism: ate: iti: ous: ive: ize: al: er: ic: ou:",
);

/** The first ending that fits decides, whether what is left is long enough or not. */
function step(word: string, endings: Endings, longerThan: number): string {
  const found = endings.find(([ending]) => word.endsWith(ending));
  if (!found) return word;
  const [ending, other] = found;
  const rest = word.slice(0, -ending.length);
  return measure(rest + (longerThan > 0 ? other : "")) > longerThan ? rest + other : word;
}

function lastE(word: string): string {
  const rest = word.slice(0, -1);
  const count = measure(rest);
  if (word.endsWith("e")) return count > 1 || (count === 1 && !endsShort(rest)) ? rest : word;
  return word.endsWith("ll") && count > 1 ? rest : word;
}

const VOWELS = "(?:[aeiou]|(?<=[^aeiou])y|(?<=^)y(?=$))+";
const SEQUENCE = new RegExp(`${VOWELS}(?=[^aeiou])`, "g");

/** How often a vowel is followed by a consonant: what Porter calls m. */
function measure(word: string): number {
  return word.match(SEQUENCE)?.length ?? 0;
}

/** Consonant, vowel, consonant, and the last is not w, x or y: what Porter calls *o. */
function endsShort(word: string): boolean {
  return /(?:^|[^aeiou])[aeiouy][^aeiouwxy]$/.test(word) && /[^aeiou][aeiouy][^aeiouwxy]$/.test(word);
}
