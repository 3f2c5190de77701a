// Zero-result alarms: what came to nothing more than three times in a row is told to the owner once, and listed until it
// clears (page 03). Promises to say whether its input stood still, which is expected, or changed, which is a fault. Refuses
// to end anything: a known, deferred fault is still a fault.

import type { Clock } from "../store/clock.ts";
import type { Ledger } from "../store/ledger.ts";
import type { Streak } from "../store/streaks.ts";

/** More than this many in a row are told. */
export const STREAK_LIMIT = 3;

/** `input` is what it had to work on: the same text for the same input. */
export type Observed = { name: string; moved: boolean; input: string; costMs: number };

type Observing = { ledger: Pick<Ledger, "noteStreak">; clock: Clock };

/** Counts one outcome; the words for the owner when it is the one too many. */
export async function observe(observed: Observed, { ledger, clock }: Observing): Promise<string | null> {
  const costMs = Math.max(0, Math.round(observed.costMs));
  const due = await ledger.noteStreak({ ...observed, costMs, at: clock.now(), limit: STREAK_LIMIT });
  return due && `${streakWords(due)} It stays listed in /status until it clears.`;
}

export function streakWords({ name, count, changes, costMs }: Streak): string {
  const why =
    changes === 0
      ? "Its input was the same each time, so that is expected."
      : `Its input changed ${changes} ${changes === 1 ? "time" : "times"} meanwhile: something does not see what it should.`;
  const cost = costMs < 1000 ? "" : ` (${Math.round(costMs / 1000)} s in all)`;
  return `${name}: nothing came of it ${count} times in a row${cost}. ${why}`;
}
