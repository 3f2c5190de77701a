// A turn's log in hand: the events so far, and the one way to add to them. Promises that whatever has an effect
// outside is stored before it; results of reads and staging, which may be repeated, wait for the next event that
// must be stored. Refuses to append behind another writer's back: the ledger compares the last seq.

import type { AppendBatch, Blob, Hash, Ledger, NewLogRow } from "../../store/ledger.ts";
import { type EventBody, fromRow, MAIN, type NewEvent, type TurnEvent, toRow } from "../events.ts";
import { fold, type Turn } from "./fold.ts";

export type Extras = Omit<AppendBatch, "turn" | "expect" | "events" | "blobs">;

export type Log = {
  readonly turn: string;
  readonly events: readonly TurnEvent[];
  /**
   * The turn was found with calls that had no result: one of them may have ended the process, so from now on
   * each start is stored before the call runs, and counts.
   */
  readonly careful: boolean;
  /** Appends events and their blobs, and all that was noted, in one transaction with whatever has to be in it. */
  append(events: NewEvent[], blobs: Blob[], extras?: Extras): Promise<void>;
  /** Adds events that may be lost with the process, since what they tell can be done again. */
  note(events: NewEvent[], blobs: Blob[]): void;
  blob(hash: Hash): Promise<Uint8Array>;
};

/** What was noted and is not stored yet. */
type Noted = { rows: NewLogRow[]; blobs: Map<Hash, Uint8Array> };
type Appended = { added: NewEvent[]; blobs: Blob[]; extras: Extras };

export async function openLog(ledger: Ledger, turn: string): Promise<Log> {
  const events = (await ledger.log(turn)).map(fromRow);
  const careful = events.length > 0 && hasPending(fold(events));
  const cache = new Map<Hash, Uint8Array>();
  const noted: Noted = { rows: [], blobs: new Map() };
  const state = { appending: Promise.resolve() };
  const remember = (blobs: Blob[]) => {
    for (const { hash, bytes } of blobs) if (bytes.byteLength <= CACHED_BYTES) cache.set(hash, bytes);
  };

  async function store({ added, blobs, extras }: Appended): Promise<void> {
    const at = events.length;
    const [waiting, bytes] = [noted.rows.length, [...noted.blobs]];
    const all = [...bytes.map(([hash, bytes]) => ({ hash, bytes })), ...blobs];
    const expect = (events.at(-1)?.seq ?? 0) - waiting;
    const batch = { turn, expect, events: [...noted.rows, ...added.map(toRow)], blobs: all, ...extras };
    const rows = await ledger.append(batch);
    noted.rows.splice(0, waiting);
    for (const [hash] of bytes) noted.blobs.delete(hash);
    insert(events, at, rows.slice(waiting).map(fromRow));
    remember(blobs);
  }

  return {
    turn,
    events,
    careful,
    append(added, blobs, extras = {}) {
      // One after the other: calls of one reply run side by side, and each of them may have something to store.
      const stored = state.appending.then(() => store({ added, blobs, extras }));
      state.appending = stored.catch(() => undefined);
      return stored;
    },
    note(added, blobs) {
      for (const { thread, step, at, body } of added) {
        const seq = (events.at(-1)?.seq ?? 0) + 1;
        events.push({ ...body, turn, seq, thread, step, at });
      }
      noted.rows.push(...added.map(toRow));
      for (const { hash, bytes } of blobs) noted.blobs.set(hash, bytes);
      remember(blobs);
    },
    async blob(hash) {
      const known = cache.get(hash) ?? noted.blobs.get(hash);
      if (known) return known;
      const bytes = await ledger.blob(hash);
      if (!bytes) throw new Error(`the ledger has lost the blob ${hash} of turn ${turn}`);
      if (bytes.byteLength <= CACHED_BYTES) cache.set(hash, bytes);
      return bytes;
    },
  };
}

function hasPending(turn: Turn): boolean {
  return [turn, ...turn.workers.values()].some((thread) => thread.pending.length > 0);
}

/** Puts stored events before those that were noted meanwhile, which come after them in the ledger too. */
function insert(events: TurnEvent[], at: number, stored: TurnEvent[]): void {
  const later = events.splice(at);
  events.push(...stored, ...later.map((event) => ({ ...event, seq: event.seq + stored.length })));
}

/** Fragments are asked for at every step; staged files and replies are not worth the memory. */
const CACHED_BYTES = 64 * 1024;

export function mainEvent(step: number, at: number, body: EventBody): NewEvent {
  return { thread: MAIN, step, at, body };
}
