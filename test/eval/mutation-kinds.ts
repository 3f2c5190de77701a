// The inventions that models make, as changes to one real name: another verb, a word before or behind it, another case, a
// member of something else. Promises a name that is not there, or null. Refuses names that happen to be real.

import type { JudgedPlace } from "../../agent/check/census.ts";
import type { Family } from "../../agent/check/finding.ts";
import type { Surface } from "../../agent/docs/surface/surface.ts";

export type Random = () => number;
export type Kind = {
  name: string;
  families: readonly Family[];
  /** Some names that might be invented in this one's place, best first. */
  invented(place: JudgedPlace, world: { random: Random; surface: Surface }): string[];
};

/** Repeatable: the same seed gives the same changes. */
export function randomOf(seed: number): Random {
  const state = { at: seed >>> 0 };
  return () => {
    state.at = (state.at + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state.at ^ (state.at >>> 15), state.at | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function shuffled<T>(all: readonly T[], random: Random): T[] {
  const copy = [...all];
  for (let at = copy.length - 1; at > 0; at--) {
    const other = Math.floor(random() * (at + 1));
    const [one, two] = [copy[at], copy[other]];
    if (one !== undefined && two !== undefined) [copy[at], copy[other]] = [two, one];
  }
  return copy;
}

const VERBS =
  "get set add remove create make delete open close find load save read write insert append apply select clear move show hide start stop begin end is has can".split(
    " ",
  );
const VERB = new RegExp(`^(?:${VERBS.join("|")})(?=[A-Z]|$)`);
const BEFORE = ["get", "set", "current", "active", "new", "my", "default"];
const BEHIND = ["Ex", "Value", "Info", "All", "Async", "Name", "List", "s", "2"];
/** Real names of the language's later editions, of which an old engine has none. */
const NEWER =
  "map filter forEach reduce includes find findIndex flat flatMap at trim startsWith endsWith padStart repeat replaceAll keys values entries assign from of isArray now create freeze JSON Map Set Promise Symbol Proxy Reflect WeakMap globalThis bind toISOString matchAll toSorted isInteger trunc sign hypot raw fromEntries hasOwn findLast AggregateError WeakRef Iterator Float16Array toReversed with groupBy sumPrecise Temporal escape isWellFormed f16round".split(
    " ",
  );

const capital = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

function verbSwapped({ name }: JudgedPlace, random: Random): string[] {
  const rest = name.replace(VERB, "");
  return rest === name ? [] : shuffled(VERBS, random).map((verb) => verb + rest);
}

function recased(name: string, random: Random): string[] {
  const letters = [...name.matchAll(/[A-Za-z]/g)].map(({ index }) => index);
  return shuffled(letters, random).map((at) => {
    const letter = name.charAt(at);
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    return name.slice(0, at) + other + name.slice(at + 1);
  });
}

const prefixed = (name: string, random: Random): string[] =>
  shuffled(BEFORE, random).map((word) => word + capital(name));
const suffixed = (name: string, random: Random): string[] =>
  shuffled(BEHIND, random).map((word) => name + word);
const varied = (name: string, random: Random): string[] =>
  shuffled([...prefixed(name, random), ...suffixed(name, random), ...recased(name, random)], random);

const isName = (name: string): boolean => /^[A-Za-z_$][\w$]*$/.test(name);

export const KINDS: readonly Kind[] = [
  {
    name: "member: verb",
    families: ["member"],
    invented: (place, { random }) => verbSwapped(place, random),
  },
  {
    name: "member: prefix",
    families: ["member"],
    invented: ({ name }, { random }) => prefixed(name, random),
  },
  {
    name: "member: suffix",
    families: ["member"],
    invented: ({ name }, { random }) => suffixed(name, random),
  },
  { name: "member: case", families: ["member"], invented: ({ name }, { random }) => recased(name, random) },
  {
    name: "member of another interface",
    families: ["member"],
    invented: (_place, { random, surface }) => {
      const names = surface.memberNames();
      return Array.from({ length: 12 }, () => names[Math.floor(random() * names.length)] ?? "").filter(
        isName,
      );
    },
  },
  { name: "option key", families: ["option"], invented: ({ name }, { random }) => varied(name, random) },
  {
    name: "constructor",
    families: ["constructor"],
    invented: ({ name }, { random }) => varied(name, random),
  },
  {
    name: "global",
    families: ["object", "function"],
    invented: ({ name }, { random }) => varied(name, random),
  },
  {
    name: "built-in above the level",
    families: ["engine"],
    invented: (_place, { random }) => shuffled(NEWER, random),
  },
  {
    name: "missing file",
    families: ["file"],
    invented: ({ name }) => [name.replace(/(\.\w+)?$/, "_new$1"), `lib/${name}`],
  },
];
