// Who we are, and our menu, told to and asked from Telegram at start. Promises to go on asking until it is known.
// Refuses to hold up the poll loop, and to tell the trouble that the loop meets too and tells.

import type { Clock } from "../store/clock.ts";
import { commands } from "./commands/list.ts";
import type { OnIncident } from "./incident.ts";
import { isTokenRefused } from "./poll.ts";
import { signalFor, type Telegram, TelegramError } from "./telegram.ts";

export type IntroductionDeps = {
  telegram: Telegram;
  clock: Clock;
  onIncident: OnIncident;
  signal: AbortSignal;
};

const RETRY_MS = 250;
const LAST_RETRY_MS = 60_000;

/** Our username: without it a group's words to us cannot be told from others. Undefined only on shutdown. */
export async function askUsername(deps: IntroductionDeps): Promise<string | undefined> {
  const me = await insist(deps, () => deps.telegram.api.getMe(signalFor(deps.signal)));
  return me?.username;
}

export async function registerCommands(deps: IntroductionDeps): Promise<void> {
  const menu = commands.map(({ name, description }) => ({ command: name, description }));
  await insist(deps, () => deps.telegram.api.setMyCommands(menu, {}, signalFor(deps.signal)));
}

async function insist<T>(
  { clock, signal, onIncident }: IntroductionDeps,
  call: () => Promise<T>,
): Promise<T | undefined> {
  let reported = "";
  for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted) return undefined;
      const text = refusalOf(error);
      if (text !== null && text !== reported) onIncident({ kind: "telegram", text, error });
      reported = text ?? reported;
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }
  return undefined;
}

/** What only this call meets; null for what stops every call to Telegram, getUpdates included. */
function refusalOf(error: unknown): string | null {
  if (!(error instanceof TelegramError)) return "Telegram could not be asked at start; trying again.";
  if (error.kind !== "refused" || isTokenRefused(error)) return null;
  return `Telegram refuses ${error.method} (${error.code} ${error.description}); trying again.`;
}
