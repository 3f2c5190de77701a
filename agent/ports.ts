// The world as the agent sees it: small ports, each with one real form and one fake. Promises that a turn
// can run in a terminal as well as in a chat. Refuses to know what a chat is.

import type { Hash } from "../store/ledger.ts";
import type { CallFailure, Change, Outcome, OutputClass, ToolCall, Usage } from "./events.ts";
import type { ChecklistLine } from "./plans/compare.ts";

// ---- model

export type ModelRequest = {
  /** The exact bytes to POST to `/chat/completions`. */
  body: Uint8Array;
  purpose: OutputClass;
  maxTokens: number;
  /** Names of the tools in the request, to tell an unknown call from a known one. */
  onProgress?: (chars: number) => void;
};

export type ModelReply = {
  ok: true;
  /** The HTTP body as it came. */
  raw: Uint8Array;
  text: string;
  calls: ToolCall[];
  finish: string;
  /** Cut by length, also where `finish` says otherwise. */
  cut: boolean;
  usage: Usage;
};
export type ModelFailure = {
  ok: false;
  reason: CallFailure;
  status: number | null;
  /** Says what happened and what to do next; carries no URL and no key. */
  text: string;
  retryAfterMs: number | null;
  /** Worth asking again: time-outs, network, 408, 409, 429, 5xx. */
  retryable: boolean;
};

export type ModelClient = {
  complete(request: ModelRequest, signal: AbortSignal): Promise<ModelReply | ModelFailure>;
};

/** Turns short texts into vectors, one for each, in their order. */
export type Embedder = {
  readonly model: string;
  embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<{ ok: true; vectors: Float32Array[] } | ModelFailure>;
};

// ---- workspace

export type FileEntry = { path: string; bytes: number };
/** With both the same a file has not been written since. */
export type DiskEntry = FileEntry & { modifiedMs: number };
export type FileContent = { ok: true; bytes: Uint8Array; mode: number };
/** `text` tells the model what to do next. */
export type Refusal = { ok: false; reason: string; text: string };

export type LandingFile = {
  path: string;
  before: Uint8Array | null;
  after: Uint8Array | null;
  mode: number | null;
};
export type LandOutcome =
  | { type: "landed" }
  /** Nothing of the changeset is on disk, or (`partial`) exactly the files listed with `landed: true`. */
  | { type: "conflict"; partial: boolean; files: { path: string; why: string; landed: boolean }[] };

/** One project folder. Paths are relative, with `/`; everything is checked on each call. */
export type Workspace = {
  readonly root: string;
  /** Files that are not ignored, sorted by path; secret-looking ones are listed too. */
  list(signal: AbortSignal): Promise<DiskEntry[]>;
  read(path: string, signal: AbortSignal): Promise<FileContent | Refusal>;
  /** May this path be written, as far as its name and its folders say? `path` comes back normalised. */
  mayWrite(path: string): Promise<{ ok: true; path: string } | Refusal>;
  /**
   * Writes a changeset whole or not at all, and is safe to repeat after a kill at any moment: a file equal to
   * `after` is done, one equal to `before` is written, anything else is a conflict.
   */
  land(landing: string, files: LandingFile[], signal: AbortSignal): Promise<LandOutcome>;
};

/** What tools see: the workspace with the turn's stage laid over it. */
export type Files = {
  list(signal: AbortSignal): Promise<(FileEntry & { staged: boolean })[]>;
  read(path: string, signal: AbortSignal): Promise<(FileContent & { staged: boolean }) | Refusal>;
  mayWrite(path: string): Promise<{ ok: true; path: string } | Refusal>;
  /** A text as the model may see it and search it; to be asked before anything is cut or matched. */
  conceal(text: string): string;
};

// ---- people

export type ReviewCard = {
  review: string;
  workspace: string;
  turn: string | null;
  request: string;
  changeset: Hash;
  changes: Change[];
  files: {
    path: string;
    op: Change["op"];
    before: Uint8Array | null;
    after: Uint8Array | null;
    note: string | null;
  }[];
  draft: string;
  /** What the checks of exactly this changeset said; one line each, written by code. Empty where none ran. */
  checks: string[];
  /** What was refused, repeated or bounded on the way; one line each, written by code. */
  road: string[];
};

/** One call of a turn that needs a person's leave. */
export type PermissionCard = {
  permission: string;
  turn: string;
  workspace: string;
  request: string;
  chat: string;
  topic: string | null;
  /** Whose answer counts. */
  allowed: string[];
  tool: string;
  label: string;
  effect: "effortful" | "irreversible" | "checkpoint";
  /** The call's arguments, as JSON. */
  args: string;
};
/** What is needed to show the end of a question. */
export type AskedCard = Pick<PermissionCard, "permission" | "chat" | "topic" | "tool" | "label">;
export type PermissionEnd =
  | { type: "allowed"; by: string }
  | { type: "denied"; by: string }
  | { type: "stopped" };

/** Shows reviews and questions for leave. Posts and never awaits a verdict; posting again the same review is harmless. */
export type Reviewer = {
  post(card: ReviewCard): Promise<void>;
  /** A review ended: its card becomes what it now is. */
  settle(review: string, end: ReviewEnd): Promise<void>;
  ask(card: PermissionCard): Promise<void>;
  /** The question has its answer, or has fallen away. */
  answered(card: AskedCard, end: PermissionEnd): Promise<void>;
};
export type ReviewEnd =
  | {
      type: "landed";
      generation: number;
      files: { path: string; op: Change["op"]; added: number; removed: number }[];
      by: string;
    }
  | { type: "rejected"; by: string }
  | { type: "revised"; by: string }
  | { type: "conflicted"; files: { path: string; why: string }[] }
  | { type: "stopped" };

export type Progress =
  | { type: "thinking"; step: number }
  | { type: "tool"; step: number; tool: string; label: string }
  | { type: "writing"; chars: number }
  | { type: "waiting"; review: string }
  | { type: "usage"; step: number; promptTokens: number; completionTokens: number; cachedTokens: number }
  | { type: "plan"; items: ChecklistLine[] };

/** Tells the person about a turn. `deliver` is durable when it resolves, and harmless to repeat. */
export type Notifier = {
  progress(turn: string, progress: Progress): void;
  deliver(turn: string, answer: { text: string; outcome: Outcome; outstanding: string[] }): Promise<void>;
};
