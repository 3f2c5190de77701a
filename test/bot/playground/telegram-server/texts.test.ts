// Texts and entities: lengths, bounds, nesting, trimming, detection, HTML. Promises one case for each rule.
// Refuses to test more of a rule than a bot can notice.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { MessageEntity } from "grammy/types";
import { openRig, type Rig } from "./rig.ts";

const sent = (rig: Rig) => rig.person.messages(rig.chat).at(-1);
const refused = (rig: Rig, text: string, entities: unknown[] = []) =>
  rig.refusal("sendMessage", { chat_id: rig.chat, text, entities });

test("a text has 1 to 4096 UTF-16 units", async () => {
  await using rig = await openRig();

  await rig.api.sendMessage(rig.chat, "x".repeat(4096));
  await rig.api.sendMessage(rig.chat, "👉".repeat(2048));

  assert.equal(await refused(rig, "x".repeat(4097)), "Bad Request: message is too long");
  assert.equal(await refused(rig, `${"👉".repeat(2048)}x`), "Bad Request: message is too long");
  assert.equal(await refused(rig, ""), "Bad Request: message text is empty");
  assert.equal(await rig.refusal("sendMessage", { chat_id: rig.chat }), "Bad Request: message text is empty");
  for (const blank of [" \n ", "\u200b", "\u2800", "\t\r\n"]) {
    assert.equal(await refused(rig, blank), "Bad Request: text must be non-empty");
  }
});

test("the limit counts what is left after trimming and parsing", async () => {
  await using rig = await openRig();

  await rig.api.sendMessage(rig.chat, `${" ".repeat(50)}${"x".repeat(4096)}\n\n`);
  await rig.api.sendMessage(rig.chat, `<b>${"x".repeat(4096)}</b>`, { parse_mode: "HTML" });

  assert.equal(sent(rig)?.text.length, 4096);
});

test("ends are trimmed, but not into an entity at the start, and entities move along", async () => {
  await using rig = await openRig();
  const bold = (offset: number, length: number): MessageEntity => ({ type: "bold", offset, length });

  await rig.api.sendMessage(rig.chat, " \n one two \n ", { entities: [bold(7, 6)] });
  assert.deepEqual([sent(rig)?.text, sent(rig)?.entities], ["one two", [bold(4, 3)]]);

  await rig.api.sendMessage(rig.chat, "  one", { entities: [bold(0, 3)] });
  assert.deepEqual([sent(rig)?.text, sent(rig)?.entities], ["  one", [bold(0, 3)]]);

  await rig.api.sendMessage(rig.chat, "one  ", { entities: [bold(4, 1)] });
  assert.deepEqual([sent(rig)?.text, sent(rig)?.entities], ["one", []]);
});

test("control characters become spaces; carriage returns and direction overrides vanish", async () => {
  await using rig = await openRig();

  await rig.api.sendMessage(rig.chat, "a\tb\r\nc\u202ed", {
    entities: [{ type: "code", offset: 5, length: 3 }],
  });

  assert.equal(sent(rig)?.text, "a b\ncd");
  assert.deepEqual(sent(rig)?.entities, [{ type: "code", offset: 4, length: 2 }]);
});

test("an entity stays inside the text and cuts no character", async () => {
  await using rig = await openRig();
  const bold = (offset: number, length: number) => [{ type: "bold", offset, length }];

  assert.equal(
    await refused(rig, "aba caba", bold(3, 6)),
    "Bad Request: entity beginning at UTF-16 offset 3 ends after the end of the text at UTF-16 offset 9",
  );
  assert.equal(
    await refused(rig, "aba caba", bold(9, 1)),
    "Bad Request: entity begins after the end of the text at UTF-16 offset 9",
  );
  assert.equal(
    await refused(rig, "aba", bold(-1, 1)),
    "Bad Request: receive an entity with incorrect offset -1",
  );
  assert.equal(
    await refused(rig, "aba", bold(0, -1)),
    "Bad Request: receive an entity with incorrect length -1",
  );
  assert.match(await refused(rig, "aba", bold(0, 0)), /ENTITY_BOUNDS_INVALID/);
  assert.equal(
    await refused(rig, "👉 👉", bold(1, 1)),
    "Bad Request: entity begins in a middle of a UTF-16 symbol at byte offset 4",
  );
  assert.equal(
    await refused(rig, "👉 👉", bold(0, 1)),
    "Bad Request: entity beginning at UTF-16 offset 0 ends in a middle of a UTF-16 symbol at byte offset 4",
  );
});

test("an entity has a known type, its own fields and no others", async () => {
  await using rig = await openRig();
  const with1 = (entity: object) => refused(rig, "word", [{ offset: 0, length: 4, ...entity }]);

  assert.match(await with1({ type: "blink" }), /can't parse MessageEntity: Unsupported type/);
  assert.match(await with1({}), /Can't find field "type"/);
  assert.match(await with1({ type: "bold", language: "js" }), /"language" has no place in "bold"/);
  assert.match(await with1({ type: "bold", colour: "red" }), /unknown parameter "colour"/);
  assert.match(await with1({ type: "text_link" }), /Can't find field "url"/);
  assert.equal(
    await with1({ type: "text_link", url: "http://localhost" }),
    "Bad Request: entity URL 'http://localhost' is invalid: Wrong HTTP URL",
  );
  assert.match(await with1({ type: "text_link", url: "javascript:alert(1)" }), /Unsupported URL protocol/);
  assert.equal(await with1({ type: "text_mention", user: {} }), "Bad Request: USER_ID_INVALID");
  assert.match(await with1({ type: "custom_emoji", custom_emoji_id: "0" }), /Invalid custom emoji/);
  assert.match(await with1({ type: "date_time", unix_time: 1, date_time_format: "zz" }), /wrong date_time/);
});

test("entities nest only as documented", async () => {
  await using rig = await openRig();
  const pair = (a: string, b: string, aLength = 10, bOffset = 2) => [
    { type: a, offset: 0, length: aLength, ...(a === "text_link" ? { url: "https://a.example" } : {}) },
    { type: b, offset: bOffset, length: 6, ...(b === "text_link" ? { url: "https://b.example" } : {}) },
  ];
  const text = "0123456789abcdef";

  const fine = [
    ["bold", "italic"],
    ["blockquote", "pre"],
    ["blockquote", "text_link"],
    ["text_link", "bold"],
    ["spoiler", "blockquote"],
  ];
  for (const [a = "", b = ""] of fine) {
    const answer = await rig.call("sendMessage", { chat_id: rig.chat, text, entities: pair(a, b) });
    assert.equal(answer.ok, true, `${a} around ${b}: ${answer.description}`);
  }

  const wrong = [
    ["pre", "bold"],
    ["bold", "code"],
    ["code", "text_link"],
    ["text_link", "pre"],
    ["blockquote", "expandable_blockquote"],
    ["text_link", "text_link"],
    ["bold", "bold"],
  ];
  for (const [a = "", b = ""] of wrong)
    assert.match(await refused(rig, text, pair(a, b)), /can't parse entities/, `${a} around ${b}`);
  assert.match(await refused(rig, text, pair("bold", "italic", 4)), /partly overlap/);
});

test("touching runs of one style are one run", async () => {
  await using rig = await openRig();
  const entities: MessageEntity[] = [
    { type: "bold", offset: 2, length: 2 },
    { type: "bold", offset: 0, length: 2 },
  ];

  await rig.api.sendMessage(rig.chat, "abcd", { entities });

  assert.deepEqual(sent(rig)?.entities, [{ type: "bold", offset: 0, length: 4 }]);
});

test("commands, mentions, links, addresses and tags are found, but not in code or links", async () => {
  await using rig = await openRig();
  const text = "/undo@handrail_bot @ann_lee https://a.example/x. a@b.example #tag-1 and/or 1/2";

  const message = await rig.api.sendMessage(rig.chat, text);
  const words = message.entities?.map(({ type, offset, length }) => [
    type,
    text.slice(offset, offset + length),
  ]);
  await rig.api.sendMessage(rig.chat, "/undo x", { entities: [{ type: "code", offset: 0, length: 7 }] });

  assert.deepEqual(words, [
    ["bot_command", "/undo@handrail_bot"],
    ["mention", "@ann_lee"],
    ["url", "https://a.example/x"],
    ["email", "a@b.example"],
    ["hashtag", "#tag"],
  ]);
  assert.deepEqual(sent(rig)?.entities, [{ type: "code", offset: 0, length: 7 }]);
});

test("HTML is parsed, and a broken tag is refused in Telegram's words", async () => {
  await using rig = await openRig();
  const html =
    '<b>a &lt; b</b> <a href="https://a.example/?x=1&amp;y=2">link</a>\n<pre><code class="language-js">f()</code></pre>';

  await rig.api.sendMessage(rig.chat, html, { parse_mode: "HTML" });
  const send = (text: string, mode = "HTML") =>
    rig.refusal("sendMessage", { chat_id: rig.chat, text, parse_mode: mode });

  assert.equal(sent(rig)?.text, "a < b link\nf()");
  assert.deepEqual(sent(rig)?.entities, [
    { type: "bold", offset: 0, length: 5 },
    { type: "text_link", offset: 6, length: 4, url: "https://a.example/?x=1&y=2" },
    { type: "pre", offset: 11, length: 3, language: "js" },
  ]);
  assert.equal(
    await send("<b>open"),
    "Bad Request: can't parse entities: Can't find end tag corresponding to start tag \"b\"",
  );
  assert.match(await send("<blink>x</blink>"), /Unsupported start tag "blink"/);
  assert.match(await send("a < b"), /can't parse entities/);
  assert.equal(await send("*x*", "Marked"), "Bad Request: unsupported parse_mode");
});
