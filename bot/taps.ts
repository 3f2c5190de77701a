// Taps on buttons, outside every lane. Promises one transaction, then the answer, then what follows; so a tap is
// answered while turns run and while the outbox is paced. Refuses what the token does not say: the tapped text,
// the message's look and the sender's claims count for nothing.

import type { Clock } from "../store/clock.ts";
import type { Failpoint } from "../store/failpoint.ts";
import type { Button, Ledger, ReviewRow, Tap } from "../store/ledger.ts";
import { mayUse, tokenOf } from "./buttons.ts";
import { alreadyText, decisionText, UNKNOWN_TEXT } from "./decision-text.ts";
import type { TapQuery } from "./incoming.ts";

/** What to answer the tap, and what to do once the answer is on its way. */
export type TapResult = { text: string; alert?: boolean; after?: () => Promise<void> };

/** What a button does that is no verdict. Its permission was checked. */
export type TapAction = (button: Button, tap: Tap) => Promise<TapResult>;

export type TapsDeps = {
  ledger: Ledger;
  clock: Clock;
  actions: Readonly<Record<string, TapAction>>;
  answer(answer: { id: string; text: string; alert: boolean }): Promise<void>;
  onDecided(review: ReviewRow): Promise<void>;
  failpoint: Failpoint;
};

export type Taps = {
  tap(query: TapQuery, actor: string): Promise<void>;
  refuse(query: TapQuery): Promise<void>;
};

export function createTaps(deps: TapsDeps): Taps {
  const { ledger, clock } = deps;

  async function resultOf(query: TapQuery, by: string): Promise<TapResult> {
    const token = tokenOf(query.data);
    const button = token === undefined ? undefined : await ledger.button(token);
    if (!button) return { text: UNKNOWN_TEXT };
    // Messages that Telegram no longer gives with the tap have no place to check.
    if (query.chat === null)
      return { text: "This button belongs to another message. Use the review's own card." };
    const tap: Tap = {
      token: button.token,
      by,
      chat: query.chat,
      messageId: query.messageId,
      at: clock.now(),
    };
    if (button.action === "apply" || button.action === "reject" || button.action === "withdraw")
      return verdict(tap);
    const action = deps.actions[button.action];
    if (!action) return { text: UNKNOWN_TEXT };
    switch (mayUse(button, tap)) {
      case "not_allowed":
        return { text: "This button is not yours to use: whoever asked has it, or an owner." };
      case "wrong_place":
        return { text: "This button belongs to another chat: use it there." };
      case "yes":
        return action(button, tap);
    }
  }

  async function verdict(tap: Tap): Promise<TapResult> {
    const decision = await ledger.decide(tap);
    deps.failpoint("tap:decided");
    const text = decisionText(decision, tap.by);
    // Also for "already": a kill between the decision and its effect leaves the turn to be woken.
    const again = decision.type === "already" && decision.review.state === "approved";
    if (decision.type !== "decided" && !again) return { text };
    return { text, after: () => deps.onDecided(decision.review) };
  }

  return {
    async tap(query, actor) {
      const { text, alert, after } = await resultOf(query, actor).catch(async (error: unknown) => {
        // Nothing was stored: who tapped must know that, and not wait for a spinner.
        await deps.answer({ id: query.id, text: FAILED_TEXT, alert: true });
        throw error;
      });
      // The answer goes first, and what follows does not wait for a slow network.
      const answering = deps.answer({ id: query.id, text, alert: alert ?? false });
      try {
        deps.failpoint("tap:answering");
        await after?.();
      } finally {
        await answering;
      }
    },
    refuse: (query) => deps.answer({ id: query.id, text: "You are not on this bot's list.", alert: false }),
  };
}

const FAILED_TEXT = "This could not be stored, so nothing was decided. Tap again in a moment.";

/** The text for a button of a review that has ended. */
export async function endedText(
  ledger: Pick<Ledger, "review">,
  review: string,
  actor: string,
): Promise<string> {
  const row = await ledger.review(review);
  return row ? alreadyText(row, actor) : UNKNOWN_TEXT;
}
