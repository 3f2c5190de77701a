// What the person sees of a query while it is looked up: the label of the advised query that it is or nearly is, an exact
// name as it stands, else a few of its words. Promises one short line without markup. Refuses raw arguments.

import type { AdvisedQuery } from "../events.ts";
import { isAlike, normaliseQuery, significantWords } from "../lookups/normalise.ts";

/** A line of activity on a phone holds little more. */
const MAX_CHARS = 48;
const MAX_WORDS = 5;
/** What is told of a longer text stands at its beginning. */
const MAX_READ = 500;
/** A symbol, a chunk's id or one word: what a person wants to see as it is. */
const EXACT = /^[\p{L}_$][\p{L}\p{N}_$.#:-]*(?:\(\))?$/u;

export function queryLabel(query: string, advised: readonly AdvisedQuery[] = []): string {
  const asked = normaliseQuery(query);
  const known =
    advised.find((one) => normaliseQuery(one.query) === asked) ??
    advised.find((one) => isAlike(asked, normaliseQuery(one.query)));
  return known?.label ?? fewWords(query);
}

/** A few significant words, in their order; an exact name as it is. */
export function fewWords(text: string): string {
  const line = plainLine(text.slice(0, MAX_READ));
  if (EXACT.test(line)) return shortened(line);
  const telling = new Set(significantWords(line));
  const words = line
    .split(" ")
    .map((word) => word.replace(/^[(,;:!?.']+|[(),;:!?.']+$/g, ""))
    .filter((word) => significantWords(word).some((one) => telling.has(one)));
  return shortened(words.slice(0, MAX_WORDS).join(" ")) || NO_WORDS;
}

/** Signs alone, which nobody reads. */
const NO_WORDS = "the documentation";

/** A label as a model gave it, made fit to be shown; empty when nothing of it is left. */
export function cleanLabel(label: string): string {
  return shortened(plainLine(label));
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu;

/** One line without what a chat or a terminal would read as markup. */
function plainLine(text: string): string {
  return text
    .replace(INVISIBLE, " ")
    .replace(/<[^<>]*>/g, " ")
    .replace(/[`*~|<>[\]{}"“”]|(?<![\p{L}\p{N}])_+|_+(?![\p{L}\p{N}])/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

function shortened(line: string): string {
  if (line.length <= MAX_CHARS) return line;
  const cut = line.slice(0, MAX_CHARS - 1);
  const whole = cut.slice(0, cut.lastIndexOf(" "));
  return `${(whole.length > MAX_CHARS / 2 ? whole : cut).toWellFormed().trimEnd()}…`;
}
