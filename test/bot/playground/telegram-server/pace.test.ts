// Flood limits. Promises a 429 with the seconds that hold, in both the body and the header.
// Refuses real time: the clock is moved.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, ben, button, openRig, type Rig, token } from "./rig.ts";

const send = (rig: Rig, chat: number) => rig.call("sendMessage", { chat_id: chat, text: "x" });

async function countAccepted(rig: Rig, chats: readonly number[]): Promise<number> {
  let accepted = 0;
  for (const chat of chats) if ((await send(rig, chat)).ok) accepted++;
  return accepted;
}

test("a chat takes a small burst, then about one message a second", async () => {
  await using rig = await openRig({ pace: "telegram" });

  const accepted = await countAccepted(rig, Array(6).fill(rig.chat));
  const refused = await send(rig, rig.chat);

  assert.equal(accepted, 3);
  assert.deepEqual(
    [refused.status, refused.description, refused.parameters?.retry_after],
    [429, "Too Many Requests: retry after 3", 3],
  );
  rig.clock.advance(2_999);
  assert.equal((await send(rig, rig.chat)).parameters?.retry_after, 1);
  rig.clock.advance(1);
  assert.equal((await send(rig, rig.chat)).ok, true);
});

test("one flooded chat does not hold up another, nor the answers to taps", async () => {
  await using rig = await openRig({ pace: "telegram" });
  const other = rig.person.openPrivate(ben.id);
  const card = await rig.api.sendMessage(rig.chat, "card", { reply_markup: button("Go", "g") });
  await countAccepted(rig, Array(6).fill(rig.chat));

  const tap = rig.person.tap(
    { chat: rig.chat, from: ann.id, messageId: card.message_id, data: "g" },
    rig.limit(),
  );
  const [update] = await rig.api.getUpdates();
  await rig.api.answerCallbackQuery(update?.callback_query?.id ?? "", { text: "yes" });

  assert.equal((await tap).text, "yes");
  assert.equal((await send(rig, other)).ok, true);
});

test("a group takes 20 messages a minute", async () => {
  await using rig = await openRig({ pace: "telegram" });
  rig.person.addGroup({ id: -5, title: "Small", members: [ann.id] });
  let accepted = 0;

  for (let second = 0; second < 30; second++) {
    if ((await send(rig, -5)).ok) accepted++;
    rig.clock.advance(1_000);
  }

  assert(accepted >= 20 && accepted < 30, `${accepted} accepted`);
});

test("all chats together take 30 messages a second", async () => {
  await using rig = await openRig({ pace: "telegram" });
  const chats = Array.from({ length: 40 }, (_, n) => 5000 + n);
  for (const id of chats) {
    rig.person.addUser({ id, first_name: "U" });
    rig.person.openPrivate(id);
  }

  assert.equal(await countAccepted(rig, chats), 30);
});

test("edits have a pace of their own, and a 429 says so in the header", async () => {
  await using rig = await openRig({ pace: "telegram" });
  const { message_id } = await rig.api.sendMessage(rig.chat, "0");
  const edit = (text: string) => rig.call("editMessageText", { chat_id: rig.chat, message_id, text });

  const answers = [];
  for (const text of ["1", "2", "3", "4", "5", "6"]) answers.push((await edit(text)).status);
  const query = new URLSearchParams({ chat_id: String(rig.chat), message_id: String(message_id), text: "7" });
  const response = await fetch(`${rig.apiRoot}/bot${token}/editMessageText?${query}`);

  assert.deepEqual(answers, [200, 200, 200, 200, 200, 429]);
  assert.equal(response.headers.get("retry-after"), "3");
});
