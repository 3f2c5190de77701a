// The person's side of the chat: what a thumb and a keyboard can do, as functions. Promises that every action is
// durable when it returns. Refuses what a client would not offer: a button that is gone, a chat one is not in.

import type { Entity } from "./entities.ts";
import { type FormattedText, formatText } from "./formatted-text.ts";
import { limits } from "./limits.ts";
import { shownCommands } from "./methods/commands.ts";
import { storeFile } from "./methods/media.ts";
import { type VisibleMessage, type VisibleStatus, visibleMessage, visibleStatus } from "./person-view.ts";
import { splitAsClients } from "./split-text.ts";
import type { BotCommand, Chat, Content, Message, Person } from "./state.ts";
import { sleepUntil, until } from "./waiting.ts";
import { wireBot, wireChat, wireMessage, wirePerson } from "./wire.ts";
import { type Change, shownDraft, type World } from "./world.ts";

export type Group = { id: number; title: string; forum?: boolean; members: number[]; botIsAdmin?: boolean };
export type Sending = { chat: number; from: number; thread?: number; replyTo?: number };
export type Tap = { chat: number; from: number; messageId: number; data: string };

export type PersonSide = {
  addUser(user: Person): void;
  /** Starts the bot, as the Start button does, without a message; returns the chat's id. */
  openPrivate(userId: number): number;
  addGroup(group: Group): void;
  /** Returns the thread's id, which is the id of the topic's first message. */
  addTopic(chat: number, name: string): number;
  /** Returns the first message's id; a text over the limit becomes several messages, as clients do it. */
  sendText(message: Sending & { text: string; entities?: Entity[] }): number;
  editText(edit: { chat: number; from: number; messageId: number; text: string }): void;
  sendDocument(
    message: Sending & { name: string; bytes: Uint8Array; caption?: string; mime?: string },
  ): number;
  /** Removes a message for both sides; bots are not told. */
  deleteMessage(message: { chat: number; from: number; messageId: number }): void;
  /** Resolves with the bot's answer; rejects when none came within the window, or the button is not there now. */
  tap(tap: Tap, signal: AbortSignal): Promise<{ text?: string; showAlert: boolean }>;
  stopDraft(draft: { chat: number; from: number }): void;
  /** Queues any JSON as an update; an update_id of its own is kept. */
  rawUpdate(update: unknown): void;
  messages(chat: number): VisibleMessage[];
  status(chat: number): VisibleStatus;
  commands(chat: number, user?: number): BotCommand[];
  onChange(listener: (change: Change) => void): () => void;
  waitFor<T>(
    chat: number,
    predicate: (messages: VisibleMessage[]) => T | undefined,
    signal: AbortSignal,
  ): Promise<T>;
  block(userId: number): void;
  unblock(userId: number): void;
};

export function createPersonSide(world: World, closing: AbortSignal): PersonSide {
  const committed = <A extends unknown[], R>(act: (...args: A) => R) => {
    return (...args: A): R => {
      const result = act(...args);
      world.commit();
      return result;
    };
  };
  const messages = (chat: number) => world.messages(chat).map((message) => visibleMessage(world, message));
  return {
    addUser: committed((user) => world.people.set(user.id, user)),
    openPrivate: committed((userId) => openPrivate(world, userId)),
    addGroup: committed((group) => addGroup(world, group)),
    addTopic: committed((chat, name) => addTopic(world, chat, name)),
    sendText: committed((message) => sendText(world, message)),
    editText: committed((edit) => editText(world, edit)),
    sendDocument: committed((message) => sendDocument(world, message)),
    deleteMessage: committed(({ chat, from, messageId }) => {
      chatWith(world, chat, from);
      world.remove(messageIn(world, chat, messageId));
    }),
    tap: (tap, signal) => tapButton(world, tap, AbortSignal.any([signal, closing])),
    stopDraft: committed(({ chat, from }) => stopDraft(world, chatWith(world, chat, from))),
    rawUpdate: committed((update) => world.enqueue("forged", { forged: update })),
    messages,
    status: (chat) => visibleStatus(world, chat),
    commands: (chat, user) => shownCommands(world, existing(world, chat), user),
    onChange: world.onChange,
    waitFor(chat, predicate, signal) {
      const changesHere = (look: () => void) => world.onChange((change) => change.chat === chat && look());
      return until(changesHere, () => predicate(messages(chat)), AbortSignal.any([signal, closing]));
    },
    block: committed((userId) => setBlocked(world, userId, true)),
    unblock: committed((userId) => setBlocked(world, userId, false)),
  };
}

function existing(world: World, id: number): Chat {
  const chat = world.chats.get(id);
  if (chat === undefined) throw new Error(`There is no chat ${id}: call openPrivate or addGroup first.`);
  return chat;
}

/** The chat, if this person is in it. */
function chatWith(world: World, id: number, from: number): Chat {
  const chat = existing(world, id);
  const isIn = chat.type === "private" ? chat.id === from : chat.members.includes(from);
  if (!isIn) throw new Error(`User ${from} is not in chat ${id}.`);
  return chat;
}

function person(world: World, id: number): Person {
  const found = world.people.get(id);
  if (found === undefined) throw new Error(`There is no user ${id}: call addUser first.`);
  return found;
}

function messageIn(world: World, chat: number, id: number): Message {
  const message = world.message(chat, id);
  if (message === undefined) throw new Error(`There is no message ${id} in chat ${chat}.`);
  return message;
}

function openPrivate(world: World, userId: number): number {
  person(world, userId);
  const old = world.chats.get(userId);
  if (old === undefined)
    world.chats.set(userId, { type: "private", id: userId, started: true, blocked: false });
  return userId;
}

function addGroup(world: World, { id, title, forum = false, members, botIsAdmin = false }: Group): void {
  if (id >= 0) throw new Error(`A group's id is negative, not ${id}.`);
  for (const member of members) person(world, member);
  const type = forum || id < -1_000_000_000_000 ? "supergroup" : "group";
  world.chats.set(id, { type, id, title, forum, admin: botIsAdmin, members });
}

function addTopic(world: World, id: number, name: string): number {
  const chat = existing(world, id);
  if (chat.type === "private" || !chat.forum) throw new Error(`Chat ${id} is no forum.`);
  const root = world.post({
    chat: id,
    from: chat.members[0] ?? world.bot.id,
    content: { type: "topic", name },
  });
  world.enqueue("message", wireMessage(world, world.keep({ ...root, thread: root.id })));
  return root.id;
}

function post(world: World, { chat: id, from, thread, replyTo }: Sending, content: Content): number {
  const chat = chatWith(world, id, person(world, from).id);
  const replied = replyTo === undefined ? undefined : messageIn(world, id, replyTo);
  const topic = thread ?? replied?.thread;
  if (thread !== undefined && messageIn(world, id, thread).content.type !== "topic") {
    throw new Error(`There is no topic ${thread} in chat ${id}.`);
  }
  // Writing to a bot unblocks and starts it.
  if (chat.type === "private") world.chats.set(id, { ...chat, started: true, blocked: false });
  const message = world.post({
    chat: id,
    from,
    content,
    ...(topic === undefined ? {} : { thread: topic }),
    ...(replyTo === undefined ? {} : { replyTo }),
  });
  world.enqueue("message", wireMessage(world, message));
  return message.id;
}

function sendText(world: World, message: Sending & { text: string; entities?: Entity[] }): number {
  const { text, entities = [] } = message;
  const bodies = splitAsClients(nonEmpty(formatText(text, entities)));
  const ids = bodies.map((body) => post(world, message, { type: "text", body }));
  return ids[0] ?? 0;
}

function nonEmpty(body: FormattedText): FormattedText {
  if (body.text === "") throw new Error("A client sends no empty message.");
  return body;
}

function editText(world: World, edit: { chat: number; from: number; messageId: number; text: string }): void {
  chatWith(world, edit.chat, edit.from);
  const message = messageIn(world, edit.chat, edit.messageId);
  if (message.from !== edit.from || message.content.type !== "text") {
    throw new Error(`Message ${edit.messageId} is not a text of user ${edit.from}.`);
  }
  const body = nonEmpty(formatText(edit.text, []));
  const edited = world.keep({ ...message, content: { type: "text", body }, editDate: world.seconds() });
  world.enqueue("edited_message", wireMessage(world, edited));
}

type SentDocument = Sending & { name: string; bytes: Uint8Array; caption?: string; mime?: string };

function sendDocument(world: World, message: SentDocument): number {
  chatWith(world, message.chat, message.from);
  const upload = { name: message.name, mime: message.mime, bytes: Buffer.from(message.bytes) };
  const file = storeFile(world, upload, "documents");
  const caption = formatText(message.caption ?? "", []);
  return post(world, message, { type: "document", file: file.id, caption });
}

async function tapButton(
  world: World,
  tap: Tap,
  signal: AbortSignal,
): Promise<{ text?: string; showAlert: boolean }> {
  const chat = chatWith(world, tap.chat, tap.from);
  const message = messageIn(world, tap.chat, tap.messageId);
  const hasButton = message.keyboard?.flat().some((button) => button.callback_data === tap.data);
  if (!hasButton) throw new Error(`Message ${tap.messageId} has no button "${tap.data}" now.`);
  const id = openQuery(world, message);
  world.enqueue("callback_query", {
    id,
    from: wirePerson(person(world, tap.from)),
    message: wireMessage(world, message),
    chat_instance: String(BigInt(chat.id) * 2_654_435_761n),
    data: tap.data,
  });
  world.commit();
  const answer = () => world.queries.get(id)?.answer;
  const wait = {
    clock: world.clock,
    ms: limits.callbackWindowMs,
    subscribe: world.onCommit,
    probe: () => answer() !== undefined,
  };
  await sleepUntil(wait, signal);
  const given = answer();
  if (given === undefined) throw new Error("BOT_RESPONSE_TIMEOUT: the bot did not answer the tap in time.");
  return given;
}

/** A new query; those whose time is over are forgotten. */
function openQuery(world: World, message: Message): string {
  const at = world.clock.now();
  for (const old of world.queries.all()) {
    if (at - old.at > limits.callbackWindowMs) world.queries.delete(old.id);
  }
  const number = world.settings().lastQuery + 1;
  world.changeSettings({ lastQuery: number });
  world.queries.set(number, { id: String(number), at, chat: message.chat, message: message.id });
  return String(number);
}

function stopDraft(world: World, chat: Chat): void {
  const draft = shownDraft(world, chat.id);
  if (!draft?.canStop) throw new Error(`Chat ${chat.id} shows no draft that can be stopped.`);
  if (!draft.keepOnStop) world.drafts.delete(chat.id);
  world.announce({ chat: chat.id, messageId: 0 });
  world.enqueue("stopped_message_generation", { chat: wireChat(world, chat), draft_id: draft.id });
}

function setBlocked(world: World, userId: number, blocked: boolean): void {
  const chat = existing(world, userId);
  if (chat.type !== "private" || chat.blocked === blocked) return;
  world.chats.set(userId, { ...chat, blocked });
  const status = (isOut: boolean) => ({ user: wireBot(world.bot), status: isOut ? "kicked" : "member" });
  const membership = (isOut: boolean) => (isOut ? { ...status(true), until_date: 0 } : status(false));
  world.enqueue("my_chat_member", {
    chat: wireChat(world, chat),
    from: wirePerson(person(world, userId)),
    date: world.seconds(),
    old_chat_member: membership(!blocked),
    new_chat_member: membership(blocked),
  });
}
