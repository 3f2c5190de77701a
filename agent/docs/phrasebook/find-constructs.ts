// Finds constructs by whatever somebody may call them: id, interface, opener, closer, or words of their aliases. Promises
// that a name beats words, and the same ladder of confidence as for topics. Refuses to complete or to correct a name.

import type { Construct } from "../surface/construct.ts";
import { topicRanker } from "./rank-topics.ts";

/** `named`: the words are a name of it; else `hits` and `strict` are what they are for a topic. */
export type ConstructMatch = { construct: Construct; named: boolean; hits: number; strict: boolean };

/** The best first; of a family, what is opened stands for the calls inside it unless one of those was named. */
export function findConstructs(words: string, constructs: readonly Construct[]): ConstructMatch[] {
  const named = namedBy(bareName(words), constructs);
  if (named.length > 0) return named.map((construct) => ({ construct, named: true, hits: 1, strict: true }));

  const ranked = rankerOf(constructs)(words);
  const [best] = ranked;
  return ranked
    .filter(({ hits, strict }) => strict || hits === best?.hits)
    .map(({ topic, hits, strict }) => ({ construct: topic.construct, named: false, hits, strict }));
}

type Ranker = ReturnType<typeof topicRanker<{ construct: Construct; phrases: string[] }>>;
/** Constructs stay as they are for a version and a profile, and hundreds of them take longer to read than to ask. */
const rankers = new WeakMap<readonly Construct[], Ranker>();

function rankerOf(constructs: readonly Construct[]): Ranker {
  const known = rankers.get(constructs);
  if (known) return known;
  const made = topicRanker(constructs.map((construct) => ({ construct, phrases: phrasesOf(construct) })));
  rankers.set(constructs, made);
  return made;
}

/** What opens something of its own before what only stands inside it. */
export function outerOf(construct: Construct, constructs: readonly Construct[]): Construct {
  const name = `${construct.opener.interface}.${construct.opener.name}`;
  return constructs.find((one) => one.inner.includes(name)) ?? construct;
}

/** Every documented name of a construct and of what belongs inside it. */
export function familyOf({ interface: made, opener, closer, inner }: Construct): string[] {
  const calls = [opener, ...(closer ? [closer] : [])].map((call) => `${call.interface}.${call.name}`);
  return [...(made === null ? [] : [made]), ...calls, ...inner];
}

/** By a name of its own, or by one of a member of what it opens. */
function namedBy(asked: string, constructs: readonly Construct[]): Construct[] {
  const own = constructs.filter((one) => namesOf(one).has(asked));
  const [, owner] = /^([\p{L}\p{N}_$]+)\.[\p{L}\p{N}_$]+$/u.exec(asked) ?? [];
  if (own.length > 0 || owner === undefined) return own;
  return constructs.filter((one) => one.interface?.toLowerCase() === owner);
}

const bareName = (words: string): string =>
  words
    .slice(0, 300)
    .replaceAll("`", "")
    .trim()
    .replace(/^(?:single|paired)\s+(?=\S)/i, "")
    .replace(/^new\s+/, "")
    .replace(/\(.*\)?;?$/s, "")
    .replace("-", ".")
    .toLowerCase();

function namesOf({ id, interface: made, opener, closer }: Construct): Set<string> {
  const calls = [opener, ...(closer ? [closer] : [])];
  const names = [id, made ?? id, ...calls.flatMap((call) => [call.name, `${call.interface}.${call.name}`])];
  return new Set(names.map((name) => name.toLowerCase()));
}

/** A kind is a word too: "paired", "single". */
const phrasesOf = ({ aliases, kind }: Construct): string[] => [...aliases, kind];
