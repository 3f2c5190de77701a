// What turns came to, counted from their logs. Promises counts over rows alone: no blob is read
// for them. Refuses to know prices.

export type TurnUsage = {
  turns: number;
  /** Replies of conversations; side calls are in the tokens alone. */
  steps: number;
  promptTokens: number;
  completionTokens: number;
  /** Of the prompt tokens: those that the server had in its cache. */
  cachedTokens: number;
  /** Of all requests of conversations, and the part of them that each conversation began with. */
  bytes: number;
  fixedBytes: number;
  /** Tool calls, and those that named no tool or had arguments that did not fit. */
  calls: number;
  miscalls: number;
  trims: number;
  /** Turns in which the server read less of a longer request. */
  drops: number;
};

export type UsageOf = { turn: string } | { since: number };

export type Usage = { usage(of: UsageOf): Promise<TurnUsage> };
