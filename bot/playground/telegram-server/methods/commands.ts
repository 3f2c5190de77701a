// setMyCommands, getMyCommands, deleteMyCommands, and which list a person sees. Promises the documented search
// from the narrowest scope to the widest. Refuses names and descriptions that Telegram refuses.

import {
  chat as chatField,
  integer,
  type JsonObject,
  list,
  object,
  readFields,
  readObject,
  text,
} from "../fields.ts";
import { limits } from "../limits.ts";
import { badRequest } from "../refusal.ts";
import type { BotCommand, Chat } from "../state.ts";
import type { World } from "../world.ts";
import { done, type Method, seenChat } from "./method.ts";

const fields = { scope: object, language_code: text };

export const setMyCommands: Method = ({ world }, call) => {
  const values = readFields({ ...fields, commands: list }, call);
  if (values.commands === undefined) throw badRequest("can't parse commands: Can't find field \"commands\"");
  if (values.commands.length > limits.commands) throw badRequest("BOT_COMMANDS_TOO_MUCH");
  const commands = values.commands.map(parseCommand);
  const key = scopeKey(world, values);
  if (commands.length === 0) world.commands.delete(key);
  else world.commands.set(key, commands);
  return done;
};

export const getMyCommands: Method = ({ world }, call) =>
  world.commands.get(scopeKey(world, readFields(fields, call))) ?? [];

export const deleteMyCommands: Method = ({ world }, call) => {
  world.commands.delete(scopeKey(world, readFields(fields, call)));
  return done;
};

function parseCommand(value: unknown): BotCommand {
  const read = readObject(value, "BotCommand", { command: text, description: text });
  const command = (read.command ?? "").replace(/^\//, "");
  const description = (read.description ?? "").trim();
  if (!/^[a-z0-9_]+$/.test(command) || command.length > limits.commandName)
    throw badRequest("BOT_COMMAND_INVALID");
  if (description.length < 1 || description.length > limits.commandDescription) {
    throw badRequest("BOT_COMMAND_DESCRIPTION_INVALID");
  }
  return { command, description };
}

type ScopeValues = { scope: JsonObject | undefined; language_code: string | undefined };

function scopeKey(world: World, { scope = { type: "default" }, language_code = "" }: ScopeValues): string {
  if (!/^([a-z]{2})?$/.test(language_code)) throw badRequest("LANG_CODE_INVALID");
  return `${scopeName(world, scope)} ${language_code}`;
}

function scopeName(world: World, scope: JsonObject): string {
  const read = readObject(scope, "BotCommandScope", { type: text, chat_id: chatField, user_id: integer });
  switch (read.type) {
    case "default":
    case "all_private_chats":
    case "all_group_chats":
    case "all_chat_administrators":
      if (read.chat_id !== undefined || read.user_id !== undefined) {
        throw badRequest(`scope "${read.type}" takes no chat and no user (strict server)`);
      }
      return read.type;
    case "chat":
    case "chat_administrators":
      return `${read.type} ${seenChat(world, read.chat_id).id}`;
    case "chat_member":
      if (read.user_id === undefined)
        throw badRequest("can't parse BotCommandScope: Can't find field \"user_id\"");
      return `chat_member ${seenChat(world, read.chat_id).id} ${read.user_id}`;
    default:
      throw badRequest("can't parse BotCommandScope: Unsupported type specified");
  }
}

/** What the menu in this chat shows to this person. */
export function shownCommands(world: World, chat: Chat, user: number | undefined): BotCommand[] {
  const scopes =
    chat.type === "private"
      ? [`chat ${chat.id}`, "all_private_chats", "default"]
      : [`chat_member ${chat.id} ${user}`, `chat ${chat.id}`, "all_group_chats", "default"];
  for (const scope of scopes) {
    const found = world.commands.get(`${scope} en`) ?? world.commands.get(`${scope} `);
    if (found !== undefined) return found;
  }
  return [];
}
