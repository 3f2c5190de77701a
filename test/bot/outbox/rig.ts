// An outbox over the real ledger and the strict Bot API server, on one clock that moves only when nothing is on its
// way. Promises that a story takes no real time to wait. Refuses to look into the outbox: the chat is the oracle.

import type { TestContext } from "node:test";
import { setImmediate as tick } from "node:timers/promises";
import type { Incident } from "../../../bot/incident.ts";
import { type OutboxBody, toBody } from "../../../bot/outbox/body.ts";
import { createOutbox } from "../../../bot/outbox.ts";
import type { FaultFunction } from "../../../bot/playground/telegram-server/faults.ts";
import { startTelegramServer } from "../../../bot/playground/telegram-server/server.ts";
import { createTelegram } from "../../../bot/telegram.ts";
import type { Clock } from "../../../store/clock.ts";
import { type Failpoint, noFailpoint } from "../../../store/failpoint.ts";
import type { NewOutboxMessage } from "../../../store/ledger.ts";
import { openLedger } from "../../../store/open.ts";

export const token = "4242:AAbbCCddEEff";
export const ann = { id: 1001, first_name: "Ann" };
export const ben = { id: 1002, first_name: "Ben" };

export type SteppedClock = Clock & { step(): boolean };

/** Stands still until `step` moves it to the next moment that somebody waits for. */
export function steppedClock(): SteppedClock {
  let now = 1_800_000_000_000;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    step() {
      const [next] = [...sleepers].sort((a, b) => a.at - b.at);
      if (next === undefined) return false;
      now = Math.max(now, next.at);
      next.wake();
      return true;
    },
    sleep(ms, signal) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const sleeper = { at: now + ms, wake: resolve };
      const abort = () => reject(signal.reason);
      sleepers.add(sleeper);
      signal.addEventListener("abort", abort, { once: true });
      if (signal.aborted) abort();
      return promise.finally(() => {
        sleepers.delete(sleeper);
        signal.removeEventListener("abort", abort);
      });
    },
  };
}

export type RigOptions = { fault?: FaultFunction; pace?: "telegram" | "off" };

export async function openRig(t: TestContext, options: RigOptions = {}) {
  const clock = steppedClock();
  const server = await startTelegramServer({ token, clock, pace: "off", ...options });
  const ledger = await openLedger("memory:", { clock });
  const { person } = server;
  person.addUser(ann);
  person.addUser(ben);
  const chats = { ann: String(person.openPrivate(ann.id)), ben: String(person.openPrivate(ben.id)) };
  const telegram = createTelegram({ token, apiRoot: server.apiRoot, timeoutSeconds: 60, clock });
  const calls = { onTheirWay: 0 };
  telegram.api.config.use(async (previous, method, payload, signal) => {
    calls.onTheirWay += 1;
    try {
      return await previous(method, payload, signal);
    } finally {
      calls.onTheirWay -= 1;
    }
  });
  t.after(async () => {
    await server[Symbol.asyncDispose]();
    await ledger[Symbol.asyncDispose]();
  });
  const incidents: Incident[] = [];

  /** Time moves on only when no call is on its way, until `ended`. */
  async function pass(ended: () => boolean): Promise<void> {
    for (let quiet = 0; !ended(); quiet = calls.onTheirWay > 0 ? 0 : quiet + 1) {
      await tick();
      if (quiet > 12 && calls.onTheirWay === 0) {
        clock.step();
        quiet = 0;
      }
    }
  }

  /** One life of the process: until all is said, or until the failpoint ends it. */
  async function live(failpoint: Failpoint = noFailpoint): Promise<void> {
    const life = new AbortController();
    const outbox = createOutbox({
      ledger,
      telegram,
      clock,
      signal: life.signal,
      failpoint: (name) => {
        if (life.signal.aborted) throw new Error("a dead process goes on");
        try {
          failpoint(name);
        } catch (killed) {
          life.abort();
          throw killed;
        }
      },
      onIncident: (incident) => void incidents.push(incident),
    });
    let ended = false;
    const running = outbox.run().then(() => {
      ended = true;
    });
    outbox
      .idle()
      .then(() => life.abort())
      .catch(() => undefined);
    await pass(() => ended);
    await running;
  }

  const say = (...messages: NewOutboxMessage[]) => ledger.say(messages, clock.now());
  const show = (message: NewOutboxMessage) => ledger.say([message], clock.now(), { replace: true });
  const messages = (chat: string) =>
    person.messages(Number(chat)).filter((message) => message.from === "bot");
  return { clock, server, person, ledger, telegram, chats, incidents, live, pass, say, show, messages };
}

export type Rig = Awaited<ReturnType<typeof openRig>>;

type Row = Partial<Omit<NewOutboxMessage, "body">> & { cause: string; chat: string };

export function row(of: Row, body: OutboxBody): NewOutboxMessage {
  return { topic: null, kind: "notice", priority: 2, after: null, review: null, ...of, body: toBody(body) };
}

export function text(text: string, more: Partial<Extract<OutboxBody, { type: "text" }>> = {}): OutboxBody {
  return {
    type: "text",
    lead: null,
    text,
    entities: [],
    keyboard: null,
    whenDelivered: null,
    replyTo: null,
    urgent: false,
    ...more,
  };
}

export const button = (label: string) => ({
  inline_keyboard: [[{ text: label, callback_data: `t:${label}` }]],
});
