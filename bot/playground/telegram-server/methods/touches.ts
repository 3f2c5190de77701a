// The light methods: answers to taps, chat actions, drafts, reactions, pins. Promises that a tap is answered once, in
// its time. Refuses drafts outside private chats and reactions that bots cannot give.

import { chat as chatField, flag, integer, list, readFields, readObject, text } from "../fields.ts";
import { limits } from "../limits.ts";
import { badRequest } from "../refusal.ts";
import { readDraftText } from "./bodies.ts";
import { done, type Method, seenMessage, threadIn, writableChat } from "./method.ts";

export const answerCallbackQuery: Method = ({ world }, call) => {
  const fields = { callback_query_id: text, text, show_alert: flag, url: text, cache_time: integer };
  const values = readFields(fields, call);
  const query = world.queries.get(values.callback_query_id ?? "");
  const isOpen = query !== undefined && query.answer === undefined;
  if (!isOpen || world.clock.now() - query.at > limits.callbackWindowMs) {
    throw badRequest("query is too old and response timeout expired or query ID is invalid");
  }
  const { text: shown = "", show_alert: showAlert = false, url } = values;
  if (shown.length > limits.callbackAnswer) throw badRequest("MESSAGE_TOO_LONG");
  if (url !== undefined && !url.startsWith(`https://t.me/${world.bot.username}?start=`))
    throw badRequest("URL_INVALID");
  world.queries.set(query.id, { ...query, answer: { showAlert, ...(shown === "" ? {} : { text: shown }) } });
  return done;
};

const chatActions = [
  "typing",
  "upload_photo",
  "record_video",
  "upload_video",
  "record_voice",
  "upload_voice",
  "upload_document",
  "choose_sticker",
  "find_location",
  "record_video_note",
  "upload_video_note",
];

export const sendChatAction: Method = ({ world, pace }, call) => {
  const values = readFields({ chat_id: chatField, message_thread_id: integer, action: text }, call);
  const chat = writableChat(world, values.chat_id);
  threadIn(world, chat, values.message_thread_id);
  const { action = "" } = values;
  if (!chatActions.includes(action)) throw badRequest("wrong parameter action in request");
  pace.spend("light", chat);
  world.actions.set(chat.id, { action, at: world.clock.now() });
  world.announce({ chat: chat.id, messageId: 0 });
  return done;
};

export const sendMessageDraft: Method = ({ world, pace }, call) => {
  const fields = {
    chat_id: integer,
    message_thread_id: integer,
    draft_id: integer,
    text,
    parse_mode: text,
    entities: list,
    can_stop: flag,
    keep_on_stop: flag,
  };
  const values = readFields(fields, call);
  const chat = writableChat(world, values.chat_id);
  if (chat.type !== "private") throw badRequest("drafts can be sent only to private chats");
  threadIn(world, chat, values.message_thread_id);
  const { draft_id: id = 0, can_stop: canStop = false, keep_on_stop: keepOnStop = false } = values;
  if (id === 0) throw badRequest("DRAFT_ID_INVALID");
  const body = readDraftText(values);
  pace.spend("light", chat);
  world.drafts.set(chat.id, { ...body, id, canStop, keepOnStop, at: world.clock.now() });
  world.announce({ chat: chat.id, messageId: 0 });
  return done;
};

const reactions =
  "👍 👎 ❤ 🔥 🥰 👏 😁 🤔 🤯 😱 🤬 😢 🎉 🤩 🤮 💩 🙏 👌 🕊 🤡 🥱 🥴 😍 🐳 ❤‍🔥 🌚 🌭 💯 🤣 ⚡ 🍌 🏆 💔 🤨 😐 🍓 🍾 💋 🖕 😈 😴 😭 🤓 👻 👨‍💻 👀 🎃 🙈 😇 😨 🤝 ✍ 🤗 🫡 🎅 🎄 ☃ 💅 🤪 🗿 🆒 💘 🙉 🦄 😘 💊 🙊 😎 👾 🤷‍♂ 🤷 🤷‍♀ 😡".split(
    " ",
  );

export const setMessageReaction: Method = ({ world, pace }, call) => {
  const values = readFields({ chat_id: chatField, message_id: integer, reaction: list, is_big: flag }, call);
  const chat = writableChat(world, values.chat_id);
  const message = seenMessage(world, chat, values.message_id, "react");
  const wanted = (values.reaction ?? []).map(parseReaction);
  if (wanted.length > limits.reactionsPerMessage) throw badRequest("REACTIONS_TOO_MANY");
  pace.spend("light", chat);
  const { reaction: _old, ...rest } = message;
  const [reaction] = wanted;
  world.keep(reaction === undefined ? rest : { ...rest, reaction });
  return done;
};

function parseReaction(value: unknown): string {
  const read = readObject(value, "ReactionType", { type: text, emoji: text });
  if (read.type !== "emoji" || !reactions.includes(read.emoji ?? "")) throw badRequest("REACTION_INVALID");
  return read.emoji ?? "";
}

export const pinChatMessage: Method = ({ world, pace }, call) => {
  const values = readFields({ chat_id: chatField, message_id: integer, disable_notification: flag }, call);
  const chat = writableChat(world, values.chat_id);
  const message = seenMessage(world, chat, values.message_id, "pin");
  if (chat.type !== "private" && !chat.admin) {
    throw badRequest("not enough rights to manage pinned messages in the chat");
  }
  pace.spend("light", chat);
  world.keep({ ...message, pinned: true });
  return done;
};
