// What is said to have been done, and by nobody: "main.js was updated". Promises the subject as it stands before the auxiliary.
// Refuses relative clauses that tell of a thing ("the handler that was added") and how old something is.

import { AND, beforeOf, type Place, REACH, type Reading } from "./before.ts";
import { isNotDone, isOpen } from "./doubt.ts";
import { isMark, isWord } from "./sentences.ts";
import type { Token } from "./tokens.ts";
import * as words from "./words.ts";

/** The subject is what stands before the auxiliary, up to where its clause begins. */
export function passive({ tokens, at, form }: Place, aux: number): Reading | null {
  const edge = beforeOf(tokens, aux);
  if (edge.negated || words.NOT.has(tokens[aux]?.lower ?? "")) return null;
  let from = form.verb === "make" && aux === at ? at : edge.at + 1;
  while (from > 0 && edge.at - from < REACH && !startsClause(tokens, from - 1)) from -= 1;
  const range = tokens.slice(from, edge.at + 1);
  if (range.some((one, i) => isOpen(one) || (one.lower === "case" && range[i - 1]?.lower === "in")))
    return null;
  // "the handler that was added to main.js" tells of the handler.
  const isOld =
    WRITTEN.has(form.verb) && /^(?:for|in|by|as|before|with|when|against)$/.test(tokens[at + 1]?.lower ?? "");
  if (isOld && words.WAS.has(tokens[aux]?.lower ?? "")) return null;
  const isRelative = from > 1 && isWord(tokens[from - 1], WHICH) && range.every((one) => one.kind === "word");
  if (isRelative && !isMark(tokens[from - 2], ",(")) return null;
  // "…, which was created for the list" tells what it is there for.
  if (isRelative && tokens[at + 1]?.lower === "for") return null;
  if (isRelative && words.WAS.has(tokens[aux]?.lower ?? "") && !EDITED.has(form.verb)) return null;
  const start = isRelative ? antecedent(tokens, from - 1) : from;
  if (isNotDone(tokens, from, "passive")) return null;
  return { voice: "passive", subject: [start, edge.at + 1], from: start, at, elliptic: false };
}

/** Of a file, "which was updated" is said of now, and "which was exported" of whenever. */
const EDITED = new Set(
  "update modify change edit refactor fix rewrite create add delete remove rename".split(" "),
);
/** "was written for version 2" tells how old something is. */
const WRITTEN = new Set(["write", "author", "generate", "design", "build"]);

const WHICH = new Set(["which", "that"]);

const CLAUSE = new Set(
  "so because since while whereas although though if unless once when after before until whether that which where but then who what how why as".split(
    " ",
  ),
);

function startsClause(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (isMark(token, ":;-•|→")) return true;
  if (isMark(token, ",")) return !continuesList(tokens, at);
  return isWord(token, CLAUSE) || isWord(token, words.SAYS);
}

/** "a.js, b.js and c.js were updated" */
function continuesList(tokens: readonly Token[], comma: number): boolean {
  const isName = (at: number) => tokens[at]?.kind === "name";
  return (
    isName(comma - 1) &&
    (isName(comma + 1) || (/^(?:and|plus|or)$/.test(tokens[comma + 1]?.lower ?? "") && isName(comma + 2)))
  );
}

/** "loader.js, which was created": the name before. */
function antecedent(tokens: readonly Token[], which: number): number {
  let at = which - 1;
  while (at > 0 && which - at < 4 && tokens[at]?.kind !== "name") at -= 1;
  return Math.max(0, at);
}

export function beenDone(place: Place, been: number): Reading | null {
  const { tokens } = place;
  const { at, negated } = beforeOf(tokens, been);
  if (negated || !isWord(tokens[at], words.PERFECT)) return null;
  return passive(place, at);
}

/** "The bug in main.js is fixed" */
export function isMended({ tokens, at, form }: Place): boolean {
  const next = tokens[at + 1];
  return MENDED.has(form.verb) && (next === undefined || next.kind === "mark" || isWord(next, AND));
}

const MENDED = new Set("fix refactor implement correct patch migrate resolve solve".split(" "));
