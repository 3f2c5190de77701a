// Takes each pending update from the inbox to its handler. Promises that taps start at once, beside everything;
// that messages go one by one, in order; that an update whose handler throws is finished with its error and the
// next goes on. Refuses what the gate refuses, before any dispatch.

import type { Clock } from "../store/clock.ts";
import type { InboxUpdate, Ledger } from "../store/ledger.ts";
import type { Access } from "./access.ts";
import { type Gathered, gather, type Waiting } from "./gather.ts";
import { createInHand } from "./in-hand.ts";
import type { OnIncident } from "./incident.ts";
import { type Incoming, parseUpdate, type TapQuery } from "./incoming.ts";

export type Handlers = {
  tap(tap: TapQuery, actor: string): Promise<void>;
  message(gathered: Gathered): Promise<void>;
  edit(edited: Waiting): Promise<void>;
  /** A stranger's tap: Telegram wants an answer, nothing else happens. */
  refuseTap(tap: TapQuery): Promise<void>;
  /** The handler of this message threw. */
  failed(waiting: Waiting): Promise<void>;
};

export type UpdatesDeps = {
  ledger: Pick<Ledger, "pendingUpdates" | "finishUpdate" | "finishUpdates" | "audit">;
  access: Access;
  /** A listed person was heard, under this name. */
  onPerson(actor: string, name: string): void;
  handlers: Handlers;
  clock: Clock;
  onIncident: OnIncident;
  signal: AbortSignal;
};

export type Updates = {
  /** Updates were ingested. */
  wake(): void;
  /** Handles what is pending until the signal is aborted; resolves when all handlers came to rest. */
  run(): Promise<void>;
  /** Resolves when no stored update waits to be handled. */
  settled(): Promise<void>;
};

const SCAN_LIMIT = 10_000;
const AUDITED_STRANGERS = 1_000;
const FAULT_PAUSE_MS = 1_000;

export function createUpdates(deps: UpdatesDeps): Updates {
  const { ledger, clock, signal, onIncident } = deps;
  const inHand = createInHand(deps);
  const strangers = new Set<string>();
  const taps = new Set<Promise<void>>();
  let queue: Waiting[] = [];
  let scanBell = Promise.withResolvers<void>();
  let queueBell = Promise.withResolvers<void>();

  async function scan(): Promise<void> {
    while (!signal.aborted) {
      scanBell = Promise.withResolvers();
      try {
        await admitPending();
        await scanBell.promise;
      } catch (error) {
        if (signal.aborted) return;
        onIncident({ kind: "update", text: "The inbox could not be read; trying again.", error });
        await clock.sleep(FAULT_PAUSE_MS, signal).catch(() => undefined);
      }
    }
  }

  async function admitPending(): Promise<void> {
    const pending = await ledger.pendingUpdates(SCAN_LIMIT);
    const fresh = pending.filter((update) => !inHand.has(update.updateId));
    const read = fresh.map((update) => ({ update, incoming: parseUpdate(update.body, update.receivedAt) }));
    // Taps first: one that came behind a hundred messages still starts now.
    read.sort((a, b) => Number(b.incoming.type === "tap") - Number(a.incoming.type === "tap"));
    // A stranger's messages come to nothing, so they come last, and together: a flood of them holds nobody up.
    const [strange, own] = [read.filter(isStrange), read.filter((one) => !isStrange(one))];
    for (const { update, incoming } of own) {
      inHand.take(update.updateId);
      try {
        await admit(update, incoming);
      } catch (error) {
        inHand.giveBack(update.updateId);
        throw error;
      }
    }
    for (const { incoming } of strange) await auditStranger(incoming);
    await inHand.finishAll(strange.map(({ update }) => update.updateId));
  }

  function isStrange({ incoming }: { incoming: Incoming }): boolean {
    const isWords = incoming.type === "message" || incoming.type === "edit";
    return isWords && !deps.access.allow(incoming.sender).ok;
  }

  async function admit({ updateId }: InboxUpdate, incoming: Incoming): Promise<void> {
    if (incoming.type === "ignored") return ignore(updateId, incoming.why);
    const allowed = deps.access.allow(incoming.sender);
    if (!allowed.ok) {
      await auditStranger(incoming);
      if (incoming.type === "tap") track(inHand.guard(updateId, () => deps.handlers.refuseTap(incoming.tap)));
      return;
    }
    if (incoming.sender.type === "person") deps.onPerson(allowed.actor, incoming.sender.name);
    if (incoming.type === "tap") {
      track(inHand.guard(updateId, () => deps.handlers.tap(incoming.tap, allowed.actor)));
    } else {
      queue.push({ actor: allowed.actor, message: incoming.message, isEdit: incoming.type === "edit" });
      queueBell.resolve();
    }
  }

  async function ignore(updateId: number, why: string): Promise<void> {
    await inHand.finish(updateId, why);
    onIncident({ kind: "update", text: `Update ${updateId} was left aside: ${why}.` });
  }

  /** One line for each stranger and run: a flood from outside must not fill the audit. */
  async function auditStranger(incoming: Incoming): Promise<void> {
    const refused = incoming.type === "ignored" ? null : deps.access.allow(incoming.sender);
    if (refused === null || refused.ok) return;
    const by = refused.actor ?? "unknown";
    if (strangers.has(by) || strangers.size >= AUDITED_STRANGERS) return;
    strangers.add(by);
    await ledger.audit({ at: clock.now(), by, action: "refused", subject: refused.why, hash: null });
  }

  async function work(): Promise<void> {
    while (!signal.aborted) {
      queueBell = Promise.withResolvers();
      const waitMs = await workOnce();
      if (waitMs === null) await queueBell.promise;
      else await waitOr(waitMs, queueBell.promise);
    }
  }

  async function workOnce(): Promise<number | null> {
    const { ready, waitMs } = gather(queue, clock.now());
    const going = new Set(ready.flatMap((group) => group.parts));
    queue = queue.filter((waiting) => !going.has(waiting.message));
    for (const group of ready) {
      if (signal.aborted) return null;
      await carryOut(group);
    }
    return waitMs;
  }

  async function carryOut({ actor, parts, isEdit }: Gathered): Promise<void> {
    const [first, ...rest] = parts;
    const { message, edit, failed } = deps.handlers;
    const waiting = { actor, message: first, isEdit };
    // The first part names the request: finished last, it is what a restart finds and knows again.
    const others = rest.map((part) => part.updateId).reverse();
    const run = async () => {
      await (isEdit ? edit(waiting) : message({ actor, parts, isEdit }));
      await finishAll(others);
    };
    await inHand.guard(first.updateId, run, async () => {
      await finishAll(others);
      await failed(waiting);
    });
  }

  async function finishAll(updateIds: readonly number[]): Promise<void> {
    for (const updateId of updateIds) await inHand.finish(updateId);
  }

  function track(task: Promise<void>): void {
    const tracked = task.finally(() => taps.delete(tracked));
    taps.add(tracked);
  }

  async function waitOr(ms: number, other: Promise<void>): Promise<void> {
    const timer = new AbortController();
    const slept = clock.sleep(ms, AbortSignal.any([signal, timer.signal])).catch(() => undefined);
    await Promise.race([slept, other]);
    timer.abort();
    await slept;
  }

  return {
    settled: inHand.settled,
    wake: () => scanBell.resolve(),
    async run() {
      const ring = () => {
        scanBell.resolve();
        queueBell.resolve();
      };
      signal.addEventListener("abort", ring, { once: true });
      await Promise.all([scan(), work()]);
      await Promise.all(taps);
    },
  };
}
