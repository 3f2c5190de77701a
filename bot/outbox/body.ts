// What an outbox row carries: the sender's JSON, parsed once. Promises that what was stored by `toBody` is read back,
// and that anything else is `undefined`. Refuses bytes: a document names a blob. A message has one row for its whole
// life: to show something else in it, say its cause again with a new body and `replace`.

import type { InlineKeyboardMarkup, MessageEntity } from "grammy/types";
import { z } from "zod";

export type WhenDelivered = { by: string; keyboard: InlineKeyboardMarkup | null };

export type OutboxBody =
  /**
   * A message that is placed once and then edited to what it says. `lead` is what it says until then, meaningful by
   * itself; null sends the whole at once, which after a lost reply may send it twice: for short notices.
   */
  | {
      type: "text";
      lead: string | null;
      text: string;
      entities: MessageEntity[];
      keyboard: InlineKeyboardMarkup | null;
      /** Takes the place of `keyboard` once the message of cause `by` was accepted. */
      whenDelivered: WhenDelivered | null;
      replyTo: number | null;
      /** Waits for no pacing, as priority 0 does: answers to taps. */
      urgent: boolean;
    }
  /** A message that wants an answer: clients open their reply bar. Sent once; Telegram never lets it be edited. */
  | {
      type: "question";
      text: string;
      entities: MessageEntity[];
      /** Stands in the field that the person writes into; at most 64 units. */
      placeholder: string;
      replyTo: number | null;
    }
  /** A file, sent once. `card` is the cause of the message that waits for it to get its buttons. */
  | {
      type: "document";
      name: string;
      blob: string;
      caption: string;
      card: string | null;
      replyTo: number | null;
    }
  /** A new look for the message of another cause, which becomes that row's body; or for one known by its id. */
  | {
      type: "edit";
      target: { messageId: number } | { cause: string };
      text: string;
      entities: MessageEntity[];
      keyboard: InlineKeyboardMarkup | null;
      whenDelivered: WhenDelivered | null;
    }
  /** The one status message of a turn: silent, replaced by the newest, and let go when it cannot be shown. */
  | { type: "status"; text: string; entities: MessageEntity[]; keyboard: InlineKeyboardMarkup | null };

export type BodyOf<T extends OutboxBody["type"]> = Extract<OutboxBody, { type: T }>;

const count = z.int().nonnegative();
const entity = z.custom<MessageEntity>(
  (value) => z.looseObject({ type: z.string(), offset: count, length: count }).safeParse(value).success,
);
const button = z.looseObject({ text: z.string() });
const keyboard = z
  .custom<InlineKeyboardMarkup>(
    (value) => z.object({ inline_keyboard: z.array(z.array(button)) }).safeParse(value).success,
  )
  .nullable();
const whenDelivered = z.object({ by: z.string(), keyboard }).nullable();
const shown = { text: z.string(), entities: z.array(entity), keyboard };
const replyTo = z.int().nullable();

const schema = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("text"),
    lead: z.string().nullable(),
    ...shown,
    whenDelivered,
    replyTo,
    urgent: z.boolean(),
  }),
  z.object({
    type: z.literal("question"),
    text: z.string(),
    entities: z.array(entity),
    placeholder: z.string(),
    replyTo,
  }),
  z.object({
    type: z.literal("document"),
    name: z.string(),
    blob: z.string(),
    caption: z.string(),
    card: z.string().nullable(),
    replyTo,
  }),
  z.object({
    type: z.literal("edit"),
    target: z.union([z.object({ messageId: z.int() }), z.object({ cause: z.string() })]),
    ...shown,
    whenDelivered,
  }),
  z.object({ type: z.literal("status"), ...shown }),
]);

export const toBody = (body: OutboxBody): string => JSON.stringify(body);

export function fromBody(json: string): OutboxBody | undefined {
  try {
    return schema.safeParse(JSON.parse(json)).data;
  } catch {
    return undefined;
  }
}
