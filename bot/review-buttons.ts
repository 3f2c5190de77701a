// The buttons of a review card that give no verdict: turning its pages, and asking for words with Revise.
// Refuses to change a review: words do that, when they come as a reply.

import type { Clock } from "../store/clock.ts";
import type { Ledger } from "../store/ledger.ts";
import { plain } from "./render/formatted.ts";
import { pageSubject, type Reviews, revisePromptCause } from "./reviews.ts";
import { question } from "./say.ts";
import { endedText, type TapAction } from "./taps.ts";

export type ReviewButtonsDeps = { ledger: Ledger; reviews: Reviews; clock: Clock; wakeOutbox(): void };

export function reviewButtons(deps: ReviewButtonsDeps): Record<"page" | "revise", TapAction> {
  const { ledger, clock } = deps;
  return {
    async page(button, tap) {
      const subject = pageSubject(button.subject);
      const row = await ledger.review(subject.review);
      if (row?.state !== "open") return { text: await endedText(ledger, subject.review, tap.by) };
      return {
        // The page itself is the answer; words would lie over it.
        text: "",
        after: async () => {
          await deps.reviews.showPage(subject);
        },
      };
    },
    async revise(button, tap) {
      const row = await ledger.review(button.subject);
      if (row?.state !== "open") return { text: await endedText(ledger, button.subject, tap.by) };
      const prompt = question({
        cause: revisePromptCause(row.review),
        place: row,
        text: plain("Reply to this message, or to the card, with what to change."),
        placeholder: "What should change?",
        replyTo: row.messageId,
      });
      return {
        text: "Reply to this card with what to change.",
        after: async () => {
          await ledger.say([prompt], clock.now());
          deps.wakeOutbox();
        },
      };
    },
  };
}
