// The brief: what the documentation has on the constructs that a request is likely to need, so that nobody asks for it.
// Chosen by the request's words through phrasebook and aliases, without a model. Promises generated text in bounded
// size, and names everything that it provides. Refuses to brief on what is only to be removed.

import type { Docs } from "../docs/open-docs.ts";
import { findConstructs, outerOf } from "../docs/phrasebook/find-constructs.ts";
import { findTopics } from "../docs/phrasebook/find-topics.ts";
import { goalWords } from "../docs/phrasebook/goal-words.ts";
import type { Topic } from "../docs/phrasebook/topic.ts";
import type { Construct } from "../docs/surface/construct.ts";
import type { Profile } from "../workspace/profile.ts";
import { constructFragment, type Fragment, interfaceFragment } from "./brief-fragments.ts";
import { wantedClauses } from "./wanted-clauses.ts";

/** `constructs` by id; `provides` holds every documented name that needs no lookup any more. */
export type Brief = { text: string; constructs: string[]; provides: string[] };

/** Each further one is read at every step of the turn and is seldom the one that was meant. */
const MAX_FRAGMENTS = 3;
/** About eight hundred tokens, in every request of the turn. */
const MAX_BYTES = 3 * 1024;
const TOPICS_EACH = 3;

export const BRIEF_OPENING =
  "From the documentation, for this request; these names are checked and need no lookup:";

export function briefFor(request: string, world: { docs: Docs; profile: Profile }): Brief | null {
  const chosen = choose(request, world);
  const fragments = chosen.flatMap((one) => {
    const fragment =
      one.construct === null
        ? one.topic && interfaceFragment(one.topic, world.docs)
        : constructFragment(one.construct, { docs: world.docs, example: one.topic?.chunk ?? null });
    return fragment ? [fragment] : [];
  });
  return fitted(fragments);
}

/** A construct family, or a topic that has none. */
type Chosen = { construct: Construct | null; topic: Topic | null; hits: number };

function choose(request: string, world: { docs: Docs; profile: Profile }): Chosen[] {
  const best = new Map<string, Chosen>();
  for (const clause of wantedClauses(request)) {
    for (const one of chosenFor(clause, world)) {
      const key = one.construct?.id ?? `chunk ${one.topic?.chunk ?? one.topic?.title}`;
      const known = best.get(key);
      if (!known || known.hits < one.hits) best.set(key, one);
    }
  }
  return [...best.values()].sort((a, b) => b.hits - a.hits).slice(0, MAX_FRAGMENTS);
}

/** What one clause asks for: by all of its words, then by those that this leaves over, then by name. */
function chosenFor(clause: string, world: { docs: Docs; profile: Profile }): Chosen[] {
  const first = bestFor(clause, world);
  const covered = new Set(first.flatMap(({ topic, construct }) => wordsOf(topic, construct)));
  const rest = clause.split(/\s+/).filter((word) => goalWords(word).every(({ stem }) => !covered.has(stem)));
  const second = first.length === 0 ? [] : bestFor(rest.join(" "), world).filter(({ hits }) => hits > 1);
  return [...first, ...second, ...namedIn(rest, world)];
}

function wordsOf(topic: Topic | null, construct: Construct | null): string[] {
  const phrases = topic?.phrases ?? construct?.aliases ?? [];
  return phrases.flatMap(goalWords).map(({ stem }) => stem);
}

/** "Make the grid wider" names one; at the beginning of a clause the same word is a verb ("list the files"). */
function namedIn([, ...words]: string[], { docs, profile }: { docs: Docs; profile: Profile }): Chosen[] {
  const asked = new Set(words.flatMap(goalWords).map(({ stem }) => stem));
  const isNamed = ({ id }: Construct) => goalWords(id).some(({ stem }) => asked.has(stem));
  const { constructs } = docs.constructs(profile);
  return constructs.filter(isNamed).map((construct): Chosen => ({ construct, topic: null, hits: 1 }));
}

/** The strict matches with the most hits. */
function bestFor(clause: string, { docs, profile }: { docs: Docs; profile: Profile }): Chosen[] {
  const { constructs } = docs.constructs(profile);
  const topics = findTopics(clause, { docs, profile }, TOPICS_EACH).filter((match) => match.strict);
  const found = findConstructs(clause, constructs).filter((match) => match.strict);
  const most = Math.max(0, ...topics.map(({ hits }) => hits), ...found.map(({ hits }) => hits));
  return [
    ...topics
      .filter(({ hits }) => hits === most)
      .map(({ topic, hits }): Chosen => ({ construct: familyIn(topic, constructs), topic, hits })),
    ...found
      .filter(({ hits }) => hits === most)
      .map(
        ({ construct, hits }): Chosen => ({ construct: outerOf(construct, constructs), topic: null, hits }),
      ),
  ];
}

/** The family that a topic is of: the first of its symbols that belongs to one. */
function familyIn({ symbols }: Topic, constructs: readonly Construct[]): Construct | null {
  for (const symbol of symbols) {
    const one = constructs.find(({ interface: made, opener, closer }) => {
      const calls = [opener, closer].map((call) => (call ? `${call.interface}.${call.name}` : ""));
      return symbol === made || calls.includes(symbol) || symbol.startsWith(`${made}.`);
    });
    if (one) return outerOf(one, constructs);
  }
  return null;
}

/** As much of each fragment as fits, the first ones longest. */
function fitted(fragments: readonly Fragment[]): Brief | null {
  const kept = fragments.map((fragment) => ({ fragment, level: 0 }));
  while (kept.length > 0 && bytesOf(kept) > MAX_BYTES) {
    const last = kept.findLast(({ fragment, level }) => level < fragment.levels.length - 1);
    if (last) last.level += 1;
    else kept.pop();
  }
  if (kept.length === 0) return null;
  const provides = kept.flatMap(({ fragment, level }) => fragment.levels[level]?.provides ?? []);
  const constructs = kept.flatMap(({ fragment }) =>
    fragment.construct === null ? [] : [fragment.construct],
  );
  return { text: textOf(kept), constructs, provides: [...new Set(provides)] };
}

type Kept = { fragment: Fragment; level: number }[];

const textOf = (kept: Kept): string =>
  [BRIEF_OPENING, ...kept.map(({ fragment, level }) => fragment.levels[level]?.text ?? "")].join("\n\n");

const bytesOf = (kept: Kept): number => Buffer.byteLength(textOf(kept));
