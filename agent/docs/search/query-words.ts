// A question, read as far as search needs it: which words carry it, how much each, which stand behind a preposition,
// whether it asks for yes or no. Promises something to search for whatever was typed. Refuses grammar beyond word lists:
// they hold for any documentation in English, and another language only loses the finer weights.

import { nameParts } from "../names.ts";
import { phraseAt } from "./phrases.ts";

export type QueryWord = {
  /** As typed, in lower case; the parts joined where it was hyphenated. */
  word: string;
  /** Words inside a hyphenated word or a name of code. */
  parts: string[];
  isHyphenated: boolean;
  /** The word right behind it, for words that documentation writes as one ("check box"). */
  next: string | null;
  weight: number;
  /** What a phrase stands for in documentation ("how many": count). */
  meant: string[];
  /** What a question word hints at ("where": position); it adds to a score and is not missed. */
  hints: string[];
};

export type ParsedQuery = { words: QueryWord[]; isYesNo: boolean; isCommand: boolean };

/** A longer query is cut here: nothing that names what it wants needs more, and each word costs time. */
const MAX_CHARS = 1000;
const MAX_WORDS = 16;

const HEAD = 1.2;
const BEHIND_PREPOSITION = 0.9;
const WEAK = 0.4;
const HINT = 0.5;

export function parseQuery(query: string): ParsedQuery {
  const tokens = tokensOf(query);
  const words = wordsOf(tokens);
  const asked = words.filter((word) => word.hints.length === 0);
  const all = asked.length > 0 ? words : tokens.map((token) => wordOf(token.toLowerCase(), 1));
  for (const [at, word] of asked.entries()) word.next = asked[at + 1]?.word ?? null;
  return {
    words: distinct(all).slice(0, MAX_WORDS),
    isYesNo: YES_NO.has(tokens[0]?.toLowerCase() ?? ""),
    isCommand: COMMANDS.has(asked[0]?.meant[0] ?? asked[0]?.word ?? ""),
  };
}

/** Without possessives, and "doesn't" as one word. */
const tokensOf = (query: string): string[] =>
  query
    .slice(0, MAX_CHARS)
    .replace(/['’]s\b/g, "")
    .replace(/n['’]t\b/g, "nt")
    .match(TOKEN) ?? [];

function wordsOf(tokens: string[]): QueryWord[] {
  const lower = tokens.map((token) => token.toLowerCase());
  const words: QueryWord[] = [];
  const state = { isBehind: false };
  for (let at = 0; at < tokens.length; at++) {
    const phrase = phraseAt(lower, at);
    if (!phrase) {
      addToken(tokens[at] ?? "", words, state);
      continue;
    }
    const parts = lower.slice(at, at + phrase.length).filter((word) => !STOPWORDS.has(word));
    const weight = state.isBehind ? BEHIND_PREPOSITION : 1;
    words.push({ ...wordOf(parts.join(""), weight), parts, meant: phrase.meant });
    at += phrase.length - 1;
  }
  if (!state.isBehind) raiseLast(words);
  return words;
}

const TOKEN = /[\p{L}\p{N}_$]+(?:-[\p{L}\p{N}_$]+)*/gu;

function addToken(token: string, words: QueryWord[], state: { isBehind: boolean }): void {
  const word = token.toLowerCase();
  if (PREPOSITIONS.has(word) && words.some(({ hints }) => hints.length === 0)) {
    if (!state.isBehind) raiseLast(words);
    state.isBehind = true;
  }
  const hints = HINTS.get(word);
  if (hints) words.push({ ...wordOf(word, HINT), hints });
  if (STOPWORDS.has(word)) return;
  const weight = (WEAK_WORDS.has(word) ? WEAK : 1) * (state.isBehind ? BEHIND_PREPOSITION : 1);
  const isHyphenated = token.includes("-");
  const parts = isHyphenated ? word.split("-") : nameParts(token);
  words.push({
    ...wordOf(word.replaceAll("-", ""), weight),
    parts: parts.length > 1 ? parts : [],
    isHyphenated,
  });
}

const wordOf = (word: string, weight: number): QueryWord => ({
  word,
  parts: [],
  isHyphenated: false,
  next: null,
  weight,
  meant: [],
  hints: [],
});

/** In "background color of a field" it is about a color. */
function raiseLast(words: QueryWord[]): void {
  const last = words.at(-1);
  if (last && last.hints.length === 0) last.weight *= HEAD;
}

function distinct(words: QueryWord[]): QueryWord[] {
  const seen = new Map(words.map((word) => [`${word.word} ${word.hints.length > 0}`, word]));
  return [...seen.values()];
}

const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

const STOPWORDS = list(
  `a about an and any are as at be been by can could do does did for from get gets had has have he how i if in into is it
   its me my myself of on or our own so some that the their them then there these this those to us was we were what when
   where which who whom whose why will with would you your not no than want need please should one let lets
   doesnt dont isnt arent cant wont didnt`,
);

/** Words that fit nearly everything; they break a tie, and no more. */
const WEAK_WORDS = list(
  `all every each used using use current another other others same only certain given several something new two specific
   particular different full whole really just still also already again single often go goes going way thing things`,
);

const PREPOSITIONS = list(
  `of in on at from to for with within inside into onto by under over below above between across after before through
   without during as that which whose where when while so if until`,
);

const YES_NO = list("is are was were can could may does do did has have had should whether am");

/** Verbs that a request for an operation begins with. */
const COMMANDS = list(
  `add put set make create delete remove get open close save load import export convert turn copy move run execute show
   hide find replace read write send print draw change apply insert place start stop end wait let react split merge join
   sort group align rotate resize select undo duplicate lock unlock check validate parse format encode download upload`,
);

const HINTS: ReadonlyMap<string, string[]> = new Map([
  ["when", ["date", "time", "timestamp", "modified"]],
  ["where", ["position", "location", "path", "bounds", "destination", "x"]],
  ["who", ["author", "user", "owner", "creator"]],
  ["whose", ["owner", "author", "user"]],
  ["often", ["frequency", "interval", "count", "repeat"]],
  ["why", ["reason", "cause", "error"]],
]);
