// What an update means to us: a message, an edit of one, or a tap. Parsed once, at this edge, from raw JSON.
// Promises that every JSON value comes out as one of four forms and that nothing throws. Refuses to believe
// a sender that Telegram does not name as one person.

import { z } from "zod";

/** A chat, and within a forum the topic; both as the ledger keeps them. */
export type Place = { chat: string; topic: string | null };

export function samePlace(a: Place, b: Place): boolean {
  return a.chat === b.chat && a.topic === b.topic;
}

/** A ledger may be shared with the command line, whose places are no chats. */
export function isTelegramChat(chat: string): boolean {
  return /^-?\d+$/.test(chat);
}

export type Sender = { type: "person"; id: number; name: string } | { type: "nobody"; why: string };

export type Command = { name: string; args: string; to: string | null };

export type Message = Place & {
  updateId: number;
  receivedAt: number;
  messageId: number;
  isPrivate: boolean;
  /** Null when the message is no text (a photo, a voice note, a service message). */
  text: string | null;
  /** It carries a file, a picture, a voice note or the like. */
  attached: boolean;
  command: Command | null;
  replyTo: number | null;
  /** What is replied to, in words: the part that was picked out of it, or all of it. */
  repliedTo: string | null;
  /** The reply is to a message of a bot with this username, lower case. */
  replyToBot: string | null;
  /** Usernames mentioned, lower case, without @. */
  mentions: string[];
  editedAt: number | null;
};

export type TapQuery = { id: string; data: string; chat: string | null; messageId: number | null };

export type Incoming =
  | { type: "message"; sender: Sender; message: Message }
  | { type: "edit"; sender: Sender; message: Message }
  | { type: "tap"; sender: Sender; tap: TapQuery }
  | { type: "ignored"; why: string };

/** The updates that we ask Telegram for. */
export const ALLOWED_UPDATES = ["message", "edited_message", "callback_query"] as const;

const id = z.number().int();
const userSchema = z.object({
  id,
  is_bot: z.boolean(),
  first_name: z.string().optional(),
  username: z.string().optional(),
});
const chatSchema = z.object({ id, type: z.string() });
const entitySchema = z.object({ type: z.string(), offset: id, length: id });
const messageSchema = z.object({
  message_id: id,
  message_thread_id: id.optional(),
  is_topic_message: z.boolean().optional(),
  from: userSchema.optional(),
  sender_chat: z.object({ id }).optional(),
  chat: chatSchema,
  date: id.optional(),
  edit_date: id.optional(),
  text: z.string().optional(),
  entities: z.array(entitySchema).optional(),
  reply_to_message: z
    .object({
      message_id: id,
      from: userSchema.optional(),
      text: z.string().optional(),
      caption: z.string().optional(),
    })
    .optional(),
  quote: z.object({ text: z.string() }).optional(),
  photo: z.unknown().optional(),
  document: z.unknown().optional(),
  voice: z.unknown().optional(),
  audio: z.unknown().optional(),
  video: z.unknown().optional(),
  video_note: z.unknown().optional(),
  sticker: z.unknown().optional(),
});
const tapSchema = z.object({
  id: z.string().min(1),
  from: userSchema.optional(),
  data: z.string().optional(),
  message: z.object({ message_id: id, chat: chatSchema }).optional(),
});
const updateSchema = z.object({
  update_id: id,
  message: messageSchema.optional(),
  edited_message: messageSchema.optional(),
  callback_query: tapSchema.optional(),
});

const ATTACHMENTS = ["photo", "document", "voice", "audio", "video", "video_note", "sticker"] as const;

type RawMessage = z.infer<typeof messageSchema>;
type RawUser = z.infer<typeof userSchema>;

/** Reads a stored update. */
export function parseUpdate(body: string, receivedAt: number): Incoming {
  const parsed = updateSchema.safeParse(parseJson(body));
  if (!parsed.success) return { type: "ignored", why: "it does not look like an update" };
  const { update_id, message, edited_message, callback_query } = parsed.data;
  if (callback_query) return { type: "tap", ...tapOf(callback_query) };
  const raw = message ?? edited_message;
  if (!raw) return { type: "ignored", why: "no message and no tap" };
  const read = { sender: senderOf(raw), message: messageOf(raw, { updateId: update_id, receivedAt }) };
  return message ? { type: "message", ...read } : { type: "edit", ...read };
}

function tapOf(raw: z.infer<typeof tapSchema>): { sender: Sender; tap: TapQuery } {
  const { message } = raw;
  const tap = {
    id: raw.id,
    data: raw.data ?? "",
    chat: message ? String(message.chat.id) : null,
    messageId: message?.message_id ?? null,
  };
  return { sender: raw.from ? personOf(raw.from) : nobody("the tap names no sender"), tap };
}

function messageOf(raw: RawMessage, of: { updateId: number; receivedAt: number }): Message {
  const text = raw.text ?? null;
  const mentions = (raw.entities ?? []).filter((e) => e.type === "mention");
  const replied = raw.reply_to_message;
  const inTopic = raw.is_topic_message === true && raw.message_thread_id !== undefined;
  return {
    ...of,
    chat: String(raw.chat.id),
    // Replies in plain groups carry a thread id too; only a topic's is a place to answer in.
    topic: inTopic ? String(raw.message_thread_id) : null,
    messageId: raw.message_id,
    isPrivate: raw.chat.type === "private",
    text,
    attached: ATTACHMENTS.some((kind) => raw[kind] !== undefined),
    command: text === null ? null : commandOf(text),
    replyTo: replied?.message_id ?? null,
    repliedTo: (replied && (raw.quote?.text ?? replied.text ?? replied.caption)) || null,
    replyToBot: replied?.from?.is_bot ? (replied.from.username?.toLowerCase() ?? null) : null,
    mentions: mentions.map((e) => (text ?? "").slice(e.offset + 1, e.offset + e.length).toLowerCase()),
    editedAt: raw.edit_date ?? null,
  };
}

/** `/name@bot words`, at the very beginning, as Telegram itself marks commands. */
function commandOf(text: string): Command | null {
  const found = /^\/([A-Za-z0-9_]{1,32})(?:@([A-Za-z0-9_]+))?(?:\s+([\s\S]*))?$/.exec(text.trimEnd());
  if (!found) return null;
  const [, name = "", to, args = ""] = found;
  return { name: name.toLowerCase(), args: args.trim(), to: to?.toLowerCase() ?? null };
}

function senderOf(raw: RawMessage): Sender {
  if (raw.sender_chat) return nobody("it was sent in the name of a chat");
  if (raw.chat.type === "channel") return nobody("it is a channel's");
  return raw.from ? personOf(raw.from) : nobody("it names no sender");
}

// Telegram's stand-ins for people who do not show themselves: anonymous admins, channels, its own service.
const STAND_INS = new Set([1087968824, 136817688, 777000]);

function personOf(user: RawUser): Sender {
  if (user.is_bot || STAND_INS.has(user.id)) return nobody("a bot or a stand-in sent it");
  return { type: "person", id: user.id, name: user.first_name ?? String(user.id) };
}

function nobody(why: string): Sender {
  return { type: "nobody", why };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
