// What a word of a question may stand as in the documentation: the word itself, another word for it, a form of it, two
// words written as one, a correction. Promises terms that the documentation has, each with how sure it is. Refuses a
// correction while the word or any other form of it is known.

import { ABBREVIATIONS } from "./abbreviations.ts";
import { MEANT } from "./meant-words.ts";
import type { Near } from "./near-terms.ts";
import type { QueryWord } from "./query-words.ts";
import { SAME } from "./same-words.ts";

/** Chunks that have every term (mostly one) count, with the weakest of the weights. */
export type Alternative = { terms: string[]; sureness: number };

export type Alternatives = { exact: string; found: Alternative[]; isCorrected: boolean };

export type Vocabulary = {
  term(word: string): string;
  has(term: string): boolean;
  /** In how many chunks it stands. */
  chunks(term: string): number;
  startingWith(prefix: string, limit: number): string[];
  near(term: string): Near[];
};

const SYNONYM = 0.6;
const MEANT_SHARE = 0.9;
const FORM = 0.7;
const COMPOUND = 0.9;
const PREFIX = 0.45;
const PHRASE = 0.8;
const CUT_SHORT = 0.85;
const PART = 0.5;

export function createAlternatives(vocabulary: Vocabulary): (word: QueryWord) => Alternatives {
  const synonyms = synonymsBy(vocabulary.term);
  return (word) => {
    const found = createFound(vocabulary);
    const exact = vocabulary.term(word.word);
    if (word.hints.length > 0) {
      for (const hint of word.hints) found.put([vocabulary.term(hint)], 1);
      return { exact: "", found: found.all(), isCorrected: false };
    }
    if (word.meant.length > 0) {
      // The words of a phrase say something else than each does alone.
      for (const meant of word.meant) found.put([vocabulary.term(meant)], PHRASE);
      if (word.parts.length > 1) found.put(word.parts.map(vocabulary.term), COMPOUND);
      return { exact: "", found: found.all(), isCorrected: false };
    }
    found.put([exact], 1);
    for (const [other, sureness] of synonyms.get(exact) ?? []) found.put([other], sureness);
    for (const form of formsOf(exact)) found.put([form], FORM);
    putCompounds(word, vocabulary, found);
    if (found.isEmpty()) putLonger(exact, vocabulary, found);
    const isCorrected = found.isEmpty() && putCorrections(word, vocabulary, found);
    return { exact, found: found.all(), isCorrected };
  };
}

function createFound(vocabulary: Vocabulary) {
  const found = new Map<string, Alternative>();
  return {
    put(terms: string[], sureness: number): void {
      const key = terms.join(" ");
      if ((found.get(key)?.sureness ?? 0) >= sureness || !terms.every(vocabulary.has)) return;
      found.set(key, { terms, sureness });
    },
    isEmpty: () => found.size === 0,
    all: () => [...found.values()],
  };
}

type Found = ReturnType<typeof createFound>;

/** "checkbox" where it is written "check box", and the other way round. */
function putCompounds(word: QueryWord, vocabulary: Vocabulary, found: Found): void {
  const { term } = vocabulary;
  if (word.parts.length > 1) {
    found.put(word.parts.map(term), COMPOUND);
    if (found.isEmpty() && word.isHyphenated) for (const part of word.parts) found.put([term(part)], PART);
    return;
  }
  if (word.next !== null) found.put([term(word.word + word.next)], COMPOUND);
  for (let cut = SHORTEST; cut <= word.word.length - SHORTEST; cut++) {
    const halves = [term(word.word.slice(0, cut)), term(word.word.slice(cut))];
    if (halves.every((half) => vocabulary.chunks(half) > 1)) found.put(halves, COMPOUND);
  }
}

const SHORTEST = 3;

/** Of a word that stands nowhere, longer ones that begin so ("auth": authentication). */
function putLonger(exact: string, vocabulary: Vocabulary, found: Found): void {
  if (exact.length < 4) return;
  for (const longer of vocabulary.startingWith(exact, 40))
    if (longer.length <= exact.length + 10) found.put([longer], PREFIX);
}

function putCorrections(word: QueryWord, vocabulary: Vocabulary, found: Found): boolean {
  for (const { term, sureness } of vocabulary.near(vocabulary.term(word.word))) found.put([term], sureness);
  if (!found.isEmpty()) return true;
  // Of a mistyped compound each part may have its own slip.
  for (const part of word.parts.map(vocabulary.term)) {
    if (vocabulary.has(part)) found.put([part], PART);
    else for (const { term, sureness } of vocabulary.near(part)) found.put([term], PART * sureness);
  }
  return !found.isEmpty();
}

const ENDINGS = ["abl", "ibl", "er", "or", "ion", "ment", "al", "iti", "ness", "at", "ator", "ation"];
const BEGINNINGS = ["re", "un", "sub", "pre", "multi", "non", "auto"];
const LONG_ENOUGH = 4;

/** What a stem leaves apart: read and readable, valid and validation, link and relink. */
function formsOf(stem: string): string[] {
  const longer = stem.length >= SHORTEST ? ENDINGS.map((ending) => stem + ending) : [];
  const shorter = ENDINGS.filter((ending) => stem.endsWith(ending)).map((ending) =>
    stem.slice(0, -ending.length),
  );
  const before = stem.length >= LONG_ENOUGH ? BEGINNINGS.map((beginning) => beginning + stem) : [];
  const behind = BEGINNINGS.filter((beginning) => stem.startsWith(beginning)).map((beginning) =>
    stem.slice(beginning.length),
  );
  return [...longer, ...before, ...[...shorter, ...behind].filter((form) => form.length >= LONG_ENOUGH)];
}

type Synonyms = ReadonlyMap<string, ReadonlyMap<string, number>>;

function synonymsBy(term: (word: string) => string): Synonyms {
  const synonyms = new Map<string, Map<string, number>>();
  const put = (asked: string, written: string, sureness: number): void => {
    const [from, to] = [term(asked), term(written)];
    const others = synonyms.get(from) ?? new Map<string, number>();
    synonyms.set(from, others);
    if (from !== to && !others.has(to)) others.set(to, sureness);
  };
  for (const line of linesOf(ABBREVIATIONS)) {
    const words = line.split(" ");
    for (const asked of words) for (const written of words) put(asked, written, CUT_SHORT);
  }
  for (const line of linesOf(SAME)) {
    const words = line.split(" ");
    for (const asked of words) for (const written of words) put(asked, written, SYNONYM);
  }
  for (const entry of MEANT.split(";")) {
    const [written = "", asked = ""] = entry.trim().split(": ");
    for (const word of asked.split(" "))
      for (const other of written.split(" ")) put(word, other, SYNONYM * MEANT_SHARE);
  }
  return synonyms;
}

const linesOf = (table: string): string[] => table.trim().split("\n");
