// The page with a tiny scripted bot behind it, over real HTTP on both sides. Promises to close everything at the end of
// a test, and a server that can go away and come back at the same address. Refuses to be the real bot.

import type { TestContext } from "node:test";
import type { BrowserContext } from "playwright-core";
import { type About, type PageServer, startPageServer } from "../../bot/playground/page-server.ts";
import { startTelegramServer } from "../../bot/playground/telegram-server/server.ts";
import { systemClock as clock } from "../../store/clock.ts";
import { openChat } from "./chat-page.ts";
import { answerUpdate, type BotApi, call, poll } from "./scripted-bot.ts";

const token = "4242:AAbbCCddEEff";
const secret = "0123456789abcdefghijkl";
export const ann = { id: 1001, first_name: "Ann" };

const about: About = {
  bot: "Handrail",
  workspace: "quire",
  model: null,
  note: "The offline model works by rules.",
  suggestions: ["what does sheet.frameBegin do", "find json", "remove the footer"],
};

export async function openPageWithBot(t: TestContext, browser: BrowserContext, told: Partial<About> = {}) {
  const telegram = await startTelegramServer({ token, clock, pace: "off" });
  const { person, apiRoot } = telegram;
  person.addUser(ann);
  const chat = person.openPrivate(ann.id);
  const closing = new AbortController();
  const bot: BotApi = { apiRoot, token, chat, signal: closing.signal };
  const polling = poll(bot, (update) => answerUpdate(bot, update));

  const start = (port: number): Promise<PageServer> =>
    startPageServer({
      person,
      chat,
      user: ann.id,
      port,
      secret,
      clock,
      about: async () => ({ ...about, ...told }),
      signal: closing.signal,
    });
  let server = await start(0);
  const page = await browser.newPage();
  t.after(async () => {
    await page.close();
    await server[Symbol.asyncDispose]();
    closing.abort();
    await polling;
    await telegram[Symbol.asyncDispose]();
  });

  return {
    person,
    chat,
    bot,
    say: (params: object) => call(bot, "sendMessage", { chat_id: chat, ...params }),
    messages: () => person.messages(chat),
    on: await openChat(page, server.address),
    async goAway(): Promise<void> {
      await server[Symbol.asyncDispose]();
    },
    async comeBack(): Promise<void> {
      server = await start(server.port);
    },
  };
}
