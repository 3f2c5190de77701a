// The list of methods. Promises that names are looked up without regard to case, as Telegram does. Refuses what is
// not in it: a bot that needs more learns so at once.

import { deleteMyCommands, getMyCommands, setMyCommands } from "./commands.ts";
import {
  deleteMessage,
  editMessageCaption,
  editMessageMedia,
  editMessageReplyMarkup,
  editMessageText,
} from "./editing.ts";
import { getFile } from "./media.ts";
import type { Method } from "./method.ts";
import { deleteWebhook, getMe, getUpdates, getWebhookInfo, setWebhook } from "./polling.ts";
import { sendDocument, sendMessage, sendPhoto } from "./sending.ts";
import {
  answerCallbackQuery,
  pinChatMessage,
  sendChatAction,
  sendMessageDraft,
  setMessageReaction,
} from "./touches.ts";

const methods: Readonly<Record<string, Method>> = {
  answerCallbackQuery,
  deleteMessage,
  deleteMyCommands,
  deleteWebhook,
  editMessageCaption,
  editMessageMedia,
  editMessageReplyMarkup,
  editMessageText,
  getFile,
  getMe,
  getMyCommands,
  getUpdates,
  getWebhookInfo,
  pinChatMessage,
  sendChatAction,
  sendDocument,
  sendMessage,
  sendMessageDraft,
  sendPhoto,
  setMessageReaction,
  setMyCommands,
  setWebhook,
};

const byLowerName = new Map(
  Object.entries(methods).map(([name, run]) => [name.toLowerCase(), { name, run }]),
);

export const findMethod = (name: string) => byLowerName.get(name.toLowerCase());
