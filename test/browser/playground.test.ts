// The page in a real browser, on a phone's screen: what a person sees and does. Promises stories told through roles and
// names, as a screen reader has them. Refuses to wait for time: only for what appears.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import { type Browser, openBrowser, whyNoBrowser } from "./browser.ts";
import { ann, openPageWithBot } from "./page-with-bot.ts";
import { call, cardMessage, diff } from "./scripted-bot.ts";
import { holdAndDrag } from "./touch.ts";

describe("the page on a phone", { skip: whyNoBrowser(), timeout: 120_000 }, () => {
  let phone: Browser;
  before(async () => {
    phone = await openBrowser("phone");
  });
  after(() => phone?.[Symbol.asyncDispose]());

  it("offers first requests in an empty chat, and a tap sends one", async (t) => {
    const { on, messages } = await openPageWithBot(t, phone.context);
    const { page } = on;
    assert.equal(await page.locator("#subtitle").textContent(), "quire · offline model");

    await page.getByRole("button", { name: "find json" }).tap();

    await on.waitForMessage(/^You said: find json/);
    assert.deepEqual(
      messages().map(({ text }) => text),
      ["find json", "You said: find json"],
    );
    assert.equal(await page.getByRole("button", { name: "remove the footer" }).count(), 0);
    await on.checkSound();
  });

  it("shows a card with its diff in colours; Apply lands and the card becomes a receipt", async (t) => {
    const { on } = await openPageWithBot(t, phone.context);

    await on.sendText("card");
    const card = await on.waitForMessage(/^Review/);
    const lines = (kind: string) => card.locator(`.line.${kind}`).allInnerTexts();
    assert.deepEqual(
      (await lines("add")).map((line) => line.trim()),
      ["+// the footer is gone"],
    );
    assert.equal((await lines("drop")).length, 2);
    assert.match(
      (await lines("drop")).join(""),
      /^-sheet\.text.*\n?--- a removed line that looks like a heading/,
    );
    assert.equal((await lines("head")).length, 3);
    await on.checkSound();

    await on.tapButton("Apply");

    await on.toast(/^Landing\.$/);
    await on.waitForMessage(/^Landed as generation 1/);
    await on.waitForButton("Undo");
    await on.waitForNoButton("Apply");
  });

  it("shows an alert until it is acknowledged", async (t) => {
    const { on } = await openPageWithBot(t, phone.context);
    await on.sendText("card");
    await on.waitForButton("Reject");

    await on.tapButton("Reject");

    const alert = on.page.getByRole("dialog");
    await alert.getByText("Nothing was written.").waitFor();
    await alert.getByRole("button", { name: "OK" }).tap();
    await alert.waitFor({ state: "hidden" });
  });

  it("shows a .diff in place, and downloads the exact bytes", async (t) => {
    const { on } = await openPageWithBot(t, phone.context);

    await on.sendText("file");
    const message = await on.waitForMessage(/review\.diff/);
    await message.getByRole("button", { name: /^Show all \d+ lines/ }).tap();
    await message.locator(".line.add").filter({ hasText: "the footer is gone" }).waitFor();
    const [download] = await Promise.all([
      on.page.waitForEvent("download"),
      message.getByRole("link", { name: /review\.diff.*download/ }).tap(),
    ]);

    assert.equal(download.suggestedFilename(), "review.diff");
    assert.equal(await readFile(await download.path(), "utf8"), diff);
  });

  it("sends a file with its comment", async (t) => {
    const { on, messages } = await openPageWithBot(t, phone.context);
    const buffer = Buffer.from([0, 255, 10, 13, 0]);

    await on.page.locator("#picker").setInputFiles({ name: "price list.csv", mimeType: "text/csv", buffer });
    await on.page.getByRole("button", { name: "Remove price list.csv" }).waitFor();
    await on.sendText("use this");

    await on.waitForMessage(/a file: price list\.csv/);
    const [sent] = messages();
    assert.equal(sent?.text, "use this");
    assert.deepEqual(Buffer.from(sent?.document?.bytes() ?? []), buffer);
    assert.equal(await on.page.getByRole("button", { name: "Remove price list.csv" }).count(), 0);
  });

  it("replies by a swipe, and shows what was quoted", async (t) => {
    const { on, say, messages } = await openPageWithBot(t, phone.context);
    await say({ text: "Which of the two files?" });
    const question = await on.waitForMessage(/^Which/);

    await holdAndDrag(on.page, question, { x: -110 });
    await on.page.getByText("Reply to Handrail").waitFor();
    await on.sendText("the first");

    await on.waitForMessage(/\(a reply to 1\)/);
    assert.equal(messages()[1]?.replyTo, 1);
    const reply = await on.waitForMessage(/the first/);
    await on.messages
      .filter({ hasText: "the first" })
      .getByRole("button", { name: /Which of the two files/ })
      .first()
      .waitFor();
    await reply.waitFor();
  });

  it("opens a message's menu when it is held", async (t) => {
    const { on, say, person, chat } = await openPageWithBot(t, phone.context);
    await say({ text: "hold me" });
    person.sendText({ chat, from: ann.id, text: "find jsno" });
    const mine = on.messages.filter({ hasText: /^find jsno/ });
    await mine.waitFor();

    await holdAndDrag(on.page, mine, { holdMs: 600 });
    await on.page.getByRole("menuitem", { name: "Edit" }).tap();
    assert.equal(await on.entry.inputValue(), "find jsno");
    await on.sendText("find json");

    const edited = await on.waitForMessage(/^find json/);
    await edited.getByText("edited").waitFor();
  });

  it("lists the commands, filters them while one is typed, and sends the chosen one", async (t) => {
    const { on, bot, messages } = await openPageWithBot(t, phone.context);
    const commands = ["status", "stop", "undo"].map((command) => ({
      command,
      description: `about ${command}`,
    }));
    await call(bot, "setMyCommands", { commands });
    const { page } = on;

    await page.getByRole("button", { name: "Commands" }).tap();
    await page.getByRole("option").nth(2).waitFor();
    await on.entry.pressSequentially("/st");
    assert.deepEqual(await page.locator(".command-name").allInnerTexts(), ["/status", "/stop"]);
    await on.entry.press("ArrowDown");
    await on.entry.press("ArrowDown");
    await on.entry.press("Enter");

    await on.waitForMessage(/^You said: \/stop/);
    assert.equal(messages()[0]?.text, "/stop");
    assert.equal(await page.getByRole("option").count(), 0);
  });

  it("keeps every hostile word a word", async (t) => {
    const evil = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>`;
    const { on, say, person, chat } = await openPageWithBot(t, phone.context, {
      bot: evil,
      workspace: evil,
      note: evil,
    });
    const bytes = Buffer.from(`--- a\n+++ b\n@@ -1 +1 @@\n-${evil}\n+${evil}\n`);

    person.sendDocument({ chat, from: ann.id, name: "<b onclick=x>.diff", bytes, caption: evil });
    await say({
      text: `${evil} tail`,
      entities: [{ type: "pre", language: evil, offset: 0, length: evil.length }],
    });
    await say({
      text: evil,
      entities: [{ type: "bold", offset: 0, length: 20 }],
      reply_markup: { inline_keyboard: [[{ text: evil, callback_data: evil.slice(0, 60) }]] },
      reply_parameters: { message_id: 1 },
    });
    await on.waitForButton(evil);
    await on.messages
      .first()
      .getByRole("button", { name: /^Show all/ })
      .tap();
    await on.messages.first().locator(".line.add").waitFor();
    await on.page.getByRole("button", { name: /about this chat/ }).tap();
    await on.page.getByRole("dialog").waitFor();

    assert.equal(
      await on.page.locator("img, script:not([src='app.js']), b, [onclick], [onerror]").count(),
      0,
    );
    assert.equal(await on.page.title(), evil);
    await on.checkSound();
  });

  it("follows only web addresses, and shows where hidden ones lead", async (t) => {
    const { on, say } = await openPageWithBot(t, phone.context);
    const link = (url: string, offset: number) => ({ type: "text_link", offset, length: 4, url });

    await say({
      text: "docs apps",
      entities: [link("https://docs.example/a?b=c", 0), link("tg://resolve", 5)],
    });
    const message = await on.waitForMessage(/docs apps/);
    assert.equal(await message.getByRole("link").count(), 1);
    await message.getByRole("link", { name: "docs" }).tap();

    const dialog = on.page.getByRole("dialog");
    await dialog.getByText("https://docs.example/a?b=c").waitFor();
    await dialog.getByRole("button", { name: "Cancel" }).tap();
    assert.equal(phone.context.pages().filter((one) => one.url().includes("docs.example")).length, 0);
  });

  it("never scrolls sideways, however long a word or a line is", async (t) => {
    const { on, say } = await openPageWithBot(t, phone.context);
    const long = "x".repeat(900);

    await say({ text: `${long} and\n${long}`, entities: [{ type: "pre", offset: 0, length: 900 }] });
    await say({
      text: long,
      reply_markup: { inline_keyboard: [[{ text: long.slice(0, 90), callback_data: "a" }]] },
    });
    await on.sendText(long);
    await on.waitForMessage(/^You said: x/);

    await on.checkSound();
    const code = on.page.locator("pre").first();
    assert.equal(await code.evaluate((pre) => pre.scrollWidth > pre.clientWidth), true);
  });

  it("says how much is unread further down, and goes there", async (t) => {
    const { on, say, person, chat } = await openPageWithBot(t, phone.context);
    for (let n = 0; n < 40; n++) person.sendText({ chat, from: ann.id, text: `line ${n}` });
    await on.waitForMessage(/^You said: line 39/);
    await on.page.locator("#scroll").evaluate((box) => box.scrollTo({ top: 0, behavior: "instant" }));

    await say({ text: "news" });
    await on.page.getByRole("button", { name: "To the newest message, 1 unread" }).tap();

    await on.page.getByRole("button", { name: /To the newest/ }).waitFor({ state: "hidden" });
    assert.equal(await (await on.waitForMessage(/^news/)).isVisible(), true);
  });

  it("shows that the bot is typing until it has spoken", async (t) => {
    const { on, bot, chat, say } = await openPageWithBot(t, phone.context);

    await call(bot, "sendChatAction", { chat_id: chat, action: "typing" });
    await on.page.getByText("typing…").waitFor();
    await say({ text: "done" });

    await on.waitForMessage(/^done/);
    await on.page.getByText("typing…").waitFor({ state: "hidden" });
  });

  it("comes back after the server was away, with nothing lost on either side", async (t) => {
    const { on, say, messages, goAway, comeBack } = await openPageWithBot(t, phone.context);
    await on.sendText("before");
    await on.waitForMessage(/^You said: before/);

    await goAway();
    await on.page
      .getByRole("alert")
      .getByText(/No connection/)
      .waitFor();
    await on.sendText("while away");
    await on.toast(/^Not sent\./);
    assert.equal(await on.entry.inputValue(), "while away");
    await say({ text: "said meanwhile" });

    await comeBack();
    await on.connected();
    await on.waitForMessage(/^said meanwhile/);
    await on.page.reload();
    assert.equal(await on.entry.inputValue(), "while away");
    await on.entry.press("Enter");

    await on.waitForMessage(/^You said: while away/);
    assert.deepEqual(
      messages().map(({ text }) => text),
      ["before", "You said: before", "said meanwhile", "while away", "You said: while away"],
    );
  });

  it("keeps the place in a card whose page is turned", async (t) => {
    const { on, say, bot, chat } = await openPageWithBot(t, phone.context);
    await say({
      text: "page 1",
      reply_markup: { inline_keyboard: [[{ text: "Next", callback_data: "n" }]] },
    });
    await on.page.getByRole("button", { name: "Next" }).focus();

    await call(bot, "editMessageText", { ...cardMessage(chat), message_id: 1 });
    await on.waitForMessage(/^Review/);

    assert.equal(await on.page.evaluate("document.activeElement.closest('.item')?.dataset.id"), "1");
  });
});
