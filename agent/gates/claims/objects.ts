// What was looked at or run: the words after the verb, up to the next statement, and the sets that tell what they are. Promises
// to end at a comma that opens no list. Refuses to judge.

import type { Claim } from "./claim.ts";
import type { Said } from "./said.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";

export const list = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/** Tokens of what was looked at, up to the next statement. */
export function objectOf({ tokens, reading }: Said): Token[] {
  const found: Token[] = [];
  for (let i = reading.at + 1; i < tokens.length && found.length < 16; i++) {
    const token = tokens[i];
    if (
      token === undefined ||
      isMark(token, ";:-|") ||
      (isMark(token, ",") && !isListed(tokens, i)) ||
      (found.length > 0 && isWord(token, STOP) && !joins(tokens, i))
    )
      break;
    found.push(token);
  }
  return found;
}

const STOP = list(
  "that which because so since whether how why what where when if who and but then whose while although to",
);

/** A comma in a list of files; after any other, something else is told. */
const isListed = (tokens: readonly Token[], at: number) =>
  isThing(tokens[at - 1]) &&
  (isThing(tokens[at + 1]) || (tokens[at + 1]?.lower === "and" && isThing(tokens[at + 2])));

const isThing = (token: Token | undefined) =>
  token?.kind === "name" || token?.kind === "code" || token?.kind === "quote";

const joins = (tokens: readonly Token[], at: number) =>
  tokens[at]?.lower === "and" &&
  (tokens[at + 1]?.kind === "name" ||
    tokens[at + 1]?.kind === "code" ||
    /^(?:the|its|both|all|then)$/.test(tokens[at + 1]?.lower ?? "")) &&
  (tokens[at + 2]?.kind !== "word" || !/ed$/.test(tokens[at + 2]?.lower ?? ""));

export const DOCS = list(
  "doc docs documentation documentations reference manual manuals guide guides spec specs specification handbook api-docs mdn wiki javadoc tutorial tutorials cheatsheet faq",
);

const WEB = list("web internet online google stackoverflow overflow github npm bing duckduckgo forums forum");

const PROJECT = list(
  "project codebase workspace repo repository tree folder folders directory directories usages usage occurrences callers",
);

export const CODE = list(
  "code file files source sources script scripts module modules implementation everything",
);

export const CHECKS = list("check checks checker dry validation validator verification analysis");

export const SEARCHES = list("search searches lookup lookups query queries grep research");

export const BUILDS = list("project app application bundle site package everything it");

export function placeOf(
  verb: string,
  object: readonly Token[],
): "docs" | "web" | "project" | "grep" | "any" | null {
  const has = (words: ReadonlySet<string>) => object.some((one) => isWord(one, words));
  const [next] = object;
  if (has(WEB) || verb === "google") return "web";
  if (has(DOCS)) return "docs";
  if (verb === "grep" || (has(PROJECT) && /^(?:search|query|)$/.test(verb))) return "grep";
  if (has(PROJECT)) return "project";
  const isUp = object.slice(0, 4).some(({ lower }) => lower === "up");
  const looksUp =
    (verb === "look" && isUp) ||
    (verb === "read" && next?.lower === "up") ||
    verb === "query" ||
    verb === "research" ||
    verb === "consult";
  return looksUp || (verb === "search" && next?.lower === "for") ? "any" : null;
}

/** What was looked up, where it is named as code or in quotes. */
export function subjectsOf(object: readonly Token[]): string[] {
  return object
    .filter(({ kind, text }) => (kind === "code" && text !== "url") || kind === "quote")
    .map(({ text }) => text);
}

export const claim = (kind: Claim["kind"], needs: Claim["needs"], names: string[]): Claim => ({
  kind,
  needs,
  names,
  count: 0,
});

export const wordsAfter = (tokens: readonly Token[], at: number): string =>
  tokens
    .slice(at + 1, at + 24)
    .map(({ lower }) => lower)
    .join(" ");

export const VERDICT =
  /\b(?:valid|correct|clean|fine|none|pass|passes|passed|green|in order|all good|consistent|(?:no|without|zero|any) (?:\w+ )?(?:errors?|issues?|problems?|warnings?|mistakes?|findings?))\b/i;
