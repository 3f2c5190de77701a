// The calls to Telegram that put something before a person: a message, a file, an edit. Promises that a form which is
// refused does not cost the words, that no link opens a preview, and that an edit to what is there already counts as
// shown. Refuses to store, and to call again.

import { type Api, InputFile } from "grammy";
import type { ForceReply, InlineKeyboardMarkup } from "grammy/types";
import type { OutboxMessage } from "../../store/ledger.ts";
import type { FormattedText } from "../render/formatted.ts";
import { signalFor, TelegramError } from "../telegram.ts";

export type Shown = FormattedText & { keyboard: InlineKeyboardMarkup | null };
type Where = Pick<OutboxMessage, "chat" | "topic">;
type Sending = {
  replyTo: number | null;
  silent: boolean;
  markup: InlineKeyboardMarkup | ForceReply | null;
};
type SentFile = { name: string; caption: string; bytes: Uint8Array };

export type Calls = {
  /** Both sends return the message's id. */
  send(where: Where, shown: FormattedText, sending: Sending): Promise<number>;
  sendFile(where: Where, file: SentFile, replyTo: number | null): Promise<number>;
  /** "gone": a person deleted the message, or it can no longer be edited. */
  edit(chat: string, messageId: number, shown: Shown): Promise<"shown" | "gone">;
};

export function createCalls(api: Api, signal: AbortSignal): Calls {
  const ends = signalFor(signal);

  async function send(
    where: Where,
    shown: FormattedText,
    { replyTo, silent, markup }: Sending,
  ): Promise<number> {
    const message = await plainIfRefused(shown, ({ text, entities }) =>
      api.sendMessage(
        where.chat,
        text,
        {
          ...threadOf(where),
          ...replyOf(replyTo),
          ...(silent && { disable_notification: true }),
          ...(markup !== null && { reply_markup: markup }),
          entities,
          link_preview_options: { is_disabled: true },
        },
        ends,
      ),
    );
    return message.message_id;
  }

  async function edit(chat: string, messageId: number, shown: Shown): Promise<"shown" | "gone"> {
    try {
      await plainIfRefused(shown, ({ text, entities, keyboard }) =>
        api.editMessageText(
          chat,
          messageId,
          text,
          {
            ...(keyboard !== null && { reply_markup: keyboard }),
            entities,
            link_preview_options: { is_disabled: true },
          },
          ends,
        ),
      );
      return "shown";
    } catch (error) {
      if (isRefusal(error, /message is not modified/i)) return "shown";
      if (isRefusal(error, /message to edit not found|message can't be edited|MESSAGE_ID_INVALID/i))
        return "gone";
      throw error;
    }
  }

  async function sendFile(where: Where, file: SentFile, replyTo: number | null): Promise<number> {
    const message = await api.sendDocument(
      where.chat,
      new InputFile(file.bytes, file.name),
      { ...threadOf(where), ...replyOf(replyTo), caption: file.caption },
      ends,
    );
    return message.message_id;
  }

  return { send, sendFile, edit };
}

const threadOf = ({ topic }: Where) => (topic === null ? {} : { message_thread_id: Number(topic) });

const replyOf = (messageId: number | null) =>
  messageId === null
    ? {}
    : { reply_parameters: { message_id: messageId, allow_sending_without_reply: true } };

/** A refused form must not cost the words: the same text goes without its entities. */
async function plainIfRefused<S extends FormattedText, T>(
  shown: S,
  call: (shown: S) => Promise<T>,
): Promise<T> {
  try {
    return await call(shown);
  } catch (error) {
    if (shown.entities.length === 0 || !isRefusal(error, /entit|parse|url|USER_ID_INVALID/i)) throw error;
    return await call({ ...shown, entities: [] });
  }
}

const isRefusal = (error: unknown, words: RegExp): boolean =>
  error instanceof TelegramError && error.code === 400 && words.test(error.description);
