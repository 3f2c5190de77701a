// When a conversation is trimmed: once its request has passed the high mark of the context budget, down to the low one. Few large
// trims, since each of them throws away what the server has cached. Pure, over what the log says; refuses to choose what goes.

import type { Turn } from "./fold.ts";
import type { Thread } from "./thread.ts";

/**
 * Tokens that a request may come to. Common windows hold 128,000, local ones less; answers grow worse long before a window is
 * full, and each step sends everything again.
 */
export const CONTEXT_TOKENS = 64_000;
const HIGH = 0.6;
const LOW = 0.3;
/** Where a trim could not free much, the next waits until this share has come on top. */
const WORTH = 0.15;

type Sized = Pick<Thread, "bytes" | "tokensPerByte" | "trimmedTo">;

/** Logs of before have no budget, and were never trimmed. */
export function wantsTrim({ started }: Pick<Turn, "started">, thread: Sized): boolean {
  const budget = started.contextTokens;
  if (budget === undefined) return false;
  const tokens = thread.bytes * thread.tokensPerByte;
  if (tokens <= budget * HIGH) return false;
  return thread.trimmedTo === null || tokens - thread.trimmedTo >= budget * WORTH;
}

/** What a request may be long after a trim. */
export function bytesAfterTrim(budget: number, { tokensPerByte }: Sized): number {
  return Math.floor((budget * LOW) / tokensPerByte);
}
