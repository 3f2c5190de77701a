// Everything that exists in this small Telegram: people, chats, messages, the queue of updates. Promises that what is
// set becomes durable and is announced at commit(), in that order. Refuses nothing: the rules are the methods'.

import type { Clock } from "../../../store/clock.ts";
import type { FormattedText } from "./formatted-text.ts";
import { limits } from "./limits.ts";
import {
  type BotCommand,
  type CallbackQuery,
  type Chat,
  freshSettings,
  type Message,
  type Person,
  type QueuedUpdate,
  type Settings,
  type StoredFile,
} from "./state.ts";
import { openTables, type Table } from "./tables.ts";

export type Change = { chat: number; messageId: number };
export type Draft = FormattedText & {
  id: number;
  canStop: boolean;
  keepOnStop: boolean;
  thread?: number;
  at: number;
};
export type NewMessage = Omit<Message, "id" | "date">;
export type Bot = { id: number; username: string; firstName: string };

export type World = ReturnType<typeof createWorld>;

export function createWorld(options: { bot: Bot; clock: Clock; statePath?: string | undefined }) {
  const { bot, clock } = options;
  const tables = openTables(options.statePath);
  const chats = tables.table<Chat>("chats");
  const updates = tables.table<QueuedUpdate>("updates");
  const announcing = createAnnouncing();
  const counters = createCounters(tables.table<Settings>("settings"));
  const messages = createMessages(tables.table<Message>("messages"), announcing.add);
  const seconds = () => Math.floor(clock.now() / 1000);

  return {
    bot,
    clock,
    people: tables.table<Person>("people"),
    chats,
    files: tables.table<StoredFile>("files"),
    queries: tables.table<CallbackQuery>("queries"),
    commands: tables.table<BotCommand[]>("commands"),
    updates,
    seconds,
    settings: counters.settings,
    changeSettings: counters.change,
    replaceSettings: counters.replace,
    messages: messages.inChat,
    message: messages.get,
    keep: messages.keep,
    remove: messages.remove,
    post: (message: NewMessage): Message =>
      messages.keep({ ...message, id: counters.nextMessage(chats.get(message.chat)), date: seconds() }),
    /** Queues an update if the bot asked for its type; a forged one always. */
    enqueue(type: string, body: QueuedUpdate["body"]): void {
      const place = counters.nextUpdate();
      if (type !== "forged" && !isWanted(type, counters.settings())) return;
      updates.set(place, { id: forgedId(type, body) ?? place, at: clock.now(), type, body });
    },
    bytesOf: tables.bytesOf,
    keepBytes: tables.keepBytes,
    announce: announcing.add,
    /** What passes: shown for a while, lost in a restart, as on a phone. */
    drafts: new Map<number, Draft>(),
    actions: new Map<number, { action: string; at: number }>(),
    onChange: announcing.onChange,
    onCommit: announcing.onCommit,
    commit(): void {
      tables.commit();
      announcing.flush();
    },
    close: tables.close,
  };
}

function createCounters(table: Table<Settings>) {
  const settings = () => table.get("all") ?? freshSettings;
  const change = (changed: Partial<Settings>) => table.set("all", { ...settings(), ...changed });
  return {
    settings,
    change,
    replace: (all: Settings) => table.set("all", all),
    nextUpdate(): number {
      change({ lastUpdate: settings().lastUpdate + 1 });
      return settings().lastUpdate;
    },
    nextMessage(chat: Chat | undefined): number {
      const counter = chat?.type === "supergroup" ? String(chat.id) : "shared";
      const id = (settings().lastMessage[counter] ?? 0) + 1;
      change({ lastMessage: { ...settings().lastMessage, [counter]: id } });
      return id;
    },
  };
}

/** Three kinds come only when they are asked for by name. */
const unasked = ["chat_member", "message_reaction", "message_reaction_count"];

function isWanted(type: string, settings: Settings): boolean {
  const allowed = settings.allowedUpdates ?? [];
  return allowed.length === 0 ? !unasked.includes(type) : allowed.includes(type);
}

function forgedId(type: string, body: QueuedUpdate["body"]): number | undefined {
  if (type !== "forged" || typeof body.forged !== "object" || body.forged === null) return undefined;
  const id = "update_id" in body.forged ? body.forged.update_id : undefined;
  return typeof id === "number" && Number.isSafeInteger(id) ? id : undefined;
}

/** Messages by chat: a long-lived server holds many chats, and a look at one must not cost them all. */
function createMessages(table: Table<Message>, announce: (change: Change) => void) {
  const byChat = new Map<number, Map<number, Message>>();
  const index = (message: Message) => {
    const inChat = byChat.get(message.chat) ?? new Map<number, Message>();
    byChat.set(message.chat, inChat.set(message.id, message));
  };
  for (const message of table.all()) index(message);
  return {
    get: (chat: number, id: number) => byChat.get(chat)?.get(id),
    inChat: (chat: number): Message[] => [...(byChat.get(chat)?.values() ?? [])],
    keep(message: Message): Message {
      index(message);
      table.set(`${message.chat}/${message.id}`, message);
      announce({ chat: message.chat, messageId: message.id });
      return message;
    },
    remove(message: Message): void {
      byChat.get(message.chat)?.delete(message.id);
      table.delete(`${message.chat}/${message.id}`);
      announce({ chat: message.chat, messageId: message.id });
    },
  };
}

function createAnnouncing() {
  const listeners = new Set<(change: Change) => unknown>();
  const watchers = new Set<() => void>();
  let waiting: Change[] = [];
  const listenIn =
    <T>(all: Set<T>) =>
    (listener: T) => {
      all.add(listener);
      return () => void all.delete(listener);
    };
  return {
    add: (change: Change) => void waiting.push(change),
    onChange: listenIn(listeners),
    onCommit: listenIn(watchers),
    flush() {
      const now = waiting;
      waiting = [];
      for (const change of now) for (const listener of [...listeners]) listener(change);
      for (const watcher of [...watchers]) watcher();
    },
  };
}

/** The draft that a person sees now, if any. */
export function shownDraft(world: World, chat: number): Draft | undefined {
  const draft = world.drafts.get(chat);
  return draft !== undefined && world.clock.now() - draft.at < limits.draftShownMs ? draft : undefined;
}
