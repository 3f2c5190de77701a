// Edits and deletions of messages. Promises "message is not modified" exactly when nothing would change, and that an
// edit without a keyboard takes the keyboard away. Refuses other people's messages and the wrong kind of content.

import { isDeepStrictEqual } from "node:util";
import {
  chat as chatField,
  flag,
  integer,
  type JsonObject,
  object,
  present,
  readFields,
  readObject,
  text,
} from "../fields.ts";
import { type Keyboard, parseInlineKeyboard } from "../keyboard.ts";
import { limits } from "../limits.ts";
import { badRequest } from "../refusal.ts";
import type { Content, Message } from "../state.ts";
import { wireMessage } from "../wire.ts";
import { captionFields, readCaption, readPreview, readText, textFields } from "./bodies.ts";
import { readMedia } from "./media.ts";
import { type Api, done, type Method, ownMessage, seenMessage, writableChat } from "./method.ts";

const target = { chat_id: chatField, message_id: integer, reply_markup: object };

type Target = {
  chat_id: number | string | undefined;
  message_id: number | undefined;
  reply_markup: JsonObject | undefined;
};

export const editMessageText: Method = (api, call) => {
  const values = readFields({ ...target, ...textFields }, call);
  return edit(api, values, (content) => {
    const body = readText(values, "MESSAGE_TOO_LONG");
    if (content.type !== "text") throw badRequest("there is no text in the message to edit");
    return { type: "text", body, ...present({ preview: readPreview(values.link_preview_options) }) };
  });
};

export const editMessageCaption: Method = (api, call) => {
  const values = readFields({ ...target, ...captionFields, show_caption_above_media: flag }, call);
  return edit(api, values, (content) => {
    if (content.type === "text" || content.type === "topic") {
      throw badRequest("there is no caption in the message to edit");
    }
    return { ...content, caption: readCaption(values) };
  });
};

export const editMessageReplyMarkup: Method = (api, call) =>
  edit(api, readFields(target, call), (content) => content);

const mediaFields = {
  type: text,
  media: text,
  ...captionFields,
  disable_content_type_detection: flag,
  has_spoiler: flag,
  show_caption_above_media: flag,
};

export const editMessageMedia: Method = (api, call) => {
  const values = readFields({ ...target, media: object }, call);
  return edit(api, values, () => {
    if (values.media === undefined) throw badRequest("media is not specified");
    const media = readObject(values.media, "InputMedia", mediaFields);
    if (media.type !== "document" && media.type !== "photo") {
      throw badRequest(
        `can't parse InputMedia: type "${media.type}" must be document or photo (strict server)`,
      );
    }
    if (media.media === undefined) throw badRequest("can't parse InputMedia: Can't find field \"media\"");
    const caption = readCaption(media);
    return readMedia({ world: api.world, call, type: media.type, value: media.media, caption });
  });
};

function edit(api: Api, values: Target, change: (content: Content) => Content): JsonObject {
  const { world, pace } = api;
  const chat = writableChat(world, values.chat_id);
  const message = ownMessage(world, chat, values.message_id);
  const keyboard = parseInlineKeyboard(values.reply_markup);
  const content = change(message.content);
  if (isDeepStrictEqual([content, keyboard], [message.content, message.keyboard])) {
    throw badRequest(
      "message is not modified: specified new message content and reply markup are exactly the same as a current content and reply markup of the message",
    );
  }
  pace.spend("edit", chat);
  return wireMessage(world, world.keep(changed(message, { content, keyboard, editDate: world.seconds() })));
}

type Edited = { content: Content; keyboard: Keyboard | undefined; editDate: number };

function changed(message: Message, { content, keyboard, editDate }: Edited): Message {
  const { keyboard: _taken, ...rest } = message;
  return { ...rest, content, editDate, ...(keyboard === undefined ? {} : { keyboard }) };
}

export const deleteMessage: Method = ({ world }, call) => {
  const values = readFields({ chat_id: chatField, message_id: integer }, call);
  const chat = writableChat(world, values.chat_id);
  const message = seenMessage(world, chat, values.message_id, "delete");
  const isOld = world.clock.now() - message.date * 1000 > limits.deleteWithinMs;
  const isOwn = message.from === world.bot.id;
  const isAllowed = chat.type === "private" ? !isOld : chat.admin || (isOwn && !isOld);
  if (!isAllowed || message.content.type === "topic") throw badRequest("message can't be deleted");
  world.remove(message);
  return done;
};
