// getUpdates and webhooks: delivery, confirmation, one poller at a time. Promises what an inbox has to live with.
// Refuses real waiting: polls end by an update or by the moved clock.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, openRig, type Rig } from "./rig.ts";

const say = (rig: Rig, text: string) => rig.person.sendText({ chat: rig.chat, from: ann.id, text });
const ids = (updates: { update_id: number }[]) => updates.map((update) => update.update_id);

test("an update comes again and again until an offset confirms it", async () => {
  await using rig = await openRig();
  say(rig, "one");
  say(rig, "two");

  const first = await rig.updates();
  const again = await rig.updates();
  const [one = 0, two = 0] = ids(first);
  const rest = await rig.updates({ offset: one + 1 });

  assert.deepEqual(again, first);
  assert.equal(two, one + 1);
  assert.deepEqual(ids(rest), [two]);
  assert.deepEqual(await rig.updates({ offset: two + 1 }), []);
  assert.deepEqual(await rig.updates(), []);
});

test("a limit cuts the batch, a negative offset keeps the last ones", async () => {
  await using rig = await openRig();
  for (const text of ["1", "2", "3", "4"]) say(rig, text);

  assert.equal((await rig.updates({ limit: 2 })).length, 2);
  assert.equal((await rig.updates({ offset: -1 })).length, 1);
  assert.equal((await rig.updates()).length, 1);
  assert.match(await rig.refusal("getUpdates", { limit: 101 }), /limit must be/);
});

test("a long poll ends with the first update", async () => {
  await using rig = await openRig();

  const poll = rig.updates({ timeout: 30 });
  say(rig, "hello");

  assert.partialDeepStrictEqual(await poll, [
    { message: { text: "hello", from: { id: ann.id }, chat: { type: "private" } } },
  ]);
});

test("a long poll without updates ends empty after its time-out", async () => {
  await using rig = await openRig();

  const poll = rig.updates({ timeout: 30 });
  await untilPolling(rig);
  rig.clock.advance(30_000);

  assert.deepEqual(await poll, []);
});

/** Resolves when a poll has begun to wait. */
async function untilPolling(rig: Rig): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { sleep } = rig.clock;
  rig.clock.sleep = (ms, signal) => {
    resolve();
    return sleep(ms, signal);
  };
  await promise;
}

test("a second poller ends the first with a conflict", async () => {
  await using rig = await openRig();
  const first = rig.call("getUpdates", { timeout: 30 });
  await untilPolling(rig);

  const second = rig.updates({ timeout: 30 });
  const ended = await first;
  say(rig, "for the second");

  assert.equal(ended.status, 409);
  assert.equal(
    ended.description,
    "Conflict: terminated by other getUpdates request; make sure that only one bot instance is running",
  );
  assert.equal((await second).length, 1);
});

test("a poller that hung up loses nothing", async () => {
  await using rig = await openRig();
  const gone = new AbortController();
  const url = `${rig.apiRoot}/bot4242:AAbbCCddEEff/getUpdates?timeout=30`;
  const poll = fetch(url, { signal: gone.signal });
  await untilPolling(rig);

  gone.abort();
  await assert.rejects(poll);
  say(rig, "still here");

  assert.equal((await rig.updates()).length, 1);
});

test("a webhook and polling exclude each other", async () => {
  await using rig = await openRig();
  const poll = rig.call("getUpdates", { timeout: 30 });
  await untilPolling(rig);

  await rig.api.setWebhook("https://bot.example/hook", { secret_token: "s-1" });
  const polling = await rig.call("getUpdates");
  say(rig, "waiting");
  const info = await rig.api.getWebhookInfo();
  await rig.api.deleteWebhook();

  assert.equal((await poll).description, "Conflict: terminated by setWebhook request");
  assert.equal(polling.status, 409);
  assert.match(polling.description ?? "", /can't use getUpdates method while webhook is active/);
  assert.deepEqual([info.url, info.pending_update_count], ["https://bot.example/hook", 1]);
  assert.equal((await rig.updates()).length, 1);
});

test("a webhook needs HTTPS, a known port and a clean secret", async () => {
  await using rig = await openRig();
  const set = (params: object) => rig.refusal("setWebhook", params);

  assert.match(await set({ url: "http://bot.example" }), /An HTTPS URL must be provided for webhook/);
  assert.match(await set({ url: "https://bot.example:8080" }), /only on ports 80, 88, 443 or 8443/);
  assert.match(await set({ url: "https://bot.example", secret_token: "a b" }), /unallowed characters/);
});

test("dropping pending updates drops them", async () => {
  await using rig = await openRig();
  say(rig, "old");

  await rig.api.deleteWebhook({ drop_pending_updates: true });

  assert.deepEqual(await rig.updates(), []);
});

test("only allowed types are queued, and the setting lasts", async () => {
  await using rig = await openRig();

  await rig.updates({ allowed_updates: ["callback_query"] });
  say(rig, "unwanted");
  assert.deepEqual(await rig.updates(), []);

  await rig.updates({ allowed_updates: [] });
  say(rig, "wanted");
  assert.equal((await rig.updates()).length, 1);
  assert.match(await rig.refusal("getUpdates", { allowed_updates: ["messages"] }), /unknown type "messages"/);
});

test("updates older than a day are forgotten", async () => {
  await using rig = await openRig();
  say(rig, "yesterday");

  rig.clock.advance(24 * 3_600_000 + 1);

  assert.deepEqual(await rig.updates(), []);
});
