// The page as a person uses it: send, tap, wait for words. Promises to find things as a screen reader would, by role and
// name. Refuses to sleep: everything waits for what is shown.

import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";

export type ChatPage = Awaited<ReturnType<typeof openChat>>;

/** Opens the page and waits until the line to the server is open. */
export async function openChat(page: Page, address: string) {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    // A lost connection is told on the console too, and tests lose it on purpose.
    const isLost = /ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET/;
    if (message.type() === "error" && !isLost.test(message.text())) faults.push(message.text());
  });
  await page.goto(address);

  const entry = page.getByRole("textbox", { name: "Message" });
  const messages = page.getByRole("article");
  const connected = () => page.getByText("connected", { exact: true }).waitFor();
  await connected();

  return {
    page,
    entry,
    messages,
    connected,
    /** Errors of scripts and of the content policy so far. */
    faults,
    async sendText(text: string): Promise<void> {
      await entry.fill(text);
      await entry.press("Enter");
    },
    /** The newest button of this name, as the newest card is the one that counts. */
    async tapButton(label: string | RegExp): Promise<void> {
      await tap(buttons(page, label).last());
    },
    /** The newest message whose words match, once there is one. */
    async waitForMessage(words: RegExp): Promise<Locator> {
      const found = messages.filter({ hasText: words }).last();
      await found.waitFor();
      return found;
    },
    async waitForButton(label: string | RegExp): Promise<void> {
      await buttons(page, label).last().waitFor();
    },
    async waitForNoButton(label: string | RegExp): Promise<void> {
      await buttons(page, label).first().waitFor({ state: "detached" });
    },
    toast: (words: RegExp) => page.locator(".toast").filter({ hasText: words }).waitFor(),
    /** Fails when a script failed, or when something is wider than the phone. */
    async checkSound(): Promise<void> {
      assert.deepEqual(faults, []);
      for (const part of ["html", "#scroll"]) {
        const beyond = await page.locator(part).evaluate((box) => box.scrollWidth - box.clientWidth);
        assert.equal(beyond, 0, `${part} scrolls sideways`);
      }
    },
  };
}

const buttons = (page: Page, label: string | RegExp) =>
  page.getByRole("group", { name: "Buttons" }).getByRole("button", {
    name: label,
    ...(typeof label === "string" ? { exact: true } : {}),
  });

async function tap(button: Locator): Promise<void> {
  await button.scrollIntoViewIfNeeded();
  await button.click();
}
