// The one log sink: JSON lines on standard error, scrubbed of every secret this process holds and of tokens
// inside addresses. Refuses to be a place for news of turns: those are in the ledger.

import { type Logger, pino } from "pino";
import { redact } from "../agent/redact.ts";

export type { Logger } from "pino";

const TOKEN_IN_URL = /\b(bot)?\d{5,}:[\w-]{20,}/g;

/** pino's own `redact` works by key and misses a token inside an address. */
export function createLog(secrets: readonly string[], write: (line: string) => void): Logger {
  const scrub = (line: string) => redact(line.replace(TOKEN_IN_URL, "«token»"), secrets);
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => write(scrub(line)) },
  );
}
