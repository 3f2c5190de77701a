// Time that is spent only while something is at work. Promises to say when it is used up. Refuses to count what others
// take: whoever waits for them pauses it.

import type { Clock } from "../../store/clock.ts";

export type Allowance = {
  spent: Promise<void>;
  pause(): void;
  resume(): void;
  [Symbol.dispose](): void;
};

/** Begins at once. */
export function createAllowance(ms: number, clock: Clock): Allowance {
  const spent = Promise.withResolvers<void>();
  const state = { left: ms, began: 0, timer: new AbortController(), isOver: false };

  function pause(): void {
    if (state.timer.signal.aborted) return;
    state.timer.abort();
    state.left -= clock.now() - state.began;
  }

  function resume(): void {
    // What was asked before the end may be answered after it.
    if (state.isOver) return;
    state.timer = new AbortController();
    state.began = clock.now();
    clock.sleep(Math.max(0, state.left), state.timer.signal).then(spent.resolve, () => undefined);
  }

  resume();
  return {
    spent: spent.promise,
    pause,
    resume,
    [Symbol.dispose]() {
      state.isOver = true;
      pause();
    },
  };
}
