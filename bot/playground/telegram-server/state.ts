// What the server remembers, as plain JSON values: people, chats, messages, files, queries, settings.
// Promises that every value can be written to disk and read back unchanged. Refuses live objects.

import type { JsonObject } from "./fields.ts";
import type { FormattedText } from "./formatted-text.ts";
import type { ForcedReply, Keyboard } from "./keyboard.ts";

export type Person = { id: number; first_name: string; username?: string };

export type Chat =
  | { type: "private"; id: number; started: boolean; blocked: boolean }
  | {
      type: "group" | "supergroup";
      id: number;
      title: string;
      forum: boolean;
      admin: boolean;
      members: number[];
    };

export type Content =
  | { type: "text"; body: FormattedText; preview?: JsonObject }
  | { type: "document"; file: string; caption: FormattedText }
  | { type: "photo"; file: string; width: number; height: number; caption: FormattedText }
  | { type: "topic"; name: string };

export type Message = {
  chat: number;
  id: number;
  /** The bot's own id for what the bot sent. */
  from: number;
  date: number;
  editDate?: number;
  thread?: number;
  replyTo?: number;
  quote?: string;
  content: Content;
  keyboard?: Keyboard;
  /** Sent with a reply keyboard or a forced reply. */
  frozen?: true;
  forcedReply?: ForcedReply;
  reaction?: string;
  pinned?: true;
};

export type StoredFile = {
  id: string;
  unique: string;
  path: string;
  name: string;
  mime: string;
  size: number;
};

/** A `forged` update is delivered as it is, whatever it is. */
export type QueuedUpdate = { id: number; at: number; type: string; body: JsonObject | { forged: unknown } };

export type CallbackQuery = {
  id: string;
  at: number;
  chat: number;
  message: number;
  answer?: { text?: string; showAlert: boolean };
};

export type BotCommand = { command: string; description: string };

export type Settings = {
  lastUpdate: number;
  lastFile: number;
  lastQuery: number;
  /** Private chats and basic groups share one row of message numbers; a supergroup has its own. */
  lastMessage: Record<string, number>;
  allowedUpdates?: string[];
  webhook?: { url: string; allowed?: string[] };
};

export const freshSettings: Settings = {
  lastUpdate: 100_000_000,
  lastFile: 0,
  lastQuery: 4_000_000_000_000_000,
  lastMessage: {},
};
