// One step of one outbox row: a single call to Telegram and what it means for the row. Promises that an id is stored
// before anything is edited, and that no row is done before Telegram accepted it. Refuses to wait: when to go, and
// what follows a failure, is decided elsewhere.

import type { Api } from "grammy";
import type { InlineKeyboardMarkup } from "grammy/types";
import type { Clock } from "../../store/clock.ts";
import type { Failpoint } from "../../store/failpoint.ts";
import type { Ledger, OutboxMessage } from "../../store/ledger.ts";
import { type BodyOf, fromBody, type OutboxBody, toBody } from "./body.ts";
import { createCalls, type Shown } from "./calls.ts";

type OutboxLedger = Pick<
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

type Buttons = Pick<BodyOf<"text">, "keyboard" | "whenDelivered">;

export function createDelivery(deps: DeliverDeps) {
  const { ledger, clock, failpoint } = deps;
  const calls = createCalls(deps.telegram.api, deps.signal);

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
      await calls.send(row, first, { replyTo: body.replyTo, silent: false, markup: first.keyboard }),
    );
    if (isWhole) await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function editText(row: OutboxMessage, body: BodyOf<"text">, messageId: number): Promise<void> {
    const shown = { ...body, keyboard: await keyboardOf(body) };
    if ((await calls.edit(row.chat, messageId, shown)) === "gone") {
      // A person deleted it: what has no message any more is said again.
      await placed(
        row,
        await calls.send(row, shown, { replyTo: body.replyTo, silent: false, markup: shown.keyboard }),
      );
    }
    await edited(row);
  }

  async function ask(row: OutboxMessage, body: BodyOf<"question">): Promise<void> {
    // Not `selective`: a reply to the bot's own card would then be asked of nobody.
    const markup = { force_reply: true as const, input_field_placeholder: body.placeholder };
    await placed(row, await calls.send(row, body, { replyTo: body.replyTo, silent: false, markup }));
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function sendFile(row: OutboxMessage, body: BodyOf<"document">): Promise<void> {
    const bytes = await ledger.blob(body.blob);
    if (bytes === undefined) throw new Undeliverable(`the bytes of ${body.name} are no longer stored`);
    const card = body.card === null ? undefined : await ledger.outboxByCause(body.card);
    const replyTo = card?.messageId ?? body.replyTo;
    const file = { name: body.name, caption: body.caption, bytes };
    await placed(row, await calls.sendFile(row, file, replyTo));
    if (body.card === null) await ledger.markDone(row.id, clock.now(), row.body);
  }

  /** The file arrived: the card that waited for it is shown again, as it is now. */
  async function giveButtons(row: OutboxMessage, body: BodyOf<"document">): Promise<void> {
    const card = body.card === null ? undefined : await ledger.outboxByCause(body.card);
    const shown = card === undefined ? undefined : fromBody(card.body);
    if (card !== undefined && card.messageId !== null && shown?.type === "text") {
      await calls.edit(card.chat, card.messageId, { ...shown, keyboard: await keyboardOf(shown) });
    }
    await edited(row);
  }

  async function editOther(row: OutboxMessage, body: BodyOf<"edit">): Promise<void> {
    const { target } = body;
    if ("cause" in target) return changeLook(row, body, target.cause);
    const shown = { ...body, keyboard: await keyboardOf(body) };
    if ((await calls.edit(row.chat, target.messageId, shown)) === "gone") {
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
    await placed(row, await calls.send(row, body, { replyTo: null, silent: true, markup: body.keyboard }));
    await ledger.markDone(row.id, clock.now(), row.body);
  }

  async function editStatus(row: OutboxMessage, body: BodyOf<"status">, messageId: number): Promise<void> {
    await calls.edit(row.chat, messageId, body);
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

  return { step };
}

const saysItAll = (lead: string, { text, entities, keyboard }: Shown): boolean =>
  lead === text && entities.length === 0 && keyboard === null;
