// Trust in the chat: its cards, and the taps on them. Promises that a yes binds to the bytes that the card showed: when
// they moved, nothing is approved and a new card comes; that a decision is stored before the card changes its look; and
// that a repeated tap repeats only what follows. Refuses words: only a tap decides.

import type { InlineKeyboardMarkup } from "grammy/types";
import { z } from "zod";
import { isTrusted, PLACES, type Standing, SUBJECTS, type Subject } from "../agent/trust/trust.ts";
import type { Clock } from "../store/clock.ts";
import type { NewTrust, TrustEntry, TrustVerdict } from "../store/consent.ts";
import type { Failpoint } from "../store/failpoint.ts";
import { sha256 } from "../store/hash.ts";
import type { Button, Hash, Ledger, Tap } from "../store/ledger.ts";
import type { OwnThings } from "./agent.ts";
import { keyboard, newButton, tapButton } from "./buttons.ts";
import { UNKNOWN_TEXT } from "./decision-text.ts";
import type { Place } from "./incoming.ts";
import { knownAs } from "./permissions.ts";
import { fmt, join, plain } from "./render/formatted.ts";
import { documentMessage, gatedMessage } from "./say.ts";
import type { TapAction, TapResult } from "./taps.ts";
import { trustDocument, trustText } from "./trust-card.ts";

export type TrustCards = {
  /** Posts a card for each thing that waits or is trusted; false when there is none. Harmless to repeat. */
  post(
    workspace: string,
    asked: { cause: string; place: Place; allowed: readonly string[] },
  ): Promise<boolean>;
  actions: Record<"trust" | "distrust" | "later", TapAction>;
};

export type TrustDeps = {
  ledger: Ledger;
  clock: Clock;
  own: ReadonlyMap<string, OwnThings>;
  nameOfWorkspace(id: string): string;
  nameOfActor(actor: string): string;
  failpoint: Failpoint;
  wakeOutbox(): void;
};

/** What a button carries in the ledger: the card that is decided once, and the message that it stands on. */
const askedSchema = z.strictObject({
  card: z.string(),
  cause: z.string(),
  workspace: z.string(),
  subject: z.enum(SUBJECTS),
  hash: z.string(),
  topic: z.string().nullable(),
});
type Asked = z.infer<typeof askedSchema>;
type Posting = { cause: string; place: Place; allowed: readonly string[] };

export function createTrustCards(deps: TrustDeps): TrustCards {
  const { ledger, clock, failpoint } = deps;

  async function post(workspace: string, asked: Posting): Promise<boolean> {
    const own = deps.own.get(workspace);
    if (!own) return false;
    let posted = false;
    for (const subject of SUBJECTS) {
      const standing = await own.standing(subject);
      if (standing.found.type === "nothing" && !standing.yes) continue;
      posted = true;
      await postOne(standing, { ...asked, workspace, cause: `${asked.cause}:${workspace}:${subject}` });
    }
    deps.wakeOutbox();
    return posted;
  }

  async function postOne(standing: Standing, of: Posting & { workspace: string }): Promise<void> {
    if (await ledger.outboxByCause(of.cause)) return;
    const { document, kind } = await documentOf(standing, of.workspace);
    const text = trustText({ ...lookOf(of.workspace, of.place.chat), standing }, kind);
    const buttons = await buttonsOf(standing, of);
    const file = `${of.cause}:file`;
    const card = gatedMessage({
      lead: LEAD,
      cause: of.cause,
      place: of.place,
      text,
      file: document && file,
      keyboard: buttons,
    });
    if (!document) return ledger.say([card], clock.now());
    const blob = { hash: sha256(document.bytes), bytes: document.bytes };
    await ledger.putBlobs([blob]);
    const attached = documentMessage({
      cause: file,
      place: of.place,
      name: document.name,
      blob: blob.hash,
      after: of.cause,
      card: of.cause,
    });
    await ledger.say([card, attached], clock.now());
  }

  async function documentOf(standing: Standing, workspace: string): ReturnType<typeof trustDocument> {
    const kept = async (subject: Subject, hash: Hash) =>
      (await deps.own.get(workspace)?.kept(subject, hash)) ?? null;
    const name = deps.nameOfWorkspace(workspace).replace(/[^\w.-]+/g, "-");
    return await trustDocument(standing, kept, `${name}-${standing.subject}`);
  }

  async function buttonsOf(
    standing: Standing,
    { cause, place, allowed, workspace }: Posting & { workspace: string },
  ): Promise<InlineKeyboardMarkup | null> {
    const { found, subject } = standing;
    if (found.type !== "found") return null;
    const asked = { cause, workspace, subject, hash: found.tree.hash, topic: place.topic };
    if (isTrusted(standing)) return await withdrawButton(asked, { chat: place.chat, allowed });
    const common = {
      subject: JSON.stringify({ ...asked, card: cause }),
      chat: place.chat,
      allowed: [...allowed],
    };
    const [yes, later] = (["trust", "later"] as const).map((action) =>
      newButton({ ...common, action, once: true }),
    );
    if (!yes || !later) return null;
    await ledger.addButtons([yes, later]);
    return keyboard([tapButton("Approve", yes.token, "success"), tapButton("Not now", later.token)]);
  }

  async function withdrawButton(
    asked: Omit<Asked, "card">,
    { chat, allowed }: { chat: string; allowed: readonly string[] },
  ): Promise<InlineKeyboardMarkup> {
    const subject = JSON.stringify({ ...asked, card: `${asked.cause}:withdraw` });
    const button = newButton({ action: "distrust", subject, chat, allowed: [...allowed], once: true });
    await ledger.addButtons([button]);
    return keyboard([tapButton("Withdraw", button.token, "danger")]);
  }

  function action(verdict: TrustVerdict): TapAction {
    return async (button, tap) => {
      const asked = askedOf(button);
      const own = asked && deps.own.get(asked.workspace);
      if (!asked || !own) return { text: UNKNOWN_TEXT };
      const card = await ledger.outboxByCause(asked.cause);
      if (card && card.messageId !== null && card.messageId !== tap.messageId)
        return { text: "This button belongs to another message. Use the card itself." };
      if (verdict === "trusted") {
        const moved = await keepShown(asked, own);
        if (moved) return movedResult(asked, button, tap);
      }
      failpoint("trust:kept");
      return await decide({ asked, own, button, tap, verdict });
    };
  }

  /** Copies what lies there, if it is what the card showed. True when it is not. */
  async function keepShown({ subject, hash, card }: Asked, own: OwnThings): Promise<boolean> {
    const { found, yes } = await own.standing(subject);
    if (yes?.card === card) return false;
    if (found.type !== "found" || found.tree.hash !== hash) return true;
    await own.keep(found.tree);
    return false;
  }

  function movedResult({ workspace, cause, topic }: Asked, button: Button, tap: Tap): TapResult {
    const place = { chat: button.chat, topic };
    const out =
      "It has changed since this card was made: nothing was approved. A new card shows it as it is.";
    return {
      text: out,
      alert: true,
      after: async () => {
        await ledger.say(
          [gatedMessage({ lead: LEAD, cause, place, text: plain(out), file: null, keyboard: null })],
          clock.now(),
          {
            replace: true,
          },
        );
        await post(workspace, { cause: `${cause}:${tap.at}`, place, allowed: button.allowed });
      },
    };
  }

  type Deciding = { asked: Asked; own: OwnThings; button: Button; tap: Tap; verdict: TrustVerdict };

  async function decide({ asked, own, button, tap, verdict }: Deciding): Promise<TapResult> {
    const { card, workspace, subject, hash } = asked;
    const wanted: NewTrust = { card, workspace, subject, hash, verdict };
    const decision = await ledger.decideTrust(tap, wanted);
    failpoint("tap:decided");
    if (decision.type !== "decided" && decision.type !== "already") return { text: UNKNOWN_TEXT };
    const entry = decision.type === "already" ? await lastOf(decision.entry) : decision.entry;
    const before = decision.type === "already" ? "Already decided: " : "";
    return {
      text: `${before}${SAID[entry.verdict]}`,
      after: async () => {
        await own.refresh();
        // Another card's decision is not what this card was about.
        if (entry.hash === hash) await show(entry, { asked, own, button });
      },
    };
  }

  /** What this card decided may have been taken back since, by another button. */
  async function lastOf(entry: TrustEntry): Promise<TrustEntry> {
    const about = await ledger.trustOf(entry.workspace);
    const last = about.findLast(
      ({ subject, verdict }) => subject === entry.subject && verdict !== "declined",
    );
    return entry.verdict === "declined" ? entry : (last ?? entry);
  }

  async function show(
    entry: TrustEntry,
    { asked, own, button }: Pick<Deciding, "asked" | "own" | "button">,
  ): Promise<void> {
    const { workspace, subject, hash, cause, topic } = asked;
    const place = { chat: button.chat, topic };
    const isOn = entry.verdict === "trusted";
    const who = `${deps.nameOfWorkspace(workspace)}: ${PLACES[subject]} – ${LOOKS[entry.verdict]} by ${knownAs(entry.by, place.chat, deps.nameOfActor)}.`;
    const lines = [fmt`${who}`, fmt`${isOn ? onText(subject, own) : OFF_TEXT[subject]}`];
    const buttons = isOn
      ? await withdrawButton(
          { cause, workspace, subject, hash, topic },
          { chat: button.chat, allowed: button.allowed },
        )
      : null;
    const look = gatedMessage({
      lead: LEAD,
      cause,
      place,
      text: join(lines, "\n"),
      file: null,
      keyboard: buttons,
    });
    await ledger.say([look], clock.now(), { replace: true });
    deps.wakeOutbox();
  }

  const lookOf = (workspace: string, chat: string) => ({
    workspace: deps.nameOfWorkspace(workspace),
    nameOf: (actor: string) => knownAs(actor, chat, deps.nameOfActor),
    now: clock.now(),
  });

  return {
    post,
    actions: { trust: action("trusted"), later: action("declined"), distrust: action("withdrawn") },
  };
}

const LEAD = "A card about a workspace's own code or settings follows; /trust shows it again.";

const SAID: Record<TrustVerdict, string> = {
  trusted: "Approved: exactly these bytes.",
  declined: "Not now. Nothing of it is used; /trust asks again.",
  withdrawn: "Taken back: it is unloaded.",
};
const LOOKS: Record<TrustVerdict, string> = {
  trusted: "✅ approved",
  declined: "put off",
  withdrawn: "taken back",
};
const OFF_TEXT: Record<Subject, string> = {
  tools: "None of its tools is offered. /trust shows it again.",
  docs: "Nothing outside the workspace is read. /trust shows it again.",
};

function onText(subject: Subject, own: OwnThings): string {
  if (subject === "docs") return "It is read from now on; the index is built with the next request.";
  const names = own.tools().filter((tool) => tool.layer === "own");
  const offered =
    names.length === 0
      ? "No tool of it could be loaded."
      : `Offered: ${names.map((one) => one.name).join(", ")}.`;
  return [offered, ...own.faults()].join("\n");
}

function askedOf({ subject }: Button): Asked | undefined {
  try {
    return askedSchema.safeParse(JSON.parse(subject)).data;
  } catch {
    return undefined;
  }
}
