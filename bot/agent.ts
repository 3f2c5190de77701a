// The agent as the bot holds it: one workspace's turns and landings behind plain functions, bound to their
// dependencies by whoever wires. Promises that a story can put a script in its place.

import type { Notifier, Reviewer } from "../agent/ports.ts";
import type { UndoPlan } from "../agent/undo.ts";
import type { QueuedRequest, ReviewRow } from "../store/ledger.ts";

export type TurnSignals = { shutdown: AbortSignal; stop: AbortSignal };

export type WorkspaceAgent = {
  /** Creates the turn of a queued request; returns its id. */
  startTurn(request: QueuedRequest): Promise<string>;
  /** Runs until the turn waits for a person or has ended. Throws only on bugs and on shutdown. */
  runTurn(turn: string, signals: TurnSignals): Promise<"waiting" | "ended">;
  /** Ends a turn that threw, with an answer that code writes, once what was approved in it has landed. */
  failTurn(turn: string, error: unknown, signal: AbortSignal): Promise<void>;
  /** Lands an approved review that no turn asked for, and settles it. Safe to repeat. */
  landReview(review: ReviewRow, signal: AbortSignal): Promise<unknown>;
  planUndo(n: number, signal: AbortSignal): Promise<UndoPlan>;
};

/** One workspace of the running bot. `agent` is called once, with the ports that the bot provides. */
export type WorkspaceEntry = {
  id: string;
  name: string;
  agent(ports: { reviewer: Reviewer; notifier: Notifier }): WorkspaceAgent;
};
