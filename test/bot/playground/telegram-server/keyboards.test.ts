// Inline keyboards: sizes, buttons, data. Promises one case for each rule.
// Refuses nothing but what the server must.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openRig } from "./rig.ts";

test("callback data has 1 to 64 bytes, not characters", async () => {
  await using rig = await openRig();
  const send = (data: string) =>
    rig.call("sendMessage", {
      chat_id: rig.chat,
      text: "pick",
      reply_markup: { inline_keyboard: [[{ text: "Go", callback_data: data }]] },
    });

  assert.equal((await send("x".repeat(64))).ok, true);
  assert.equal((await send("é".repeat(32))).ok, true);
  assert.equal((await send("x".repeat(65))).description, "Bad Request: BUTTON_DATA_INVALID");
  assert.equal((await send("é".repeat(33))).description, "Bad Request: BUTTON_DATA_INVALID");
  assert.match((await send("")).description ?? "", /Text buttons are not allowed in the inline keyboard/);
});

test("a keyboard has at most 100 buttons and 8 in a row", async () => {
  await using rig = await openRig();
  const row = (length: number) => Array.from({ length }, (_, n) => ({ text: `${n}`, callback_data: `${n}` }));
  const send = (rows: unknown[]) =>
    rig.call("sendMessage", { chat_id: rig.chat, text: "pick", reply_markup: { inline_keyboard: rows } });

  assert.equal((await send([...Array.from({ length: 12 }, () => row(8)), row(4)])).ok, true);
  assert.equal(
    (await send([...Array.from({ length: 12 }, () => row(8)), row(5)])).description,
    "Bad Request: reply markup is too long",
  );
  assert.match((await send([row(9)])).description ?? "", /reply markup is too long: 9 buttons in a row/);
});

test("a button has a label and exactly one action that works", async () => {
  await using rig = await openRig();
  const send = (button: unknown) =>
    rig.refusal("sendMessage", {
      chat_id: rig.chat,
      text: "pick",
      reply_markup: { inline_keyboard: [[button]] },
    });

  assert.match(await send({ text: "Go" }), /Text buttons are not allowed in the inline keyboard/);
  assert.match(await send({ callback_data: "x" }), /Can't find field "text"/);
  assert.match(await send({ text: " ", callback_data: "x" }), /BUTTON_TEXT_INVALID/);
  assert.match(await send({ text: "Go", callback_data: "x", url: "https://a.example" }), /exactly one of/);
  assert.match(
    await send({ text: "Go", url: "ftp://a.example" }),
    /button URL 'ftp:\/\/a.example' is invalid/,
  );
  assert.match(
    await send({ text: "Go", callback_data: "x", style: "loud" }),
    /invalid button style specified/,
  );
  assert.match(
    await send({ text: "Go", web_app: { url: "http://a.example" } }),
    /Only HTTPS links are allowed/,
  );
  assert.match(await send({ text: "Go", copy_text: { text: "" } }), /BUTTON_COPY_TEXT_INVALID/);
  assert.match(await send({ text: "Go", colour: "red" }), /unknown parameter "colour"/);
  assert.match(await send([{ text: "Go", callback_data: "x" }]), /InlineKeyboardButton must be an Object/);
});

test("styles, links and copied text are kept as they were given", async () => {
  await using rig = await openRig();
  const keyboard = [
    [{ text: "Apply", callback_data: "a", style: "success" }],
    [
      { text: "Docs", url: "https://a.example/docs" },
      { text: "Copy", copy_text: { text: "hash" } },
    ],
  ];

  await rig.call("sendMessage", {
    chat_id: rig.chat,
    text: "pick",
    reply_markup: { inline_keyboard: [...keyboard, []] },
  });

  assert.deepEqual(rig.person.messages(rig.chat).at(-1)?.keyboard, keyboard);
});

test("a message with a reply keyboard can never be edited", async () => {
  await using rig = await openRig();
  const sent = await rig.api.sendMessage(rig.chat, "pick", { reply_markup: { keyboard: [[{ text: "A" }]] } });

  const refusal = await rig.refusal("editMessageText", {
    chat_id: rig.chat,
    message_id: sent.message_id,
    text: "new",
  });

  assert.equal(refusal, "Bad Request: message can't be edited");
});

test("a forced reply is shown to the person with its placeholder, and its message is never edited", async () => {
  await using rig = await openRig();
  const ask = (markup: object) =>
    rig.call("sendMessage", { chat_id: rig.chat, text: "What should change?", reply_markup: markup });

  assert.equal((await ask({ force_reply: true, input_field_placeholder: "Say it" })).ok, true);
  const [asked] = rig.person.messages(rig.chat);

  assert.deepEqual(asked?.forcedReply, { placeholder: "Say it" });
  const edit = { chat_id: rig.chat, message_id: asked?.id, text: "Never mind." };
  assert.match(await rig.refusal("editMessageText", edit), /message can't be edited/);
  assert.equal((await ask({ force_reply: false })).ok, false);
  assert.equal((await ask({ force_reply: true, input_field_placeholder: "x".repeat(65) })).ok, false);
});
