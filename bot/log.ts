// The one log sink: JSON lines on standard error, or one readable line each where that is a terminal; scrubbed of
// every secret this process holds and of tokens inside addresses. Refuses to be a place for news of turns: those are
// in the ledger.

import { type Logger, pino } from "pino";
import { z } from "zod";
import { redact } from "../agent/redact.ts";

export type { Logger } from "pino";

const TOKEN_IN_URL = /\b(bot)?\d{5,}:[\w-]{20,}/g;

/** pino's own `redact` works by key and misses a token inside an address. */
export function createLog(
  secrets: readonly string[],
  write: (line: string) => void,
  isTerminal = process.stderr.isTTY === true,
): Logger {
  const scrub = (line: string) => redact(line.replace(TOKEN_IN_URL, "«token»"), secrets);
  return pino(
    { base: null, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => write(scrub(isTerminal ? readable(line) : line)) },
  );
}

const lineSchema = z.object({
  time: z.string(),
  msg: z.string().default(""),
  err: z.object({ type: z.string(), message: z.string(), stack: z.string() }).partial().optional(),
});

/** A TelegramError has no stack that tells anybody anything: it was rebuilt at the edge. */
function readable(line: string): string {
  const { time, msg, err } = lineSchema.parse(JSON.parse(line));
  const why = err?.message === undefined ? "" : ` (${err.message})`;
  const stack = err?.stack === undefined || err.type === "TelegramError" ? "" : `${err.stack}\n`;
  return `${time.slice(11, 19)} UTC  ${msg}${why}\n${stack}`;
}
