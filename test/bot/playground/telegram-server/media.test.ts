// Files: documents, photos, downloads. Promises exact bytes both ways and the documented sizes.
// Refuses to write any file to disk.

import assert from "node:assert/strict";
import { test } from "node:test";
import { InputFile } from "grammy";
import { cleanFileName } from "../../../../bot/playground/telegram-server/methods/media.ts";
import { ann, button, notModified, openRig, parseAnswer, type Rig, token } from "./rig.ts";

const last = (rig: Rig) => rig.person.messages(rig.chat).at(-1);

test("a document arrives byte for byte, with its name, caption and keyboard", async () => {
  await using rig = await openRig();
  const bytes = Buffer.from(Array.from({ length: 3000 }, (_, n) => n % 256));

  const sent = await rig.api.sendDocument(rig.chat, new InputFile(bytes, "change.diff"), {
    caption: "the whole change",
    reply_markup: button("Apply", "a"),
  });

  const seen = last(rig);
  assert.equal(seen?.document?.name, "change.diff");
  assert.deepEqual(Buffer.from(seen?.document?.bytes() ?? []), bytes);
  assert.equal(seen?.text, "the whole change");
  assert.equal(seen?.keyboard[0]?.[0]?.callback_data, "a");
  assert.equal(sent.document.file_size, 3000);
});

test("an upload may stand under the parameter's own name, and a file be sent again by its id", async () => {
  await using rig = await openRig();
  const form = new FormData();
  form.set("chat_id", String(rig.chat));
  form.set("document", new Blob(["hello"]), 'a "b".txt');

  const first = await parseAnswer(
    await fetch(`${rig.apiRoot}/bot${token}/sendDocument`, { method: "POST", body: form }),
  );
  const name = last(rig)?.document?.name ?? "";
  const { result } = first;
  assert(typeof result === "object" && result !== null && "document" in result);
  const document = result.document;
  assert(typeof document === "object" && document !== null && "file_id" in document);
  await rig.call("sendDocument", { chat_id: rig.chat, document: document.file_id });

  assert.match(name, /^a .*b.*\.txt$/);
  assert.equal(Buffer.from(last(rig)?.document?.bytes() ?? []).toString(), "hello");
});

test("what is no file is refused", async () => {
  await using rig = await openRig();
  const send = (document?: string) =>
    rig.refusal("sendDocument", { chat_id: rig.chat, ...(document && { document }) });
  const empty = rig.api.sendDocument(rig.chat, new InputFile(Buffer.alloc(0), "empty"));

  await assert.rejects(empty, /file must be non-empty/);
  assert.equal(await send(), "Bad Request: there is no document in the request");
  assert.equal(await send("nonsense"), "Bad Request: wrong file identifier/HTTP URL specified");
  assert.equal(await send("https://a.example/x"), "Bad Request: failed to get HTTP URL content");
  assert.equal(await send("attach://x"), "Bad Request: wrong file identifier/HTTP URL specified");
});

test("an upload over 50 MB is refused with 413", async () => {
  await using rig = await openRig();
  const big = new InputFile(Buffer.alloc(50 * 1024 * 1024 + 1), "big.bin");

  await assert.rejects(rig.api.sendDocument(rig.chat, big), { error_code: 413 });
});

test("a person's file is downloaded through getFile, up to 20 MB", async () => {
  await using rig = await openRig();
  const send = (bytes: Uint8Array) =>
    rig.person.sendDocument({ chat: rig.chat, from: ann.id, name: "../a.js", bytes });
  send(Buffer.from("var a;"));
  send(Buffer.alloc(20 * 1024 * 1024 + 1));

  const updates = await rig.api.getUpdates();
  const [small = "", big = ""] = updates.map((update) => update.message?.document?.file_id);
  const file = await rig.api.getFile(small);
  const response = await fetch(`${rig.apiRoot}/file/bot${token}/${file.file_path}`);

  assert.equal(updates[0]?.message?.document?.file_name, "a.js");
  assert.match(file.file_path ?? "", /^documents\/file_\d+\.js$/);
  assert.equal(await response.text(), "var a;");
  assert.equal(await rig.refusal("getFile", { file_id: big }), "Bad Request: file is too big");
  assert.match(
    await rig.refusal("getFile", { file_id: "nope" }),
    /wrong file_id or the file is temporarily unavailable/,
  );
  const guessed = await fetch(`${rig.apiRoot}/file/bot${token}/documents/file_2.js`);
  assert.equal(guessed.status, 404);
});

test("file names lose folders, control and reserved characters, and their excess", () => {
  assert.equal(cleanFileName("/etc/passwd"), "passwd");
  assert.equal(cleanFileName("..\\..\\evil.bat"), "evil.bat");
  assert.equal(cleanFileName("a\u0000b\u202egpj.exe"), "a_b_gpj.exe");
  assert.equal(cleanFileName(".."), "file");
  assert.equal(cleanFileName(""), "file");
  assert.equal(cleanFileName(`${"x".repeat(200)}.${"y".repeat(50)}`), `${"x".repeat(60)}.${"y".repeat(20)}`);
});

test("a photo is recognised by its head and held to its size", async () => {
  await using rig = await openRig();
  const send = (width: number, height: number) =>
    rig.api.sendPhoto(rig.chat, new InputFile(png(width, height), "a.png"));

  await send(800, 600);

  const photo = last(rig)?.photo;
  assert.deepEqual([photo?.width, photo?.height], [800, 600]);
  await assert.rejects(send(9000, 2000), /PHOTO_INVALID_DIMENSIONS/);
  await assert.rejects(send(2100, 100), /PHOTO_INVALID_DIMENSIONS/);
  await assert.rejects(
    rig.api.sendPhoto(rig.chat, new InputFile(Buffer.from("no picture"), "a.png")),
    /IMAGE_PROCESS_FAILED/,
  );
});

/** The head of a PNG is all that is read. */
function png(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(33);
  bytes.writeUInt32BE(0x89504e47, 0);
  bytes.write("IHDR", 12, "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test("a text becomes a document by an edit, and the same document again is no change", async () => {
  await using rig = await openRig();
  const { message_id } = await rig.api.sendMessage(rig.chat, "placeholder");
  const media = {
    type: "document",
    media: new InputFile(Buffer.from("long"), "answer.md"),
    caption: "answer",
  } as const;

  const edited = await rig.api.editMessageMedia(rig.chat, message_id, media);
  assert(edited !== true && edited.document !== undefined);
  const again = { type: "document", media: edited.document.file_id, caption: "answer" };

  assert.equal(last(rig)?.document?.name, "answer.md");
  assert.equal(
    await rig.refusal("editMessageMedia", { chat_id: rig.chat, message_id, media: again }),
    notModified,
  );
  assert.match(
    await rig.refusal("editMessageMedia", {
      chat_id: rig.chat,
      message_id,
      media: { ...again, type: "video" },
    }),
    /must be document or photo/,
  );
});
