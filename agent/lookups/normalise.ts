// What makes two wordings one query: lower case, no filler words, light stems, sorted. Promises that names of code stay
// whole and exact, each behind a mark of its own, so that they can be told from words again. Refuses meaning: what is
// neither the same words nor nearly so is another query.

import { codePoints, ratioFrom } from "./ratio.ts";

/** Calibrated on live pairs (page 03): what is at least so alike is one query. */
export const ALIKE = 0.8;

/** Stands before a name of code in a normalised query. */
const NAME = "`";

/** Words that ask and words that join. What changes the question stays: without, not, before, after, all. */
const FILLERS = new Set(
  `a about am an and any are as at be been being by can cant could did do does doing done dont for from get gets getting
   give had has have help her here hi his how hows i id if ill im in into is it its ive just know let lets like may me
   might must my need needs now of on onto or our please should show so some tell than that thats the their them then
   there these they this those to us use used using want wants was way ways we were what whats when where which who
   whose why will with work works would you your youre`.split(/\s+/),
);

/** The query in the form that is compared: its words and names, each once, in order. Empty when nothing in it says anything. */
export function normaliseQuery(text: string): string {
  const tokens = tokensOf(text);
  const telling = tokens.filter(({ isName, word }) => isName || !FILLERS.has(word));
  const kept = telling.length > 0 ? telling : tokens;
  const forms = kept.map(({ isName, word }) => (isName ? NAME + word : stem(word)));
  return [...new Set(forms)].toSorted((a, b) => (a < b ? -1 : 1)).join(" ");
}

/** The words that say something, as they are compared; names of code without their mark. */
export function significantWords(text: string): string[] {
  const all = normaliseQuery(text).split(" ");
  return all.filter((one) => one !== "").map((one) => (one.startsWith(NAME) ? one.slice(1) : one));
}

/** The names of code in a normalised query, as one text; empty when it has none. */
export function namesOf(normalised: string): string {
  if (!normalised.includes(NAME)) return "";
  return normalised
    .split(" ")
    .filter((one) => one.startsWith(NAME))
    .join(" ");
}

/** Whether two normalised queries ask the same. Two that both hold names of code, and not the same ones, never do. */
export function isAlike(asked: string, known: string): boolean {
  if (asked === "" || known === "") return false;
  if (asked === known) return true;
  return !namesDiffer(namesOf(asked), namesOf(known)) && ratioFrom(codePoints(asked), known, ALIKE) !== null;
}

export function namesDiffer(a: string, b: string): boolean {
  return a !== "" && b !== "" && a !== b;
}

type Token = { word: string; isName: boolean };

const TOKEN =
  /`(?<quoted>[^`\s]+)`|(?<=^|\s)(?<operator>[=!<>]=+|&&|\|\||[+\-*/%&|^]=|\+\+|<<|>>>?|\*\*)(?=\s|$)|(?<word>[\p{L}\p{N}_$]+(?:['’.-][\p{L}\p{N}_$]+)*)(?<call>\()?/gu;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const { index, groups = {} } of text.normalize("NFKC").matchAll(TOKEN)) {
    const { quoted, operator, word = "", call } = groups;
    if (quoted !== undefined) tokens.push(name(quoted.replace(/\(.*\)?;?$/s, "")));
    else if (operator !== undefined) tokens.push(name(operator));
    else if (call !== undefined || isName(word, index > 0)) tokens.push(name(word));
    else tokens.push(...plainWords(word));
  }
  return tokens;
}

/** `Interface-member` is how a chunk is called, and `Interface.member` how it is written. */
function name(word: string): Token {
  return { word: word.replace(/(?<=^\p{Lu}[\p{L}\p{N}_$]*)-/u, "."), isName: true };
}

/** Is this a name of code, to be taken as it is? At the start of a sentence a capital says nothing. */
function isName(word: string, isInside: boolean): boolean {
  if (/^(?:e\.g|i\.e|a\.k\.a|etc)$/i.test(word)) return false;
  if (/[._$]/.test(word) || /\p{Ll}\p{Lu}/u.test(word)) return true;
  if (/\p{Lu}{2}\p{Ll}/u.test(word)) return !/^\p{Lu}+s$/u.test(word);
  return isInside && /^\p{Lu}[\p{L}\p{N}]*-\p{Ll}/u.test(word);
}

function plainWords(word: string): Token[] {
  return word
    .toLowerCase()
    .replace(/['’]/g, "")
    .split(/[.-]/)
    .map((one) => ({ word: one, isName: false }));
}

/** No word is longer; a pasted blob takes its length squared to be stemmed. */
const LONGEST_WORD = 64;

/** A light stem: plural, -ing and -ed off; what they doubled (splitting: split) or swallowed (rotating: rotate) put right. */
export function stem(word: string): string {
  if (word.length < 4 || word.length > LONGEST_WORD || !/^\p{Ll}+$/u.test(word)) return word;
  const one = singular(word);
  const bare = /^(.*[aeiouy].*)(?:ing|ed)$/.exec(one)?.[1];
  if (bare === undefined || bare.length < 3 || one.endsWith("eed")) return one;
  if (bare.length > 3 && /([bdfgkmnprt])\1$/.test(bare)) return bare.slice(0, -1);
  return SILENT_E.some((ending) => ending.test(bare)) ? `${bare}e` : bare;
}

/** Ends of words that had an "e" before -ing or -ed: one vowel and a consonant that would have been doubled otherwise. */
const SILENT_E: readonly RegExp[] = [
  /[cuvz]$|yp$|yl$/,
  /[bcdfgkptz]l$|[lnpr]s$|[aeio]s$/,
  /[rd]g$|[^aeiou]ag$|(?:ch|rr)ang$/,
  /[^aeiou]a[dkmprt]$|creat$|scal$/,
  /[^aeiou]i[bdlmp]$|[bfl]in$|quir$|(?:wr|inv)it$/,
  /[^aeiou]o[dkp]$|(?:st|gn|sc|pl)or$|(?:qu|m)ot$/,
  /[^aeiou]u[lmrst]$|(?:de|mp)let$/,
];

function singular(word: string): string {
  if (/(?:ss|us|is)$/.test(word)) return word;
  if (/[^aeiou]ies$/.test(word) && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") ? word.slice(0, -1) : word;
}
