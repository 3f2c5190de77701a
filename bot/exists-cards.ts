// The cards on which an owner says that a name exists although the documentation does not have it: one after a request in
// which names were called invented, one that lists all that was said. Promises that a card is made from the ledger alone,
// once for each cause, stored before it is sent, with buttons that only owners may use. Refuses to decide: a tap does.

import type { InlineKeyboardButton, InlineKeyboardMarkup } from "grammy/types";
import { fromRow } from "../agent/events.ts";
import { accusedBefore } from "../agent/overlay/accused.ts";
import { keyOf, type Named } from "../agent/overlay/words.ts";
import type { Clock } from "../store/clock.ts";
import type { Ledger, NewButton, NewOutboxMessage } from "../store/ledger.ts";
import { keyboard, newButton, tapButton } from "./buttons.ts";
import { labelOf, listText, OFFERED, offerText } from "./exists-text.ts";
import { isTelegramChat, type Place } from "./incoming.ts";
import { knownAs } from "./permissions.ts";
import type { FormattedText } from "./render/formatted.ts";
import { cardCause } from "./reviews.ts";
import { gatedMessage } from "./say.ts";

/** A card with names on it: of a turn's review or answer (null), or the list of a workspace. */
export type Sheet =
  | { type: "offer"; turn: string; review: string | null }
  | { type: "list"; cause: string; workspace: string; topic: string | null }
  /** A command's answer, which keeps its look. */
  | { type: "answer"; cause: string };

/** What a button carries in the ledger. `on` is the cause of the message that it stands on. */
export type NameSubject = Named & { on: string; workspace: string; topic: string | null; sheet: Sheet };

export type ExistsCards = {
  /** After a review's card was stored, or an answer; null is the answer. Harmless to repeat. */
  offer(turn: string, review: string | null): Promise<void>;
  /** Lists what an owner has said of a workspace; false when that is nothing. */
  list(
    workspace: string,
    asked: { cause: string; place: Place; allowed: readonly string[] },
  ): Promise<boolean>;
  /** One button for each name, below a command's answer of this cause. */
  buttons(
    names: readonly Named[],
    of: { cause: string; workspace: string; place: Place },
  ): Promise<InlineKeyboardMarkup>;
  /** The newest look of a card that stands in the chat. */
  show(sheet: Sheet, chat: string): Promise<void>;
};

export type ExistsDeps = {
  ledger: Ledger;
  clock: Clock;
  /** Actors that may overrule. */
  owners: readonly string[];
  nameOfWorkspace(id: string): string;
  nameOfActor(actor: string): string;
  wakeOutbox(): void;
};

const LEAD = "A question about names that were called invented follows.";
const LIST_LEAD = "What exists by an owner's word follows.";
const TAKEN_BACK = 8;

export const sheetCause = (sheet: Sheet): string =>
  sheet.type === "offer" ? `exists:${sheet.turn}:${sheet.review ?? "answer"}` : sheet.cause;

type Look = { place: Place; text: FormattedText; lead: string; buttons: NewButton[]; labels: string[] };

export function createExistsCards(deps: ExistsDeps): ExistsCards {
  const { ledger, clock } = deps;
  const whoIn = (chat: string) => (actor: string) => knownAs(actor, chat, deps.nameOfActor);

  async function lookOf(sheet: Sheet, chat: string): Promise<Look | null> {
    switch (sheet.type) {
      case "offer":
        return await offerLook(sheet);
      case "list":
        return await listLook(sheet, chat);
      case "answer":
        return null;
    }
  }

  async function offerLook(sheet: Extract<Sheet, { type: "offer" }>): Promise<Look | null> {
    const row = await ledger.turn(sheet.turn);
    if (!row || !isTelegramChat(row.chat)) return null;
    const accused = accusedBefore((await ledger.log(sheet.turn)).map(fromRow), sheet.review);
    if (accused.length === 0) return null;
    const { workspace, topic, chat } = row;
    const said = new Map((await ledger.existing(workspace)).map((one) => [keyOf(one), one]));
    const names = accused.map((note) => ({ ...note, said: said.get(keyOf(note)) }));
    const open = names.slice(0, OFFERED).filter((name) => name.said === undefined);
    const text = offerText({ workspace: deps.nameOfWorkspace(workspace), names, who: whoIn(chat) });
    const buttons = open.map((name) => buttonFor(name, "exists", { sheet, workspace, topic, chat }));
    return { place: row, text, lead: LEAD, buttons, labels: open.map((one) => labelOf("It exists", one)) };
  }

  async function listLook(sheet: Extract<Sheet, { type: "list" }>, chat: string): Promise<Look> {
    const { workspace, topic } = sheet;
    const rows = await ledger.existing(workspace);
    const look = { workspace: deps.nameOfWorkspace(workspace), rows, now: clock.now(), who: whoIn(chat) };
    const newest = rows.toReversed().slice(0, TAKEN_BACK);
    const buttons = newest.map((one) => buttonFor(one, "unexist", { sheet, workspace, topic, chat }));
    const labels = newest.map((one) => labelOf("Take back", one));
    return { place: { chat, topic }, text: listText(look), lead: LIST_LEAD, buttons, labels };
  }

  type Of = { sheet: Sheet; workspace: string; topic: string | null; chat: string };

  function buttonFor(
    { family, about }: Named,
    action: string,
    { sheet, workspace, topic, chat }: Of,
  ): NewButton {
    const carried: NameSubject = { family, about, on: sheetCause(sheet), workspace, topic, sheet };
    const subject = JSON.stringify(carried);
    return newButton({ action, subject, chat, allowed: [...deps.owners], once: true });
  }

  async function messageOf(
    sheet: Sheet,
    { place, text, lead, buttons, labels }: Look,
  ): Promise<NewOutboxMessage> {
    await ledger.addButtons(buttons);
    const shown = buttons.length === 0 ? null : keyboard(...rowsOf(buttons, labels));
    return gatedMessage({ cause: sheetCause(sheet), place, lead, text, file: null, keyboard: shown });
  }

  return {
    async offer(turn, review) {
      const sheet: Sheet = { type: "offer", turn, review };
      if (await ledger.outboxByCause(sheetCause(sheet))) return;
      const look = await offerLook(sheet);
      if (look === null || look.buttons.length === 0) return;
      const message = await messageOf(sheet, look);
      // It stands below the review that it belongs to, and is stored before: a kill in between loses neither.
      const after = review === null ? null : cardCause(review);
      await ledger.say([{ ...message, after }], clock.now());
      deps.wakeOutbox();
    },
    async list(workspace, { cause, place }) {
      if ((await ledger.existing(workspace)).length === 0) return false;
      const sheet: Sheet = {
        type: "list",
        cause: `${cause}:${workspace}:exists`,
        workspace,
        topic: place.topic,
      };
      if (await ledger.outboxByCause(sheet.cause)) return true;
      await ledger.say([await messageOf(sheet, await listLook(sheet, place.chat))], clock.now());
      deps.wakeOutbox();
      return true;
    },
    async buttons(names, { cause, workspace, place: { chat, topic } }) {
      const sheet: Sheet = { type: "answer", cause };
      const buttons = names.map((name) => buttonFor(name, "exists", { sheet, workspace, topic, chat }));
      await ledger.addButtons(buttons);
      const labels = names.map((name) => labelOf("It exists", name));
      return keyboard(...rowsOf(buttons, labels));
    },
    async show(sheet, chat) {
      if (!(await ledger.outboxByCause(sheetCause(sheet)))) return;
      const look = await lookOf(sheet, chat);
      if (look === null) return;
      await ledger.say([await messageOf(sheet, look)], clock.now(), { replace: true });
      deps.wakeOutbox();
    },
  };
}

const rowsOf = (buttons: readonly NewButton[], labels: readonly string[]): InlineKeyboardButton[][] =>
  buttons.map(({ token }, i) => [tapButton(labels[i] ?? "", token)]);
