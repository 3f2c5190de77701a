// What a turn allows its budgeted lookups. Promises counts that live in the turn's log, so that a restart forgets none.
// Refuses to answer: whoever looks up asks here before going live.

/** Page 03, brake 2: live lookups of a budgeted tool in one turn, over all wordings. */
export const LIVE_LIMIT = 12;
/** Live lookups of one normalised query; after them the turn's own memory answers. */
export const SAME_QUERY_LIMIT = 2;

/** Of one call. Synchronous where two calls of one reply could take the same last place. */
export type LookupBudget = {
  /** Takes one live lookup of a normalised query; noted in the log at once. */
  spend(query: string): "spent" | "out" | "repeated";
  /** Takes the one near hit that an entry of the lasting cache may serve in a turn. */
  serve(entry: string): boolean;
  /** The turn's own earlier answer to a normalised query. */
  recall(query: string): Promise<string | null>;
};
