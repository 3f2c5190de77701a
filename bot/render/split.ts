// A long text in messages: at most four, else a file. Promises that each part fits a message, that no entity and no
// character is cut in two, and that code and quotes which go on are opened again. Refuses to drop a word.

import type { MessageEntity } from "grammy/types";
import {
  clip,
  concat,
  endOf,
  type FormattedText,
  fmt,
  italic,
  slice,
  trim,
  wholeCharacter,
} from "./formatted.ts";
import { toMarkdown } from "./to-markdown.ts";

export const MESSAGE_UNITS = 4_096;
const MESSAGE_ENTITIES = 100;
const MOST_PARTS = 4;
const HEAD_UNITS = 800;

export type Split =
  | { type: "parts"; parts: FormattedText[] }
  | { type: "file"; head: FormattedText; file: { name: string; content: string } };

export function split(whole: FormattedText, limit = MESSAGE_UNITS): Split {
  const parts = cut(trim(whole), limit, MOST_PARTS + 1);
  if (parts.length <= MOST_PARTS) return { type: "parts", parts };
  const [first = whole] = parts;
  const head = concat([clip(slice(first, 0, first.text.length), Math.min(HEAD_UNITS, limit - 80)), "\n\n"]);
  const note = fmt`${italic("The whole answer is in the file.")}`;
  return {
    type: "file",
    head: concat([head, note]),
    file: { name: "answer.md", content: toMarkdown(whole) },
  };
}

/** No more than `most`: beyond, it is a file anyway, and a megabyte takes a second to cut. */
function cut(whole: FormattedText, limit: number, most: number): FormattedText[] {
  const parts: FormattedText[] = [];
  let from = 0;
  while (from < whole.text.length && parts.length < most) {
    const to = nextCut(whole, from, limit);
    const part = trim(slice(whole, from, to));
    if (!isBlank(part.text)) parts.push(part);
    from = to;
  }
  return parts;
}

/** A place after `from`, within the limit, and as good as can be had. */
function nextCut({ text, entities }: FormattedText, from: number, limit: number): number {
  const end = Math.min(from + limit, entityBound(entities, from));
  if (text.length <= end) return text.length;
  const enough = from + Math.floor((end - from) / 2);
  const free = (at: number) => !entities.some((entity) => entity.offset < at && at < endOf(entity));
  const open = (at: number) =>
    !entities.some((entity) => !mayGoOn(entity) && entity.offset < at && at < endOf(entity));
  return (
    lastBreak(text, "\n\n", enough, end, free) ??
    lastBreak(text, "\n", enough, end, free) ??
    lastBreak(text, "\n", enough, end, open) ??
    lastBreak(text, " ", enough, end, free) ??
    beforeEntity(entities, from, end) ??
    lastBreak(text, "\n", from, end, () => true) ??
    lastBreak(text, " ", from, end, () => true) ??
    Math.max(from + 1, wholeCharacter(text, end))
  );
}

/** Blocks may be closed and opened again; a word in bold or a link may not. */
const mayGoOn = ({ type }: MessageEntity): boolean =>
  type === "pre" || type === "blockquote" || type === "expandable_blockquote";

/** Where the entity begins that would be one too many. */
function entityBound(entities: readonly MessageEntity[], from: number): number {
  const ahead = entities.filter((entity) => endOf(entity) > from).sort((a, b) => a.offset - b.offset);
  const extra = ahead[MESSAGE_ENTITIES];
  return extra === undefined ? Number.POSITIVE_INFINITY : Math.max(from + 1, extra.offset);
}

function lastBreak(
  text: string,
  sign: string,
  from: number,
  end: number,
  good: (at: number) => boolean,
): number | null {
  for (let at = text.lastIndexOf(sign, end - sign.length); at >= from; at = text.lastIndexOf(sign, at - 1)) {
    const after = at + sign.length;
    if (after > from && good(after)) return after;
    if (at === 0) break;
  }
  return null;
}

/** The start of the outermost entity that the end would cut, if that is any way on. */
function beforeEntity(entities: readonly MessageEntity[], from: number, end: number): number | null {
  const cutOnes = entities.filter((entity) => entity.offset < end && end < endOf(entity) && !mayGoOn(entity));
  if (cutOnes.length === 0) return null;
  const start = Math.min(...cutOnes.map((entity) => entity.offset));
  return start > from ? start : null;
}

/** Telegram refuses a message that shows nothing. */
const isBlank = (text: string): boolean => /^[\s\p{Cf}\u2800\u3164\ufffc]*$/u.test(text);
