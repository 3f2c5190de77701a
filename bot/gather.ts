// Puts long pastes together again: Telegram's clients cut a text over 4,096 units into several messages.
// Promises an order: messages come out as they came in. Refuses to wait longer than the window for a next part.

import { type Message, samePlace } from "./incoming.ts";

/** What a message must have for a next part to be awaited, and for how long. */
const PART_UNITS = 4000;
export const PASTE_WINDOW_MS = 1500;

/** A message from one person, or several that were one. */
export type Gathered = { actor: string; parts: [Message, ...Message[]]; isEdit: boolean };

export type Waiting = { actor: string; message: Message; isEdit: boolean };

/** Groups what is pending, oldest first; `waitMs` says when to look again for those held back. */
export function gather(
  pending: readonly Waiting[],
  now: number,
): { ready: Gathered[]; waitMs: number | null } {
  const groups: Gathered[] = [];
  for (const { actor, message, isEdit } of pending) {
    const open = groups.findLast((g) => g.actor === actor && samePlace(g.parts[0], message));
    if (open && !isEdit && !open.isEdit && continues(open.parts, message)) open.parts.push(message);
    else groups.push({ actor, parts: [message], isEdit });
  }
  const held = groups.filter((g) => heldMs(g, now) > 0);
  const ready = groups.filter((g) => heldMs(g, now) <= 0);
  return { ready, waitMs: held.length === 0 ? null : Math.min(...held.map((g) => heldMs(g, now))) };
}

export function textOf(parts: readonly Message[]): string {
  return parts.map((part) => part.text ?? "").join("");
}

function continues(parts: readonly Message[], next: Message): boolean {
  const last = parts.at(-1);
  if (last === undefined || !isLong(last) || next.text === null || next.command !== null) return false;
  return next.receivedAt - last.receivedAt <= PASTE_WINDOW_MS;
}

function heldMs(group: Gathered, now: number): number {
  const last = group.parts.at(-1) ?? group.parts[0];
  if (group.isEdit || !isLong(last)) return 0;
  const waitedMs = now - last.receivedAt;
  // A clock that was set back must not hold a message for a day.
  return waitedMs < 0 ? 0 : PASTE_WINDOW_MS - waitedMs;
}

function isLong(message: Message): boolean {
  return (message.text?.length ?? 0) >= PART_UNITS;
}
