// What a failed call means for its message: later, never, or let it go. Promises that a 429 is obeyed to the second,
// that a refusal is final, and that a network which is down costs time and nothing else. Throws on what is not a
// failure of Telegram or of the message itself.

import type { OutboxMessage } from "../../store/ledger.ts";
import { TelegramError } from "../telegram.ts";
import type { OutboxBody } from "./body.ts";
import { Undeliverable } from "./deliver.ts";

export type Fate = { blockUntil: number | null; incident: string | null } & (
  | { type: "retry"; at: number; error: string }
  | { type: "dead"; error: string }
  | { type: "let_go" }
);

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 300_000;
const FLOOD_WITHOUT_SECONDS = 5;
const BAD_TOKEN_MS = 60_000;
/** A message outlives a day without a network; older ones would come as a surprise. */
const GIVE_UP_AFTER_MS = 24 * 3_600_000;
const GIVE_UP_ATTEMPTS = 20;

type Context = { row: OutboxMessage; body: OutboxBody; now: number };

export function afterFailure(error: unknown, { row, body, now }: Context): Fate {
  if (error instanceof Undeliverable) return dead(row, error.message);
  if (!(error instanceof TelegramError)) throw error;
  switch (error.kind) {
    case "flood": {
      const at = now + (error.retryAfterS ?? FLOOD_WITHOUT_SECONDS) * 1_000;
      return { type: "retry", at, error: error.description, blockUntil: at, incident: null };
    }
    case "network":
    case "timeout":
    case "conflict":
      return later(error, row, now);
    case "refused":
      return refused(error, { row, body, now });
  }
}

function later(error: TelegramError, row: OutboxMessage, now: number): Fate {
  const tooOld = row.attempts >= GIVE_UP_ATTEMPTS && now - row.createdAt > GIVE_UP_AFTER_MS;
  if (tooOld) return dead(row, error.description);
  const wait = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(row.attempts, 12));
  return { type: "retry", at: now + wait, error: error.description, blockUntil: null, incident: null };
}

function refused(error: TelegramError, { row, body, now }: Context): Fate {
  // A token that is refused is no fault of the message; it may be put right within the day.
  if (error.code === 401 || error.code === 404) {
    const at = now + BAD_TOKEN_MS;
    const incident = `Telegram does not accept the bot's token (${error.code}).`;
    return { type: "retry", at, error: error.description, blockUntil: at, incident };
  }
  if (body.type === "status" && error.code !== 403)
    return { type: "let_go", blockUntil: null, incident: null };
  return dead(row, error.description);
}

function dead(row: OutboxMessage, why: string): Fate {
  const incident = `The ${row.kind} "${row.cause}" could not be delivered: ${why}.`;
  return { type: "dead", error: why, blockUntil: null, incident };
}
