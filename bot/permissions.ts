// Questions for leave in the chat: which tool, what it does, with which arguments, and two buttons. Promises that all of the
// arguments are on the card or in the file that its buttons wait for, and that an answer is stored before the card changes
// its look. Refuses to answer by itself: no tap is no yes.

import { z } from "zod";
import { fromRow } from "../agent/events.ts";
import type { AskedCard, PermissionCard, PermissionEnd, Reviewer } from "../agent/ports.ts";
import { fold } from "../agent/turn/fold.ts";
import type { Clock } from "../store/clock.ts";
import type { PermissionDecision } from "../store/consent.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { sha256 } from "../store/hash.ts";
import type { Button, Ledger } from "../store/ledger.ts";
import { keyboard, newButton, tapButton } from "./buttons.ts";
import { UNKNOWN_TEXT } from "./decision-text.ts";
import { isTelegramChat } from "./incoming.ts";
import { bold, code, type FormattedText, fmt, join, pre } from "./render/formatted.ts";
import { showHidden, showName } from "./render/visible.ts";
import { documentMessage, gatedMessage } from "./say.ts";
import type { TapAction } from "./taps.ts";

export type PermissionCards = Pick<Reviewer, "ask" | "answered">;

export type PermissionsDeps = {
  ledger: Ledger;
  clock: Clock;
  nameOfWorkspace(id: string): string;
  nameOfActor(actor: string): string;
  wakeOutbox(): void;
};

const causeOf = (permission: string): string => `permission:${permission}`;
const subjectSchema = z.strictObject({ turn: z.string(), permission: z.string() });

const LEAD = "A tool asks for leave; the question follows.";
/** What stands on the card; the rest is in the file. */
const ARGS_UNITS = 2_400;

export function createPermissionCards(deps: PermissionsDeps): PermissionCards {
  const { ledger, clock } = deps;

  async function ask(card: PermissionCard): Promise<void> {
    const cause = causeOf(card.permission);
    if (await ledger.outboxByCause(cause)) return;
    const subject = JSON.stringify({ turn: card.turn, permission: card.permission });
    const common = { subject, chat: card.chat, allowed: card.allowed, once: true };
    const allow = newButton({ ...common, action: "allow" });
    const deny = newButton({ ...common, action: "deny" });
    await ledger.addButtons([allow, deny]);
    const args = shownArgs(card.args);
    const isLong = args.length > ARGS_UNITS;
    const file = isLong ? `${cause}:file` : null;
    const buttons = keyboard([
      tapButton("Allow", allow.token, "success"),
      tapButton("Deny", deny.token, "danger"),
    ]);
    const text = questionText({ ...card, workspace: deps.nameOfWorkspace(card.workspace) }, args);
    const message = gatedMessage({ cause, place: card, lead: LEAD, text, file, keyboard: buttons });
    if (file === null) await ledger.say([message], clock.now());
    else {
      const bytes = new TextEncoder().encode(args);
      const blob = { hash: sha256(bytes), bytes };
      await ledger.putBlobs([blob]);
      const name = `${card.tool}-arguments.json`;
      const attached = documentMessage({
        cause: file,
        place: card,
        name,
        blob: blob.hash,
        after: cause,
        card: cause,
      });
      await ledger.say([message, attached], clock.now());
    }
    deps.wakeOutbox();
  }

  async function answered(card: AskedCard, end: PermissionEnd): Promise<void> {
    const cause = causeOf(card.permission);
    const row = await ledger.outboxByCause(cause);
    const text = endText(card, end);
    const look = gatedMessage({ cause, place: card, lead: LEAD, text, file: null, keyboard: null });
    // A turn says it again at each start.
    if (!row || row.body === look.body) return;
    await ledger.say([look], clock.now(), { replace: true });
    deps.wakeOutbox();
  }

  function endText({ tool, label, chat }: AskedCard, end: PermissionEnd): FormattedText {
    const nameOf = (actor: string) => knownAs(actor, chat, deps.nameOfActor);
    const what = fmt`${code(tool)} (${showName(label)})`;
    switch (end.type) {
      case "allowed":
        return fmt`✅ ${what}: allowed by ${nameOf(end.by)}.`;
      case "denied":
        return fmt`${what}: not allowed, by ${nameOf(end.by)}. It was not run.`;
      case "stopped":
        return fmt`${what}: the request ended before an answer. It was not run.`;
    }
  }

  return { ask, answered };
}

/** Somebody who was not heard since the start has no name here, and an account's number says nothing to anybody. */
export function knownAs(actor: string, chat: string, nameOf: (actor: string) => string): string {
  const name = nameOf(actor);
  if (name !== actor) return name;
  return actor.endsWith(`:${chat}`) ? "you" : "another person";
}

export type PermissionButtonsDeps = {
  ledger: Ledger;
  cards: PermissionCards;
  /** The turn has its answer. */
  resume(turn: string): Promise<void>;
  failpoint: Failpoint;
};

/** The taps on a question: one transaction, the card, and the turn goes on when its lane is free. */
export function permissionButtons(deps: PermissionButtonsDeps): Record<"allow" | "deny", TapAction> {
  const { ledger, failpoint } = deps;

  function action(allow: boolean): TapAction {
    return async (button, tap) => {
      const subject = subjectOf(button);
      if (!subject) return { text: UNKNOWN_TEXT };
      const row = await ledger.outboxByCause(causeOf(subject.permission));
      if (row && row.messageId !== null && row.messageId !== tap.messageId)
        return { text: "This button belongs to another message. Use the card itself." };
      const { by, at, token, chat } = tap;
      const decision = await ledger.decidePermission({ ...subject, allow, by, at, tap: { token, chat } });
      failpoint("tap:decided");
      const text = decisionText(decision);
      if (decision.type === "already") return { text, after: () => deps.resume(subject.turn) };
      if (decision.type !== "decided") return { text };
      return {
        text,
        after: async () => {
          await show(subject, { type: allow ? "allowed" : "denied", by });
          await deps.resume(subject.turn);
        },
      };
    };
  }

  /** The lane may be busy for long, and the card must not look open until then. The turn shows it again. */
  async function show({ turn, permission }: Subject, end: PermissionEnd): Promise<void> {
    const row = await ledger.turn(turn);
    const asked = (await ledger.log(turn)).map(fromRow).find((event) => {
      return event.type === "permission_asked" && event.permission === permission;
    });
    if (!row || asked?.type !== "permission_asked") return;
    const { tool, label } = asked;
    await deps.cards.answered({ permission, chat: row.chat, topic: row.topic, tool, label }, end);
  }

  return { allow: action(true), deny: action(false) };
}

/** A process may have ended between a question and its card: the turn shows it when it is woken. */
export async function recoverPermissions(
  ledger: Ledger,
  resume: (turn: string) => Promise<void>,
): Promise<void> {
  for (const { turn, chat } of await ledger.turnsIn(["waiting"])) {
    if (!isTelegramChat(chat)) continue;
    const { permission } = fold((await ledger.log(turn)).map(fromRow));
    if (permission && !(await ledger.outboxByCause(causeOf(permission.permission)))) await resume(turn);
  }
}

const HOW: Record<PermissionCard["effect"], string> = {
  irreversible: "⚠ What it does cannot be undone. Allowing it is for this one call.",
  effortful: "What it does can be undone, with work. Allowing it is for this request.",
  checkpoint:
    "The plan does not have this. Allowing it is for this item; the whole diff still comes for review before anything lands.",
};

function questionText(card: PermissionCard, args: string): FormattedText {
  const isLong = args.length > ARGS_UNITS;
  const how = HOW[card.effect];
  const shown = isLong ? `${args.slice(0, ARGS_UNITS).toWellFormed()}…` : args;
  return join(
    [
      fmt`${bold(`${card.workspace}: may ${card.tool} run?`)}\n${showName(card.label)}, for: ${showName(card.request.slice(0, 300).toWellFormed())}`,
      pre(shown, "json"),
      isLong ? fmt`The file below has all of its arguments.` : fmt``,
      fmt`${how} Nothing of it has run.`,
    ],
    "\n\n",
  );
}

function shownArgs(args: string): string {
  try {
    return showHidden(JSON.stringify(JSON.parse(args), null, 2));
  } catch {
    return showHidden(args);
  }
}

function decisionText(decision: PermissionDecision): string {
  switch (decision.type) {
    case "decided":
      return decision.allow ? "Allowed." : "Not allowed: it is not run.";
    case "already":
      return decision.allow ? "Already allowed." : "Already answered: not allowed.";
    case "over":
      return "The request has ended; nothing is run.";
    case "not_allowed":
      return "This button is not yours to use: whoever asked has it, or an owner.";
    case "wrong_place":
      return "This button belongs to another chat: use it there.";
    case "unknown":
      return UNKNOWN_TEXT;
  }
}

type Subject = z.infer<typeof subjectSchema>;

function subjectOf({ subject }: Button): Subject | undefined {
  try {
    return subjectSchema.safeParse(JSON.parse(subject)).data;
  } catch {
    return undefined;
  }
}
