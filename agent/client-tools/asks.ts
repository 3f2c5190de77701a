// What a tool's thread asks of Handrail during one call: answered side by side, and not on the tool's time. Promises that
// an ask which comes after the call is not done, and that one who asks without end is told from one who asks much.
// Refuses to queue for ever: a loop of asks once held up everything else.

import { wordsOf } from "../../store/words-of.ts";
import type { AskName, FromThread, ToThread } from "./protocol.ts";

/** Answers what a tool asks; what it throws is thrown in the tool. `args` is JSON. */
export type Answer = (what: AskName, args: string) => Promise<unknown>;

type Ask = Extract<FromThread, { type: "ask" }>;

/** Further asks are refused in words, which whoever waits for them hears. */
const MAX_ASKS = 500;
/** Nobody waits for so many. */
export const FLOOD = 2 * MAX_ASKS;

export type AsksDeps = {
  answer: Answer;
  say(message: ToThread): void;
  time: { pause(): void; resume(): void };
};

export type Asks = {
  take(ask: Ask): void;
  settled(): Promise<void>;
  /** It asks without end. */
  flooded: Promise<"flood">;
};

export function createAsks({ answer, say, time }: AsksDeps): Asks {
  const open = new Set<Promise<void>>();
  const flooded = Promise.withResolvers<"flood">();
  const state = { count: 0 };

  async function reply({ n, what, args }: Ask): Promise<void> {
    try {
      if (state.count > MAX_ASKS) throw new Error(`a call may ask at most ${MAX_ASKS} times`);
      say({ type: "answer", n, ok: true, value: await answer(what, args) });
    } catch (error) {
      say({ type: "answer", n, ok: false, value: wordsOf(error) });
    }
  }

  return {
    take(ask) {
      state.count += 1;
      if (state.count > FLOOD) return flooded.resolve("flood");
      if (open.size === 0) time.pause();
      const replied: Promise<void> = reply(ask).finally(() => {
        open.delete(replied);
        if (open.size === 0) time.resume();
      });
      open.add(replied);
    },
    async settled() {
      await Promise.all(open);
    },
    flooded: flooded.promise,
  };
}

/** Between calls: the call that this is about has its result, and nothing is done for it any more. */
export function refuseAsks(say: (message: ToThread) => void, end: () => void): (message: FromThread) => void {
  const state = { count: 0 };
  return (message) => {
    if (message.type !== "ask") return;
    state.count += 1;
    if (state.count > FLOOD) end();
    else say({ type: "answer", n: message.n, ok: false, value: "its call has ended" });
  };
}
