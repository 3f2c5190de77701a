// How many pushes a turn has spent, and whether one more may be: own budgets, one shared, one in reserve. Promises to count
// from the log alone. Refuses to push again on a draft that is word for word the one before: that ends the turn.

import { sha256 } from "../../store/hash.ts";
import type { Hash } from "../../store/ledger.ts";
import { type EventOf, type GateName, MAIN, type TurnEvent } from "../events.ts";
import type { Gate } from "./gate.ts";

/** What all gates together may spend in a turn, beside the reserve. */
const SHARED_BUDGET = 3;
export const CLAIM_BUDGET = 1;
/** Drafts of which a larger share of words is the same differ in nothing that matters. */
const SAME_WORDS = 0.9;

export type Pushes = {
  byGate: ReadonlyMap<GateName, number>;
  /** Of the shared budget. */
  shared: number;
  reserveSpent: boolean;
  /** What the last hold was of. */
  last: { draft: string; hash: Hash; stage: Hash } | null;
};

type Held = EventOf<"checked"> & { held: NonNullable<EventOf<"checked">["held"]> };

export function pushesOf(events: readonly TurnEvent[]): Pushes {
  const byGate = new Map<GateName, number>();
  let last: Pushes["last"] = null;
  let said = "";
  let total = 0;
  for (const event of events) {
    if (event.thread !== MAIN) continue;
    if (event.type === "replied") said = event.text;
    if (!isHeld(event)) continue;
    total += 1;
    byGate.set(event.held.gate, (byGate.get(event.held.gate) ?? 0) + 1);
    last = { draft: said, hash: event.draft, stage: event.stage };
  }
  // A claim held more often than its own budget says was held from the reserve.
  const reserveSpent = total > SHARED_BUDGET || (byGate.get("claim") ?? 0) > CLAIM_BUDGET;
  return { byGate, shared: total - Number(reserveSpent), reserveSpent, last };
}

const isHeld = (event: TurnEvent): event is Held => event.type === "checked" && event.held !== null;

export type Pushing = { draft: string; stage: Hash };

/** Whether this gate may hold this draft. */
export function mayPush(gate: Gate, { draft, stage }: Pushing, pushes: Pushes): boolean {
  const { last, shared, reserveSpent } = pushes;
  const isNewStage = last === null || last.stage !== stage;
  if (!isNewStage && isRepeat(draft, last)) return false;
  const times = pushes.byGate.get(gate.name) ?? 0;
  if (times < gate.budget && shared < SHARED_BUDGET) return true;
  if (reserveSpent || !isReserveFor(gate, times)) return false;
  return isNewStage || isChanged(draft, last.draft);
}

/** Beyond its own budget only a claim draws on the reserve: a false final claim once shipped since all pushes were spent. */
const isReserveFor = (gate: Gate, times: number) => gate.name === "claim" || times < gate.budget;

function isRepeat(draft: string, last: NonNullable<Pushes["last"]>): boolean {
  return sha256(draft) === last.hash || wordsIn(draft).join(" ") === wordsIn(last.draft).join(" ");
}

/** Materially: other words, not the same ones once more. */
function isChanged(draft: string, before: string): boolean {
  const [a, b] = [counted(draft), counted(before)];
  let [same, all] = [0, 0];
  for (const word of new Set([...a.keys(), ...b.keys()])) {
    same += Math.min(a.get(word) ?? 0, b.get(word) ?? 0);
    all += Math.max(a.get(word) ?? 0, b.get(word) ?? 0);
  }
  return all > 0 && same / all < SAME_WORDS;
}

function counted(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of wordsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
