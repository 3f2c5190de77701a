// The person's side: long pastes, edits, drafts, actions, reactions, waiting. Promises that the view is plain values.
// Refuses what a client would not offer.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ann, openRig } from "./rig.ts";

test("a command is marked, and in a group may name the bot", async () => {
  await using rig = await openRig();

  rig.person.sendText({ chat: rig.chat, from: ann.id, text: "/undo@handrail_bot 3" });

  assert.partialDeepStrictEqual(await rig.updates(), [
    { message: { entities: [{ type: "bot_command", offset: 0, length: 18 }] } },
  ]);
});

test("a long paste becomes several messages that together hold all of it", async () => {
  await using rig = await openRig();
  const lines = Array.from({ length: 900 }, (_, n) => `line ${n} 👉`).join("\n");

  rig.person.sendText({ chat: rig.chat, from: ann.id, text: lines });

  const texts = rig.person.messages(rig.chat).map(({ text }) => text);
  assert(texts.length >= 3 && texts.every((text) => text.length <= 4096 && text.isWellFormed()));
  assert.equal(texts.join("\n"), lines);
  assert.equal((await rig.updates()).length, texts.length);
});

test("a word without breaks is cut between characters", async () => {
  await using rig = await openRig();

  rig.person.sendText({ chat: rig.chat, from: ann.id, text: `x${"👉".repeat(3000)}` });

  const texts = rig.person.messages(rig.chat).map(({ text }) => text);
  assert(texts.every((text) => text.isWellFormed()));
  assert.equal(texts.join(""), `x${"👉".repeat(3000)}`);
});

test("an edit of a person's message is told to the bot", async () => {
  await using rig = await openRig();
  const messageId = rig.person.sendText({ chat: rig.chat, from: ann.id, text: "remove the foter" });

  rig.person.editText({ chat: rig.chat, from: ann.id, messageId, text: "remove the footer" });

  const [, edited] = await rig.updates();
  assert.partialDeepStrictEqual(edited, {
    edited_message: { message_id: messageId, text: "remove the footer" },
  });
  assert.equal(rig.person.messages(rig.chat)[0]?.edited, true);
});

test("a draft is shown for half a minute or until the bot's message comes", async () => {
  await using rig = await openRig();
  const draft = (text: string) =>
    rig.call("sendMessageDraft", { chat_id: rig.chat, draft_id: 9, text, can_stop: true });
  const shown = () => rig.person.status(rig.chat).draft?.text;

  await draft("Looking");
  await draft("Looking up");
  assert.equal(shown(), "Looking up");
  rig.clock.advance(30_000);
  assert.equal(shown(), undefined);

  await draft("Again");
  await rig.api.sendMessage(rig.chat, "Done");
  assert.equal(shown(), undefined);
  assert.match(
    await rig.refusal("sendMessageDraft", { chat_id: rig.chat, draft_id: 0, text: "x" }),
    /DRAFT_ID_INVALID/,
  );
});

test("a draft is only for private chats, and its stop button reaches the bot", async () => {
  await using rig = await openRig();
  rig.person.addGroup({ id: -5, title: "Small", members: [ann.id] });

  assert.match(
    await rig.refusal("sendMessageDraft", { chat_id: -5, draft_id: 1, text: "x" }),
    /only to private chats/,
  );
  await rig.call("sendMessageDraft", { chat_id: rig.chat, draft_id: 4, text: "x", can_stop: true });
  rig.person.stopDraft({ chat: rig.chat, from: ann.id });

  assert.partialDeepStrictEqual(await rig.updates(), [
    { stopped_message_generation: { chat: { id: rig.chat }, draft_id: 4 } },
  ]);
  assert.throws(() => rig.person.stopDraft({ chat: rig.chat, from: ann.id }), /no draft/);
});

test("a chat action is shown for five seconds, and must be a known one", async () => {
  await using rig = await openRig();

  await rig.api.sendChatAction(rig.chat, "typing");
  const shown = rig.person.status(rig.chat).action;
  rig.clock.advance(5_000);

  assert.deepEqual([shown, rig.person.status(rig.chat).action], ["typing", undefined]);
  assert.match(
    await rig.refusal("sendChatAction", { chat_id: rig.chat, action: "dancing" }),
    /wrong parameter action/,
  );
});

test("one known reaction is set on a message and taken back", async () => {
  await using rig = await openRig();
  const message_id = rig.person.sendText({ chat: rig.chat, from: ann.id, text: "go" });
  const react = (...emoji: string[]) => ({
    chat_id: rig.chat,
    message_id,
    reaction: emoji.map((one) => ({ type: "emoji", emoji: one })),
  });
  const shown = () => rig.person.messages(rig.chat)[0]?.reaction;

  await rig.call("setMessageReaction", react("👀"));
  assert.equal(shown(), "👀");
  await rig.call("setMessageReaction", react());
  assert.equal(shown(), undefined);
  assert.equal(await rig.refusal("setMessageReaction", react("🧱")), "Bad Request: REACTION_INVALID");
  assert.equal(await rig.refusal("setMessageReaction", react("👍", "🔥")), "Bad Request: REACTIONS_TOO_MANY");
});

test("waiting ends with the first answer of the predicate, or with its signal", async () => {
  await using rig = await openRig();
  const changes: number[] = [];
  const stop = rig.person.onChange((change) => changes.push(change.messageId));
  const stopped = new AbortController();

  const found = rig.person.waitFor(
    rig.chat,
    (all) => all.find(({ text }) => text === "second")?.id,
    rig.limit(),
  );
  const never = rig.person.waitFor(rig.chat, () => undefined, stopped.signal);
  await rig.api.sendMessage(rig.chat, "first");
  const second = await rig.api.sendMessage(rig.chat, "second");
  stop();
  await rig.api.sendMessage(rig.chat, "third");
  stopped.abort(new Error("enough"));

  assert.equal(await found, second.message_id);
  assert.equal(changes.length, 2);
  await assert.rejects(never, /enough/);
});

test("link previews and protected sends are seen as they were asked for", async () => {
  await using rig = await openRig();

  await rig.api.sendMessage(rig.chat, "https://a.example", {
    link_preview_options: { is_disabled: true },
    protect_content: true,
    disable_notification: true,
  });

  assert.deepEqual(rig.person.messages(rig.chat)[0]?.preview, { is_disabled: true });
});

test("what a person sees is plain JSON but for the bytes", async () => {
  await using rig = await openRig();
  rig.person.sendText({ chat: rig.chat, from: ann.id, text: "/start" });
  await rig.api.sendMessage(rig.chat, "hello");

  const seen = rig.person.messages(rig.chat);

  assert.deepEqual(JSON.parse(JSON.stringify(seen)), seen);
});
