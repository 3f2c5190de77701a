// The page at a desk: a keyboard, a mouse, a wide screen. Promises that everything a finger can do has a key.
// Refuses to use what is only visible: names and roles lead the way.

import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Browser, openBrowser, whyNoBrowser } from "./browser.ts";
import { ann, openPageWithBot } from "./page-with-bot.ts";
import { call } from "./scripted-bot.ts";

describe("the page at a desk", { skip: whyNoBrowser(), timeout: 120_000 }, () => {
  let desk: Browser;
  before(async () => {
    desk = await openBrowser("desktop");
  });
  after(() => desk?.[Symbol.asyncDispose]());

  it("is a column of a phone's width, ready to be typed into", async (t) => {
    const { on } = await openPageWithBot(t, desk.context);

    await on.page.keyboard.type("one");
    await on.page.keyboard.press("Shift+Enter");
    await on.page.keyboard.type("two");
    await on.page.keyboard.press("Enter");

    const mine = await on.waitForMessage(/^one\ntwo/);
    const box = await on.page.locator("main").boundingBox();
    assert(box !== null && box.width <= 480 && box.x > 300);
    assert.equal(await mine.isVisible(), true);
    await on.checkSound();
  });

  it("has no scrollbar in the message field before it is full", async (t) => {
    const { on } = await openPageWithBot(t, desk.context);
    const bar = () => on.entry.evaluate((box) => box.scrollHeight - box.clientHeight);

    assert.equal(await bar(), 0);
    await on.entry.fill("one\ntwo");
    assert.equal(await bar(), 0);
    await on.entry.fill("line\n".repeat(30));
    assert((await bar()) > 0);
  });

  it("replies with keys alone", async (t) => {
    const { on, say, messages } = await openPageWithBot(t, desk.context);
    await say({ text: "first question" });
    await say({ text: "second question" });
    await on.waitForMessage(/^second/);
    const { keyboard } = on.page;

    // Past the button of the commands, to the newest message.
    await keyboard.press("Shift+Tab");
    await keyboard.press("Shift+Tab");
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await on.page.getByRole("menuitem", { name: "Reply" }).waitFor();
    await keyboard.press("Enter");
    await on.page.getByText("Reply to Handrail").waitFor();
    await keyboard.type("an answer");
    await keyboard.press("Enter");

    await on.waitForMessage(/an answer \(a reply to 1\)/);
    assert.equal(messages()[2]?.replyTo, 1);
  });

  it("leaves a menu and a reply with Escape, and gives the focus back", async (t) => {
    const { on, say } = await openPageWithBot(t, desk.context);
    await say({ text: "a question" });
    const question = await on.waitForMessage(/^a question/);
    await on.entry.fill("half a thought");

    await question.click({ button: "right" });
    await on.page.getByRole("menu").waitFor();
    await on.page.keyboard.press("Escape");
    await on.page.getByRole("menu").waitFor({ state: "hidden" });
    await question.click({ button: "right" });
    await on.page.getByRole("menuitem", { name: "Reply" }).click();
    await on.page.keyboard.press("Escape");

    await on.page.getByText("Reply to Handrail").waitFor({ state: "hidden" });
    assert.equal(await on.entry.inputValue(), "half a thought");
    assert.equal(await on.page.evaluate("document.activeElement.id"), "text");
  });

  it("edits the last own message with arrow-up, and puts nothing aside for good", async (t) => {
    const { on, messages } = await openPageWithBot(t, desk.context);
    await on.sendText("find jsno");
    await on.waitForMessage(/^You said: find jsno/);

    await on.entry.press("ArrowUp");
    assert.equal(await on.entry.inputValue(), "find jsno");
    await on.entry.fill("find json");
    await on.entry.press("Enter");

    const edited = await on.waitForMessage(/^find json/);
    await edited.getByText("edited").waitFor();
    assert.equal(messages()[0]?.text, "find json");
    assert.equal(await on.entry.inputValue(), "");
  });

  it("loads what is further up without moving what is read", async (t) => {
    const { on, person, chat, bot } = await openPageWithBot(t, desk.context);
    for (let n = 1; n <= 230; n++) person.sendText({ chat, from: ann.id, text: `line ${n}` });
    // Until the bot has answered all, its answers would move what is measured.
    const isDone = () => person.messages(chat).length >= 460 || undefined;
    await person.waitFor(chat, isDone, bot.signal);
    await on.page.reload();
    await on.connected();
    await on.page.locator("#scroll").evaluate((box) => box.scrollTo({ top: 0, behavior: "instant" }));
    const shown = await on.messages.count();
    const before = await on.messages.first().boundingBox();
    const words = await on.messages.first().textContent();

    await on.page.getByRole("button", { name: "Earlier messages" }).click();
    await on.messages.nth(shown + 50).waitFor();

    const same = on.messages.filter({ hasText: words ?? "" }).first();
    const moved = Math.abs(((await same.boundingBox())?.y ?? 0) - (before?.y ?? 0));
    assert(moved < 60, `moved by ${moved} px`);
  });

  it("shows a draft while it is written, and stops it", async (t) => {
    const { on, bot, chat } = await openPageWithBot(t, desk.context);

    await call(bot, "sendMessageDraft", {
      chat_id: chat,
      draft_id: 7,
      text: "The footer is",
      can_stop: true,
    });
    await on.page.getByText("The footer is", { exact: true }).waitFor();
    await on.page.getByRole("button", { name: "Stop" }).click();

    await on.page.getByText("The footer is", { exact: true }).waitFor({ state: "detached" });
  });

  it("reads new words of the bot to who does not look, once they have settled", async (t) => {
    const { on, say, bot, chat } = await openPageWithBot(t, desk.context);

    await say({ text: "Thinking" });
    await call(bot, "editMessageText", { chat_id: chat, message_id: 1, text: "The footer is in main.js" });

    const spoken = on.page.locator("#announcer");
    await spoken.getByText("The footer is in main.js").waitFor();
    assert.equal(await spoken.textContent(), "The footer is in main.js");
  });
});
