// Groups, forums, replies, blocked and never started chats. Promises that a place which does not exist is told apart
// from one where the bot may not write. Refuses members' actions by strangers.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, ben, openRig } from "./rig.ts";

const team = -1_001_234_567_890;

test("a bot writes only to people who started it and have not blocked it", async () => {
  await using rig = await openRig();
  const send = (chat: number | string) => rig.refusal("sendMessage", { chat_id: chat, text: "hello" });

  assert.equal(await send(ben.id), "Forbidden: bot can't initiate conversation with a user");
  assert.equal(await send(123456), "Bad Request: chat not found");
  assert.equal(await send("@nobody"), "Bad Request: chat not found");

  rig.person.block(ann.id);
  assert.equal(await send(rig.chat), "Forbidden: bot was blocked by the user");
  assert.partialDeepStrictEqual(await rig.updates(), [
    { my_chat_member: { old_chat_member: { status: "member" }, new_chat_member: { status: "kicked" } } },
  ]);

  rig.person.unblock(ann.id);
  assert.equal((await rig.call("sendMessage", { chat_id: rig.chat, text: "hello" })).ok, true);
});

test("a topic must exist; messages in it carry its number and its first message", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: team, title: "Team", forum: true, members: [ann.id] });
  const topic = rig.person.addTopic(team, "printing");

  rig.person.sendText({ chat: team, from: ann.id, text: "remove the footer", thread: topic });
  const sent = await rig.api.sendMessage(team, "working", { message_thread_id: topic });

  assert.equal(sent.message_thread_id, topic);
  assert.partialDeepStrictEqual(await rig.updates(), [
    { message: { forum_topic_created: { name: "printing" }, message_thread_id: topic } },
    {
      message: {
        text: "remove the footer",
        is_topic_message: true,
        message_thread_id: topic,
        chat: { id: team, type: "supergroup", is_forum: true },
        reply_to_message: { message_id: topic, forum_topic_created: { name: "printing" } },
      },
    },
  ]);
  const wrong = (params: object) => rig.refusal("sendMessage", { text: "x", ...params });
  assert.equal(
    await wrong({ chat_id: team, message_thread_id: 1 + topic }),
    "Bad Request: message thread not found",
  );
  assert.equal(
    await wrong({ chat_id: rig.chat, message_thread_id: topic }),
    "Bad Request: message thread not found",
  );
});

test("a reply needs its message, unless it may go without, and stays in its topic", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: team, title: "Team", forum: true, members: [ann.id] });
  const topic = rig.person.addTopic(team, "printing");
  const asked = rig.person.sendText({ chat: team, from: ann.id, text: "what does it do", thread: topic });
  const send = (reply: object) =>
    rig.call("sendMessage", { chat_id: team, text: "answer", reply_parameters: reply });

  await send({ message_id: asked, quote: "does it" });
  const answer = rig.person.messages(team).at(-1);

  assert.deepEqual([answer?.replyTo, answer?.thread, answer?.quote], [asked, topic, "does it"]);
  assert.equal((await send({ message_id: 999 })).description, "Bad Request: message to be replied not found");
  assert.equal(
    (await send({ message_id: asked, quote: "never said" })).description,
    "Bad Request: QUOTE_TEXT_INVALID",
  );
  assert.equal((await send({ message_id: 999, allow_sending_without_reply: true })).ok, true);
});

test("a supergroup counts its own messages, private chats share one count", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: team, title: "Team", members: [ann.id] });
  const other = rig.person.openPrivate(ben.id);

  const ids = [
    rig.person.sendText({ chat: rig.chat, from: ann.id, text: "a" }),
    rig.person.sendText({ chat: other, from: ben.id, text: "b" }),
    rig.person.sendText({ chat: team, from: ann.id, text: "c" }),
  ];

  assert.deepEqual(ids, [1, 2, 1]);
});

test("strangers do nothing in a group, and pins need an administrator", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: -5, title: "Small", members: [ann.id] });
  rig.person.addGroup({ id: -6, title: "Ruled", members: [ann.id], botIsAdmin: true });
  const here = rig.person.sendText({ chat: -5, from: ann.id, text: "a" });
  const there = rig.person.sendText({ chat: -6, from: ann.id, text: "a" });

  assert.throws(() => rig.person.sendText({ chat: -5, from: ben.id, text: "b" }), /not in chat -5/);
  assert.match(await rig.refusal("pinChatMessage", { chat_id: -5, message_id: here }), /not enough rights/);
  assert.match(
    await rig.refusal("deleteMessage", { chat_id: -5, message_id: here }),
    /message can't be deleted/,
  );
  await rig.api.pinChatMessage(-6, there);
  assert.equal(rig.person.messages(-6).at(-1)?.pinned, true);
});
