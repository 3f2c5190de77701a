// What must not be lost: the ledger's operations and rows. Each operation is one durable transaction and
// safe to repeat. Ids of people, chats and workspaces are opaque strings here. Refuses partial writes:
// an artifact and its index entry always travel in the same call.

import type { Permissions, Trust } from "./consent.ts";
import type { Overlay } from "./overlay.ts";
import type { Streaks } from "./streaks.ts";
import type { Usage } from "./usage.ts";

export type Hash = string; // sha256, lower-case hex
export type Blob = { hash: Hash; bytes: Uint8Array };

// ---- inbox

export type InboxUpdate = { updateId: number; body: string; receivedAt: number };

export type Inbox = {
  /** Stores updates (known ids are ignored) and the next poll offset together; returns how many were new. */
  ingest(updates: InboxUpdate[], nextOffset: number): Promise<number>;
  pollOffset(): Promise<number>;
  /** Updates not yet finished, oldest first. */
  pendingUpdates(limit: number): Promise<InboxUpdate[]>;
  /** Marks an update finished; `error` keeps why it failed. */
  finishUpdate(updateId: number, at: number, error?: string): Promise<void>;
  /** Many at once that come to nothing: a flood of them costs one commit. */
  finishUpdates(updateIds: readonly number[], at: number): Promise<void>;
};

// ---- outbox

/** What is to be said. `cause` makes saying it idempotent; `body` is the sender's JSON. */
export type NewOutboxMessage = {
  cause: string;
  chat: string;
  topic: string | null;
  kind: "answer" | "card" | "notice" | "edit" | "status" | "document";
  /** Lower goes first: 0 taps and receipts, 1 answers and cards, 2 notices, 3 progress. */
  priority: number;
  body: string;
  /** Cause of a message that must have its id before this one goes. */
  after: string | null;
  /** The review whose card this is: its message id is stored in the same transaction as ours. */
  review: string | null;
};

export type OutboxState = "pending" | "placed" | "done" | "dead";

export type OutboxMessage = NewOutboxMessage & {
  id: number;
  state: OutboxState;
  messageId: number | null;
  attempts: number;
  nextAt: number;
  error: string | null;
  createdAt: number;
};

export type Outbox = {
  /** Adds messages; a known cause is ignored, unless `replace`: then its body is replaced and it is due again. */
  say(messages: NewOutboxMessage[], at: number, options?: { replace: boolean }): Promise<void>;
  /** Due messages (pending or placed), by priority then age, whose `after` is placed or done. */
  dueOutbox(now: number, limit: number): Promise<OutboxMessage[]>;
  /** When the next one not yet due becomes due, or null. */
  nextOutboxAt(): Promise<number | null>;
  outboxByCause(cause: string): Promise<OutboxMessage | undefined>;
  /** The send was accepted: keeps the message id, also on the review. Placed messages still owe their edit. */
  markPlaced(id: number, messageId: number, at: number): Promise<void>;
  /** With `sentBody`, a message whose body was replaced while that one was on its way stays due. */
  markDone(id: number, at: number, sentBody?: string): Promise<void>;
  /** Counts an attempt; tries again at `nextAt`, or never again when null. */
  markFailed(id: number, error: string, nextAt: number | null): Promise<void>;
  /** Everything that is not done: pending, placed, dead; oldest first; of one chat or of all (null). */
  unsent(chat: string | null): Promise<OutboxMessage[]>;
};

// ---- requests and turns

export type NewRequest = {
  cause: string;
  workspace: string;
  chat: string;
  topic: string | null;
  messageId: number | null;
  by: string;
  text: string;
  /** The words of the message that the request is a reply to. */
  repliedTo?: string;
};

export type RequestState = "queued" | "running" | "ended" | "dropped";
export type QueuedRequest = NewRequest & { id: number; state: RequestState; turn: string | null; at: number };

export type TurnState = "running" | "waiting" | "ended";

export type TurnRow = {
  turn: string;
  request: number | null;
  workspace: string;
  chat: string;
  topic: string | null;
  by: string;
  text: string;
  state: TurnState;
  outcome: string | null;
  answer: string | null;
  startedAt: number;
  endedAt: number | null;
};

/** One event as stored: `body` is JSON of what is particular to its type; `prev` chains to the row before. */
export type LogRow = {
  turn: string;
  seq: number;
  thread: string;
  step: number;
  at: number;
  type: string;
  body: string;
  prev: Hash;
  hash: Hash;
};
export type NewLogRow = Pick<LogRow, "thread" | "step" | "at" | "type" | "body">;

export type InputKind = "steer" | "stop" | "verdict" | "permission" | "overruled";
export type TurnInput = { turn: string; n: number; kind: InputKind; by: string; body: string; at: number };

export type AppendBatch = {
  turn: string;
  /** Seq of the last event the caller knows (0 for none); another writer in between makes it throw. */
  expect: number;
  events: NewLogRow[];
  blobs: Blob[];
  /** The input with this n is consumed by these events; earlier ones may go on waiting. */
  consumed?: number;
  state?: { state: TurnState; outcome?: string; answer?: string };
  review?: NewReview;
  /** Ends a landing in the transaction of its event. */
  landing?: LandingEnd;
};

export type TurnLog = {
  /** Queues a request; a known cause returns the request that it already made. */
  addRequest(request: NewRequest, at: number): Promise<QueuedRequest>;
  queuedRequests(workspace: string): Promise<QueuedRequest[]>;
  /** queued → dropped; false when it was no longer queued. */
  dropRequest(id: number): Promise<boolean>;
  /** Creates the turn and its first events; moves the request (if any) from queued to running, or throws. */
  createTurn(
    turn: Omit<TurnRow, "state" | "outcome" | "answer" | "endedAt">,
    first: AppendBatch,
  ): Promise<LogRow[]>;
  turn(turn: string): Promise<TurnRow | undefined>;
  turnsIn(states: TurnState[], workspace?: string): Promise<TurnRow[]>;
  /** Ended turns of a chat or topic, newest first. */
  recentTurns(chat: string, topic: string | null, limit: number): Promise<TurnRow[]>;
  /** Appends in one transaction: blobs, events, consumed inputs, turn state, review, landing. Returns the rows. */
  append(batch: AppendBatch): Promise<LogRow[]>;
  /** The whole log, its chain verified; a broken one throws and says at which event. */
  log(turn: string): Promise<LogRow[]>;
  /** Adds an input for the runner. False when the turn has ended. `cause` makes it idempotent. */
  addInput(input: Omit<TurnInput, "n">, cause: string): Promise<boolean>;
  /** Inputs not consumed yet, in order; what came too late is still there after the end. */
  inputs(turn: string): Promise<TurnInput[]>;
  putBlobs(blobs: Blob[]): Promise<void>;
  blob(hash: Hash): Promise<Uint8Array | undefined>;
};

// ---- reviews

export type ReviewState =
  | "open"
  | "approved"
  | "rejected"
  | "revised"
  | "withdrawn"
  | "stale"
  | "replaced"
  | "expired"
  | "landed"
  | "conflicted";

/** The verdicts a button may carry. */
export type Verdict = "apply" | "reject" | "revise" | "withdraw";

export type Origin = { type: "turn"; turn: string } | { type: "command"; command: string; by: string };

export type NewButton = {
  /** 128 random bits, base64url. */
  token: string;
  action: string;
  /** What it acts on: a review id for verdicts, else JSON or an id of the action's own. */
  subject: string;
  chat: string;
  allowed: string[];
  /** Works once (verdicts, undo) or as often as it is tapped (pages). */
  once: boolean;
};
export type Button = NewButton & { usedBy: string | null; usedAt: number | null };

export type NewReview = {
  review: string;
  workspace: string;
  /** sha256 of the changeset's canonical JSON, which is a blob. */
  changeset: Hash;
  origin: Origin;
  chat: string;
  topic: string | null;
  /** People whose verdict counts. */
  allowed: string[];
  openedAt: number;
  expiresAt: number | null;
  buttons: NewButton[];
  /** The review that this one replaces; it becomes stale in the same transaction. */
  replaces: string | null;
};

export type ReviewRow = Omit<NewReview, "buttons" | "replaces"> & {
  state: ReviewState;
  messageId: number | null;
  decidedBy: string | null;
  decidedAt: number | null;
  comment: string | null;
  generation: number | null;
};

export type Tap = { token: string; by: string; chat: string; messageId: number | null; at: number };

export type Decision =
  | { type: "decided"; review: ReviewRow; verdict: Verdict }
  | { type: "already"; review: ReviewRow }
  | { type: "not_allowed" }
  | { type: "wrong_place" }
  | { type: "expired"; review: ReviewRow }
  | { type: "unknown" };

export type Reviews = {
  /** Opens a review that no turn asked for (undo, config). */
  openReview(review: NewReview, blobs: Blob[]): Promise<void>;
  review(review: string): Promise<ReviewRow | undefined>;
  reviewsIn(states: ReviewState[], workspace?: string): Promise<ReviewRow[]>;
  addButtons(buttons: NewButton[]): Promise<void>;
  button(token: string): Promise<Button | undefined>;
  /**
   * A person's verdict by button: one compare-and-set on the open review, the input row for its turn, the audit
   * line. Nothing changes unless the result is "decided" (or "expired", which is stored).
   */
  decide(tap: Tap): Promise<Decision>;
  /** A verdict in words on an open review (Revise with a comment), by a person who is allowed. */
  decideByReply(reply: {
    review: string;
    by: string;
    verdict: Verdict;
    comment: string;
    at: number;
  }): Promise<Decision>;
  /** Uses a once-button that is no verdict (undo): opens `review` as approved by this tap, atomically. */
  approveByButton(tap: Tap, review: NewReview, blobs: Blob[]): Promise<Decision>;
  /** open → a final state without a verdict (stale, replaced, withdrawn); false when it was not open. */
  closeReview(review: string, state: "stale" | "replaced" | "withdrawn", at: number): Promise<boolean>;
};

// ---- landing

export type LandingState = "applying" | "applied" | "conflicted";
export type Landing = {
  landing: string;
  review: string;
  workspace: string;
  changeset: Hash;
  state: LandingState;
  by: string;
  startedAt: number;
  detail: string | null;
};

export type LandingEnd =
  | { type: "applied"; landing: string; fence: number; at: number; undoes: number | null }
  | { type: "conflicted"; landing: string; at: number; detail: string };

export type Generation = {
  workspace: string;
  n: number;
  changeset: Hash;
  review: string;
  turn: string | null;
  by: string;
  at: number;
  undoes: number | null;
  undoneBy: number | null;
};

export type Landings = {
  /** approved review → landing "applying"; a repeat returns the landing that exists, whatever its state. */
  startLanding(landing: { review: string; by: string; at: number; fence: number }): Promise<Landing>;
  /**
   * Ends a landing; "applied" makes the generation, the review's state and the audit line in the same transaction.
   * Checks the fence of lease `landing:<workspace>`. Repeats return the generation that exists. A turn's landing
   * ends inside `append` instead, so that its event is in the transaction.
   */
  endLanding(end: LandingEnd): Promise<Generation | undefined>;
  landing(review: string): Promise<Landing | undefined>;
  landingsIn(state: LandingState): Promise<Landing[]>;
  generations(workspace: string, limit: number): Promise<Generation[]>;
  generation(workspace: string, n: number): Promise<Generation | undefined>;
};

// ---- the rest

export type JobRun = {
  job: string;
  window: string;
  state: "running" | "ok" | "failed" | "timed_out" | "lost";
  startedAt: number;
  endedAt: number | null;
  result: string | null;
};

export type AuditEntry = { at: number; by: string; action: string; subject: string; hash: Hash | null };
export type LeaseHolder = { pid: number; startedAt: number; what: string };
export type LeaseResult = { ok: true; fence: number } | { ok: false; holder: LeaseHolder; expiresAt: number };

export type Upkeep = {
  bind(chat: string, topic: string | null, workspace: string): Promise<void>;
  binding(chat: string, topic: string | null): Promise<string | undefined>;
  /** One run per job and window, once ever; false when that window was already claimed. */
  claimRun(job: string, window: string, at: number): Promise<boolean>;
  endRun(
    job: string,
    window: string,
    state: Exclude<JobRun["state"], "running">,
    result: string,
    at: number,
  ): Promise<void>;
  runs(job: string, limit: number): Promise<JobRun[]>;
  setPaused(job: string, paused: boolean): Promise<void>;
  paused(): Promise<string[]>;
  audit(entry: AuditEntry): Promise<void>;
  /** The last lines, newest first. */
  auditTail(limit: number): Promise<AuditEntry[]>;
  /** Takes or renews a lease; an expired one, or one whose process on this machine is gone, is taken over. */
  acquireLease(name: string, holder: LeaseHolder, ttlMs: number, now: number): Promise<LeaseResult>;
  releaseLease(name: string, fence: number): Promise<void>;
};

export type Ledger = Inbox &
  Outbox &
  TurnLog &
  Reviews &
  Landings &
  Trust &
  Overlay &
  Permissions &
  Streaks &
  Usage &
  Upkeep & { [Symbol.asyncDispose](): Promise<void> };
