// The chain through a turn's log: each row's hash covers the row and the hash before it. Promises that a row
// changed, removed from the middle or moved is found. Refuses to say anything of rows cut off at the end.

import { sha256 } from "./hash.ts";
import type { Hash, LogRow } from "./ledger.ts";

export const FIRST_PREV: Hash = "0".repeat(64);

export type ChainVerdict = { ok: true } | { ok: false; seq: number; what: string };

/** sha256 of the row's canonical JSON (keys in order) without its own hash. */
export function rowHash(row: Omit<LogRow, "hash">): Hash {
  const { at, body, prev, seq, step, thread, turn, type } = row;
  return sha256(JSON.stringify({ at, body, prev, seq, step, thread, turn, type }));
}

/** Checks a whole log from its first event. */
export function verifyChain(rows: LogRow[]): ChainVerdict {
  let prev = FIRST_PREV;
  let seq = 1;
  for (const row of rows) {
    const what = fault(row, { seq, prev, turn: rows[0]?.turn ?? row.turn });
    if (what !== null) return { ok: false, seq, what };
    prev = row.hash;
    seq += 1;
  }
  return { ok: true };
}

function fault(row: LogRow, due: { seq: number; prev: Hash; turn: string }): string | null {
  if (row.turn !== due.turn) return `event ${row.seq} belongs to turn ${row.turn}`;
  if (row.seq !== due.seq) return `event ${due.seq} is missing, event ${row.seq} stands in its place`;
  if (row.prev !== due.prev) return `event ${row.seq} does not follow the one before it`;
  if (row.hash !== rowHash(row)) return `event ${row.seq} was changed after it was written`;
  return null;
}
