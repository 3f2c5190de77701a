// The entities of a text: which types exist, what each needs, and how they may lie in one another. Promises sorted
// entities that follow the documented nesting rules. Refuses, where Telegram would silently split, merge or drop.

import { integer, type JsonObject, object, present, readObject, text } from "./fields.ts";
import { limits } from "./limits.ts";
import { badRequest } from "./refusal.ts";

export type Entity = {
  type: string;
  offset: number;
  length: number;
  url?: string;
  language?: string;
  user?: JsonObject;
  custom_emoji_id?: string;
  unix_time?: number;
  date_time_format?: string;
};

/** `style` may hold and be held; `code` holds nothing; `quote` holds no quote; `link` holds only style. */
type Kind = "style" | "code" | "quote" | "link";

const kinds: Readonly<Record<string, Kind>> = {
  bold: "style",
  italic: "style",
  underline: "style",
  strikethrough: "style",
  spoiler: "style",
  code: "code",
  pre: "code",
  blockquote: "quote",
  expandable_blockquote: "quote",
  text_link: "link",
  text_mention: "link",
  custom_emoji: "link",
  date_time: "link",
  mention: "link",
  hashtag: "link",
  cashtag: "link",
  bot_command: "link",
  url: "link",
  email: "link",
  phone_number: "link",
};

const fields = {
  type: text,
  offset: integer,
  length: integer,
  url: text,
  language: text,
  user: object,
  custom_emoji_id: text,
  unix_time: integer,
  date_time_format: text,
};

const extras: Readonly<Record<string, readonly (keyof Entity)[]>> = {
  pre: ["language"],
  text_link: ["url"],
  text_mention: ["user"],
  custom_emoji: ["custom_emoji_id"],
  date_time: ["unix_time", "date_time_format"],
};

export const kindOf = (entity: Entity): Kind => kinds[entity.type] ?? "link";
export const endOf = (entity: Entity): number => entity.offset + entity.length;

export function parseEntities(values: readonly unknown[]): Entity[] {
  if (values.length > limits.entities) throw badRequest("too many entities (strict server)");
  return values.map(parseEntity);
}

function parseEntity(value: unknown): Entity {
  const { type, offset, length, ...rest } = readObject(value, "MessageEntity", fields);
  if (type === undefined || offset === undefined || length === undefined) {
    throw badRequest(
      `can't parse MessageEntity: Can't find field "${type === undefined ? "type" : "offset"}"`,
    );
  }
  if (!Object.hasOwn(kinds, type)) throw badRequest("can't parse MessageEntity: Unsupported type specified");
  const entity: Entity = { type, offset, length, ...present(rest) };
  for (const name of Object.keys(present(rest))) {
    if (!extras[type]?.some((extra) => extra === name)) {
      throw badRequest(`can't parse MessageEntity: "${name}" has no place in "${type}" (strict server)`);
    }
  }
  checkExtras(entity);
  return entity;
}

function checkExtras(entity: Entity): void {
  switch (entity.type) {
    case "text_link":
      if (entity.url === undefined) throw badRequest("can't parse MessageEntity: Can't find field \"url\"");
      return checkUrl(entity.url, "entity URL");
    case "text_mention":
      if (!Number.isSafeInteger(entity.user?.id)) throw badRequest("USER_ID_INVALID");
      return;
    case "custom_emoji":
      if (/^[1-9]\d*$/.test(entity.custom_emoji_id ?? "")) return;
      throw badRequest("Invalid custom emoji identifier specified");
    case "date_time":
      if (entity.unix_time !== undefined && /^(r|w?[dD]?[tT]?)$/.test(entity.date_time_format ?? "")) return;
      throw badRequest("can't parse MessageEntity: wrong date_time (strict server)");
    default:
      return;
  }
}

/** Telegram takes http, https, tg and ton links; a host needs a dot, so `localhost` is no link. */
export function checkUrl(url: string, what: string): void {
  const invalid = badRequest(`${what} '${url}' is invalid: Wrong HTTP URL`);
  if (/^(tg|ton):\/\/\S+$/i.test(url)) return;
  if (/^[a-z][a-z0-9+.-]*:/i.test(url) && !/^https?:\/\//i.test(url) && !/^[^/]+:\d+(\/|$)/.test(url)) {
    throw badRequest(`${what} '${url}' is invalid: Unsupported URL protocol`);
  }
  const parsed = URL.parse(/^https?:\/\//i.test(url) ? url : `http://${url}`);
  if (parsed === null || /\s/.test(url)) throw invalid;
  if (!/\.[a-z0-9-]{2,}\.?$/i.test(parsed.hostname) && !/^\d+(\.\d+){3}$/.test(parsed.hostname))
    throw invalid;
}

/** Outer before inner: by place, then the longer first. */
export const outerFirst = (a: Entity, b: Entity): number => a.offset - b.offset || b.length - a.length;

export function checkNesting(sorted: readonly Entity[]): void {
  const open: Entity[] = [];
  for (const entity of sorted) {
    while (open.length > 0 && endOf(open.at(-1) ?? entity) <= entity.offset) open.pop();
    for (const outer of open) checkPair(outer, entity);
    open.push(entity);
  }
}

function checkPair(outer: Entity, inner: Entity): void {
  const pair = `"${inner.type}" at ${inner.offset} and "${outer.type}" at ${outer.offset}`;
  if (endOf(inner) > endOf(outer))
    throw badRequest(`can't parse entities: ${pair} partly overlap (strict server)`);
  if (outer.type === inner.type)
    throw badRequest(`can't parse entities: ${pair} are doubled (strict server)`);
  if (!mayNest(kindOf(outer), kindOf(inner))) {
    throw badRequest(`can't parse entities: ${pair} can't be nested (strict server)`);
  }
}

function mayNest(outer: Kind, inner: Kind): boolean {
  if (outer === "code") return false;
  if (inner === "code") return outer === "quote";
  if (outer === "quote") return inner !== "quote";
  return outer === "style" || inner === "style";
}
