// The queue of updates and its one poller. Promises an update again and again until an offset confirms it, and ends
// the older of two pollers with 409. Refuses to poll beside a webhook.

import type { JsonObject } from "./fields.ts";
import { limits } from "./limits.ts";
import { conflict } from "./refusal.ts";
import type { QueuedUpdate } from "./state.ts";
import { sleepUntil } from "./waiting.ts";
import type { World } from "./world.ts";

export type Poll = { offset: number; limit: number; timeoutSeconds: number };

export type Updates = {
  poll(poll: Poll, signal: AbortSignal): Promise<JsonObject[]>;
  /** Ends a running poll, as setting a webhook does. */
  interrupt(why: string): void;
  dropAll(): void;
  pending(): number;
};

export function createUpdates(world: World): Updates {
  let poller: AbortController | undefined;

  // A forged update may carry any number, so it is confirmed by having been shown, not by its number.
  const shown = new Set<string>();

  const drop = (isGone: (update: QueuedUpdate, key: string, place: number) => boolean) => {
    const entries = world.updates.entries();
    entries.forEach(([key, update], place) => {
      if (!isGone(update, key, place - entries.length)) return;
      world.updates.delete(key);
      shown.delete(key);
    });
  };

  const isConfirmed = (update: QueuedUpdate, key: string, offset: number) =>
    update.type === "forged" ? shown.has(key) : update.id < offset;

  const confirm = (offset: number) => {
    const oldest = world.clock.now() - limits.updatesKeptMs;
    drop((update, key) => update.at < oldest || (offset > 0 && isConfirmed(update, key, offset)));
    if (offset < 0) drop((_update, _key, fromEnd) => fromEnd < offset);
    world.commit();
  };

  const interrupt = (why: string) => poller?.abort(conflict(why));

  return {
    interrupt,
    dropAll: () => drop(() => true),
    pending: () => world.updates.size(),
    async poll({ offset, limit, timeoutSeconds }, signal) {
      if (world.settings().webhook !== undefined) {
        throw conflict(
          "can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
        );
      }
      interrupt("terminated by other getUpdates request; make sure that only one bot instance is running");
      const mine = new AbortController();
      poller = mine;
      try {
        confirm(offset);
        const ms = Math.min(timeoutSeconds, limits.pollTimeoutSeconds) * 1000;
        const wait = {
          clock: world.clock,
          ms,
          subscribe: world.onCommit,
          probe: () => world.updates.size() > 0,
        };
        if (ms > 0) await sleepUntil(wait, AbortSignal.any([signal, mine.signal]));
        const batch = world.updates.entries().slice(0, limit);
        for (const [key, update] of batch) if (update.type === "forged") shown.add(key);
        return batch.map(([, update]) => wireUpdate(update));
      } finally {
        if (poller === mine) poller = undefined;
      }
    },
  };
}

function wireUpdate({ id, type, body }: QueuedUpdate): JsonObject {
  if (type !== "forged") return { update_id: id, [type]: body };
  const forged = body.forged;
  if (typeof forged !== "object" || forged === null || Array.isArray(forged))
    return { update_id: id, forged };
  return { update_id: id, ...forged };
}
