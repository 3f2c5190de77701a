// sendMessage, sendDocument, sendPhoto: new messages of the bot. Promises that a refused call leaves no trace.
// Refuses chats that never began, topics that do not exist, and what is over its limit.

import {
  chat as chatField,
  file,
  flag,
  integer,
  type JsonObject,
  object,
  present,
  readFields,
} from "../fields.ts";
import { type Keyboard, parseReplyMarkup } from "../keyboard.ts";
import type { Chat, Content } from "../state.ts";
import { wireMessage } from "../wire.ts";
import { captionFields, readCaption, readPreview, readReply, readText, textFields } from "./bodies.ts";
import { readMedia } from "./media.ts";
import { type Api, type Method, threadIn, writableChat } from "./method.ts";

const common = {
  chat_id: chatField,
  message_thread_id: integer,
  disable_notification: flag,
  protect_content: flag,
  reply_parameters: object,
  reply_markup: object,
};

type Envelope = {
  chat_id: number | string | undefined;
  message_thread_id: number | undefined;
  reply_parameters: JsonObject | undefined;
  reply_markup: JsonObject | undefined;
};

export const sendMessage: Method = (api, call) => {
  const values = readFields({ ...common, ...textFields }, call);
  return send(api, values, () => {
    const body = readText(values, "message is too long");
    return { type: "text", body, ...present({ preview: readPreview(values.link_preview_options) }) };
  });
};

export const sendDocument: Method = (api, call) => {
  const fields = { ...common, ...captionFields, document: file, disable_content_type_detection: flag };
  const values = readFields(fields, call);
  return send(api, values, () => {
    const caption = readCaption(values);
    return readMedia({ world: api.world, call, type: "document", value: values.document, caption });
  });
};

export const sendPhoto: Method = (api, call) => {
  const fields = {
    ...common,
    ...captionFields,
    photo: file,
    has_spoiler: flag,
    show_caption_above_media: flag,
  };
  const values = readFields(fields, call);
  return send(api, values, () => {
    const caption = readCaption(values);
    return readMedia({ world: api.world, call, type: "photo", value: values.photo, caption });
  });
};

function send(api: Api, envelope: Envelope, read: () => Content): JsonObject {
  const { world } = api;
  const chat = writableChat(world, envelope.chat_id);
  const reply = readReply(world, chat, envelope.reply_parameters);
  const thread = threadIn(world, chat, envelope.message_thread_id) ?? reply?.to.thread;
  const markup = parseReplyMarkup(envelope.reply_markup);
  const content = read();
  api.pace.spend("send", chat);
  const message = world.post({
    chat: chat.id,
    from: world.bot.id,
    content,
    ...(thread === undefined ? {} : { thread }),
    ...(reply === undefined ? {} : { replyTo: reply.to.id }),
    ...(reply?.quote === undefined ? {} : { quote: reply.quote }),
    ...(markup.type === "other" || markup.type === "force_reply" ? { frozen: true } : {}),
    ...(markup.type === "force_reply" ? { forcedReply: markup.forced } : {}),
    ...keyboardOf(markup.type === "inline" ? markup.keyboard : undefined),
  });
  endDraft(api, chat);
  return wireMessage(world, message);
}

const keyboardOf = (keyboard: Keyboard | undefined) => (keyboard === undefined ? {} : { keyboard });

/** A message of the bot takes the place of what it was still writing. */
function endDraft({ world }: Api, chat: Chat): void {
  world.drafts.delete(chat.id);
  world.actions.delete(chat.id);
}
