// How fast a bot may talk: token buckets for each chat, each group and the bot as a whole, and the seconds of a 429.
// Promises that what is urgent waits for nothing but a 429. Refuses to remember chats that have been quiet.

import type { Clock } from "../../store/clock.ts";

export type Weight = "send" | "edit";

export type Pace = {
  /** When this call may go, in the clock's time; not later than now means at once. */
  readyAt(chat: string, weight: Weight, urgent: boolean): number;
  spend(chat: string, weight: Weight): void;
  /** After a 429: nothing goes to this chat before `until`. */
  block(chat: string, until: number): void;
};

type Rate = { perMs: number; burst: number };
type Bucket = { rate: Rate; tokens: number; at: number };

/**
 * Telegram allows about 1 message/s a chat, 20/min a group, 30/s in all. For groups and for all, what was saved up and
 * what flows in stay together within 20 in any minute and 25 in any second.
 */
const rates = {
  send: { perMs: 1 / 1_000, burst: 2 },
  edit: { perMs: 1 / 1_000, burst: 3 },
  group: { perMs: 15 / 60_000, burst: 5 },
  all: { perMs: 20 / 1_000, burst: 5 },
} as const;

const QUIET_BUCKETS = 1_000;

/** Groups and channels have negative ids. */
const isGroup = (chat: string): boolean => chat.startsWith("-");

export function createPace(clock: Clock): Pace {
  const buckets = new Map<string, Bucket>();
  const blocked = new Map<string, { at: number; until: number }>();

  function bucket(name: string, rate: Rate): Bucket {
    const now = clock.now();
    const old = buckets.get(name) ?? { rate, tokens: rate.burst, at: now };
    // A clock that was set back gives nothing and takes nothing.
    const passed = Math.max(0, now - old.at);
    const filled = { rate, tokens: Math.min(rate.burst, old.tokens + passed * rate.perMs), at: now };
    buckets.set(name, filled);
    return filled;
  }

  function bucketsFor(chat: string, weight: Weight): Bucket[] {
    const own = bucket(`${weight} ${chat}`, rates[weight]);
    const all = bucket("all", rates.all);
    return weight === "send" && isGroup(chat) ? [own, all, bucket(`group ${chat}`, rates.group)] : [own, all];
  }

  function forgetQuiet(): void {
    if (buckets.size <= QUIET_BUCKETS) return;
    const now = clock.now();
    for (const [name, { rate, tokens, at }] of buckets) {
      if (tokens + (now - at) * rate.perMs >= rate.burst) buckets.delete(name);
    }
    for (const [chat, { until }] of blocked) if (until <= now) blocked.delete(chat);
  }

  return {
    readyAt(chat, weight, urgent) {
      const now = clock.now();
      const block = blocked.get(chat);
      // Set back since: nobody knows when it ends, and the next 429 would say so.
      const free = block && block.at <= now ? block.until : 0;
      if (urgent) return free;
      const waits = bucketsFor(chat, weight).map(({ rate, tokens }) => Math.ceil((1 - tokens) / rate.perMs));
      return Math.max(free, now + Math.max(0, ...waits));
    },
    spend(chat, weight) {
      // Urgent calls may overdraw, by one burst at most: what follows them waits that much longer.
      for (const each of bucketsFor(chat, weight)) each.tokens = Math.max(-each.rate.burst, each.tokens - 1);
      forgetQuiet();
    },
    block(chat, until) {
      const at = clock.now();
      const block = blocked.get(chat);
      const known = block && block.at <= at ? block.until : 0;
      blocked.set(chat, { at, until: Math.max(until, known) });
    },
  };
}
