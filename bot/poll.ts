// Our own getUpdates loop. Promises that an update is durable before the next batch is asked for, since that
// question tells Telegram to forget it; that trouble is reported once and outlived. Refuses to handle updates.

import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import type { InboxUpdate, Ledger } from "../store/ledger.ts";
import type { OnIncident } from "./incident.ts";
import { ALLOWED_UPDATES } from "./incoming.ts";
import { TelegramError } from "./telegram.ts";

export type PollCalls = {
  getUpdates(
    payload: { offset: number; limit: number; timeout: number; allowed_updates: typeof ALLOWED_UPDATES },
    signal: AbortSignal,
  ): Promise<readonly { update_id: number }[]>;
  deleteWebhook(payload: { drop_pending_updates: false }, signal: AbortSignal): Promise<unknown>;
};

export type PollDeps = {
  telegram: PollCalls;
  ledger: Pick<Ledger, "ingest">;
  clock: Clock;
  /** How long Telegram holds an empty answer back. */
  pollSeconds: number;
  onIncident: OnIncident;
  onIngested: () => void;
  onFirstPoll: () => void;
  failpoint: Failpoint;
  signal: AbortSignal;
};

/**
 * Whatever Telegram still holds; what we know of it is ignored by its id. An offset kept from another bot, or from
 * before Telegram started its ids anew, would drop every lower id unseen.
 */
const EARLIEST = 0;
const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 30_000;
const CONFLICT_RETRY_MS = 15_000;
const REFUSED_RETRY_MS = 60_000;
/** Telegram keeps what nobody fetched for this long. */
const TELEGRAM_KEEPS_MS = 24 * 3_600_000;

/** Runs until the signal is aborted; resolves then. */
export async function poll(deps: PollDeps): Promise<void> {
  const { clock, signal, onIncident } = deps;
  let failures = 0;
  let reported = "";
  let lastGood = clock.now();
  let offset = EARLIEST;
  while (!signal.aborted) {
    try {
      offset = await pollOnce(deps, offset);
      if (clock.now() - lastGood > TELEGRAM_KEEPS_MS) onIncident({ kind: "gap", text: GAP_TEXT });
      failures = 0;
      reported = "";
      lastGood = clock.now();
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const trouble = troubleOf(error, failures);
      if (trouble.text !== reported) onIncident({ kind: "poll", text: trouble.text, error });
      reported = trouble.text;
      if (trouble.webhook) await removeWebhook(deps);
      else await pause(clock, trouble.waitMs, signal);
    }
  }
}

/** Returns the next offset: past what was stored, which Telegram then forgets; the earliest where nothing waits. */
async function pollOnce({ telegram, ledger, clock, ...deps }: PollDeps, offset: number): Promise<number> {
  const asked = telegram.getUpdates(
    { offset, limit: 100, timeout: deps.pollSeconds, allowed_updates: ALLOWED_UPDATES },
    deps.signal,
  );
  deps.onFirstPoll();
  const updates = await asked;
  const at = clock.now();
  const rows = updates.map(
    (update): InboxUpdate => ({ updateId: update.update_id, body: JSON.stringify(update), receivedAt: at }),
  );
  const last = rows.at(-1);
  if (last === undefined) return EARLIEST;
  // The newest is the last, not the largest: Telegram may start its ids anew.
  await ledger.ingest(rows, last.updateId + 1);
  deps.failpoint("poll:ingested");
  deps.onIngested();
  return last.updateId + 1;
}

async function removeWebhook({ telegram, clock, signal, onIncident }: PollDeps): Promise<void> {
  try {
    await telegram.deleteWebhook({ drop_pending_updates: false }, signal);
  } catch (error) {
    if (signal.aborted) return;
    onIncident({ kind: "poll", text: "The webhook could not be removed; trying again.", error });
    await pause(clock, CONFLICT_RETRY_MS, signal);
  }
}

/** Telegram answers 401 to a token that it revoked, and 404 to one that it never gave. */
export const isTokenRefused = ({ code }: TelegramError): boolean => code === 401 || code === 404;

type Trouble = { text: string; waitMs: number; webhook: boolean };

function troubleOf(error: unknown, failures: number): Trouble {
  const backoffMs = Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS);
  if (!(error instanceof TelegramError)) {
    return { text: "Updates could not be stored; asking again.", waitMs: backoffMs, webhook: false };
  }
  switch (error.kind) {
    case "conflict":
      return /webhook/i.test(error.description)
        ? { text: WEBHOOK_TEXT, waitMs: 0, webhook: true }
        : { text: CONFLICT_TEXT, waitMs: CONFLICT_RETRY_MS, webhook: false };
    case "flood":
      return { text: FLOOD_TEXT, waitMs: (error.retryAfterS ?? 1) * 1000, webhook: false };
    case "refused":
      return {
        text: isTokenRefused(error)
          ? `Telegram refuses the bot's token (${error.code} ${error.description}): set TELEGRAM_BOT_TOKEN to the one that @BotFather shows, and start again.`
          : `Telegram gives no updates: ${error.description}.`,
        waitMs: REFUSED_RETRY_MS,
        webhook: false,
      };
    case "network":
    case "timeout":
      return { text: NETWORK_TEXT, waitMs: backoffMs, webhook: false };
  }
}

async function pause(clock: Clock, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await clock.sleep(ms, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
  }
}

const NETWORK_TEXT = "Telegram cannot be reached; trying again.";
const FLOOD_TEXT = "Telegram asks to wait before the next poll.";
const CONFLICT_TEXT = "Another process polls with this bot's token (409). Stop it; trying again every 15 s.";
const WEBHOOK_TEXT =
  "A webhook was set for this bot; removing it, since Handrail polls. Nothing pending is dropped.";
const GAP_TEXT =
  "Telegram was out of reach for over a day: messages older than 24 hours may be lost. Send them again.";
