// Who we are, and our menu, told to and asked from Telegram at start. Promises to go on asking until it is known.
// Refuses to hold up the poll loop.

import type { Clock } from "../store/clock.ts";
import { commands } from "./commands/list.ts";
import type { OnIncident } from "./incident.ts";
import { signalFor, type Telegram } from "./telegram.ts";

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
  for (let waitMs = RETRY_MS; !signal.aborted; waitMs = Math.min(waitMs * 2, LAST_RETRY_MS)) {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted) return undefined;
      onIncident({ kind: "telegram", text: "Telegram did not answer at start; trying again.", error });
      await clock.sleep(waitMs, signal).catch(() => undefined);
    }
  }
  return undefined;
}
