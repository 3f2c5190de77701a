// What a Bot API method is here, and how it finds the chat and the message that it is about. Promises Telegram's
// wording for what is not there. Refuses chats where the bot may not write.

import type { Pace } from "../pace.ts";
import { badRequest, forbidden } from "../refusal.ts";
import type { Call } from "../request.ts";
import type { Chat, Message } from "../state.ts";
import type { Updates } from "../updates.ts";
import type { World } from "../world.ts";

export type Api = { world: World; pace: Pace; updates: Updates };

/** Returns the `result`; throws a Refusal before anything has changed. */
export type Method = (api: Api, call: Call, signal: AbortSignal) => unknown;

/** A chat that the bot can see. */
export function seenChat(world: World, id: number | string | undefined): Chat {
  if (id === undefined || id === "") throw badRequest("chat_id is empty");
  const chat = typeof id === "number" ? world.chats.get(id) : undefined;
  if (chat !== undefined) return chat;
  // A person who is known but never wrote: Telegram tells that apart from nobody.
  if (typeof id === "number" && world.people.get(id) !== undefined) throw notStarted();
  throw badRequest("chat not found");
}

const notStarted = () => forbidden("bot can't initiate conversation with a user");

/** A chat that the bot may write to. */
export function writableChat(world: World, id: number | string | undefined): Chat {
  const chat = seenChat(world, id);
  if (chat.type === "private" && chat.blocked) throw forbidden("bot was blocked by the user");
  if (chat.type === "private" && !chat.started) throw notStarted();
  return chat;
}

export function seenMessage(world: World, chat: Chat, id: number | undefined, purpose: string): Message {
  if (id === undefined) throw badRequest("message identifier is not specified");
  const message = world.message(chat.id, id);
  if (message === undefined) throw badRequest(`message to ${purpose} not found`);
  return message;
}

/** Only the bot's own messages, and never one that was sent with a reply keyboard. */
export function ownMessage(world: World, chat: Chat, id: number | undefined): Message {
  const message = seenMessage(world, chat, id, "edit");
  if (message.from !== world.bot.id || message.frozen || message.content.type === "topic") {
    throw badRequest("message can't be edited");
  }
  return message;
}

/** The topic, which must exist; the "General" topic has no number that a bot may send to. */
export function threadIn(world: World, chat: Chat, thread: number | undefined): number | undefined {
  if (thread === undefined) return undefined;
  const isForum = chat.type !== "private" && chat.forum;
  const root = isForum ? world.message(chat.id, thread) : undefined;
  if (root?.content.type !== "topic") throw badRequest("message thread not found");
  return thread;
}

export const done = true;
