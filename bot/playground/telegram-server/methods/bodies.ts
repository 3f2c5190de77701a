// The body of a message in a request: text or caption with entities or a parse mode, link preview, reply. Promises
// bodies within their limits, as they will be shown. Refuses both ways of formatting at once.

import { parseEntities } from "../entities.ts";
import {
  chat as chatField,
  flag,
  integer,
  type JsonObject,
  list,
  object,
  present,
  readObject,
  text,
} from "../fields.ts";
import { type FormattedText, formatText, isBlank } from "../formatted-text.ts";
import { parseHtml } from "../html-text.ts";
import { limits } from "../limits.ts";
import { badRequest } from "../refusal.ts";
import type { Chat, Message } from "../state.ts";
import type { World } from "../world.ts";

type Source = { text: string; mode: string | undefined; entities: readonly unknown[] | undefined };

function parseBody({ text: source, mode, entities }: Source): FormattedText {
  if (mode !== undefined && mode !== "" && entities !== undefined) {
    throw badRequest("parse_mode and entities are given together (strict server)");
  }
  if (mode === undefined || mode === "") return formatText(source, parseEntities(entities ?? []));
  if (mode.toLowerCase() !== "html") throw badRequest("unsupported parse_mode");
  const parsed = parseHtml(source);
  return formatText(parsed.text, parsed.entities);
}

export const textFields = { text, parse_mode: text, entities: list, link_preview_options: object };
export const captionFields = { caption: text, parse_mode: text, caption_entities: list };

type TextValues = {
  text: string | undefined;
  parse_mode: string | undefined;
  entities: readonly unknown[] | undefined;
};

/** The complaint differs: sending says it in words, editing by its name. */
export function readText(
  values: TextValues,
  tooLong: "message is too long" | "MESSAGE_TOO_LONG",
): FormattedText {
  if (values.text === undefined || values.text === "") throw badRequest("message text is empty");
  const body = parseBody({ text: values.text, mode: values.parse_mode, entities: values.entities });
  if (isBlank(body.text)) throw badRequest("text must be non-empty");
  if (body.text.length > limits.text) throw badRequest(tooLong);
  return body;
}

/** A draft may be empty: it is then a placeholder. */
export function readDraftText(values: TextValues): FormattedText {
  const body = parseBody({ text: values.text ?? "", mode: values.parse_mode, entities: values.entities });
  if (body.text.length > limits.text) throw badRequest("message is too long");
  return body;
}

type CaptionValues = {
  caption: string | undefined;
  parse_mode: string | undefined;
  caption_entities: readonly unknown[] | undefined;
};

export function readCaption(values: CaptionValues): FormattedText {
  const { caption = "", parse_mode, caption_entities } = values;
  const body = parseBody({ text: caption, mode: parse_mode, entities: caption_entities });
  if (body.text.length > limits.caption) throw badRequest("message caption is too long");
  return body;
}

export function readPreview(options: JsonObject | undefined): JsonObject | undefined {
  if (options === undefined) return undefined;
  return present(
    readObject(options, "LinkPreviewOptions", {
      is_disabled: flag,
      url: text,
      prefer_small_media: flag,
      prefer_large_media: flag,
      show_above_text: flag,
    }),
  );
}

const replyFields = {
  message_id: integer,
  chat_id: chatField,
  allow_sending_without_reply: flag,
  quote: text,
  quote_parse_mode: text,
  quote_entities: list,
  quote_position: integer,
};

export type Reply = { to: Message; quote?: string };

export function readReply(world: World, chat: Chat, value: JsonObject | undefined): Reply | undefined {
  if (value === undefined) return undefined;
  const reply = readObject(value, "ReplyParameters", replyFields);
  if (reply.message_id === undefined)
    throw badRequest("can't parse reply parameters: Can't find field \"message_id\"");
  const elsewhere = reply.chat_id !== undefined && reply.chat_id !== chat.id;
  const to = elsewhere ? undefined : world.message(chat.id, reply.message_id);
  if (to === undefined && reply.allow_sending_without_reply && !elsewhere) return undefined;
  if (to === undefined) throw badRequest("message to be replied not found");
  if (reply.quote === undefined || reply.quote === "") return { to };
  if (reply.quote.length > limits.quote || !shownText(to).includes(reply.quote))
    throw badRequest("QUOTE_TEXT_INVALID");
  return { to, quote: reply.quote };
}

function shownText({ content }: Message): string {
  if (content.type === "topic") return "";
  return content.type === "text" ? content.body.text : content.caption.text;
}
