// Drains what is to be said, at the pace that Telegram allows. Promises that a message is placed once and edited until
// it is right, that one chat never holds up another, that progress never goes before an answer, and that a restart
// goes on where the ledger says. Refuses to keep anything in memory that a message depends on.

import type { OutboxMessage } from "../store/ledger.ts";
import type { OnIncident } from "./incident.ts";
import { fromBody, type OutboxBody } from "./outbox/body.ts";
import { createDelivery, type DeliverDeps } from "./outbox/deliver.ts";
import { afterFailure } from "./outbox/failure.ts";
import { createPace, type Weight } from "./outbox/pace.ts";

export type OutboxDeps = DeliverDeps & { onIncident: OnIncident };

export type Outbox = {
  /** Something was said. */
  wake(): void;
  /** Runs until the signal ends it; what is on its way is waited for. */
  run(): Promise<void>;
  /** Resolves when nothing is due and nothing will be; `run` must be running. */
  idle(): Promise<void>;
};

const CALLS_AT_ONCE = 16;
const FIRST_LOOK = 64;
const LONGEST_LOOK = 4_096;
/** Another process may have said something without a word to us. */
const LOOK_AGAIN_MS = 60_000;
const FAULT_PAUSE_MS = 5_000;

export function createOutbox(deps: OutboxDeps): Outbox {
  const { ledger, clock, signal, onIncident } = deps;
  const pace = createPace(clock);
  const delivery = createDelivery(deps);
  const lanes = new Map<string, Promise<void>>();
  let bell = new AbortController();
  let waitingForIdle: (() => void)[] = [];

  const wake = () => bell.abort();

  async function run(): Promise<void> {
    while (!signal.aborted) {
      bell = new AbortController();
      const rung = AbortSignal.any([signal, bell.signal]);
      const next = await lookAndStart();
      const until = Math.min(next ?? Number.POSITIVE_INFINITY, clock.now() + LOOK_AGAIN_MS);
      await clock.sleep(Math.max(0, until - clock.now()), rung).catch(() => undefined);
    }
    await Promise.allSettled(lanes.values());
    releaseIdle();
  }

  /** Starts what may go now; says when to look again by itself. */
  async function lookAndStart(): Promise<number | null> {
    for (let limit = FIRST_LOOK; ; limit *= 4) {
      const lookedAt = clock.now();
      const rows = await ledger.dueOutbox(lookedAt, limit);
      const { started, readyAt } = startRows(rows);
      // A flood of one chat fills the first look, and must not hide the others.
      if (rows.length === limit && started === 0 && lanes.size < CALLS_AT_ONCE && limit < LONGEST_LOOK)
        continue;
      const dueAt = await ledger.nextOutboxAt();
      if (dueAt === null && lanes.size === 0) releaseIdle();
      // Measured from the look: what came due since was not in it, and would wait for the next one for a minute.
      const later = [readyAt, dueAt].filter((at) => at !== null && at > lookedAt);
      return later.length === 0 ? null : Math.min(...later.map(Number));
    }
  }

  function startRows(rows: readonly OutboxMessage[]): { started: number; readyAt: number | null } {
    const held = new Set<string>();
    let started = 0;
    let first: number | null = null;
    for (const row of rows) {
      if (lanes.has(row.chat) || lanes.size >= CALLS_AT_ONCE) continue;
      const body = fromBody(row.body);
      const call = callOf(row, body);
      if (held.has(row.chat) && call?.urgent === false) continue;
      const readyAt = call === null ? 0 : pace.readyAt(row.chat, call.weight, call.urgent);
      if (readyAt > clock.now()) {
        held.add(row.chat);
        first = Math.min(readyAt, first ?? readyAt);
        continue;
      }
      if (call !== null) pace.spend(row.chat, call.weight);
      lanes.set(row.chat, inLane(row, body));
      started += 1;
    }
    return { started, readyAt: first };
  }

  async function inLane(row: OutboxMessage, body: OutboxBody | undefined): Promise<void> {
    try {
      if (body === undefined) await ledger.markFailed(row.id, "its body cannot be read", null);
      else await deliver(row, body);
    } catch (error) {
      // Not Telegram's fault but ours or the disk's: the row stays due, so the chat pauses.
      pace.block(row.chat, clock.now() + FAULT_PAUSE_MS);
      onIncident({ kind: "outbox", text: `The outbox failed at ${row.cause}.`, error });
    } finally {
      lanes.delete(row.chat);
      wake();
    }
  }

  async function deliver(row: OutboxMessage, body: OutboxBody): Promise<void> {
    try {
      await delivery.step(row, body);
    } catch (error) {
      if (signal.aborted) return;
      const fate = afterFailure(error, { row, body, now: clock.now() });
      if (fate.blockUntil !== null) pace.block(row.chat, fate.blockUntil);
      if (fate.incident !== null) onIncident({ kind: "outbox", text: fate.incident, error });
      if (fate.type === "let_go") await ledger.markDone(row.id, clock.now(), row.body);
      else await ledger.markFailed(row.id, fate.error, fate.type === "retry" ? fate.at : null);
    }
  }

  function releaseIdle(): void {
    const waiting = waitingForIdle;
    waitingForIdle = [];
    for (const resolve of waiting) resolve();
  }

  return {
    wake,
    run,
    idle: () =>
      new Promise((resolve) => {
        waitingForIdle.push(resolve);
        wake();
      }),
  };
}

/** What the row's next step asks of Telegram; null when it asks nothing. */
function callOf(
  row: OutboxMessage,
  body: OutboxBody | undefined,
): { weight: Weight; urgent: boolean } | null {
  if (body === undefined || (body.type === "edit" && "cause" in body.target)) return null;
  const urgent = row.priority === 0 || (body.type === "text" && body.urgent);
  return { weight: row.messageId === null && body.type !== "edit" ? "send" : "edit", urgent };
}
