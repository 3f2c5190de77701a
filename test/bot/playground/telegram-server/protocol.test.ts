// The HTTP side: paths, tokens, body forms, parameter types. Promises that each form reaches the same method.
// Refuses to accept what is misspelt or mistyped.

import assert from "node:assert/strict";
import { test } from "node:test";
import { openRig, parseAnswer, token } from "./rig.ts";

test("a wrong token is unauthorized, a path without one is not found", async () => {
  await using rig = await openRig();

  const wrong = await parseAnswer(await fetch(`${rig.apiRoot}/bot4242:AAbbCCddEExx/getMe`));
  const absent = await parseAnswer(await fetch(`${rig.apiRoot}/botnonsense/getMe`));

  assert.deepEqual(wrong, { status: 401, ok: false, error_code: 401, description: "Unauthorized" });
  assert.deepEqual(absent, { status: 404, ok: false, error_code: 404, description: "Not Found" });
});

test("an unknown method is not found, and names are read without regard to case", async () => {
  await using rig = await openRig();

  const unknown = await rig.call("sendTelegram", { chat_id: rig.chat });
  const known = await rig.call("SENDMESSAGE", { chat_id: rig.chat, text: "hello" });

  assert.equal(unknown.status, 404);
  assert.equal(unknown.description, "Not Found: method not found");
  assert.equal(known.ok, true);
});

test("the bot knows itself", async () => {
  await using rig = await openRig({ botUsername: "rail_bot" });

  const me = await rig.api.getMe();

  assert.equal(me.id, 4242);
  assert.equal(me.username, "rail_bot");
  assert.equal(me.can_read_all_group_messages, true);
});

test("JSON, urlencoded, query and multipart bodies say the same", async () => {
  await using rig = await openRig();
  const url = `${rig.apiRoot}/bot${token}/sendMessage`;
  const markup = JSON.stringify({ inline_keyboard: [[{ text: "Go", callback_data: "go" }]] });
  const fields = { chat_id: String(rig.chat), text: "same — ü", reply_markup: markup };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);

  const answers = [
    await parseAnswer(await fetch(`${url}?${new URLSearchParams(fields)}`)),
    await parseAnswer(await fetch(url, { method: "POST", body: new URLSearchParams(fields) })),
    await parseAnswer(await fetch(url, { method: "POST", body: form })),
    await rig.call("sendMessage", { ...fields, chat_id: rig.chat, reply_markup: JSON.parse(markup) }),
  ];

  assert(answers.every((answer) => answer.ok));
  const seen = rig.person.messages(rig.chat).map(({ text, keyboard }) => ({ text, keyboard }));
  assert.equal(seen.length, 4);
  for (const message of seen) assert.deepEqual(message, seen[0]);
});

test("unknown, mistyped and doubled parameters are refused by name", async () => {
  await using rig = await openRig();
  const send = { chat_id: rig.chat, text: "hello" };
  const doubled = `${rig.apiRoot}/bot${token}/sendMessage?chat_id=${rig.chat}&text=a&text=b`;

  assert.match(
    await rig.refusal("sendMessage", { ...send, disable_notifcation: true }),
    /unknown parameter "disable_notifcation"/,
  );
  assert.match(await rig.refusal("sendMessage", { ...send, reply_to_message_id: 1 }), /unknown parameter/);
  assert.match(await rig.refusal("sendMessage", { ...send, text: 5 }), /"text" must be a String/);
  assert.match(await rig.refusal("sendMessage", { ...send, protect_content: "yes" }), /must be a Boolean/);
  assert.match(await rig.refusal("editMessageText", { ...send, message_id: "1" }), /must be an Integer/);
  assert.match(await rig.refusal("sendMessage", { ...send, entities: {} }), /must be an Array/);
  assert.match(
    await rig.refusal("sendMessage", { ...send, link_preview_options: { disabled: true } }),
    /"disabled"/,
  );
  assert.match((await parseAnswer(await fetch(doubled))).description ?? "", /given twice/);
});

test("what is not UTF-8 is refused, in raw bytes, escapes and halves of characters", async () => {
  await using rig = await openRig();
  const url = `${rig.apiRoot}/bot${token}/sendMessage`;
  const post = async (type: string, body: Buffer | string) =>
    parseAnswer(await fetch(url, { method: "POST", headers: { "content-type": type }, body }));

  const answers = [
    await post("application/json", `{"chat_id":${rig.chat},"text":"half \\ud83d"}`),
    await post("application/json", Buffer.from([0x7b, 0xff, 0x7d])),
    await post("application/x-www-form-urlencoded", `chat_id=${rig.chat}&text=%ff`),
    await parseAnswer(await fetch(`${url}?chat_id=${rig.chat}&text=%c3`)),
  ];

  for (const { description } of answers)
    assert.equal(description, "Bad Request: strings must be encoded in UTF-8");
  assert.match((await post("application/json", "{")).description ?? "", /can't parse JSON object/);
  assert.match((await post("text/plain", "hello")).description ?? "", /unsupported content type/);
});

test("a body without its closing boundary is refused", async () => {
  await using rig = await openRig();
  const headers = { "content-type": "multipart/form-data; boundary=xx" };
  const body = `--xx\r\ncontent-disposition: form-data; name="chat_id"\r\n\r\n${rig.chat}`;

  const answer = await parseAnswer(
    await fetch(`${rig.apiRoot}/bot${token}/sendMessage`, { method: "POST", headers, body }),
  );

  assert.equal(answer.description, "Bad Request: failed to parse multipart/form-data");
});

test("a body over the upload limit is answered with 413", async () => {
  await using rig = await openRig();
  const body = Buffer.alloc(52 * 1024 * 1024, 32);
  const headers = { "content-type": "application/json" };

  const answer = await parseAnswer(
    await fetch(`${rig.apiRoot}/bot${token}/sendMessage`, { method: "POST", headers, body }),
  );

  assert.equal(answer.status, 413);
  assert.equal(answer.description, "Request Entity Too Large");
});
