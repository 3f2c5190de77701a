// What a chunk can be found by: each of its terms with a weight from 0 to 1, the terms of its name and of its owner's
// name, and what kind of thing it documents. Promises weights that depend on the chunk alone, so that they are made once.
// Refuses counts: a word that stands ten times in an example says no more than once in the first sentence.

import { hash } from "node:crypto";
import type { ParsedChunk } from "../chunk.ts";
import { nameParts } from "../names.ts";
import { type Fields, fieldsOf } from "./chunk-fields.ts";
import { createTerms } from "./stem.ts";

export type ChunkTerms = {
  weights: Map<string, number>;
  /** Terms of the member's name, or of the title; a term again where the name repeats it. */
  name: string[];
  /** Terms of the name of a member's interface. */
  owner: string[];
  traits: number;
  /** Stands for the start of its lead: members of one name and one lead say the same. */
  lead: number;
};

/** Bits of `traits`. */
export const TRAITS = { isYesNo: 1, isMethod: 2, isConstant: 4, isDeprecated: 8 } as const;

// By field, what one word there says about what the chunk is for. A word in several fields says a little more.
const NAME = { whole: 1, least: 0.7 };
const OWNER = 0.45;
const LEAD = { short: 0.75, long: 0.5, words: 8 };
const BODY = { most: 0.35, words: 60, leastShare: 0.4 };
const SIGNATURE = 0.3;
const CODE = 0.1;
/** More names of types than these are a list that says little of each. */
const TYPES = 10;
/** Of the weight of its field, for a word inside of a compound name in prose. */
const PART = 0.7;

/** The term of a word, and the terms of the words inside it, where it is a compound. */
export type ReadWord = (word: string) => { term: string; parts: readonly string[] };

/** Reads each word once: most of a documentation's words come again and again. */
export function createReadWord(): ReadWord {
  const term = createTerms();
  const known = new Map<string, ReturnType<ReadWord>>();
  return (word) => {
    const before = known.get(word);
    if (before) return before;
    const parts = nameParts(word);
    const read = { term: term(word), parts: parts.length > 1 ? parts.map(term) : [] };
    known.set(word, read);
    return read;
  };
}

export function termsOf(chunk: ParsedChunk, read: ReadWord): ChunkTerms {
  const fields = fieldsOf(chunk.text);
  const weights = createWeights(read);
  const name = nameTerms(chunk.member ?? chunk.title);
  const owner = chunk.member === undefined ? [] : nameTerms(chunk.interface ?? "");
  const each = NAME.least + (NAME.whole - NAME.least) / Math.max(1, name.length);
  weights.words(name, each);
  weights.words(wordsIn(chunk.member ?? chunk.title), NAME.whole);
  weights.next();
  if (chunk.member !== undefined) weights.words([...owner, ...wordsIn(chunk.interface ?? "")], OWNER);
  weights.next();
  const lead = wordsIn(fields.lead);
  weights.prose(
    lead,
    LEAD.long + ((LEAD.short - LEAD.long) * LEAD.words) / Math.max(LEAD.words, lead.length),
  );
  weights.next();
  const body = wordsIn(fields.body);
  weights.prose(body, BODY.most * Math.max(BODY.leastShare, BODY.words / Math.max(BODY.words, body.length)));
  weights.next();
  weights.prose(wordsIn(fields.signature), SIGNATURE);
  weights.next();
  weights.prose(wordsIn(fields.code), CODE);
  const types = wordsIn(fields.types);
  weights.words(types, (BODY.most * TYPES) / Math.max(TYPES, types.length));
  return {
    weights: weights.all(),
    name: name.map((word) => read(word).term),
    owner: owner.map((word) => read(word).term),
    traits: traitsOf(chunk, fields),
    lead: Number.parseInt(hash("sha256", fields.lead.slice(0, 200)).slice(0, 8), 16),
  };
}

const wordsIn = (text: string): string[] => text.match(/[\p{L}\p{N}_$]+/gu) ?? [];

/** Words that a name is held together by; nobody says them of what they look for. */
const FILLERS = new Set("is are has the a an of to in on by for as and or at with from async".split(" "));

function nameTerms(name: string): string[] {
  const parts = wordsIn(name).flatMap(nameParts);
  const telling = parts.filter((part) => !FILLERS.has(part));
  return telling.length > 0 ? telling : parts;
}

/** Collects field after field: the best field counts, and each other one closes a part of what is left to 1. */
function createWeights(read: ReadWord) {
  const best = new Map<string, number>();
  const left = new Map<string, number>();
  const field = new Map<string, number>();
  const add = (key: string, weight: number): void => {
    if ((field.get(key) ?? 0) < weight) field.set(key, weight);
  };
  const next = (): void => {
    for (const [key, weight] of field) {
      best.set(key, Math.max(best.get(key) ?? 0, weight));
      left.set(key, (left.get(key) ?? 1) * (1 - AGAIN * weight));
    }
    field.clear();
  };
  return {
    words: (words: string[], weight: number) => {
      for (const word of words) add(read(word).term, weight);
    },
    prose: (words: string[], weight: number) => {
      for (const word of words) {
        const { term, parts } = read(word);
        add(term, weight);
        for (const part of parts) add(part, PART * weight);
      }
    },
    next,
    all: (): Map<string, number> => {
      next();
      return new Map([...best].map(([key, weight]) => [key, together(weight, left.get(key) ?? 1)]));
    },
  };
}

const AGAIN = 0.8;

const together = (best: number, left: number): number => Math.min(1, best + (1 - left - AGAIN * best) / 2);

const YES_NO = /\b(?:if true|whether|when true|true (?:if|when)|returns? true|boolean)\b/i;
const YES_NO_NAME = /^(?:is|are|has|have|can|allow|should|show|use|enable)(?=[\p{Lu}_]|$)/u;
const DEPRECATED = /\bdeprecated\b|no longer supported|\bobsolete\b/i;
const TOLD_WITHIN = 400;

function traitsOf(chunk: ParsedChunk, fields: Fields): number {
  const { member = "" } = chunk;
  const told = chunk.text.slice(0, TOLD_WITHIN);
  const fact = chunk.facts?.find((one) => one.type === "member" && one.name === member);
  const kind = fact?.type === "member" ? fact.kind : undefined;
  const isYesNo = YES_NO.test(told) || YES_NO_NAME.test(member);
  const isMethod = kind === undefined ? /\w\s*\(/.test(fields.signature) : kind === "method";
  const isConstant = kind === "value" || /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/.test(member);
  return (
    (isYesNo ? TRAITS.isYesNo : 0) |
    (isMethod ? TRAITS.isMethod : 0) |
    (isConstant ? TRAITS.isConstant : 0) |
    (DEPRECATED.test(told) ? TRAITS.isDeprecated : 0)
  );
}
