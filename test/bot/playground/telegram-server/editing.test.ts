// Edits, captions, deletions. Promises Telegram's wording for each refusal.
// Refuses to look at anything but what the person sees.

import assert from "node:assert/strict";
import { test } from "node:test";
import { InputFile } from "grammy";
import { ann, button, notModified, openRig } from "./rig.ts";

test("an edit that changes nothing is refused, and each part counts as a change", async () => {
  await using rig = await openRig();
  const { message_id } = await rig.api.sendMessage(rig.chat, "same", { reply_markup: button("Go", "1") });
  const edit = (change: object) =>
    rig.call("editMessageText", { chat_id: rig.chat, message_id, text: "same", ...change });

  assert.equal((await edit({ reply_markup: button("Go", "1") })).description, notModified);
  assert.equal((await edit({ text: " same\n", reply_markup: button("Go", "1") })).description, notModified);
  assert.equal((await edit({ reply_markup: button("Go", "2") })).ok, true);
  assert.equal(
    (await edit({ reply_markup: button("Go", "2"), entities: [{ type: "bold", offset: 0, length: 4 }] })).ok,
    true,
  );
  assert.equal((await edit({ text: "other" })).ok, true);
  assert.equal((await edit({ text: "other" })).description, notModified);
});

test("an edit without a keyboard takes the keyboard away", async () => {
  await using rig = await openRig();
  const { message_id } = await rig.api.sendMessage(rig.chat, "card", { reply_markup: button("Apply", "a") });
  rig.clock.advance(5_000);

  await rig.api.editMessageText(rig.chat, message_id, "receipt");

  const seen = rig.person.messages(rig.chat).at(-1);
  assert.deepEqual([seen?.text, seen?.keyboard, seen?.edited], ["receipt", [], true]);
});

test("a keyboard is edited alone, and refused when it is the same", async () => {
  await using rig = await openRig();
  const { message_id } = await rig.api.sendMessage(rig.chat, "card", { reply_markup: button("Apply", "a") });

  await rig.api.editMessageReplyMarkup(rig.chat, message_id, { reply_markup: button("Undo", "u") });
  const again = await rig.refusal("editMessageReplyMarkup", {
    chat_id: rig.chat,
    message_id,
    reply_markup: button("Undo", "u"),
  });

  assert.equal(rig.person.messages(rig.chat).at(-1)?.keyboard[0]?.[0]?.text, "Undo");
  assert.equal(again, notModified);
});

test("only the bot's own messages that still exist can be edited", async () => {
  await using rig = await openRig();
  const theirs = rig.person.sendText({ chat: rig.chat, from: ann.id, text: "mine" });
  const gone = await rig.api.sendMessage(rig.chat, "gone");
  rig.person.deleteMessage({ chat: rig.chat, from: ann.id, messageId: gone.message_id });
  const edit = (message: object) =>
    rig.refusal("editMessageText", { chat_id: rig.chat, text: "new", ...message });

  assert.equal(await edit({ message_id: theirs }), "Bad Request: message can't be edited");
  assert.equal(await edit({ message_id: gone.message_id }), "Bad Request: message to edit not found");
  assert.equal(await edit({}), "Bad Request: message identifier is not specified");
  assert.equal(await edit({ chat_id: 99, message_id: 1 }), "Bad Request: chat not found");
  assert.equal(await rig.refusal("editMessageText", { text: "x" }), "Bad Request: chat_id is empty");
});

test("an edited text has the same limits under its other name", async () => {
  await using rig = await openRig();
  const { message_id } = await rig.api.sendMessage(rig.chat, "short");
  const edit = (text: string) => rig.refusal("editMessageText", { chat_id: rig.chat, message_id, text });

  assert.equal(await edit("x".repeat(4097)), "Bad Request: MESSAGE_TOO_LONG");
  assert.equal(await edit(""), "Bad Request: message text is empty");
});

test("text and caption are edited each in its own kind of message", async () => {
  await using rig = await openRig();
  const text = await rig.api.sendMessage(rig.chat, "text");
  const file = await rig.api.sendDocument(rig.chat, new InputFile(Buffer.from("x"), "a.diff"), {
    caption: "old",
  });

  await rig.api.editMessageCaption(rig.chat, file.message_id, { caption: "new" });
  const noText = await rig.refusal("editMessageText", {
    chat_id: rig.chat,
    message_id: file.message_id,
    text: "x",
  });
  const noCaption = await rig.refusal("editMessageCaption", {
    chat_id: rig.chat,
    message_id: text.message_id,
    caption: "x",
  });
  const long = { chat_id: rig.chat, message_id: file.message_id, caption: "x".repeat(1025) };

  assert.equal(rig.person.messages(rig.chat).at(-1)?.text, "new");
  assert.equal(noText, "Bad Request: there is no text in the message to edit");
  assert.equal(noCaption, "Bad Request: there is no caption in the message to edit");
  assert.equal(await rig.refusal("editMessageCaption", long), "Bad Request: message caption is too long");
});

test("a message is deleted within two days, and only once", async () => {
  await using rig = await openRig();
  const young = await rig.api.sendMessage(rig.chat, "young");
  const old = await rig.api.sendMessage(rig.chat, "old");

  await rig.api.deleteMessage(rig.chat, young.message_id);
  rig.clock.advance(48 * 3_600_000 + 1_000);

  assert.deepEqual(
    rig.person.messages(rig.chat).map(({ text }) => text),
    ["old"],
  );
  const remove = (message_id: number) => rig.refusal("deleteMessage", { chat_id: rig.chat, message_id });
  assert.equal(await remove(young.message_id), "Bad Request: message to delete not found");
  assert.equal(await remove(old.message_id), "Bad Request: message can't be deleted");
});
