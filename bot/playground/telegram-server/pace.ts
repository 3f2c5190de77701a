// Flood limits: token buckets for each chat, each group, and the bot as a whole. Promises a 429 with the seconds
// to wait, and the same answer until they are over. Refuses to count what people wait for: answers to taps.

import type { Clock } from "../../../store/clock.ts";
import { limits } from "./limits.ts";
import { tooMany } from "./refusal.ts";
import type { Chat } from "./state.ts";

/** What a call counts as: a new message, a change of one, or something lighter (a draft, a chat action). */
export type Weight = "send" | "edit" | "light";

export type Pace = { spend(weight: Weight, chat: Chat): void };

type Rate = { perMs: number; burst: number };
type Bucket = { tokens: number; at: number };

export const noPace: Pace = { spend: () => {} };

export function createPace(clock: Clock): Pace {
  const buckets = new Map<string, Bucket>();
  const blocked = new Map<string, number>();
  const { chat: perChat, edits, group, all } = limits.pace;

  const refill = (name: string, rate: Rate): Bucket => {
    const now = clock.now();
    const old = buckets.get(name) ?? { tokens: rate.burst, at: now };
    const passed = Math.max(0, now - old.at);
    const bucket = { tokens: Math.min(rate.burst, old.tokens + passed * rate.perMs), at: now };
    buckets.set(name, bucket);
    return bucket;
  };

  const refuseWhile = (scope: string): void => {
    const left = (blocked.get(scope) ?? 0) - clock.now();
    if (left > 0) throw tooMany(Math.ceil(left / 1000));
  };

  const refusal = (scope: string, waitMs: number) => {
    const ms = Math.max(limits.pace.penaltyMs, Math.ceil(waitMs));
    blocked.set(scope, clock.now() + ms);
    return tooMany(Math.ceil(ms / 1000));
  };

  return {
    spend(weight, chat) {
      const scope = String(chat.id);
      const wanted: [name: string, rate: Rate, scope: string][] = [["all", all, "all"]];
      if (weight === "send") wanted.push([`chat ${scope}`, perChat, scope]);
      if (weight === "edit") wanted.push([`edits ${scope}`, edits, scope]);
      if (weight === "send" && chat.type !== "private") wanted.push([`group ${scope}`, group, scope]);
      refuseWhile("all");
      if (weight !== "light") refuseWhile(scope);
      const spent = wanted.map(([name, rate, where]) => ({ bucket: refill(name, rate), rate, where }));
      for (const { bucket, rate, where } of spent) {
        if (bucket.tokens < 1) throw refusal(where, (1 - bucket.tokens) / rate.perMs);
      }
      for (const { bucket } of spent) bucket.tokens -= 1;
    },
  };
}
