// The taps with which an owner says that a name exists, and takes it back. Promises that the word is stored before anything
// changes its look; that requests at work are told and what rested on the false accusation is listed and purged; and that a
// repeated tap repeats only what follows. Refuses everybody but owners, and buttons of another message.

import type { InlineKeyboardMarkup } from "grammy/types";
import { z } from "zod";
import { tellTurns } from "../agent/overlay/tell-turns.ts";
import { keyOf } from "../agent/overlay/words.ts";
import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { sha256 } from "../store/hash.ts";
import type { Button, Ledger, Tap, TurnRow } from "../store/ledger.ts";
import type { Existing, ExistingDecision } from "../store/overlay.ts";
import type { CodeChecks } from "./agent.ts";
import { keyboard, newButton, tapButton } from "./buttons.ts";
import { ago, firstWords } from "./commands/ago.ts";
import { UNKNOWN_TEXT } from "./decision-text.ts";
import { type ExistsCards, type NameSubject, type Sheet, sheetCause } from "./exists-cards.ts";
import { saidText, withdrawnText } from "./exists-text.ts";
import type { OnIncident } from "./incident.ts";
import { isTelegramChat } from "./incoming.ts";
import { knownAs } from "./permissions.ts";
import type { FormattedText } from "./render/formatted.ts";
import { gatedMessage } from "./say.ts";
import type { TapAction, TapResult } from "./taps.ts";

export type ExistsButtonsDeps = {
  ledger: Ledger;
  clock: Clock;
  cards: Pick<ExistsCards, "show">;
  checks: ReadonlyMap<string, Pick<CodeChecks, "tainted">>;
  owners: readonly string[];
  nameOfWorkspace(id: string): string;
  nameOfActor(actor: string): string;
  /** A turn that waits has something to hear. */
  resume(turn: string): Promise<void>;
  failpoint: Failpoint;
  onIncident: OnIncident;
  wakeOutbox(): void;
};

const sheetSchema = z.discriminatedUnion("type", [
  z.strictObject({ type: z.literal("offer"), turn: z.string(), review: z.string().nullable() }),
  z.strictObject({
    type: z.literal("list"),
    cause: z.string(),
    workspace: z.string(),
    topic: z.string().nullable(),
  }),
  z.strictObject({ type: z.literal("answer"), cause: z.string() }),
]) satisfies z.ZodType<Sheet>;
const subjectSchema = z.strictObject({
  family: z.string(),
  about: z.string(),
  on: z.string(),
  workspace: z.string(),
  topic: z.string().nullable(),
  sheet: sheetSchema,
}) satisfies z.ZodType<NameSubject>;

type Deciding = { subject: NameSubject; button: Button; tap: Tap };
type Words = { decided: string; already(who: string, when: string): string };

export function existsButtons(deps: ExistsButtonsDeps): Record<"exists" | "unexist", TapAction> {
  const { ledger, clock, failpoint } = deps;
  const whoIn = (chat: string) => (actor: string) => knownAs(actor, chat, deps.nameOfActor);

  async function use(
    { subject, tap }: Deciding,
    decision: ExistingDecision,
    { words, after }: { words: Words; after(row: Existing): Promise<void> },
  ): Promise<TapResult> {
    failpoint("tap:decided");
    switch (decision.type) {
      case "decided":
        return { text: words.decided, after: () => after(decision.row) };
      case "already": {
        const { by, at } = decision.row;
        const text = words.already(whoIn(tap.chat)(by), ago(at, clock.now()));
        return { text, after: () => after(decision.row) };
      }
      case "nothing":
        return { text: `Nobody says here that ${subject.about} exists.`.slice(0, 190).toWellFormed() };
      case "not_allowed":
        return { text: "Only an owner may say what exists." };
      case "wrong_place":
        return { text: "This button belongs to another chat: use it there." };
      case "unknown":
        return { text: UNKNOWN_TEXT };
    }
  }

  const current = async (row: Existing): Promise<Existing | undefined> =>
    (await ledger.existing(row.workspace)).find((one) => keyOf(one) === keyOf(row));

  async function said(row: Existing, deciding: Deciding): Promise<void> {
    // It may have been taken back since, by another button.
    if ((await current(row))?.at === row.at) await follow(row, deciding);
    await deps.cards.show(deciding.subject.sheet, deciding.button.chat);
  }

  /** Says it first: a kill in between leaves a purge to be done again, and not one that nobody hears of. */
  async function follow(row: Existing, deciding: Deciding): Promise<void> {
    const told = await tellTurns(row, "exists", ledger);
    const tainted = await orNull(async () => (await deps.checks.get(row.workspace)?.tainted(row)) ?? []);
    const purged = (tainted ?? []).map((one) => one.what);
    await reply(row, { deciding, told, purged, failed: tainted === null });
    failpoint("exists:said");
    const done = await orNull(async () => {
      for (const one of tainted ?? []) await one.purge();
    });
    if (done === null) await reply(row, { deciding, told, purged, failed: true });
    await wake(told);
  }

  async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
    try {
      return await work();
    } catch (error) {
      deps.onIncident({ kind: "update", text: "What a false accusation left could not be purged.", error });
      return null;
    }
  }

  type Saying = { deciding: Deciding; told: readonly TurnRow[]; purged: string[]; failed: boolean };

  async function reply(row: Existing, { deciding, told, purged, failed }: Saying): Promise<void> {
    const { subject, button } = deciding;
    const on = replyCause(row);
    const text = saidText({
      workspace: deps.nameOfWorkspace(row.workspace),
      said: row,
      purged,
      failed,
      told: told.map((turn) => firstWords(turn.text)),
      who: whoIn(button.chat),
    });
    const buttons = [
      ["Take it back", newButton(buttonOf({ ...subject, on }, "unexist", button.chat))] as const,
      // The same word again: what followed it is done again.
      ...(failed
        ? [["Try again", newButton(buttonOf({ ...subject, on }, "exists", button.chat))] as const]
        : []),
    ];
    await ledger.addButtons(buttons.map(([, one]) => one));
    const shown = keyboard(buttons.map(([label, { token }]) => tapButton(label, token)));
    // A tap that is repeated finds nothing any more, and must not say so in place of what was found.
    await say({ on, text, deciding }, { shown, replace: failed || purged.length > 0 });
  }

  const buttonOf = (subject: NameSubject, action: string, chat: string) => ({
    action,
    subject: JSON.stringify(subject),
    chat,
    allowed: [...deps.owners],
    once: true,
  });

  async function say(
    { on, text, deciding }: { on: string; text: FormattedText; deciding: Deciding },
    { shown, replace }: { shown: InlineKeyboardMarkup | null; replace: boolean },
  ): Promise<void> {
    const place = { chat: deciding.button.chat, topic: deciding.subject.topic };
    const message = gatedMessage({ cause: on, place, lead: LEAD, text, file: null, keyboard: shown });
    await ledger.say([message], clock.now(), { replace });
    deps.wakeOutbox();
  }

  async function withdrawn(row: Existing, deciding: Deciding): Promise<void> {
    const { subject, button } = deciding;
    if ((await current(row)) === undefined) {
      const told = await tellTurns(row, "withdrawn", ledger);
      if (subject.on !== sheetCause(subject.sheet))
        await say(
          { on: subject.on, text: withdrawnText(row, whoIn(button.chat)), deciding },
          { shown: null, replace: true },
        );
      await wake(told);
    }
    await deps.cards.show(subject.sheet, button.chat);
  }

  /** What runs reads it by itself, and a terminal's turn is another process's. */
  async function wake(told: readonly TurnRow[]): Promise<void> {
    for (const { turn, state, chat } of told)
      if (state === "waiting" && isTelegramChat(chat)) await deps.resume(turn);
  }

  function action(decide: (deciding: Deciding) => Promise<TapResult>): TapAction {
    return async (button, tap) => {
      const subject = subjectOf(button);
      if (!subject) return { text: UNKNOWN_TEXT };
      const card = await ledger.outboxByCause(subject.on);
      if (card && card.messageId !== null && card.messageId !== tap.messageId)
        return { text: "This button belongs to another message. Use the card itself." };
      return await decide({ subject, button, tap });
    };
  }

  return {
    exists: action(async (deciding) =>
      use(deciding, await ledger.addExisting(deciding.tap, named(deciding.subject)), {
        words: SAID,
        after: (row) => said(row, deciding),
      }),
    ),
    unexist: action(async (deciding) =>
      use(deciding, await ledger.removeExisting(deciding.tap, named(deciding.subject)), {
        words: TAKEN_BACK,
        after: (row) => withdrawn(row, deciding),
      }),
    ),
  };
}

const LEAD = "An owner has said that a name exists.";

const SAID: Words = {
  decided: "Noted: it exists.",
  already: (who, when) => `Already said, by ${who}, ${when}.`,
};
const TAKEN_BACK: Words = {
  decided: "Taken back.",
  already: (who, when) => `Already taken back, by ${who}, ${when}.`,
};

const named = ({ workspace, family, about }: NameSubject) => ({ workspace, family, about });

const replyCause = (row: Existing): string =>
  `existed:${row.workspace}:${sha256(keyOf(row)).slice(0, 16)}:${row.at}`;

function subjectOf({ subject }: Button): NameSubject | undefined {
  try {
    return subjectSchema.safeParse(JSON.parse(subject)).data;
  } catch {
    return undefined;
  }
}
