// What a message that we heard is called and says: its key in causes, and its words without our name. Promises that
// handling a message again finds the same keys. Refuses to know what becomes of it.

import type { OnIncident } from "./incident.ts";
import type { Message } from "./incoming.ts";

/** A person's words, as one request. */
export type Words = { actor: string; message: Message; text: string };

export function keyOf(message: Pick<Message, "chat" | "messageId">): string {
  return `${message.chat}:${message.messageId}`;
}

/** Of the one thing that we say first about a message. */
export function heardCause(message: Message): string {
  return `heard:${keyOf(message)}`;
}

/** What it tells of is stored: a fault in the telling must not say that nothing was, or it is sent twice. */
export async function tellStored(onIncident: OnIncident, telling: () => Promise<void>): Promise<void> {
  try {
    await telling();
  } catch (error) {
    onIncident({ kind: "update", text: "A message was taken, and that could not be told.", error });
  }
}

/** In groups a request begins with the bot's name; the words after it are the request. */
export function withoutName(text: string, botUsername: string): string {
  const name = `@${botUsername.toLowerCase()}`;
  const trimmed = text.trim();
  const isCalled =
    name !== "@" && trimmed.toLowerCase().startsWith(name) && !/^\w/.test(trimmed.slice(name.length));
  return isCalled ? trimmed.slice(name.length).replace(/^[\s,:]+/, "") : trimmed;
}

/** A reply to the bot, or its name in the text. */
export function isAddressed(message: Message, botUsername: string): boolean {
  const name = botUsername.toLowerCase();
  return message.replyToBot === name || message.mentions.includes(name);
}
