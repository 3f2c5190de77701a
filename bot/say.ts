// Rows for the outbox, by what they are: a notice, a card, a question, an answer, a file, a status. One place knows their
// priorities and leads. Refuses to store: who says something chooses the transaction.

import type { InlineKeyboardMarkup } from "grammy/types";
import type { Hash, NewOutboxMessage } from "../store/ledger.ts";
import type { Place } from "./incoming.ts";
import { toBody, type WhenDelivered } from "./outbox/body.ts";
import { clip, type FormattedText } from "./render/formatted.ts";
import { MESSAGE_UNITS } from "./render/split.ts";

type Said = { cause: string; place: Place };

/** A short message from code: sent once, as it is. It may repeat words of a person's, and those may fill a message. */
export function notice(
  of: Said & { text: FormattedText; keyboard?: InlineKeyboardMarkup; replyTo?: number; urgent?: boolean },
): NewOutboxMessage {
  const urgent = of.urgent ?? false;
  return {
    ...rowOf(of, "notice", urgent ? 0 : 2),
    body: toBody({
      type: "text",
      lead: null,
      ...clip(of.text, MESSAGE_UNITS),
      keyboard: of.keyboard ?? null,
      whenDelivered: null,
      replyTo: of.replyTo ?? null,
      urgent,
    }),
  };
}

/** A message that wants words in reply; `placeholder` stands in the field for them. */
export function question(
  of: Said & { text: FormattedText; placeholder: string; replyTo: number | null },
): NewOutboxMessage {
  const { text, placeholder, replyTo } = of;
  return { ...rowOf(of, "notice", 0), body: toBody({ type: "question", ...text, placeholder, replyTo }) };
}

/** The message of a review, in its newest look: card, page or receipt. `lead` stands there until the look does. */
export function cardMessage(
  of: Said & {
    review: string;
    lead: string;
    text: FormattedText;
    keyboard: InlineKeyboardMarkup | null;
    whenDelivered: WhenDelivered | null;
    urgent: boolean;
  },
): NewOutboxMessage {
  const { lead, keyboard, whenDelivered, urgent } = of;
  const body = { type: "text" as const, lead, ...of.text, keyboard, whenDelivered, replyTo: null, urgent };
  return { ...rowOf(of, "card", urgent ? 0 : 1), review: of.review, body: toBody(body) };
}

/** A card whose buttons come once its file, which holds what they are about, has been delivered. */
export function gatedMessage(
  of: Said & {
    lead: string;
    text: FormattedText;
    file: string | null;
    keyboard: InlineKeyboardMarkup | null;
  },
): NewOutboxMessage {
  const { lead, file } = of;
  const body = {
    type: "text" as const,
    lead,
    ...clip(of.text, MESSAGE_UNITS),
    keyboard: file === null ? of.keyboard : null,
    whenDelivered: file === null ? null : { by: file, keyboard: of.keyboard },
    replyTo: null,
    urgent: false,
  };
  return { ...rowOf(of, "card", 1), body: toBody(body) };
}

/** One part of an answer: placed with its first words, then edited to all of them. */
export function answer(
  of: Said & { text: FormattedText; lead: string; after: string | null },
): NewOutboxMessage {
  const nothing = { keyboard: null, whenDelivered: null, replyTo: null, urgent: false };
  const body = { type: "text" as const, lead: of.lead, ...of.text, ...nothing };
  return { ...rowOf(of, "answer", 1), after: of.after, body: toBody(body) };
}

/** A file; `card` waits for it to get its buttons. */
export function documentMessage(
  of: Said & { name: string; blob: Hash; after: string | null; card?: string },
): NewOutboxMessage {
  const body = { type: "document" as const, name: of.name, blob: of.blob, caption: "", replyTo: null };
  return { ...rowOf(of, "document", 1), after: of.after, body: toBody({ ...body, card: of.card ?? null }) };
}

export function status(of: Said & { text: FormattedText }): NewOutboxMessage {
  return { ...rowOf(of, "status", 3), body: toBody({ type: "status", ...of.text, keyboard: null }) };
}

function rowOf({ cause, place }: Said, kind: NewOutboxMessage["kind"], priority: number) {
  return { cause, chat: place.chat, topic: place.topic, kind, priority, after: null, review: null };
}
