// Ranks chunks for a question: how much of it a chunk covers, how well, and how much of the chunk's name the question
// says. Promises the same order for the same index. Refuses to favour what is said often: rare words weigh more, with a
// ceiling, since a word that documentation hardly uses is as likely one that only the question uses.

import { type Alternative, createAlternatives } from "./alternatives.ts";
import { TRAITS } from "./chunk-terms.ts";
import { collapse } from "./collapse.ts";
import { fuse } from "./fuse.ts";
import { eachWeight } from "./packed.ts";
import { type ParsedQuery, parseQuery, type QueryWord } from "./query-words.ts";
import type { Shelf, Term, TermLists } from "./shelf.ts";

/** A row with its score; `coverage` is the share of the question's weight that it covers. */
export type Ranked = { n: number; score: number; coverage: number };
export type Ranking = { rows: Ranked[]; total: number; isCorrected: boolean };

/** Rows whose names are looked at, and rows that are kept: what lies beyond is nobody's answer. */
const LOOKED_AT = 2000;
const KEPT = 400;

const RARITY = { ceiling: 7, power: 0.7 };
/** A match this strong covers its word whole. */
const COVERED_AT = 0.5;
const UNKNOWN = 0.35;
const HINT = 2.5;
/** Share of a word's weight for a member whose interface's own page has the word. */
const CONTEXT = { score: 0.175, coverage: 0.35 };
const NAME_SAID = 0.6;
const OWNER_SAID = 0.5;
const LEAST_SYNONYM = 0.6;
const FACTOR = { constant: 0.88, deprecated: 0.8, ownPage: 0.95, prose: 0.85, yesNo: 1.25, command: 1.2 };

type Group = {
  exact: string;
  found: Alternative[];
  isCorrected: boolean;
  weight: number;
  isHint: boolean;
  bit: number;
};

/** Ranks by the words of a query alone, or together with the rows that are nearest to it in meaning. */
export function createRanking(shelf: Shelf): (query: string, nearest?: readonly number[]) => Ranking {
  const alternativesOf = createAlternatives(shelf.vocabulary);
  const board = createBoard(shelf);

  return (query, nearest = []) => {
    const parsed = parseQuery(query);
    const rarity = (chunks: number): number => rarityOf(chunks, shelf.chunks);
    const groups = parsed.words.map((word, at): Group => {
      const alternatives = alternativesOf(word);
      return { ...alternatives, ...weigh(word, alternatives, { shelf, rarity }), bit: 1 << at };
    });
    const isCorrected = isMostlyCorrected(groups);
    board.clear();
    for (const group of groups) board.add(group, rarity);
    for (const group of groups) board.addContext(group);
    const ranked = board.rank(groups, parsed);
    const byWords = collapse(ranked, shelf);
    if (nearest.length === 0) return { ...byWords, isCorrected };
    return { ...collapse(fuse(byWords.rows, nearest, board.coverageOf), shelf), isCorrected };
  };
}

/** One odd word in a long question makes no typo of it. */
function isMostlyCorrected(groups: readonly Group[]): boolean {
  const asked = groups.filter(({ isHint }) => !isHint);
  return asked.filter(({ isCorrected }) => isCorrected).length * 2 >= Math.max(1, asked.length);
}

type Weighing = { shelf: Shelf; rarity(chunks: number): number };

function weigh(
  word: QueryWord,
  { exact, found }: { exact: string; found: Alternative[] },
  { shelf, rarity }: Weighing,
): Pick<Group, "weight" | "isHint"> {
  if (word.hints.length > 0) return { weight: HINT * word.weight, isHint: true };
  const known = shelf.vocabulary.chunks(exact);
  if (known > 0) return { weight: rarity(known) * word.weight, isHint: false };
  const others = found.map(({ terms, sureness }) => sureness * rarity(fewest(terms, shelf)));
  const weight = others.length > 0 ? Math.max(...others) : UNKNOWN * rarity(1);
  return { weight: weight * word.weight, isHint: false };
}

const fewest = (terms: string[], shelf: Shelf): number => Math.min(...terms.map(shelf.vocabulary.chunks));

function rarityOf(chunks: number, all: number): number {
  const idf = Math.log(1 + (all - chunks + 0.5) / (chunks + 0.5));
  return Math.min(RARITY.ceiling, idf) ** RARITY.power;
}

/** Scores by row, over all chunks, used again for each question. */
function createBoard(shelf: Shelf) {
  const score = new Float32Array(shelf.rows);
  const coverage = new Float32Array(shelf.rows);
  const best = new Float32Array(shelf.rows);
  const matched = new Int32Array(shelf.rows);
  const said = new Float32Array(shelf.terms);
  const weight = { all: 0 };
  const touched: number[] = [];
  const saidTerms: number[] = [];

  const say = ({ n }: Term, sureness: number): void => {
    if (said[n] === 0) saidTerms.push(n);
    said[n] = Math.max(said[n] ?? 0, sureness);
  };

  const add = (group: Group, rarity: (chunks: number) => number): void => {
    const rows: number[] = [];
    const exactRarity = group.exact === "" ? 0 : rarityIfKnown(group.exact, shelf, rarity);
    for (const { terms, sureness } of group.found) {
      const lists = terms.flatMap((text) => shelf.term(text) ?? []);
      for (const term of lists) say(term, sureness);
      const least = Math.min(...lists.map(({ chunks }) => chunks));
      const share = exactRarity > 0 ? Math.max(LEAST_SYNONYM, Math.min(1, rarity(least) / exactRarity)) : 1;
      eachCommon(lists, (row, weight) => {
        const strength = sureness * share * weight;
        if (best[row] === 0) rows.push(row);
        if (strength > (best[row] ?? 0)) best[row] = strength;
      });
    }
    for (const row of rows) {
      const strength = best[row] ?? 0;
      best[row] = 0;
      if (matched[row] === 0) touched.push(row);
      matched[row] = (matched[row] ?? 0) | group.bit;
      score[row] = (score[row] ?? 0) + strength * group.weight;
      if (!group.isHint)
        coverage[row] = (coverage[row] ?? 0) + Math.min(1, strength / COVERED_AT) * group.weight;
    }
  };

  const addContext = (group: Group): void => {
    const interfaces = interfacesWith(group.exact, shelf);
    if (interfaces.size === 0) return;
    for (const row of touched) {
      if (((matched[row] ?? 0) & group.bit) !== 0 || !interfaces.has(shelf.interfaceOf[row] ?? 0)) continue;
      score[row] = (score[row] ?? 0) + CONTEXT.score * group.weight;
      coverage[row] = (coverage[row] ?? 0) + CONTEXT.coverage * group.weight;
    }
  };

  const coverageOf = (row: number): number => (weight.all > 0 ? (coverage[row] ?? 0) / weight.all : 0);

  const rank = (groups: Group[], parsed: ParsedQuery): Ranked[] => {
    weight.all = groups.reduce((sum, group) => sum + (group.isHint ? 0 : group.weight), 0);
    const base = touched.map((row) => ({ row, value: (score[row] ?? 0) * powered(coverageOf(row)) }));
    const near = highest(base, LOOKED_AT).map(({ row, value }) => ({
      row,
      value: value * factorOf(row, { shelf, said, parsed }),
    }));
    return highest(near, KEPT)
      .filter(({ value }) => value > 0)
      .map(({ row, value }): Ranked => ({ n: row, score: value, coverage: coverageOf(row) }))
      .sort((a, b) => b.score - a.score || a.n - b.n);
  };

  const clear = (): void => {
    for (const row of touched) {
      score[row] = 0;
      coverage[row] = 0;
      matched[row] = 0;
    }
    for (const n of saidTerms) said[n] = 0;
    touched.length = 0;
    saidTerms.length = 0;
  };

  return { add, addContext, rank, coverageOf, clear };
}

function rarityIfKnown(term: string, shelf: Shelf, rarity: (chunks: number) => number): number {
  const chunks = shelf.vocabulary.chunks(term);
  return chunks > 0 ? rarity(chunks) : 0;
}

/** Rows that all of the lists have, with the least of their weights. */
function eachCommon(lists: Term[], visit: (row: number, weight: number) => void): void {
  const [first, ...others] = lists;
  if (!first) return;
  if (others.length === 0) {
    eachWeight(first.postings, (row, weight) => visit(row, weight / 255));
    return;
  }
  const common = new Map<number, number>();
  eachWeight(first.postings, (row, weight) => common.set(row, weight));
  for (const { postings } of others) {
    const here = new Map<number, number>();
    eachWeight(postings, (row, weight) => {
      const before = common.get(row);
      if (before !== undefined) here.set(row, Math.min(before, weight));
    });
    common.clear();
    for (const [row, weight] of here) common.set(row, weight);
  }
  for (const [row, weight] of common) visit(row, weight / 255);
}

/** Interfaces whose own chunk has the term. */
function interfacesWith(exact: string, shelf: Shelf): Set<number> {
  const interfaces = new Set<number>();
  const term = exact === "" ? undefined : shelf.term(exact);
  if (!term) return interfaces;
  eachWeight(term.postings, (row) => {
    const owner = shelf.interfaceOf[row] ?? 0;
    if (owner !== 0 && shelf.memberOf[row] === 0) interfaces.add(owner);
  });
  return interfaces;
}

/** Coverage to the power of 1.5: half of a question is worth a third of it. */
const powered = (coverage: number): number => coverage * Math.sqrt(coverage);

type Valued = { row: number; value: number };

/** The rows of the highest values, in any order; of equal last ones all. */
function highest(rows: Valued[], most: number): Valued[] {
  if (rows.length <= most) return rows;
  const floor = Float64Array.from(rows, ({ value }) => value).sort()[rows.length - most] ?? 0;
  return rows.filter(({ value }) => value >= floor);
}

type Said = { shelf: Shelf; said: Float32Array; parsed: ParsedQuery };

function factorOf(row: number, { shelf, said, parsed }: Said): number {
  const traits = shelf.traits[row] ?? 0;
  let factor =
    (1 + NAME_SAID * shareSaid(row, shelf.names, said)) *
    (1 + OWNER_SAID * shareSaid(row, shelf.owners, said));
  if ((traits & TRAITS.isConstant) !== 0) factor *= FACTOR.constant;
  if ((traits & TRAITS.isDeprecated) !== 0) factor *= FACTOR.deprecated;
  if (shelf.memberOf[row] === 0) factor *= shelf.interfaceOf[row] === 0 ? FACTOR.prose : FACTOR.ownPage;
  if (parsed.isYesNo && (traits & TRAITS.isYesNo) !== 0) factor *= FACTOR.yesNo;
  if (parsed.isCommand && (traits & TRAITS.isMethod) !== 0) factor *= FACTOR.command;
  return factor;
}

/** How much of a row's list of terms the question says. */
function shareSaid(row: number, { starts, terms }: TermLists, said: Float32Array): number {
  const [from, to] = [starts[row] ?? 0, starts[row + 1] ?? 0];
  if (to === from) return 0;
  let sum = 0;
  for (let at = from; at < to; at++) sum += said[terms[at] ?? 0] ?? 0;
  return sum / (to - from);
}
