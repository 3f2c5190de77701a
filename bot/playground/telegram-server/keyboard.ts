// The reply_markup of a message: inline keyboards in full, the other kinds only recognised. Promises rows of buttons
// that Telegram would accept. Refuses wide rows and data over 64 bytes, which Telegram cuts or refuses.

import { checkUrl } from "./entities.ts";
import { flag, type JsonObject, list, object, present, readObject, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { badRequest } from "./refusal.ts";

export type Button = { text: string; style?: string; callback_data?: string; url?: string } & JsonObject;
export type Keyboard = readonly (readonly Button[])[];

/** A message sent with a reply keyboard (`other`) or a forced reply can never be edited. */
export type ReplyMarkup =
  | { type: "inline"; keyboard: Keyboard }
  | { type: "force_reply"; forced: ForcedReply }
  | { type: "other" }
  | { type: "none" };

/** The client opens its reply bar as if the person had chosen to answer this message. */
export type ForcedReply = { placeholder?: string };

export function parseReplyMarkup(value: JsonObject | undefined): ReplyMarkup {
  if (value === undefined) return { type: "none" };
  if (!Object.hasOwn(value, "inline_keyboard")) return otherMarkup(value);
  const { inline_keyboard: rows = [] } = readObject(value, "InlineKeyboardMarkup", { inline_keyboard: list });
  const keyboard = rows.map(parseRow).filter((row) => row.length > 0);
  if (keyboard.flat().length > limits.buttons) throw badRequest("reply markup is too long");
  return keyboard.length === 0 ? { type: "none" } : { type: "inline", keyboard };
}

/** An edit takes an inline keyboard or nothing. */
export function parseInlineKeyboard(value: JsonObject | undefined): Keyboard | undefined {
  const markup = parseReplyMarkup(value);
  if (markup.type === "other" || markup.type === "force_reply") throw badRequest("inline keyboard expected");
  return markup.type === "inline" ? markup.keyboard : undefined;
}

const otherForms = [
  {
    keyboard: list,
    resize_keyboard: flag,
    one_time_keyboard: flag,
    is_persistent: flag,
    selective: flag,
    input_field_placeholder: text,
  },
  { remove_keyboard: flag, selective: flag },
  { force_reply: flag, selective: flag, input_field_placeholder: text },
] as const;

function otherMarkup(value: JsonObject): ReplyMarkup {
  const form = otherForms.find((fields) => Object.hasOwn(value, Object.keys(fields)[0] ?? ""));
  if (form === undefined) throw badRequest("object expected as reply markup");
  readObject(value, "reply_markup", form);
  if (Object.hasOwn(value, "force_reply")) return forcedReply(value);
  return Object.hasOwn(value, "remove_keyboard") ? { type: "none" } : { type: "other" };
}

function forcedReply(value: JsonObject): ReplyMarkup {
  const { force_reply: isForced, input_field_placeholder: placeholder } = readObject(value, "ForceReply", {
    force_reply: flag,
    selective: flag,
    input_field_placeholder: text,
  });
  if (isForced !== true) throw badRequest("ForceReply must have force_reply set to true (strict server)");
  if (placeholder !== undefined && (placeholder === "" || placeholder.length > limits.placeholder)) {
    throw badRequest(`a placeholder has 1 to ${limits.placeholder} characters (strict server)`);
  }
  return { type: "force_reply", forced: placeholder === undefined ? {} : { placeholder } };
}

function parseRow(row: unknown): Button[] {
  if (!Array.isArray(row))
    throw badRequest("can't parse inline keyboard button: inline keyboard button row must be an Array");
  if (row.length > limits.buttonsPerRow) {
    throw badRequest(`reply markup is too long: ${row.length} buttons in a row (strict server)`);
  }
  return row.map(parseButton);
}

const buttonFields = {
  text,
  style: text,
  callback_data: text,
  url: text,
  copy_text: object,
  web_app: object,
  disabled: object,
  switch_inline_query: text,
  switch_inline_query_current_chat: text,
};

const cannot = (what: string) => badRequest(`can't parse InlineKeyboardButton: ${what}`);

function parseButton(value: unknown): Button {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw cannot("InlineKeyboardButton must be an Object");
  }
  const { text: label, style, ...actions } = readObject(value, "InlineKeyboardButton", buttonFields);
  if (label === undefined) throw cannot('Can\'t find field "text"');
  if (label.trim() === "") throw badRequest("BUTTON_TEXT_INVALID: a button has no text (strict server)");
  if (style !== undefined && !["danger", "success", "primary"].includes(style)) {
    throw cannot("invalid button style specified");
  }
  const given = present(actions);
  const names = Object.keys(given);
  if (names.length === 0) throw cannot("Text buttons are not allowed in the inline keyboard");
  if (names.length > 1) throw cannot(`exactly one of ${names.join(", ")} must be used (strict server)`);
  checkAction(actions);
  return { text: label, ...present({ style }), ...given };
}

type Actions = {
  callback_data: string | undefined;
  url: string | undefined;
  copy_text: JsonObject | undefined;
  web_app: JsonObject | undefined;
};

function checkAction({ callback_data, url, copy_text, web_app }: Actions): void {
  if (callback_data === "") throw cannot("Text buttons are not allowed in the inline keyboard");
  if (callback_data !== undefined && Buffer.byteLength(callback_data) > limits.callbackDataBytes) {
    throw badRequest("BUTTON_DATA_INVALID");
  }
  if (url !== undefined) checkUrl(url, "inline keyboard button URL");
  if (copy_text !== undefined) {
    const copied = readObject(copy_text, "CopyTextButton", { text }).text ?? "";
    if (copied.length < 1 || copied.length > limits.copyText) throw badRequest("BUTTON_COPY_TEXT_INVALID");
  }
  if (web_app !== undefined) {
    const page = readObject(web_app, "WebAppInfo", { url: text }).url ?? "";
    if (!page.startsWith("https://")) {
      throw badRequest(
        `inline keyboard button Web App URL '${page}' is invalid: Only HTTPS links are allowed`,
      );
    }
  }
}
