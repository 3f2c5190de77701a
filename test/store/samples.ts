// Rows for the ledger's stories, complete and boring, so that a story states only what it is about. Promises
// the same rows each time. Refuses randomness and the clock.

import type { TestContext } from "node:test";
import type { Clock } from "../../store/clock.ts";
import { sha256 } from "../../store/hash.ts";
import type {
  AppendBatch,
  Blob,
  Ledger,
  NewLogRow,
  NewOutboxMessage,
  NewRequest,
  NewReview,
  Tap,
} from "../../store/ledger.ts";
import { openLedger } from "../../store/open.ts";
import { tempFolder } from "./temp.ts";

export const T0 = 1_800_000_000_000;

/** A clock that stands at T0; waiting passes at once. */
export const stoppedClock: Clock = {
  now: () => T0,
  sleep: async (_ms, signal) => signal.throwIfAborted(),
};

/** What a contract story runs on. */
export const STORES = ["memory:", "sqlite:"] as const;

export async function openFor(t: TestContext, store: (typeof STORES)[number]): Promise<Ledger> {
  const uri = store === "memory:" ? store : `sqlite:${await tempFolder(t)}/ledger.sqlite`;
  const ledger = await openLedger(uri, { clock: stoppedClock });
  t.after(() => ledger[Symbol.asyncDispose]());
  return ledger;
}

export function blobOf(text: string): Blob {
  return { hash: sha256(text), bytes: Buffer.from(text) };
}

export function message(cause: string, with_: Partial<NewOutboxMessage> = {}): NewOutboxMessage {
  return {
    cause,
    chat: "chat",
    topic: null,
    kind: "answer",
    priority: 1,
    body: `{"text":"${cause}"}`,
    after: null,
    review: null,
    ...with_,
  };
}

export function request(cause: string, with_: Partial<NewRequest> = {}): NewRequest {
  return {
    cause,
    workspace: "shop",
    chat: "chat",
    topic: null,
    messageId: 7,
    by: "owner",
    text: "remove the footer",
    ...with_,
  };
}

export function event(type: string, body = "{}"): NewLogRow {
  return { thread: "main", step: 0, at: T0, type, body };
}

export function batch(turn: string, expect: number, with_: Partial<AppendBatch> = {}): AppendBatch {
  return { turn, expect, events: [], blobs: [], ...with_ };
}

/** A turn in its first event, of no request. */
export async function startTurn(ledger: Ledger, turn: string, body?: string): Promise<void> {
  const row = {
    turn,
    request: null,
    workspace: "shop",
    chat: "chat",
    topic: null,
    by: "owner",
    text: "tidy up",
  };
  const first = batch(turn, 0, { events: [event("started", body)] });
  await ledger.createTurn({ ...row, startedAt: T0 }, first);
}

export const CHANGESET = blobOf('{"changes":[]}');

export function review(id: string, with_: Partial<NewReview> = {}): NewReview {
  return {
    review: id,
    workspace: "shop",
    changeset: CHANGESET.hash,
    origin: { type: "command", command: "undo", by: "owner" },
    chat: "chat",
    topic: null,
    allowed: ["owner", "editor"],
    openedAt: T0,
    expiresAt: null,
    buttons: ["apply", "reject", "revise", "withdraw"].map((action) => ({
      token: `${id}-${action}`,
      action,
      subject: id,
      chat: "chat",
      allowed: ["owner", "editor"],
      once: true,
    })),
    replaces: null,
    ...with_,
  };
}

export function tap(token: string, with_: Partial<Tap> = {}): Tap {
  return { token, by: "owner", chat: "chat", messageId: null, at: T0 + 1000, ...with_ };
}

/** A turn that waits for the verdict on `review`, as the runner leaves it. */
export async function waitForVerdict(ledger: Ledger, turn: string, id: string): Promise<void> {
  await startTurn(ledger, turn);
  await ledger.append(
    batch(turn, 1, {
      events: [event("review_opened")],
      blobs: [CHANGESET],
      state: { state: "waiting" },
      review: review(id, { origin: { type: "turn", turn } }),
    }),
  );
}

/** Takes the landing lease of the sample workspace and returns its fence. */
export async function landingFence(ledger: Ledger): Promise<number> {
  const holder = { pid: process.pid, startedAt: 1, what: "landing" };
  const lease = await ledger.acquireLease("landing:shop", holder, 60_000, T0);
  if (!lease.ok) throw new Error("the sample lease is held");
  return lease.fence;
}
