// What the owner should know and nobody asked for: a file that could not be read, a job that failed. To the log at
// once, and to the owner's chat when there is a bot to say it, once a day for the same words.

import type { Clock } from "../store/clock.ts";
import { sha256 } from "../store/hash.ts";
import type { Handrail } from "./handrail.ts";
import type { Logger } from "./log.ts";

export type OwnerNews = {
  /** `once` names what is told once and for all. */
  tell(text: string, once?: string): void;
  /** From now on there is a chat to say it in; what came before is said now. */
  open(handrail: Pick<Handrail, "announce">): void;
};

const DAY_MS = 24 * 60 * 60 * 1000;

export function createOwnerNews(log: Logger, clock: Clock): OwnerNews {
  const early: { text: string; once: string | undefined }[] = [];
  const state: { handrail: Pick<Handrail, "announce"> | null } = { handrail: null };
  const say = (text: string, once: string | undefined) => {
    if (!state.handrail) return void early.push({ text, once });
    const when = once === undefined ? Math.floor(clock.now() / DAY_MS) : "once";
    const cause = `news:${when}:${sha256(once ?? text).slice(0, 16)}`;
    state.handrail
      .announce(cause, text)
      .catch((error: unknown) => log.error({ err: error }, "News was not told."));
  };
  return {
    tell(text, once) {
      log.warn(text);
      say(text, once);
    },
    open(handrail) {
      state.handrail = handrail;
      for (const { text, once } of early.splice(0)) say(text, once);
    },
  };
}
