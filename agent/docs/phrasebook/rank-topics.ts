// How a goal is matched to topics, with no model: overlap of significant words with one phrase, ranked by hits, then by
// the share of the phrase, then by how rare the words are. Promises the confidence ladder in one place. Refuses to be sure
// of a topic that shares one word out of several, or words of phrases that have nothing to do with each other.

import { type GoalWord, goalWords } from "./goal-words.ts";
import type { Topic, TopicMatch } from "./topic.ts";

/**
 * Topics by their words, small enough to be read from a file per question. Phrases are numbered over all topics:
 * `phrases[p]` is `topic << SIZE_BITS | words`; a posting is `p << 1 | head`.
 */
export type TopicIndex = {
  topics: number;
  phrases: Uint32Array;
  postings(stem: string): Uint32Array | undefined;
};

export type RankedTopic = Omit<TopicMatch, "topic"> & { topic: number };

const SIZE_BITS = 5;
const SIZE = (1 << SIZE_BITS) - 1;

type Overlap = { hits: number; words: number; share: number; isAboutIt: boolean; isTelling: boolean };

/** Strict: two significant words of the goal, or half of them; of two words, the one that both are about. */
function isStrict({ hits, words, share, isAboutIt, isTelling }: Overlap): boolean {
  if (!isTelling) return false;
  if (hits === words) return true;
  const isHalf = hits * 2 >= words;
  // Two words out of a long goal and a long caption meet by chance.
  if (hits >= 2) return isHalf || share >= 0.5;
  // "page footers" shares half of its words with "a layer of the page", and neither is about pages.
  return isHalf && isAboutIt;
}

/** A word of every eighth topic tells none of them from the others, however many of its kind are shared. */
const COMMON_SHARE = 1 / 8;
const LEAST_COMMON = 8;

/** The best topics for a goal, none of which shares no word with it. */
export function rankInIndex(goal: string, index: TopicIndex, limit: number): RankedTopic[] {
  const words = goalWords(goal);
  const found = collectHits(words, index);
  const { hits, shares } = bestPhrases(found, index);
  const maskOf = (topic: number) => found.masks[topic] ?? 0;
  const rarity = (topic: number) =>
    found.rarity.reduce((sum, rare, at) => sum + (maskOf(topic) & (1 << at) ? rare : 0), 0);

  const scored = mostHit(found.touched, { hits, limit }).map((topic) => ({
    topic,
    hits: hits[topic] ?? 0,
    words: words.length,
    share: shares[topic] ?? 0,
    rarity: rarity(topic),
    isAboutIt: found.about[topic] === 1,
    isTelling: (maskOf(topic) & found.telling) !== 0,
  }));
  scored.sort((a, b) => b.hits - a.hits || b.share - a.share || b.rarity - a.rarity || a.topic - b.topic);
  return scored
    .slice(0, limit)
    .map((one) => ({ topic: one.topic, hits: one.hits, words: one.words, strict: isStrict(one) }));
}

type Hits = {
  touched: number[];
  /** By topic: which of the goal's words it has. */
  masks: Uint32Array;
  /** By topic: whether a word that was hit is a head on both sides. */
  about: Uint8Array;
  /** By phrase: how many of the goal's words it has. */
  counts: Uint8Array;
  /** By word of the goal. */
  rarity: number[];
  /** Which of the goal's words are not common. */
  telling: number;
};

function collectHits(words: readonly GoalWord[], index: TopicIndex): Hits {
  const found: Hits = {
    touched: [],
    masks: new Uint32Array(index.topics),
    about: new Uint8Array(index.topics),
    counts: new Uint8Array(index.phrases.length),
    rarity: [],
    telling: 0,
  };
  for (const [at, word] of words.entries()) {
    const topics = addWord(found, index, { ...word, bit: 1 << at });
    found.rarity.push(Math.log(1 + index.topics / (1 + topics)));
    const isCommon = topics >= LEAST_COMMON && topics > index.topics * COMMON_SHARE;
    if (!isCommon) found.telling |= 1 << at;
  }
  return found;
}

function addWord(found: Hits, index: TopicIndex, word: GoalWord & { bit: number }): number {
  const { masks, about, counts, touched } = found;
  let topics = 0;
  for (const posting of index.postings(word.stem) ?? []) {
    const phrase = posting >>> 1;
    const topic = (index.phrases[phrase] ?? 0) >>> SIZE_BITS;
    const mask = masks[topic] ?? 0;
    if (mask === 0) touched.push(topic);
    if ((mask & word.bit) === 0) topics += 1;
    masks[topic] = mask | word.bit;
    counts[phrase] = (counts[phrase] ?? 0) + 1;
    if (word.head && (posting & 1) === 1) about[topic] = 1;
  }
  return topics;
}

type BestPhrases = { hits: Uint8Array; shares: Float32Array };

/** By topic: the most hits of one phrase, and their share of it. A loop by number: others take longer than the search. */
function bestPhrases({ counts }: Hits, { phrases, topics }: TopicIndex): BestPhrases {
  const best: BestPhrases = { hits: new Uint8Array(topics), shares: new Float32Array(topics) };
  for (let phrase = 0; phrase < counts.length; phrase++) {
    const count = counts[phrase] ?? 0;
    if (count === 0) continue;
    const packed = phrases[phrase] ?? 0;
    const topic = packed >>> SIZE_BITS;
    const most = best.hits[topic] ?? 0;
    if (count < most) continue;
    const share = count / (packed & SIZE);
    best.shares[topic] = count > most ? share : Math.max(best.shares[topic] ?? 0, share);
    best.hits[topic] = count;
  }
  return best;
}

type MostHit = { hits: Uint8Array; limit: number };

/** The topics that can be among the first `limit`: all with as many hits as the last of those, and with more. */
function mostHit(touched: number[], { hits, limit }: MostHit): number[] {
  const byHits = Map.groupBy(touched, (topic) => hits[topic] ?? 0);
  const best: number[] = [];
  for (const [, same] of [...byHits].sort(([a], [b]) => b - a)) {
    if (best.length >= limit) break;
    best.push(...same);
  }
  return best;
}

export type TopicPostings = { words: Map<string, number[]>; phrases: number[] };

/** The words of topics, in the form that a `TopicIndex` answers from. */
export function postTopics(topics: readonly Pick<Topic, "phrases">[]): TopicPostings {
  const posted: TopicPostings = { words: new Map(), phrases: [] };
  for (const [topic, { phrases }] of topics.entries()) {
    for (const phrase of phrases) {
      const words = goalWords(phrase);
      if (words.length === 0) continue;
      const number = posted.phrases.push((topic << SIZE_BITS) | words.length) - 1;
      for (const { stem, head } of words) {
        const postings = posted.words.get(stem) ?? [];
        postings.push((number << 1) | Number(head));
        posted.words.set(stem, postings);
      }
    }
  }
  return posted;
}

type RankedAs<T> = Omit<TopicMatch, "topic"> & { topic: T };

/** Ranks topics that are at hand as they are. */
export function rankTopics<T extends Pick<Topic, "phrases">>(
  goal: string,
  topics: readonly T[],
  limit?: number,
): RankedAs<T>[] {
  return topicRanker(topics)(goal, limit);
}

/** The same, for many goals. */
export function topicRanker<T extends Pick<Topic, "phrases">>(topics: readonly T[]) {
  const { words, phrases } = postTopics(topics);
  const index: TopicIndex = {
    topics: topics.length,
    phrases: Uint32Array.from(phrases),
    postings: (stem) => {
      const postings = words.get(stem);
      return postings && Uint32Array.from(postings);
    },
  };
  return (goal: string, limit: number = topics.length): RankedAs<T>[] =>
    rankInIndex(goal, index, limit).flatMap((ranked) => {
      const topic = topics[ranked.topic];
      return topic === undefined ? [] : [{ ...ranked, topic }];
    });
}
