// The agent as the bot holds it: one workspace's turns and landings behind plain functions, bound to their
// dependencies by whoever wires. Promises that a story can put a script in its place.

import type { Tainted } from "../agent/overlay/taints.ts";
import type { Named } from "../agent/overlay/words.ts";
import type { Notifier, Reviewer } from "../agent/ports.ts";
import type { Effect } from "../agent/tools/tool.ts";
import type { OwnTree } from "../agent/trust/own-tree.ts";
import type { Standing, Subject } from "../agent/trust/trust.ts";
import type { UndoPlan } from "../agent/undo.ts";
import type { Hash, QueuedRequest, ReviewRow } from "../store/ledger.ts";
import type { AnswerOf } from "./code-answer.ts";

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

/** A tool as it is offered now, and the layers below that have one of the same name. */
export type ToolLine = {
  name: string;
  effect: Effect;
  layer: "base" | "docs" | "own";
  shadows: ToolLine["layer"][];
};

/** What a workspace brings along in `.handrail/`, and the owner's word on it. */
export type OwnThings = {
  standing(subject: Subject): Promise<Standing>;
  /** Keeps a copy of bytes that are about to get a yes. */
  keep(tree: OwnTree): Promise<void>;
  /** The bytes of a yes; null when their copy is gone. */
  kept(subject: Subject, hash: Hash): Promise<OwnTree | null>;
  /** Loads what has a yes now and unloads what has none. */
  refresh(): Promise<void>;
  tools(): readonly ToolLine[];
  /** Approved modules that could not be loaded, each with why. */
  faults(): readonly string[];
};

export type Watch = { progress(done: number, total: number): void; signal: AbortSignal };

/** What can be asked of a workspace's code beside requests. */
export type CodeChecks = {
  /** What a false accusation of this name has left behind. */
  tainted(named: Named): Promise<Tainted[]>;
  /** Checks scripts as they lie on disk; `path` is what a person typed, null for all of them. */
  check(path: string | null, watch: Watch): Promise<AnswerOf<"checked">>;
  /** Runs them once on the documented engine: those of a path and what loads them, null for the entry scripts. */
  dryRun(path: string | null, watch: Watch): Promise<AnswerOf<"dry_ran">>;
};

/** One workspace of the running bot. `agent` is called once, with the ports that the bot provides. */
export type WorkspaceEntry = {
  id: string;
  name: string;
  /** Null where nothing of its own can be trusted. */
  own: OwnThings | null;
  /** Null where there is nothing to check by. */
  checks: CodeChecks | null;
  agent(ports: { reviewer: Reviewer; notifier: Notifier }): WorkspaceAgent;
};
