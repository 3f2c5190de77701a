// Taps on buttons: the query, its answer, its window. Promises that a tap needs a button that is there now.
// Refuses to let a query be answered twice.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, ben, button, openRig, type Rig } from "./rig.ts";

const tooOld = "Bad Request: query is too old and response timeout expired or query ID is invalid";

async function card(rig: Rig) {
  const { message_id } = await rig.api.sendMessage(rig.chat, "card", {
    reply_markup: button("Apply", "apply:1"),
  });
  return { chat: rig.chat, from: ann.id, messageId: message_id, data: "apply:1" };
}

async function queryId(rig: Rig): Promise<string> {
  const [update] = await rig.updates({ offset: -1, timeout: 30 });
  assert(update !== undefined && "callback_query" in update);
  const query = update.callback_query;
  assert(typeof query === "object" && query !== null && "id" in query && typeof query.id === "string");
  return query.id;
}

test("a tap becomes a callback query and resolves with the bot's answer", async () => {
  await using rig = await openRig();
  const place = await card(rig);

  const tap = rig.person.tap(place, rig.limit());
  assert.partialDeepStrictEqual(await rig.updates(), [
    {
      callback_query: {
        from: { id: ann.id },
        data: "apply:1",
        message: { message_id: place.messageId, text: "card" },
      },
    },
  ]);
  await rig.api.answerCallbackQuery(await queryId(rig), { text: "Landed", show_alert: true });

  assert.deepEqual(await tap, { text: "Landed", showAlert: true });
});

test("a query is answered once, in its window, within 200 characters", async () => {
  await using rig = await openRig();
  const place = await card(rig);
  const tap = rig.person.tap(place, rig.limit());
  const id = await queryId(rig);

  const answer = (text?: string) =>
    rig.call("answerCallbackQuery", { callback_query_id: id, ...(text && { text }) });
  assert.equal((await answer("x".repeat(201))).description, "Bad Request: MESSAGE_TOO_LONG");
  assert.equal((await answer("x".repeat(200))).ok, true);
  assert.equal((await answer()).description, tooOld);
  assert.equal((await tap).text?.length, 200);
  assert.equal(await rig.refusal("answerCallbackQuery", { callback_query_id: "77" }), tooOld);
});

test("an answer after the window is refused, and the person sees that none came", async () => {
  await using rig = await openRig();
  const tap = rig.person.tap(await card(rig), rig.limit());
  const id = await queryId(rig);

  const late = assert.rejects(tap, /BOT_RESPONSE_TIMEOUT/);
  rig.clock.advance(30_001);

  await late;
  assert.equal(await rig.refusal("answerCallbackQuery", { callback_query_id: id }), tooOld);
});

test("a button that was edited away cannot be tapped", async () => {
  await using rig = await openRig();
  const place = await card(rig);

  await rig.api.editMessageReplyMarkup(rig.chat, place.messageId, { reply_markup: button("Undo", "undo:1") });

  await assert.rejects(rig.person.tap(place, rig.limit()), /has no button "apply:1" now/);
});

test("nobody taps in a chat that they are not in", async () => {
  await using rig = await openRig();
  const place = await card(rig);

  await assert.rejects(rig.person.tap({ ...place, from: ben.id }, rig.limit()), /not in chat/);
});

test("a forged update is delivered as it is, with its own number, until it was shown and confirmed", async () => {
  await using rig = await openRig();
  const forged = { update_id: 5, callback_query: { id: "1", data: "apply:1", from: null } };

  rig.person.rawUpdate(forged);
  rig.person.rawUpdate({ message: "not even a message" });

  const seen = await rig.updates();
  assert.deepEqual(seen[0], forged);
  assert.partialDeepStrictEqual(seen[1], { message: "not even a message" });
  assert.deepEqual(await rig.updates({ offset: 1 }), []);
});
