// The person of a chaos turn, and the accidents around it: verdicts, comments, words in between, a stop, a process that dies,
// a file that somebody else writes. All drawn from the seed.

import type { ReviewCard } from "../../agent/ports.ts";
import type { Verdict } from "../../store/ledger.ts";
import type { Mind, Random } from "./mind.ts";

export type Person = {
  /** Before the model's n-th request, counted from 1; 0 is never. */
  stopsAt: number;
  steersAt: number;
  /** At the n-th failpoint that is passed the process dies; 0 is never. */
  diesAt: number;
  /** Somebody else writes a file of the first review while it is open. */
  meddles: boolean;
  verdict(card: ReviewCard | undefined, mind: Mind): Verdict;
  allows(): boolean;
};

const sometimes = (random: Random, share: number, upTo: number): number =>
  random() < share ? 1 + Math.floor(random() * upTo) : 0;

export function createPerson(random: Random): Person {
  return {
    stopsAt: sometimes(random, 0.08, 8),
    steersAt: sometimes(random, 0.1, 5),
    diesAt: sometimes(random, 0.25, 14),
    meddles: random() < 0.05,
    /** Whoever reads on the card that a name is made up does not want it. */
    verdict(card, mind) {
      const isWarned = card?.checks.some((line) => [...mind.invented].some((name) => line.includes(name)));
      const roll = random();
      if (isWarned) return roll < 0.5 ? "reject" : "revise";
      if (roll < 0.65) return "apply";
      if (roll < 0.8) return "revise";
      return roll < 0.95 ? "reject" : "withdraw";
    },
    allows: () => random() < 0.6,
  };
}
