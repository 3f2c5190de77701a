// Objects as the Bot API sends them: users, chats, messages, files. Promises the documented shape, with absent fields
// left out. Refuses to add what a bot of this kind would never see.

import { type JsonObject, present } from "./fields.ts";
import type { FormattedText } from "./formatted-text.ts";
import type { Chat, Message, Person, StoredFile } from "./state.ts";
import type { Bot, World } from "./world.ts";

export const wireBot = (bot: Bot): JsonObject => ({
  id: bot.id,
  is_bot: true,
  first_name: bot.firstName,
  username: bot.username,
});

export const wirePerson = (person: Person): JsonObject =>
  present({
    id: person.id,
    is_bot: false,
    first_name: person.first_name,
    username: person.username,
    language_code: "en",
  });

function wireSender(world: World, id: number): JsonObject {
  const person = world.people.get(id);
  return person === undefined ? wireBot(world.bot) : wirePerson(person);
}

export function wireChat(world: World, chat: Chat): JsonObject {
  if (chat.type !== "private") {
    const forum = chat.forum ? { is_forum: true } : {};
    return { id: chat.id, title: chat.title, type: chat.type, ...forum };
  }
  const person = world.people.get(chat.id);
  return present({
    id: chat.id,
    first_name: person?.first_name,
    username: person?.username,
    type: "private",
  });
}

export function wireMessage(world: World, message: Message, nested = false): JsonObject {
  const chat = world.chats.get(message.chat);
  return present({
    message_id: message.id,
    from: wireSender(world, message.from),
    chat: chat === undefined ? undefined : wireChat(world, chat),
    date: message.date,
    edit_date: message.editDate,
    message_thread_id: message.thread,
    is_topic_message: message.thread === undefined ? undefined : true,
    reply_to_message: nested ? undefined : repliedTo(world, message),
    quote: message.quote === undefined ? undefined : { text: message.quote, position: 0, is_manual: true },
    ...wireContent(world, message),
    reply_markup: message.keyboard === undefined ? undefined : { inline_keyboard: message.keyboard },
  });
}

/** In a topic, a message that answers nothing still carries the topic's first message, as Telegram has it. */
function repliedTo(world: World, message: Message): JsonObject | undefined {
  const id = message.replyTo ?? (message.content.type === "topic" ? undefined : message.thread);
  const target = id === undefined ? undefined : world.message(message.chat, id);
  return target === undefined ? undefined : wireMessage(world, target, true);
}

function wireContent(world: World, { content, thread }: Message): JsonObject {
  switch (content.type) {
    case "text":
      return {
        ...wireText("text", "entities", content.body),
        ...present({ link_preview_options: content.preview }),
      };
    case "document":
      return {
        document: wireFile(world, content.file),
        ...wireText("caption", "caption_entities", content.caption),
      };
    case "photo":
      return {
        photo: [wirePhoto(world, content)],
        ...wireText("caption", "caption_entities", content.caption),
      };
    case "topic":
      return { forum_topic_created: { name: content.name, icon_color: 7322096 }, message_thread_id: thread };
  }
}

function wireText(name: string, entitiesName: string, { text, entities }: FormattedText): JsonObject {
  if (text === "") return {};
  return entities.length === 0 ? { [name]: text } : { [name]: text, [entitiesName]: entities };
}

function wireFile(world: World, id: string): JsonObject {
  const file = world.files.get(id);
  if (file === undefined) return {};
  return { file_name: file.name, mime_type: file.mime, ...fileIds(file) };
}

export const fileIds = (file: StoredFile): JsonObject => ({
  file_id: file.id,
  file_unique_id: file.unique,
  file_size: file.size,
});

function wirePhoto(world: World, photo: { file: string; width: number; height: number }): JsonObject {
  const file = world.files.get(photo.file);
  return { ...(file === undefined ? {} : fileIds(file)), width: photo.width, height: photo.height };
}
