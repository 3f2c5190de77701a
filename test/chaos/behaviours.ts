// Every way in which the chaos model is weak, by name. Promises that a new one is one entry in one list. Refuses randomness
// of its own: all of it is drawn from the turn's seed.

import { CALLS } from "./behaviours/calls.ts";
import { INVENTIONS } from "./behaviours/inventions.ts";
import { REMOVALS } from "./behaviours/removals.ts";
import { TALK } from "./behaviours/talk.ts";
import { WIRE } from "./behaviours/wire.ts";
import { type Behaviour, pick, type Random } from "./mind.ts";

export const BEHAVIOURS: readonly Behaviour[] = [...CALLS, ...INVENTIONS, ...TALK, ...REMOVALS, ...WIRE];

const MOST = 4;

/** One to four of them; with `only`, that one and perhaps others. */
export function draw(random: Random, only?: string): Behaviour[] {
  const first = BEHAVIOURS.find(({ name }) => name === only) ?? pick(BEHAVIOURS, random);
  const drawn = new Set([first]);
  for (let i = Math.floor(random() * MOST); i > 0; i--) drawn.add(pick(BEHAVIOURS, random));
  return [...drawn];
}
