// A tiny bot for the page alone: it polls, echoes, shows a card with a diff, sends a document. Promises to answer every
// tap. Refuses to be Handrail: the real bot's stories are told elsewhere.

import { setTimeout as delay } from "node:timers/promises";
import { z } from "zod";

const update = z.object({
  update_id: z.number(),
  message: z
    .object({
      message_id: z.number(),
      text: z.string().optional(),
      document: z.object({ file_name: z.string() }).optional(),
      reply_to_message: z.object({ message_id: z.number() }).optional(),
    })
    .optional(),
  edited_message: z.object({ text: z.string() }).optional(),
  callback_query: z
    .object({ id: z.string(), data: z.string(), message: z.object({ message_id: z.number() }) })
    .optional(),
});
const answer = z.object({ ok: z.boolean(), description: z.string().optional(), result: z.unknown() });

export type Update = z.infer<typeof update>;
export type BotApi = { apiRoot: string; token: string; chat: number; signal: AbortSignal };

export async function call(bot: BotApi, method: string, params: object): Promise<unknown> {
  return read(
    await fetch(`${bot.apiRoot}/bot${bot.token}/${method}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(params),
      signal: bot.signal,
    }),
  );
}

export async function sendDocument(bot: BotApi, file: { name: string; text: string }): Promise<void> {
  const form = new FormData();
  form.set("chat_id", String(bot.chat));
  form.set("document", new Blob([file.text]), file.name);
  const init = { method: "POST", body: form, signal: bot.signal };
  await read(await fetch(`${bot.apiRoot}/bot${bot.token}/sendDocument`, init));
}

async function read(response: Response): Promise<unknown> {
  const { ok, description, result } = answer.parse(await response.json());
  if (!ok) throw new Error(`The Bot API refused: ${description}`);
  return result;
}

/** Polls until the signal; every update goes to `handle`. */
export async function poll(bot: BotApi, handle: (update: Update) => Promise<void>): Promise<void> {
  let offset = 0;
  while (!bot.signal.aborted) {
    try {
      const updates = z.array(update).parse(await call(bot, "getUpdates", { offset, timeout: 20 }));
      for (const one of updates) {
        await handle(one);
        offset = one.update_id + 1;
      }
    } catch (cause) {
      if (bot.signal.aborted) return;
      // The server may be restarting under the bot; anything else is a fault of the test.
      if (!(cause instanceof TypeError)) throw cause;
      await delay(50, undefined, { signal: bot.signal }).catch(() => undefined);
    }
  }
}

export const diff = `diff --git a/main.js b/main.js
--- a/main.js
+++ b/main.js
@@ -1,6 +1,4 @@
 sheet.frameBegin({ width: 180 });
-sheet.text("Page " + sheet.pageNumber + " of " + sheet.pageCount + ", printed from the records of the day");
--- a removed line that looks like a heading
 sheet.frameEnd();
+// the footer is gone
 
`;

const card = `Review · quire · 1 file, +1 −2\n\n${diff}`;

export const cardMessage = (chat: number) => ({
  chat_id: chat,
  text: card,
  entities: [
    { type: "bold", offset: 0, length: 6 },
    { type: "pre", language: "diff", offset: card.indexOf("diff --git"), length: diff.trimEnd().length },
  ],
  reply_markup: {
    inline_keyboard: [
      [
        { text: "Apply", callback_data: "apply", style: "success" },
        { text: "Reject", callback_data: "reject", style: "danger" },
      ],
    ],
  },
});

/** Echoes; "card" brings a card with Apply and Reject, "file" a diff as a document. */
export async function answerUpdate(bot: BotApi, { message, callback_query: query }: Update): Promise<void> {
  const { chat } = bot;
  if (query?.data === "apply") {
    await call(bot, "answerCallbackQuery", { callback_query_id: query.id, text: "Landing." });
    const undo = { inline_keyboard: [[{ text: "Undo", callback_data: "undo" }]] };
    const receipt = { chat_id: chat, message_id: query.message.message_id, text: "Landed as generation 1" };
    await call(bot, "editMessageText", { ...receipt, reply_markup: undo });
  } else if (query !== undefined) {
    const words = { callback_query_id: query.id, text: "Nothing was written.", show_alert: true };
    await call(bot, "answerCallbackQuery", words);
  }
  if (message === undefined) return;
  if (message.text === "card") await call(bot, "sendMessage", cardMessage(chat));
  else if (message.text === "file") await sendDocument(bot, { name: "review.diff", text: diff });
  else {
    const said = message.text ?? `a file: ${message.document?.file_name}`;
    const to = message.reply_to_message ? ` (a reply to ${message.reply_to_message.message_id})` : "";
    await call(bot, "sendMessage", { chat_id: chat, text: `You said: ${said}${to}` });
  }
}
