// The poll loop: what is accepted is durable before Telegram forgets it, and trouble is outlived.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fault, FaultCall } from "../../bot/playground/telegram-server/faults.ts";
import { ANN, openBot } from "./bot-rig.ts";

const onPolls = (
  kinds: Record<number, "reset_before" | "reset_after" | "half_body" | "duplicate_update">,
) => {
  let polls = 0;
  return ({ method }: FaultCall) => {
    if (method !== "getUpdates") return undefined;
    polls += 1;
    const kind = kinds[polls % 7];
    return kind === undefined ? undefined : { kind };
  };
};

test("no message is lost or handled twice while the server cuts connections", async (t) => {
  const fault = onPolls({ 1: "reset_before", 2: "half_body", 4: "reset_after", 5: "duplicate_update" });
  const bot = await openBot(t, { fault });

  for (let i = 0; i < 12; i++) {
    bot.say(`/next hello ${i}`);
    if (i % 3 === 0) await bot.until(async () => bot.heard.length > i - 3);
  }
  await bot.until(async () => bot.heard.length >= 12);

  assert.deepEqual(
    bot.heard,
    Array.from({ length: 12 }, (_, i) => `start hello ${i}`),
  );
});

test("the offset moves only with what is stored", async (t) => {
  const bot = await openBot(t);

  bot.say("hello");
  await bot.says("Answer to hello");
  await bot.until(async () => bot.server.calls.filter((call) => call.method === "getUpdates").length > 0);

  const stored = await bot.ledger.pollOffset();
  const asked = bot.server.calls
    .filter((call) => call.method === "getUpdates")
    .map((call) => call.params.offset);
  assert.ok(asked.every((offset) => Number(offset) <= stored));
});

test("a webhook is reported in one line and removed, and nothing pending is dropped", async (t) => {
  const bot = await openBot(t);
  await bot.stop();
  bot.say("hello");
  const call = (method: string, body: object) =>
    fetch(`${bot.server.apiRoot}/bot${bot.token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  await call("setWebhook", { url: "https://example.org/hook" });

  await bot.start();

  await bot.says("Answer to hello");
  const removed = bot.server.calls.filter((one) => one.method === "deleteWebhook");
  assert.deepEqual(
    removed.map((one) => one.params.drop_pending_updates),
    [false],
  );
  assert.equal(bot.incidents.filter((one) => /webhook was set/.test(one.text)).length, 1);
});

test("another poller is reported once and outlived", async (t) => {
  const state = { until: 3, polls: 0 };
  const fault = ({ method }: FaultCall) => {
    if (method !== "getUpdates") return undefined;
    state.polls += 1;
    const description = "Conflict: terminated by other getUpdates request";
    return state.polls < state.until ? { kind: "status" as const, code: 409, description } : undefined;
  };
  const bot = await openBot(t, { fault });

  bot.say("hello");
  await bot.says("Answer to hello");

  assert.equal(bot.incidents.filter((one) => one.kind === "poll").length, 1);
  assert.match(bot.incidents[0]?.text ?? "", /Another process polls/);
});

test("only messages, edits and taps are asked for", async (t) => {
  const bot = await openBot(t);
  bot.say("hello");
  await bot.says("Answer to hello", ANN);

  const [first] = bot.server.calls.filter((call) => call.method === "getUpdates");
  assert.deepEqual(first?.params.allowed_updates, ["message", "edited_message", "callback_query"]);
});

/** The bot is ready when it knows its name: by then getMe has failed three times, and the rest as often as it asked. */
function threeTimesEach(fault: Fault) {
  const asked = new Map<string, number>();
  return ({ method }: FaultCall) => {
    const times = (asked.get(method) ?? 0) + 1;
    asked.set(method, times);
    return times <= 3 ? fault : undefined;
  };
}

test("a token that Telegram refuses is told once, with the setting, however often the start asks", async (t) => {
  const refused = { kind: "status" as const, code: 401, description: "Unauthorized" };

  const bot = await openBot(t, { fault: threeTimesEach(refused) });

  assert.equal(bot.incidents.length, 1);
  assert.match(
    bot.incidents[0]?.text ?? "",
    /refuses the bot's token \(401 Unauthorized\).*TELEGRAM_BOT_TOKEN/,
  );
});

test("a server that cannot be reached at start is told once", async (t) => {
  const bot = await openBot(t, { fault: threeTimesEach({ kind: "reset_before" }) });

  assert.deepEqual(
    bot.incidents.map((one) => one.text),
    ["Telegram cannot be reached; trying again."],
  );
});

test("a folder that another bot used, with higher ids, loses and leaves aside nothing of this one", async (t) => {
  const bot = await openBot(t);
  await bot.stop();
  await bot.ledger.ingest([{ updateId: 999_999_999, body: "{}", receivedAt: 0 }], 1_000_000_000);
  bot.say("sent before the start");

  await bot.start();

  await bot.says("Answer to sent before the start");
  bot.say("sent after it");
  await bot.says("Answer to sent after it");
});
