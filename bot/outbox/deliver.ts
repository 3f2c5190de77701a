// One step of one outbox row: a single call to Telegram and what it means for the row. Promises that an id is stored
// before anything is edited, and that no row is done before Telegram accepted it. Refuses to wait: when to go, and
// what follows a failure, is decided elsewhere.

import { type Api, InputFile } from "grammy";
import type { ForceReply, InlineKeyboardMarkup } from "grammy/types";
import type { Clock } from "../../store/clock.ts";
import type { Failpoint } from "../../store/failpoint.ts";
import type { Ledger, OutboxMessage } from "../../store/ledger.ts";
import type { FormattedText } from "../render/formatted.ts";
import { signalFor, TelegramError } from "../telegram.ts";
import { type BodyOf, fromBody, type OutboxBody, toBody } from "./body.ts";

export type OutboxLedger = Pick<
  Ledger,
  "say" | "dueOutbox" | "nextOutboxAt" | "outboxByCause" | "markPlaced" | "markDone" | "markFailed" | "blob"
>;

export type DeliverDeps = {
  ledger: OutboxLedger;
  telegram: { api: Api };
  clock: Clock;
  signal: AbortSignal;
  failpoint: Failpoint;
};

/** A row that can never go: not for Telegram's sake but for its own. */
export class Undeliverable extends Error {}

type Shown = FormattedText & { keyboard: InlineKeyboardMarkup | null };
type Buttons = Pick<BodyOf<"text">, "keyboard" | "whenDelivered">;
type Markup = InlineKeyboardMarkup | ForceReply;
type Where = Pick<OutboxMessage, "chat" | "topic">;

export function createDelivery(deps: DeliverDeps) {
  const { ledger, clock, failpoint } = deps;
  const { api } = deps.telegram;
  const signal = () => signalFor(deps.signal);

  async function step(row: OutboxMessage, body: OutboxBody): Promise<void> {
    switch (body.type) {
      case "text":
        return row.messageId === null ? placeText(row, body) : editText(row, body, row.messageId);
      case "question":
        return ask(row, body);
      case "document":
        return row.messageId === null ? sendFile(row, body) : giveButtons(row, body);
      case "edit":
        return editOther(row, body);
      case "status":
        return row.messageId === null ? placeStatus(row, body) : editStatus(row, body, row.messageId);
    }
  }

  /** The placeholder, once; or all of it, when all of it is the placeholder. */
  async function placeText(row: OutboxMessage, body: BodyOf<"text">): Promise<void> {
    const shown = { ...body, keyboard: await keyboardOf(body) };
    const isWhole = body.lead === null || saysItAll(body.lead, shown);
    const first = isWhole ? shown : { text: body.lead ?? "", entities: [], keyboard: null };
    await placed(
      row,
      await send(row, first, { replyTo: body.replyTo, silent: false, markup: first.keyboard }),
    );
    if (isWhole) await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function editText(row: OutboxMessage, body: BodyOf<"text">, messageId: number): Promise<void> {
    const shown = { ...body, keyboard: await keyboardOf(body) };
    if ((await edit(row.chat, messageId, shown)) === "gone") {
      // A person deleted it: what has no message any more is said again.
      await placed(
        row,
        await send(row, shown, { replyTo: body.replyTo, silent: false, markup: shown.keyboard }),
      );
    }
    await edited(row);
  }

  async function ask(row: OutboxMessage, body: BodyOf<"question">): Promise<void> {
    const markup = { force_reply: true as const, selective: true, input_field_placeholder: body.placeholder };
    await placed(row, await send(row, body, { replyTo: body.replyTo, silent: false, markup }));
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function sendFile(row: OutboxMessage, body: BodyOf<"document">): Promise<void> {
    const bytes = await ledger.blob(body.blob);
    if (bytes === undefined) throw new Undeliverable(`the bytes of ${body.name} are no longer stored`);
    const card = body.card === null ? undefined : await ledger.outboxByCause(body.card);
    const message = await api.sendDocument(
      row.chat,
      new InputFile(bytes, body.name),
      { ...threadOf(row), ...replyOf(card?.messageId ?? body.replyTo), caption: body.caption },
      signal(),
    );
    await placed(row, message.message_id);
    if (body.card === null) await ledger.markDone(row.id, clock.now(), row.body);
  }

  /** The file arrived: the card that waited for it is shown again, as it is now. */
  async function giveButtons(row: OutboxMessage, body: BodyOf<"document">): Promise<void> {
    const card = body.card === null ? undefined : await ledger.outboxByCause(body.card);
    const shown = card === undefined ? undefined : fromBody(card.body);
    if (card !== undefined && card.messageId !== null && shown?.type === "text") {
      await edit(card.chat, card.messageId, { ...shown, keyboard: await keyboardOf(shown) });
    }
    await edited(row);
  }

  async function editOther(row: OutboxMessage, body: BodyOf<"edit">): Promise<void> {
    const { target } = body;
    if ("cause" in target) return changeLook(row, body, target.cause);
    const shown = { ...body, keyboard: await keyboardOf(body) };
    if ((await edit(row.chat, target.messageId, shown)) === "gone") {
      throw new Undeliverable("the message to change is gone");
    }
    await edited(row);
  }

  /** The other row shows it from now on: with two rows for one message the older look could come last and win. */
  async function changeLook(row: OutboxMessage, body: BodyOf<"edit">, cause: string): Promise<void> {
    const target = await ledger.outboxByCause(cause);
    const old = target === undefined ? undefined : fromBody(target.body);
    if (target === undefined || old?.type !== "text")
      throw new Undeliverable("the message to change was never said");
    const { text, entities, keyboard, whenDelivered } = body;
    const look = toBody({ ...old, text, entities, keyboard, whenDelivered, urgent: row.priority === 0 });
    await ledger.say([{ ...target, body: look }], clock.now(), { replace: true });
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function placeStatus(row: OutboxMessage, body: BodyOf<"status">): Promise<void> {
    await placed(row, await send(row, body, { replyTo: null, silent: true, markup: body.keyboard }));
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function editStatus(row: OutboxMessage, body: BodyOf<"status">, messageId: number): Promise<void> {
    await edit(row.chat, messageId, body);
    await edited(row);
  }

  async function placed(row: OutboxMessage, messageId: number): Promise<void> {
    failpoint("outbox:sent");
    await ledger.markPlaced(row.id, messageId, clock.now());
    failpoint("outbox:placed");
  }

  async function edited(row: OutboxMessage): Promise<void> {
    failpoint("outbox:edited");
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function keyboardOf({ keyboard, whenDelivered }: Buttons): Promise<InlineKeyboardMarkup | null> {
    if (whenDelivered === null) return keyboard;
    const document = await ledger.outboxByCause(whenDelivered.by);
    return document !== undefined && document.messageId !== null ? whenDelivered.keyboard : keyboard;
  }

  async function send(
    where: Where,
    shown: FormattedText,
    { replyTo, silent, markup }: { replyTo: number | null; silent: boolean; markup: Markup | null },
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
        signal(),
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
          signal(),
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

  return { step };
}

const saysItAll = (lead: string, { text, entities, keyboard }: Shown): boolean =>
  lead === text && entities.length === 0 && keyboard === null;

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
