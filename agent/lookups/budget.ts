// What a turn allows its budgeted lookups. Promises counts that live in the turn's log, so that a restart forgets none.
// Refuses to answer: whoever looks up asks here before going live.

import type { TurnEvent } from "../events.ts";
import type { OurWords } from "../gates/own-words.ts";

/** Page 03, brake 2: live lookups of a budgeted tool in one turn, over all wordings. */
export const LIVE_LIMIT = 12;
/** Live lookups of one normalised query; after them the turn's own memory answers. */
export const SAME_QUERY_LIMIT = 2;

export type Recalled = { text: string; chunks: string[] };

/** Of one call. Synchronous where two calls of one reply could take the same last place. */
export type LookupBudget = {
  /**
   * Takes one live lookup of a normalised query; noted in the log at once. A tool with a bound of its own says how many it may
   * make in all: what it tells is not the same the next time.
   */
  spend(query: string, most?: number): "spent" | "out" | "repeated";
  /** Takes the one near hit that an entry of the lasting cache may serve in a turn. */
  serve(entry: string): boolean;
  /** The turn's own earlier answer to a normalised query, and the chunks that it came from. */
  recall(query: string): Promise<Recalled | null>;
  /** What code has said in this turn: prompt, tools, refusals, pushes. None of it is a question. */
  said(): Promise<OurWords>;
};

/** The reason of a refusal for want of budget. */
export const OUT_OF_BUDGET = "search_budget";

/** Has a lookup of this turn been refused for want of budget? Its answer has to admit it. */
export function isOutOfBudget(events: readonly TurnEvent[]): boolean {
  return events.some((e) => e.type === "tool_ran" && !e.ok && e.reason === OUT_OF_BUDGET);
}
