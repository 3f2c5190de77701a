// The button on a queued request that takes it out of the queue. Promises that its message says so afterwards.
// Refuses a request that has started: /stop is for that.

import type { Clock } from "../store/clock.ts";
import type { Ledger, NewButton, QueuedRequest } from "../store/ledger.ts";
import { newButton } from "./buttons.ts";
import { plain } from "./render/formatted.ts";
import { notice } from "./say.ts";
import type { TapAction } from "./taps.ts";

export function dropButtonOf(request: QueuedRequest, cause: string): NewButton {
  const subject = `${request.id} ${cause}`;
  return newButton({ action: "drop", subject, chat: request.chat, allowed: [request.by], once: true });
}

export type DropDeps = { ledger: Pick<Ledger, "dropRequest" | "say">; clock: Clock; wakeOutbox(): void };

export function dropButton({ ledger, clock, wakeOutbox }: DropDeps): TapAction {
  return async ({ subject, chat }) => {
    const space = subject.indexOf(" ");
    const cause = subject.slice(space + 1);
    if (!(await ledger.dropRequest(Number(subject.slice(0, space))))) {
      return { text: "It is no longer queued. /stop ends what runs." };
    }
    const dropped = notice({
      cause,
      place: { chat, topic: null },
      text: plain("Dropped from the queue."),
      urgent: true,
    });
    return {
      text: "Dropped.",
      after: async () => {
        await ledger.say([dropped], clock.now(), { replace: true });
        wakeOutbox();
      },
    };
  };
}
