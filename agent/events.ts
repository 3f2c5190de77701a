// The events of a turn: one union on `type`, the only memory a turn has. What shows in a prompt is stored
// as the hash of its exact JSON bytes, never rebuilt from fields. Refuses anything that is not needed to
// decide, to render, or to tell the person what happened.

import type { Hash, LogRow, NewLogRow, Verdict } from "../store/ledger.ts";
import type { CheckNote } from "./check/finding.ts";
import type { FileExposures, ItemEnd, PlanItem, Unverified } from "./plans/plan.ts";

/** The thread of the turn's own conversation; side calls use `side:<step>.<index>.<n>`, workers `item:<n>`. */
export const MAIN = "main";

export type Usage = { promptTokens: number; completionTokens: number; cachedTokens: number };

/** What a reply is for; each has its own `max_tokens`. */
export type OutputClass = "answer" | "marks" | "rewrite" | "queries" | "goal" | "compose" | "final";

export type ToolCall = { id: string; name: string; args: string };

/** One file's before → after. `null` means absent. Modes are permission bits; a created file has mode null before. */
export type Change = {
  path: string;
  op: "create" | "modify" | "delete";
  before: Hash | null;
  after: Hash | null;
  mode: number | null;
};

export type Bounds = {
  steps: number;
  toolCalls: number;
  /** Prompt and completion tokens of the whole turn. */
  tokens: number;
  /** Time at work, waiting for a person not counted. */
  activeMs: number;
  reviews: number;
};

export type BoundName =
  | "steps"
  | "tool_calls"
  | "tokens"
  | "time"
  | "identical_calls"
  | "cycle"
  | "unknown_tool"
  | "malformed_calls"
  | "cut_replies"
  | "empty_replies"
  | "reviews"
  /** Of the worker of one plan item. */
  | "item_steps"
  | "item_calls";

export type Outcome =
  | "answered"
  | "landed"
  | "shown"
  | "rejected"
  | "stopped"
  | "bound"
  | "model_failed"
  | "failed";

export type CallFailure = "timeout" | "network" | "status" | "aborted" | "malformed" | "lost";

/** Where a later check of the answer can look: what a call touched. */
export type Evidence = {
  path?: string;
  chunks?: string[];
  lines?: [number, number];
  /** Of a budgeted lookup: the normalised query, and where its answer came from. */
  lookup?: { query: string; from: "live" | "shared" | "cache" | "memory" };
};

/** A query that the turn was advised to make, and the words that the person sees for it. */
export type AdvisedQuery = { query: string; label: string };

export type GateName = "verify" | "bail" | "claim" | "checklist" | "silence";

/** What the static checks said of everything staged, counted over the whole files. */
export type CheckReport = {
  files: number;
  /** Accesses on receivers that could be judged, and on those that nobody can tell. */
  judged: number;
  open: number;
  /** What this turn brings in: what holds a draft, and what is only told. */
  introduced: CheckNote[];
  told: CheckNote[];
  /** What stood there before. */
  inherited: number;
};

export type EventBody =
  | {
      type: "started";
      workspace: string;
      request: string;
      by: string;
      model: string;
      smallModel: string;
      renderVersion: number;
      indexVersion: string | null;
      /** Blob: `{"model":…,"messages":[{system}` — everything before the first fragment. */
      prefix: Hash;
      /** Blob: the tools' JSON array, as every request of the turn carries it. */
      tools: Hash;
      /** Fragments after the prefix: orientation (if any), then the request. */
      opening: Hash[];
      bounds: Bounds;
      /** What the opening gave of the documentation: constructs by id, and the names that need no lookup any more. */
      brief?: { constructs: string[]; provides: string[] };
      /** What a request may come to before it is trimmed. Logs of before have none. */
      contextTokens?: number;
      /** Queries are to be thought out before the first step: at most so many. */
      inflate?: number;
    }
  /** Something joined the conversation that nobody said; a null fragment records that there was nothing to add. */
  | { type: "context_added"; kind: "queries"; fragment: Hash | null; queries: AdvisedQuery[] }
  | { type: "steered"; by: string; text: string; fragment: Hash }
  /** The owner says that something exists which was called invented, or takes that back. */
  | {
      type: "overruled";
      by: string;
      word: "exists" | "withdrawn";
      family: string;
      about: string;
      fragment: Hash;
    }
  | {
      type: "asked";
      purpose: OutputClass;
      attempt: number;
      request: Hash;
      prefix: Hash;
      suffix: Hash;
      /** Side threads only: their messages, which no other event carries. */
      fragments: Hash[];
      maxTokens: number;
      bytes: number;
    }
  | {
      type: "replied";
      /** The HTTP body as it came. */
      reply: Hash;
      /** The assistant message as the next request carries it; null when it must not be carried (cut, forced final with calls). */
      fragment: Hash | null;
      text: string;
      calls: ToolCall[];
      finish: string;
      cut: boolean;
      usage: Usage;
      ms: number;
    }
  | { type: "call_failed"; reason: CallFailure; status: number | null; text: string; final: boolean }
  | {
      type: "tool_started";
      index: number;
      call: string;
      tool: string;
      label: string;
      /** Same tool and same normalised arguments give the same key. */
      key: string;
    }
  | {
      type: "tool_ran";
      index: number;
      call: string;
      tool: string;
      key: string;
      ok: boolean;
      /** Why not, when not ok: `unknown_tool`, `malformed`, `repeated`, `cycle`, or the tool's own reason. */
      reason: string | null;
      fragment: Hash;
      /** sha256 of the result's text: equal results are part of what a cycle is. */
      result: Hash;
      evidence: Evidence | null;
      /** The file that a refused write was of. */
      struck?: string;
      /** What a refused write would have brought in. */
      findings?: CheckNote[];
      ms: number;
    }
  /** A budgeted lookup went live: counted once for each (step, index), also over a restart. */
  | { type: "lookup_spent"; index: number; tool: string; query: string }
  /** An entry of the lasting cache answered a query that was only near to it. */
  | { type: "cache_served"; index: number; entry: string }
  /** A call waits for a person's leave; nothing of it has run. */
  | {
      type: "permission_asked";
      permission: string;
      index: number;
      tool: string;
      label: string;
      /** `checkpoint`: a worker would leave its item. */
      effect: "effortful" | "irreversible" | "checkpoint";
      key: string;
      /** Of a checkpoint: what it would leave, and for which files. */
      scope?: { over: "files" | "size" | "time"; paths: string[] };
    }
  | { type: "permission_decided"; permission: string; allow: boolean; by: string }
  /** `bytes`: of a worker's file, as it stands now. */
  | { type: "staged"; index: number; change: Change; note: string | null; bytes?: number }
  /** A plan, or what became of it: all items, those that began before among them. Stored before the first begins. */
  | { type: "plan_made"; index: number; plan: number; items: PlanItem[] }
  /** Stands first in the worker's thread: what all of its requests begin with, and the tools that they carry. */
  | { type: "item_began"; item: number; opening: Hash[]; tools: Hash; provides: string[] }
  /** What the item rests on does not resolve; a null fragment: the model has been told the same before. */
  | { type: "item_waits"; item: number; unverified: Unverified[]; fragment: Hash | null }
  | {
      type: "item_ended";
      item: number;
      state: ItemEnd;
      /** Files whose change of this item stands. */
      files: string[];
      exposes: FileExposures[];
      problems: string[];
      fragment: Hash;
    }
  /** A draft went through the finish gates; `held` names the first that holds it. */
  | {
      type: "checked";
      /** sha256 of the draft's text. */
      draft: Hash;
      /** Of what is staged: the hash that a dry run is made for once. */
      stage: Hash;
      held: { gate: GateName; tier: 1 | 2 | 3; text: string } | null;
      /** The draft as it ships, where code cut a sentence of it. */
      cut: string | null;
      /** What the answer has to admit, in code's words. */
      outstanding: string[];
      report: CheckReport;
    }
  /** What is staged was run once; the report is a blob. */
  | {
      type: "dry_ran";
      by: "draft" | "tool";
      stage: Hash;
      report: Hash;
      /** In one line, for the card. */
      line: string;
      findings: CheckNote[];
      ms: number;
    }
  | { type: "pushed"; by: string; fragment: Hash; text: string }
  /** The transcript carries `by` in the place of `fragment` from here on. */
  | {
      type: "trimmed";
      replacements: { fragment: Hash; by: Hash }[];
      /** Of a request, without its options. */
      bytes: { before: number; after: number };
    }
  /** The server counted fewer tokens for a longer request, and no trim says why. */
  | { type: "prompt_dropped"; before: number; after: number }
  | { type: "bound_met"; bound: BoundName; text: string; fragment: Hash | null }
  | { type: "review_opened"; review: string; changeset: Hash; changes: Change[]; draft: string }
  | {
      type: "verdict_given";
      review: string;
      verdict: Verdict;
      by: string;
      comment: string;
      fragment: Hash | null;
    }
  | { type: "landing_started"; review: string; landing: string }
  | { type: "landed"; review: string; generation: number; files: number }
  | { type: "conflicted"; review: string; files: { path: string; why: string }[]; restaged: boolean }
  | { type: "stop_asked"; by: string }
  | { type: "answered"; text: string; outcome: Outcome; outstanding: string[] }
  | { type: "delivered" }
  | { type: "ended"; outcome: Outcome }
  | { type: "lost"; what: string };

export type EventType = EventBody["type"];
export type EventHead = { turn: string; seq: number; thread: string; step: number; at: number };
export type TurnEvent = EventHead & EventBody;
export type EventOf<T extends EventType> = EventHead & Extract<EventBody, { type: T }>;

export type NewEvent = { thread: string; step: number; at: number; body: EventBody };

export function toRow(event: NewEvent): NewLogRow {
  const { type, ...body } = event.body;
  return { thread: event.thread, step: event.step, at: event.at, type, body: JSON.stringify(body) };
}

/** Rows were written by `toRow`, in this version or an older one; the store has checked the chain. */
export function fromRow(row: LogRow): TurnEvent {
  const { turn, seq, thread, step, at, type } = row;
  return { ...JSON.parse(row.body), turn, seq, thread, step, at, type } as TurnEvent;
}
