// A turn's log in hand: the events so far, and the one way to add to them. Promises that what it shows is
// what is stored. Refuses to append behind another writer's back: the ledger compares the last seq.

import type { AppendBatch, Blob, Hash, Ledger } from "../../store/ledger.ts";
import { type EventBody, fromRow, MAIN, type NewEvent, type TurnEvent, toRow } from "../events.ts";

export type Extras = Omit<AppendBatch, "turn" | "expect" | "events" | "blobs">;

export type Log = {
  readonly turn: string;
  readonly events: readonly TurnEvent[];
  /** Appends events and their blobs in one transaction, with whatever else has to be in it. */
  append(events: NewEvent[], blobs: Blob[], extras?: Extras): Promise<void>;
  blob(hash: Hash): Promise<Uint8Array>;
};

export async function openLog(ledger: Ledger, turn: string): Promise<Log> {
  const events = (await ledger.log(turn)).map(fromRow);
  const cache = new Map<Hash, Uint8Array>();
  return {
    turn,
    events,
    async append(added, blobs, extras = {}) {
      const expect = events.at(-1)?.seq ?? 0;
      const rows = await ledger.append({ turn, expect, events: added.map(toRow), blobs, ...extras });
      events.push(...rows.map(fromRow));
      for (const { hash, bytes } of blobs) if (bytes.byteLength <= CACHED_BYTES) cache.set(hash, bytes);
    },
    async blob(hash) {
      const known = cache.get(hash);
      if (known) return known;
      const bytes = await ledger.blob(hash);
      if (!bytes) throw new Error(`the ledger has lost the blob ${hash} of turn ${turn}`);
      if (bytes.byteLength <= CACHED_BYTES) cache.set(hash, bytes);
      return bytes;
    },
  };
}

/** Fragments are asked for at every step; staged files and replies are not worth the memory. */
const CACHED_BYTES = 64 * 1024;

export function mainEvent(step: number, at: number, body: EventBody): NewEvent {
  return { thread: MAIN, step, at, body };
}
