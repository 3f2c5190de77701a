// A started server with one person, a clock that only a test moves, and two clients: plain fetch and grammY's.
// Promises to close everything at the end of a test. Refuses real time, except as the limit of a hung test.

import assert from "node:assert/strict";
import { Api } from "grammy";
import {
  startTelegramServer,
  type TelegramServerOptions,
} from "../../../../bot/playground/telegram-server/server.ts";
import type { Clock } from "../../../../store/clock.ts";

export const token = "4242:AAbbCCddEEff";
export const ann = { id: 1001, first_name: "Ann", username: "ann_lee" };
export const ben = { id: 1002, first_name: "Ben" };

export type MovedClock = Clock & { advance(ms: number): void };

export function movedClock(): MovedClock {
  let now = 1_780_000_000_000;
  const sleepers = new Set<{ at: number; wake: () => void }>();
  return {
    now: () => now,
    advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers]) if (sleeper.at <= now) sleeper.wake();
    },
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void) => {
          sleepers.delete(sleeper);
          signal.removeEventListener("abort", abort);
          settle();
        };
        const abort = () => end(() => reject(signal.reason));
        const sleeper = { at: now + ms, wake: () => end(resolve) };
        sleepers.add(sleeper);
        signal.addEventListener("abort", abort, { once: true });
        if (signal.aborted) abort();
      }),
  };
}

export type Answer = {
  status: number;
  ok: boolean;
  result?: unknown;
  error_code?: number;
  description?: string;
  parameters?: { retry_after: number };
};

export type Rig = Awaited<ReturnType<typeof openRig>>;

export async function openRig(options: Partial<TelegramServerOptions> = {}) {
  const clock = movedClock();
  const server = await startTelegramServer({ token, clock, pace: "off", ...options });
  const { person, apiRoot } = server;
  person.addUser(ann);
  person.addUser(ben);
  const chat = person.openPrivate(ann.id);
  const limit = () => AbortSignal.timeout(5_000);

  const call = async (method: string, params: object = {}): Promise<Answer> => {
    const body = JSON.stringify(params);
    const init = { method: "POST", headers: { "content-type": "application/json" }, body, signal: limit() };
    return parseAnswer(await fetch(`${apiRoot}/bot${token}/${method}`, init));
  };

  return {
    ...server,
    chat,
    clock,
    limit,
    call,
    api: new Api(token, { apiRoot }),
    /** The words of the refusal; fails the test when the call is accepted. */
    async refusal(method: string, params: object = {}): Promise<string> {
      const answer = await call(method, params);
      assert.equal(answer.ok, false, `${method} was accepted`);
      assert.equal(answer.status, answer.error_code);
      return answer.description ?? "";
    },
    async updates(params: object = {}): Promise<Update[]> {
      const { result } = await call("getUpdates", params);
      assert(Array.isArray(result));
      return result;
    },
  };
}

/** Only the numbers are read by name; the rest is compared whole or in part. */
export type Update = { update_id: number };

export async function parseAnswer(response: Response): Promise<Answer> {
  const body: unknown = await response.json();
  assert(typeof body === "object" && body !== null && "ok" in body && typeof body.ok === "boolean");
  return { status: response.status, ...body, ok: body.ok };
}

export const notModified =
  "Bad Request: message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message";

export const button = (text: string, data: string) => ({
  inline_keyboard: [[{ text, callback_data: data }]],
});
