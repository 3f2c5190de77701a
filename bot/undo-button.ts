// Undo: the button that takes one generation back. Promises that the tap is bound to the exact bytes of that
// generation, and that nothing is written when a file has changed since. Refuses text: only a tap lands bytes.

import type { InlineKeyboardMarkup } from "grammy/types";
import { undoCommand } from "../agent/landing.ts";
import type { UndoPlan } from "../agent/undo.ts";
import type { Clock } from "../store/clock.ts";
import type { Button, Generation, Ledger, NewReview, Tap } from "../store/ledger.ts";
import type { WorkspaceAgent } from "./agent.ts";
import { keyboard, newButton, newToken, tapButton } from "./buttons.ts";
import { decisionText, UNKNOWN_TEXT } from "./decision-text.ts";
import type { Lander } from "./lander.ts";
import { bold, code, type FormattedText, fmt, join } from "./render/formatted.ts";
import { showName } from "./render/visible.ts";
import { notice } from "./say.ts";
import type { TapAction, TapResult } from "./taps.ts";

export type UndoDeps = {
  ledger: Ledger;
  agents: ReadonlyMap<string, WorkspaceAgent>;
  lander: Lander;
  clock: Clock;
  signal: AbortSignal;
  wakeOutbox(): void;
};

const FILES_SHOWN = 20;

export function undoButton(deps: UndoDeps): TapAction {
  const { ledger, clock } = deps;

  async function use(button: Button, tap: Tap): Promise<TapResult> {
    const subject = parseSubject(button.subject);
    const agent = subject && deps.agents.get(subject.workspace);
    const generation = subject && (await ledger.generation(subject.workspace, subject.n));
    if (!subject || !agent || !generation) return { text: UNKNOWN_TEXT };
    const plan = await agent.planUndo(subject.n, deps.signal);
    switch (plan.type) {
      case "unknown":
        return { text: `There is no generation ${subject.n} to undo.` };
      case "already":
        return { text: `Generation ${subject.n} was already undone, by generation ${plan.by}.` };
      case "changed":
        return changed(tap, { generation, plan });
      case "exact":
        return exact({ button, tap, generation, plan });
    }
  }

  /** The files moved on: nothing lands, the tap stays unused, and the person hears which files. */
  function changed(
    tap: Tap,
    of: { generation: Generation; plan: Extract<UndoPlan, { type: "changed" }> },
  ): TapResult {
    const { n, workspace } = of.generation;
    const files = of.plan.files.map((file) => fmt`• ${code(showName(file.path))}: ${file.why}`);
    const text = join(
      [
        fmt`${bold(`Generation ${n} cannot be taken back exactly.`)} Nothing was written.`,
        ...files,
        fmt`Ask for what should change in words, as a request.`,
      ],
      "\n",
    );
    return {
      text: "The files have changed since. Nothing was written.",
      after: async () => {
        const cause = `undo-changed:${workspace}#${n}:${tap.at}`;
        const place = { chat: tap.chat, topic: (await ledger.review(of.generation.review))?.topic ?? null };
        await ledger.say([notice({ cause, place, text })], clock.now());
        deps.wakeOutbox();
      },
    };
  }

  async function exact(of: {
    button: Button;
    tap: Tap;
    generation: Generation;
    plan: Extract<UndoPlan, { type: "exact" }>;
  }): Promise<TapResult> {
    const { tap, generation, plan } = of;
    const undone = await ledger.review(generation.review);
    const review: NewReview = {
      review: newToken(),
      workspace: generation.workspace,
      changeset: plan.changeset,
      origin: { type: "command", command: undoCommand(generation.n), by: tap.by },
      chat: tap.chat,
      topic: undone?.topic ?? null,
      allowed: of.button.allowed,
      openedAt: tap.at,
      expiresAt: null,
      buttons: [],
      replaces: null,
    };
    const decision = await ledger.approveByButton(tap, review, plan.blobs);
    if (decision.type !== "decided") return { text: decisionText(decision, tap.by) };
    return {
      text: `Undoing generation ${generation.n}.`,
      after: async () => deps.lander.land(decision.review),
    };
  }

  return use;
}

/** What a message shows that offers to undo this generation, with the one button that does it. */
export async function undoOffer(
  ledger: Pick<Ledger, "addButtons">,
  of: { generation: Generation; files: readonly string[]; chat: string; allowed: readonly string[] },
): Promise<{ text: FormattedText; keyboard: InlineKeyboardMarkup }> {
  const { n, workspace } = of.generation;
  const subject = `${workspace}#${n}`;
  const button = newButton({ action: "undo", subject, chat: of.chat, allowed: [...of.allowed], once: true });
  await ledger.addButtons([button]);
  const files = of.files.slice(0, FILES_SHOWN).map((path) => fmt`• ${code(showName(path))}`);
  const more = of.files.length > FILES_SHOWN ? [fmt`… and ${of.files.length - FILES_SHOWN} more`] : [];
  const head = fmt`${bold(`Undo generation ${n}?`)} It brings back what stood there before:`;
  return {
    text: join([head, ...files, ...more], "\n"),
    keyboard: keyboard([tapButton(`Undo generation ${n}`, button.token)]),
  };
}

function parseSubject(subject: string): { workspace: string; n: number } | undefined {
  const found = /^(.*)#(\d+)$/s.exec(subject);
  return found?.[1] === undefined ? undefined : { workspace: found[1], n: Number(found[2]) };
}
