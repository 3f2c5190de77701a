// The main job as a person does it, on a phone: the real bot, the strict Bot API server, the page, a model, all over
// real HTTP. Promises that what is told here is what `npm start` does. Refuses to wait for time: only for what appears.

import assert from "node:assert/strict";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { Locator } from "playwright-core";
import { call, startScriptedModel, together } from "../servers/scripted-model.ts";
import { type Browser, openBrowser, whyNoBrowser } from "./browser.ts";
import type { ChatPage } from "./chat-page.ts";
import { openHandrail, temporary } from "./page-with-handrail.ts";

const wordsOf = async (place: Locator): Promise<string> => (await place.textContent()) ?? "";
const diffOn = (card: Locator) => wordsOf(card.locator("pre[aria-label='Code, diff'] code"));

/** The bytes of the newest file whose name ends so. */
async function download(on: ChatPage, name: RegExp): Promise<string> {
  const [file] = await Promise.all([
    on.page.waitForEvent("download"),
    on.messages.getByRole("link", { name }).last().click(),
  ]);
  return readFile(await file.path(), "utf8");
}

describe("Handrail on a phone", { skip: whyNoBrowser(), timeout: 120_000 }, () => {
  let phone: Browser;
  before(async () => {
    phone = await openBrowser("phone");
  });
  after(() => phone?.[Symbol.asyncDispose]());

  it("answers from the docs, removes the footer after a tap, and takes it back to the byte", async (t) => {
    const { on, file, log } = await openHandrail(t, phone.context);
    const untouched = await file("main.js");

    await on.page.getByRole("button", { name: "what does sheet.frameBegin do" }).tap();
    await on.waitForMessage(/Sheet-frameBegin/);
    await on.sendText("find json");
    await on.waitForMessage(/parts\.json/);
    await on.sendText("remove the footer");
    await on.waitForButton("Apply");
    const card = await on.waitForMessage(/^Review · quire/);
    const shown = await diffOn(card);
    assert.match(shown, /^-var footer = new Frame\(\);$/m);
    assert.equal(await download(on, /^review-.*\.diff/), shown);
    assert.equal(await file("main.js"), untouched);

    await on.tapButton("Apply");
    const receipt = await on.waitForMessage(/Landed as generation 1, applied by you/);
    assert.match(await wordsOf(receipt), /main\.js \+0 −17/);
    assert.doesNotMatch(await file("main.js"), /footer/);

    await on.tapButton("Undo");
    await on.waitForMessage(/Landed as generation 2, applied by you\s+It takes generation 1 back/);
    await on.waitForMessage(/Undone by generation 2/);

    assert.equal(await file("main.js"), untouched);
    await on.checkSound();
    assert.deepEqual(log, []);
  });

  it("rejects, and revises by the reply that the page has opened", async (t) => {
    const { on, file } = await openHandrail(t, phone.context);
    const untouched = await file("main.js");

    await on.sendText("remove the footer");
    await on.waitForButton("Revise");
    await on.tapButton("Revise");
    await on.page.getByText("Reply to Handrail").waitFor();
    assert.equal(await on.entry.getAttribute("placeholder"), "What should change?");
    await on.sendText("keep the comment");
    await on.waitForMessage(/Sent back by you/);
    await on.waitForButton("Reject");
    const second = await on.waitForMessage(/^Review · quire/);
    assert.doesNotMatch(await diffOn(second), /^-\/\/ footer: the page number/m);

    await on.tapButton("Reject");
    await on.waitForMessage(/Rejected by you\. Nothing was written\./);

    await on.waitForNoButton("Reject");
    assert.equal(await on.entry.getAttribute("placeholder"), "Message");
    assert.equal(await file("main.js"), untouched);
    await on.checkSound();
  });

  it("has a command for everything, and none of them writes", async (t) => {
    const { on, file } = await openHandrail(t, phone.context);
    const untouched = await file("main.js");
    const told = async (command: string, words: RegExp) => {
      await on.sendText(command);
      return on.waitForMessage(words);
    };

    await on.sendText("remove the footer");
    await on.waitForButton("Apply");
    await told("/help", /A message is a request\./);
    await told("/status", /quire \(this chat\)\s+✋ remove the footer – waits for you/);
    await told("/pending", /1 review waits for a tap on its card:\s+• quire: remove the footer – 1 file/);
    await told("/diff", /^The open review: 1 file, \+0 −17/);
    await told("/workspace", /• quire \(now\)/);
    await told("/jobs", /rebuild-index – every day/);
    await on.tapButton("Run rebuild-index now");
    await on.toast(/rebuild-index has started/);
    await told("/stop", /^Stopped\. Not written: main\.js\./);
    await told("/undo", /There is nothing to undo in quire/);
    await told("/history", /Nothing has landed in quire yet/);
    await told("/staus", /Did you mean \/status\?/);

    assert.equal(await file("main.js"), untouched);
    await on.checkSound();
  });

  it("goes on after a restart, and the header names the workspace that the chat is bound to", async (t) => {
    const dir = await temporary(t);
    const workspaces = ["quire", "loom"].map((name) => join(dir, name));
    for (const folder of workspaces) {
      await mkdir(folder);
      await writeFile(join(folder, "main.js"), "var oldName = 1;\nuse(oldName);\n");
    }
    const { on, file, restart } = await openHandrail(t, phone.context, { workspaces });
    await on.sendText("rename oldName to newName");
    await on.waitForButton("Apply");

    await restart();
    await on.connected();
    await on.tapButton("Apply");
    await on.waitForMessage(/Landed as generation 1, applied by you/);
    await on.sendText("/workspace loom");

    await on.page.getByText("loom · offline model").waitFor();
    assert.equal(await file("main.js"), "var newName = 1;\nuse(newName);\n");
    assert.doesNotMatch(await wordsOf(on.page.locator("#messages")), /telegram:/);
  });

  it("shows forty hostile files on pages that turn, with nothing left out and nothing let loose", async (t) => {
    const evil = "<img src=x onerror=alert(1)>";
    const files = new Map([
      [`${evil}.js`, `document.title = "owned"; // ${evil}\n`],
      ["bidi.js", 'if (role !== "\u202e\u2066// admin\u2069 \u2066") go();\n'],
      ["unseen.js", "var a\u200bb = 1; \u001b[31mred\u001b[0m\r\n"],
      ["long.js", `${"x".repeat(4_000)}\n`],
      [".github/workflows/ci.yml", "on: push\n"],
      ...Array.from({ length: 35 }, (_, i): [string, string] => [`lib/part-${i}.js`, `var part = ${i};\n`]),
    ]);
    const writes = [...files].map(([path, content]) => call("write_file", { path, content }));
    await using model = await startScriptedModel({ script: [together(...writes), "All files are written."] });
    const folder = await temporary(t);
    const { on } = await openHandrail(t, phone.context, { workspaces: [folder], modelUrl: model.baseUrl });
    const { page } = on;

    await on.sendText("write them");
    await on.waitForButton("Apply");
    const card = await on.waitForMessage(/^Review/);
    const first = await wordsOf(card);
    assert.match(first, /40 files, \+40 −0/);
    assert.match(first, /runs in CI/);
    assert.match(first, /7 hidden or look-alike characters/);
    const pages = [await diffOn(card)];
    const count = Number(/page 1 of (\d+)/.exec(first)?.[1]);
    for (let n = 2; n <= count; n++) {
      await on.tapButton(new RegExp(`^${n}/${count} ▶`));
      await card.getByText(`page ${n} of ${count}`).waitFor();
      pages.push(await diffOn(card));
    }
    await on.tapButton(new RegExp(`^◀ ${count - 1}/${count}`));
    await card.getByText(`page ${count - 1} of ${count}`).waitFor();

    const all = pages.join("");
    for (const words of ["⟨U+202E⟩⟨U+2066⟩// admin", "a⟨U+200B⟩b", "⟨U+001B⟩[31mred", evil]) {
      assert.ok(all.includes(words), words);
    }
    assert.equal(all.match(/^\+var part = \d+;$/gm)?.length, 35);
    const diff = await download(on, /^review-.*\.diff/);
    for (const content of files.values()) assert.ok(diff.includes(`+${content}`), content.slice(0, 40));
    await on.tapButton("Apply");
    await on.waitForMessage(/Landed as generation 1/);
    for (const [path, content] of files) assert.equal(await readFile(join(folder, path), "utf8"), content);
    assert.equal(await page.title(), "Handrail");
    assert.equal(await page.locator("img, b, [onerror]").count(), 0);
    await on.checkSound();
  });
});
