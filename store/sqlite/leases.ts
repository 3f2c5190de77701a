// Who may do something alone. Promises one holder at a time and a fence that grows with every change of hands,
// so that a holder who was asleep is found out. Refuses to take a lease from a process that may still live.

import { LostLease } from "../errors.ts";
import type { LeaseHolder, LeaseResult } from "../ledger.ts";
import { isGone, markOf } from "../process.ts";
import type { Sql } from "./database.ts";
import { int, type Row, text, textOrNull } from "./row.ts";

export type LeaseWish = { name: string; holder: LeaseHolder; ttlMs: number; now: number };

export function acquireLease(sql: Sql, wish: LeaseWish): LeaseResult {
  const row = sql.one(
    "SELECT name, fence, held, pid, started_at, what, machine, born, expires_at FROM leases WHERE name = ?",
    wish.name,
  );
  if (!row) return take(sql, wish, 1);
  const fence = int(row, "fence");
  const holder = { pid: int(row, "pid"), startedAt: int(row, "started_at"), what: text(row, "what") };
  if (int(row, "held") === 0) return take(sql, wish, fence + 1);
  if (holder.pid === wish.holder.pid && holder.startedAt === wish.holder.startedAt)
    return take(sql, wish, fence);
  const expiresAt = int(row, "expires_at");
  if (expiresAt <= wish.now || holderIsGone(holder, row)) return take(sql, wish, fence + 1);
  return { ok: false, holder, expiresAt };
}

export function releaseLease(sql: Sql, name: string, fence: number): void {
  sql.run("UPDATE leases SET held = 0 WHERE name = ? AND fence = ?", name, fence);
}

/** Throws unless the lease is held with exactly this fence. Expiry alone is no loss: nobody has taken it over. */
export function checkFence(sql: Sql, name: string, fence: number): void {
  const row = sql.one("SELECT name, fence FROM leases WHERE name = ? AND held = 1", name);
  const current = row ? int(row, "fence") : null;
  if (current !== fence) throw new LostLease(name, fence, current);
}

function take(sql: Sql, { name, holder, ttlMs, now }: LeaseWish, fence: number): LeaseResult {
  const { machine, born } = markOf(holder.pid);
  sql.run(
    `INSERT OR REPLACE INTO leases (name, fence, held, pid, started_at, what, machine, born, expires_at)
      VALUES (?, ?, 1, ?, ?, ?, ?, ?, ?)`,
    name,
    fence,
    holder.pid,
    holder.startedAt,
    holder.what,
    machine,
    born,
    now + ttlMs,
  );
  return { ok: true, fence };
}

function holderIsGone(holder: LeaseHolder, row: Row): boolean {
  return isGone(holder.pid, { machine: text(row, "machine"), born: textOrNull(row, "born") });
}
