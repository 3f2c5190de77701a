// The one gate before any dispatch: may this sender act here at all? Promises that only listed numeric ids
// pass, for messages and taps alike. Refuses to start with an empty list, and to look at names.

import type { Sender } from "./incoming.ts";

export type Allowed = { ok: true; actor: string } | { ok: false; actor: string | null; why: string };

export type Access = {
  allow(sender: Sender): Allowed;
  /** Everybody whose verdict counts, as actors. */
  readonly actors: readonly string[];
};

export function createAccess(owners: readonly number[]): Access {
  if (owners.length === 0) throw new Error("Nobody may use this bot: list at least one numeric user id.");
  for (const owner of owners) {
    if (!Number.isSafeInteger(owner) || owner <= 0) {
      throw new Error(
        `"${owner}" is not a numeric Telegram user id. Usernames are not accepted: they change hands.`,
      );
    }
  }
  const listed = new Set(owners);
  return {
    actors: [...listed].map(actorOf),
    allow(sender) {
      if (sender.type === "nobody") return { ok: false, actor: null, why: sender.why };
      const actor = actorOf(sender.id);
      return listed.has(sender.id) ? { ok: true, actor } : { ok: false, actor, why: "not on the list" };
    },
  };
}

/** The id under which the ledger knows a person. */
export function actorOf(id: number): string {
  return `telegram:${id}`;
}
