// Buttons: a random token in the message, everything else in the ledger. Promises that what a button carries
// says nothing and cannot be guessed. Refuses data that is not exactly a token of ours.

import { randomBytes } from "node:crypto";
import type { InlineKeyboardButton, InlineKeyboardMarkup } from "grammy/types";
import type { Button, NewButton, Tap } from "../store/ledger.ts";

/** 128 random bits, base64url. */
export function newToken(): string {
  return randomBytes(16).toString("base64url");
}

export function callbackData(token: string): string {
  return `t:${token}`;
}

export function tokenOf(data: string): string | undefined {
  return /^t:([A-Za-z0-9_-]{22})$/.exec(data)?.[1];
}

/** Colours for what writes and what ends; older clients show every button alike, so the word must do without. */
export type ButtonStyle = "success" | "danger" | "primary";

export function tapButton(text: string, token: string, style?: ButtonStyle): InlineKeyboardButton {
  return { text, callback_data: callbackData(token), ...(style === undefined ? {} : { style }) };
}

export function keyboard(...rows: InlineKeyboardButton[][]): InlineKeyboardMarkup {
  return { inline_keyboard: rows.filter((row) => row.length > 0) };
}

export function newButton(button: Omit<NewButton, "token">): NewButton {
  return { token: newToken(), ...button };
}

/** May this tap use a button that is no verdict? The ledger asks the same of verdicts, inside its transaction. */
export function mayUse(button: Button, tap: Omit<Tap, "token">): "yes" | "not_allowed" | "wrong_place" {
  if (!button.allowed.includes(tap.by)) return "not_allowed";
  return button.chat === tap.chat ? "yes" : "wrong_place";
}
