// The phrasebook's types: topics mined from worked examples and headings, and how a goal matches one. Promises that
// every symbol of a topic is in the member index. Refuses to be sure where few words match: `strict` says so.

/**
 * `phrases` are the words people use, `symbols` what the documentation calls it ("Sheet.bandBegin"), the most telling
 * first. `common`: symbols that it uses as every other example does, and that say nothing of it.
 */
export type Topic = {
  title: string;
  phrases: string[];
  symbols: string[];
  common: string[];
  /** The chunk that the topic was mined from; null for one of the owner's overlay. */
  chunk: string | null;
  /** One line on how the symbols work together; null where nothing states it. */
  pattern: string | null;
};

/**
 * `hits`: how many of the goal's significant words one phrase has. `strict` only when those are two, or half of them
 * (page 02), and more than chance.
 */
export type TopicMatch = { topic: Topic; hits: number; words: number; strict: boolean };
