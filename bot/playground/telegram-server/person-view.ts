// What a person sees of a chat: messages as they are now, the draft being written, the action being shown. Promises
// plain values, so that a page can have them as JSON; only a document's bytes are behind a call.

import type { Entity } from "./entities.ts";
import type { JsonObject } from "./fields.ts";
import type { ForcedReply, Keyboard } from "./keyboard.ts";
import { limits } from "./limits.ts";
import type { Message } from "./state.ts";
import { shownDraft, type World } from "./world.ts";

export type VisibleFile = { name: string; mime: string; size: number; bytes(): Uint8Array };

export type VisibleMessage = {
  id: number;
  /** "bot", or the id of the person who wrote it. */
  from: "bot" | number;
  /** The text, or the caption under a document or photo. */
  text: string;
  entities: readonly Entity[];
  keyboard: Keyboard;
  document?: VisibleFile;
  photo?: VisibleFile & { width: number; height: number };
  preview?: JsonObject;
  /** The bot wants an answer to this message, and the client opens its reply bar. */
  forcedReply?: ForcedReply;
  replyTo?: number;
  quote?: string;
  thread?: number;
  /** Seconds since the epoch, as Telegram counts. */
  date: number;
  edited: boolean;
  reaction?: string;
  pinned: boolean;
  /** A line of the chat itself, such as a new topic. */
  service?: string;
};

export type VisibleStatus = {
  draft?: { id: number; text: string; entities: readonly Entity[]; canStop: boolean; thread?: number };
  action?: string;
};

export function visibleMessage(world: World, message: Message): VisibleMessage {
  const { editDate, thread, replyTo, quote, reaction, forcedReply, keyboard = [] } = message;
  return {
    id: message.id,
    from: message.from === world.bot.id ? "bot" : message.from,
    ...visibleContent(world, message),
    keyboard,
    ...(forcedReply === undefined ? {} : { forcedReply }),
    ...(replyTo === undefined ? {} : { replyTo }),
    ...(quote === undefined ? {} : { quote }),
    ...(thread === undefined ? {} : { thread }),
    date: message.date,
    edited: editDate !== undefined,
    ...(reaction === undefined ? {} : { reaction }),
    pinned: message.pinned ?? false,
  };
}

type VisibleContent = Pick<
  VisibleMessage,
  "text" | "entities" | "document" | "photo" | "preview" | "service"
>;

function visibleContent(world: World, { content }: Message): VisibleContent {
  switch (content.type) {
    case "text":
      return { ...content.body, ...(content.preview === undefined ? {} : { preview: content.preview }) };
    case "document":
      return { ...content.caption, document: visibleFile(world, content.file) };
    case "photo": {
      const { width, height } = content;
      return { ...content.caption, photo: { ...visibleFile(world, content.file), width, height } };
    }
    case "topic":
      return { text: "", entities: [], service: `topic created: ${content.name}` };
  }
}

function visibleFile(world: World, id: string): VisibleFile {
  const file = world.files.get(id);
  return {
    name: file?.name ?? "",
    mime: file?.mime ?? "",
    size: file?.size ?? 0,
    bytes: () => Uint8Array.from(world.bytesOf(id) ?? []),
  };
}

export function visibleStatus(world: World, chat: number): VisibleStatus {
  const draft = shownDraft(world, chat);
  const action = world.actions.get(chat);
  const isFresh = action !== undefined && world.clock.now() - action.at < limits.chatActionShownMs;
  return {
    ...(draft === undefined ? {} : { draft: visibleDraft(draft) }),
    ...(isFresh ? { action: action.action } : {}),
  };
}

function visibleDraft({ at: _at, keepOnStop: _kept, ...draft }: NonNullable<ReturnType<typeof shownDraft>>) {
  return draft;
}
