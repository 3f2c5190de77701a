// What the page is told of the chat, as plain JSON. Promises that a message carries everything needed to show it,
// the quoted one included. Refuses bytes: they are fetched by message number.

import type { Entity } from "./telegram-server/entities.ts";
import type { Keyboard } from "./telegram-server/keyboard.ts";
import { limits } from "./telegram-server/limits.ts";
import type { PersonSide } from "./telegram-server/person.ts";
import type { VisibleFile, VisibleMessage, VisibleStatus } from "./telegram-server/person-view.ts";
import type { BotCommand } from "./telegram-server/state.ts";

/** What the header says, and the first requests that an empty chat offers. */
export type About = {
  /** The bot's name. */
  bot: string;
  workspace: string;
  /** The model's name, or null for the offline model. */
  model: string | null;
  /** A few sentences on what answers here, shown when the header is tapped. */
  note: string;
  suggestions: readonly string[];
};

export type PageMessage = {
  id: number;
  mine: boolean;
  text: string;
  entities: readonly Entity[];
  keyboard: Keyboard;
  document?: { name: string; size: number };
  photo?: { name: string; size: number; width: number; height: number };
  /** The composer opens to answer this message; the words are its placeholder. */
  wantsReply?: { placeholder: string };
  reply?: { id: number; mine: boolean; text: string };
  /** Seconds since the epoch. */
  date: number;
  edited: boolean;
  reaction?: string;
  pinned: boolean;
  service?: string;
};

export type PageStatus = VisibleStatus & { actionMs: number; draftMs: number };

export type PageState = {
  about: About;
  messages: PageMessage[];
  /** There are messages before the first of these. */
  hasEarlier: boolean;
  status: PageStatus;
  commands: BotCommand[];
};

export type ChatView = { person: PersonSide; chat: number; user: number };

const SHOWN_AT_FIRST = 200;
const SHOWN_MORE = 100;

export function pageState({ person, chat, user }: ChatView, about: About): PageState {
  const all = person.messages(chat);
  return {
    about,
    messages: viewed(all, all.slice(-SHOWN_AT_FIRST)),
    hasEarlier: all.length > SHOWN_AT_FIRST,
    status: pageStatus(person, chat),
    commands: person.commands(chat, user),
  };
}

export function earlierMessages({ person, chat }: ChatView, before: number) {
  const all = person.messages(chat);
  const older = all.filter((message) => message.id < before);
  return { messages: viewed(all, older.slice(-SHOWN_MORE)), hasEarlier: older.length > SHOWN_MORE };
}

export function pageStatus(person: PersonSide, chat: number): PageStatus {
  return { ...person.status(chat), actionMs: limits.chatActionShownMs, draftMs: limits.draftShownMs };
}

/** Those of the messages that are wanted, as the page gets them. */
export function viewed(all: readonly VisibleMessage[], wanted: readonly VisibleMessage[]): PageMessage[] {
  const byId = new Map(all.map((message) => [message.id, message]));
  return wanted.map((message) => pageMessage(message, byId));
}

function pageMessage(message: VisibleMessage, byId: ReadonlyMap<number, VisibleMessage>): PageMessage {
  const { id, text, entities, keyboard, date, edited, pinned } = message;
  const { document, photo, reaction, service, forcedReply } = message;
  const reply = replyOf(message, byId);
  return {
    id,
    mine: isMine(message),
    text,
    entities,
    keyboard,
    date,
    edited,
    pinned,
    ...(document === undefined ? {} : { document: fileOf(document) }),
    ...(photo === undefined ? {} : { photo: { ...fileOf(photo), width: photo.width, height: photo.height } }),
    ...(forcedReply === undefined
      ? {}
      : { wantsReply: { placeholder: forcedReply.placeholder ?? "Message" } }),
    ...(reply === undefined ? {} : { reply }),
    ...(reaction === undefined ? {} : { reaction }),
    ...(service === undefined ? {} : { service }),
  };
}

const isMine = ({ from }: VisibleMessage): boolean => from !== "bot";
const fileOf = ({ name, size }: VisibleFile) => ({ name, size });

const QUOTED = 160;

function replyOf(message: VisibleMessage, byId: ReadonlyMap<number, VisibleMessage>): PageMessage["reply"] {
  if (message.replyTo === undefined) return undefined;
  const original = byId.get(message.replyTo);
  if (original === undefined) return { id: message.replyTo, mine: false, text: "A message that is gone" };
  const text = message.quote ?? (original.text || original.document?.name || original.photo?.name || "");
  return { id: original.id, mine: isMine(original), text: text.slice(0, QUOTED).toWellFormed() };
}
