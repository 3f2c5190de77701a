// What a verb is said of: the files around it, by the part they play. Promises to end where another statement begins.
// Refuses to take a file for changed that is only spoken of: "to use loader.js", "for main.js", "which loads config.json".

import { isMark, isWord } from "./sentences.ts";
import {
  ARTICLES,
  countsFiles,
  isDoing,
  isInfinitive,
  isSubject,
  laterList,
  nameAfter,
  opensStatement,
} from "./statements.ts";
import type { Token } from "./tokens.ts";
import { formOf, type VerbForm } from "./verbs.ts";
import * as words from "./words.ts";

export type Scope = {
  /** "updated main.js" */
  direct: Token[];
  /** "in main.js", "to main.js" */
  targets: Token[];
  /** Of the targets, those after "in". */
  inside: Token[];
  /** "from main.js" */
  sources: Token[];
  /** Files that are only spoken of. */
  mentioned: Token[];
  /** "three files" */
  count: number;
  /** Words of the object before any file or preposition. */
  object: Token[];
  /** A finite verb follows at once: "Updated docs are in main.js" tells of docs. */
  adjectival: boolean;
  /** What it went to or came from, where that is no file: "added a.js to the list". */
  place: string | null;
  /** "a.js and b.js": a list, not one thing in another. */
  listed: boolean;
  /** The token after the last one read. */
  end: number;
};

type Role = "direct" | "targets" | "sources" | "mentioned";

const MAX_TOKENS = 80;

export type Part = {
  from: number;
  to?: number;
  /** Whose scope it is: "added the call to" is another matter than "fixed the call to". */
  form?: VerbForm;
};

export function scopeOf(tokens: readonly Token[], part: Part): Scope {
  const { from, to = tokens.length, ...of } = part;
  const start = Math.max(0, from - 2);
  const near = tokens.slice(start, Math.min(to, from + MAX_TOKENS + 4));
  const reader = createReader(near, { from: from - start, ...of });
  while (reader.next());
  const found = reader.scope();
  return { ...found, end: found.end + start };
}

function createReader(tokens: readonly Token[], { from, form }: Omit<Part, "to">) {
  const puts = form?.class === "put";
  const swaps = form !== undefined && SWAPS.has(form.verb);
  const to = Math.min(tokens.length, from + MAX_TOKENS);
  const crossed = { comma: false, loose: false, preposition: "" };
  const found: Scope = {
    direct: [],
    targets: [],
    inside: [],
    sources: [],
    mentioned: [],
    count: 0,
    object: [],
    adjectival: false,
    place: null,
    listed: false,
    end: from,
  };
  let [at, role, inObject, roleHasName]: [number, Role, boolean, boolean] = [from, "direct", true, false];
  let isOwner = false;
  const claimed = () => found.direct.length + found.targets.length + found.sources.length;

  const turn = (next: Role) => {
    role = next;
    roleHasName = false;
    inObject = false;
    isOwner = false;
  };
  const name = (read: Token) => {
    const token = isOwner ? { ...read, possessive: true } : read;
    const isSpokenOf =
      isWord(tokens[at + 1], words.MENTIONING) && !token.possessive && !isMark(tokens[at + 1], ",");
    const isLoose = crossed.loose && role !== "sources";
    found[isSpokenOf || isLoose ? "mentioned" : role].push(token);
    if (!isSpokenOf && !isLoose && role === "targets" && crossed.preposition === "in")
      found.inside.push(token);
    roleHasName = true;
    inObject = false;
  };
  /** False where the statement ends. */
  const mark = (token: Token): boolean => {
    crossed.comma = true;
    if (token.text === ",") return comma();
    if (token.text === "(") return paren();
    if (token.text === ":" || token.text === "-") {
      inObject = inObject && token.text === ":";
      return claimed() === 0 && role !== "mentioned";
    }
    if (token.text === "→") turn(claimed() > 0 ? "targets" : "mentioned");
    return !";|".includes(token.text);
  };
  /** After a comma a file plays the part of the one before, unless that was only spoken of. */
  const comma = (): boolean => {
    inObject = false;
    crossed.comma = true;
    crossed.loose = false;
    if (claimed() > 0) found.listed = true;
    if (opensStatement(tokens, at + 1)) return false;
    const next = nameAfter(tokens, at + 1);
    if (next !== null && role === "mentioned" && (!roleHasName || isTold(tokens, next))) turn(lastRole());
    return true;
  };
  const lastRole = (): Role => (found.direct.length > 0 ? "direct" : "targets");
  const paren = (): boolean => {
    inObject = false;
    if (!isWord(tokens[at + 1], ASIDE) && !isSubject(tokens, at + 1)) return true;
    while (at < to - 1 && !isMark(tokens[at], ")")) at += 1;
    return true;
  };
  const preposition = (word: string): boolean => {
    if (form === undefined && word === "in" && isDone(tokens[at - 1])) turn("mentioned");
    else if (word === "from") turn("sources");
    else if (word === "of") of();
    else if (words.ABOUT.has(word)) {
      if (isJoining(tokens, at)) return true;
      if (claimed() > 0 && !swaps && role !== "mentioned" && !laterList(tokens, at)) return false;
      turn("mentioned");
    } else if (word === "to" && isPointing(tokens[at - 1])) turn("mentioned");
    else if (role !== "mentioned" || claimed() === 0 || (swaps && word === "in")) turn("targets");
    crossed.loose = false;
    crossed.preposition = /^(?:in|inside|within)$/.test(word) ? "in" : word;
    return true;
  };
  const isPointing = (before: Token | undefined) =>
    isWord(before, words.POINTING) || (!puts && isWord(before, words.CALLING));
  const of = () => {
    if (tokens[at - 1]?.lower === "out") return turn("sources");
    if (isWord(tokens[at - 1], words.OF_OTHERS)) turn("mentioned");
    else isOwner = isPart(tokens[at - 1]);
    inObject = false;
  };
  const word = (token: Token): boolean => {
    const { lower } = token;
    if (lower === "as" && tokens[at + 1]?.lower === "well") at += tokens[at + 2]?.lower === "as" ? 2 : 1;
    else if (lower === "to" && isInfinitive(tokens, at)) turn("mentioned");
    else if (lower === "following" && isWord(tokens[at - 1], ARTICLES)) return true;
    else if (at === from && (lower === "that" || lower === "this") && tokens[at + 1]?.kind === "word")
      return true;
    else if (words.EXCEPT.has(lower)) return false;
    else if (words.ABOUT.has(lower) || words.INTO.has(lower) || lower === "from" || lower === "of")
      return preposition(lower);
    else if (AND.has(lower)) return comma();
    else if (lower === "but" && tokens[at + 1]?.lower === "also") return comma();
    else if (words.SUBORDINATORS.has(lower)) return false;
    else if (words.RESTARTS.has(lower)) return inObject && lower === "it" && found.object.push(token) > 0;
    else if (words.PLURALS.has(lower) && tokens[at - 1]?.kind === "name") return false;
    else if (words.FINITE.has(lower)) {
      found.adjectival = !crossed.comma && at - from <= 5 && claimed() <= 1 && role !== "mentioned";
      return false;
    } else if (isDoing(tokens, at)) return false;
    else if (CALLED.has(lower) && tokens[at + 1]?.kind === "name") turn("direct");
    else if (inObject) counted(token);
    else if ((role === "targets" || role === "sources") && !roleHasName && !words.DETERMINERS.has(lower))
      found.place ??= lower;
    else if ((crossed.comma || roleHasName) && !PLACES.some((words) => words.has(lower)))
      crossed.loose = true;
    return true;
  };
  const counted = (token: Token) => {
    found.object.push(token);
    const number = words.NUMBERS.get(token.lower) ?? (/^\d{1,2}$/.test(token.text) ? Number(token.text) : 0);
    if (number > 1 && found.count === 0 && countsFiles(tokens, at + 1)) found.count = number;
  };

  return {
    next(): boolean {
      const token = tokens[at];
      if (token === undefined || at >= to || !step(token)) {
        found.end = at;
        return false;
      }
      at += 1;
      return true;
    },
    scope: () => found,
  };
  function step(token: Token): boolean {
    if (token.kind === "mark") return mark(token);
    if (token.kind === "name") name(token);
    else if (token.kind === "word") return word(token);
    else if (inObject) found.object.push(token);
    return true;
  }
}

const AND = new Set(["and", "or", "plus", "&"]);

const SWAPS = new Set(["replace", "swap", "substitute", "exchange"]);

const CALLED = new Set(["called", "named"]);

/** "17 lines of main.js", and not "all of main.js". */
const isPart = (token: Token | undefined) =>
  token?.kind === "code" ||
  (token?.kind === "word" &&
    !/^(?:all|both|each|none|most|some|any|\d+)$/.test(token.lower) &&
    !words.NUMBERS.has(token.lower) &&
    !words.FILES.has(token.lower) &&
    !/^(?:contents?|rest|whole|entirety|remainder)$/.test(token.lower));

/** Between a comma and a file these change nothing: ", both the new file b.js". */
const PLACES = [words.DETERMINERS, words.FILES, words.FOLLOWING];

const ASIDE = new Set(
  "see from like via e.g was were formerly previously used using called loaded imported not unchanged i.e for instead".split(
    " ",
  ),
);

/** In a subject, "the handler set in main.js" is another than "the handler in main.js". */
const isDone = (token: Token | undefined) =>
  token?.kind === "word" && (formOf(token.lower)?.participle === true || /\w{3}ed$/.test(token.lower));

/** "along with", "together with" go on with the list. */
function isJoining(tokens: readonly Token[], at: number): boolean {
  return tokens[at]?.lower === "with" && /^(?:along|together)$/.test(tokens[at - 1]?.lower ?? "");
}

/** "…, loader.js to export it" */
const isTold = (tokens: readonly Token[], name: number) =>
  /^(?:to|with|so)$/.test(tokens[name + 1]?.lower ?? "");
