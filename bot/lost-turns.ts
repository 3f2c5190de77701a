// Turns of the command line whose process was killed: whoever opens the workspace next ends them. Promises that one
// whose process lives is left alone, that what was approved lands whole, and that everything else ends in words.
// Refuses to carry a conversation on: nobody is at that terminal any more.

import type { Notifier, Reviewer } from "../agent/ports.ts";
import { loseTurn } from "../agent/run-turn.ts";
import type { TurnDeps } from "../agent/turn/deps.ts";
import { wordsOf } from "../store/words-of.ts";
import type { LeaseDeps } from "./held-lease.ts";
import { holdLease } from "./held-lease.ts";

/** The place of turns that a terminal asked for; no chat has such an id. */
export const CLI_CHAT = "cli";

/** Held by the process that runs a turn of the command line. */
export const turnLease = (turn: string): string => `turn:${turn}`;
export const cliCause = (turn: string): string => `cli:${turn}`;

export type LostDeps = {
  turn: TurnDeps;
  onFault(text: string): void;
  signal: AbortSignal;
};

/** Ends them in this workspace; returns how many. One that cannot be ended is told and does not stop the others. */
export async function endLostTurns({ turn: deps, onFault, signal }: LostDeps): Promise<number> {
  const { ledger, settings } = deps;
  const lease: LeaseDeps = { ...deps, onLost: onFault };
  const rows = await ledger.turnsIn(["running", "waiting"], settings.workspaceId);
  let ended = 0;
  for (const { turn } of rows.filter((row) => row.chat === CLI_CHAT)) {
    try {
      const isOurs = await alone(turn, lease, () => loseTurn(turn, deps, signal));
      if (isOurs) ended += 1;
    } catch (error) {
      signal.throwIfAborted();
      onFault(`The lost turn ${turn} could not be ended: ${wordsOf(error)}`);
    }
  }
  await dropLostRequests(deps, lease);
  return ended;
}

/** A kill between a request and its turn leaves the request queued, and no lane takes it. */
async function dropLostRequests({ ledger, settings }: TurnDeps, lease: LeaseDeps): Promise<void> {
  for (const { id, chat, cause } of await ledger.queuedRequests(settings.workspaceId)) {
    if (chat !== CLI_CHAT) continue;
    const turn = cause.slice(cliCause("").length);
    await alone(turn, lease, async () => void (await ledger.dropRequest(id)));
  }
}

async function alone(turn: string, deps: LeaseDeps, work: () => Promise<void>): Promise<boolean> {
  const held = await holdLease(turnLease(turn), "ending a lost turn", deps);
  if (!held.ok) return false;
  await using _ = held.lease;
  await work();
  return true;
}

/** The ports of a turn that nobody follows. */
export const nobody: { reviewer: Reviewer; notifier: Notifier } = {
  reviewer: {
    post: async () => undefined,
    settle: async () => undefined,
    ask: async () => undefined,
    answered: async () => undefined,
  },
  notifier: { progress: () => undefined, deliver: async () => undefined },
};
