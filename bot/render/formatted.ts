// Text with entities: what every message is made of, so that nothing needs escaping and nothing can fail to parse.
// Promises entities that Telegram accepts: sorted, in bounds, nested as its rules say, on whole characters.
// Refuses to know what a text is about, and to send it.

import type { MessageEntity } from "grammy/types";

export type FormattedText = { text: string; entities: MessageEntity[] };
export type Part = string | number | FormattedText;

type Style = "bold" | "italic" | "underline" | "strikethrough" | "spoiler";

/** Telegram counts UTF-16 units, and so does JavaScript. */
export const units = (text: string): number => text.length;

/** A lone surrogate would be refused; its replacement is as long, so no offset moves. */
export const plain = (text: string): FormattedText => ({ text: text.toWellFormed(), entities: [] });

const formatted = (part: Part): FormattedText => (typeof part === "object" ? part : plain(String(part)));

export function fmt(strings: TemplateStringsArray, ...parts: Part[]): FormattedText {
  return concat(strings.flatMap((text, i) => [text, parts[i] ?? ""]));
}

export function concat(parts: readonly Part[]): FormattedText {
  const texts: string[] = [];
  const entities: MessageEntity[] = [];
  let length = 0;
  for (const part of parts) {
    const { text, entities: own } = formatted(part);
    for (const entity of own) entities.push({ ...entity, offset: entity.offset + length });
    texts.push(text);
    length += text.length;
  }
  return { text: texts.join(""), entities };
}

/** The parts that say something, with the separator between them. */
export function join(parts: readonly Part[], separator: string): FormattedText {
  const kept = parts.map(formatted).filter((part) => part.text !== "");
  return concat(kept.flatMap((part, i) => (i === 0 ? [part] : [separator, part])));
}

export const bold = (part: Part): FormattedText => styled("bold", formatted(part));
export const italic = (part: Part): FormattedText => styled("italic", formatted(part));
export const struck = (part: Part): FormattedText => styled("strikethrough", formatted(part));

export function code(text: string): FormattedText {
  const inner = plain(text);
  return inner.text === "" ? inner : whole(inner.text, { type: "code" });
}

export function pre(text: string, language?: string): FormattedText {
  const inner = plain(text);
  if (inner.text === "") return inner;
  const known = language !== undefined && /^[\w+#.-]{1,32}$/.test(language);
  return whole(inner.text, known ? { type: "pre", language } : { type: "pre" });
}

/** A link holds styles only: code and links inside it lose their marks. */
export function link(part: Part, url: string): FormattedText {
  const inner = formatted(part);
  if (inner.text === "") return inner;
  const kept = inner.entities.filter((entity) => !isCode(entity) && entity.type !== "text_link");
  return outside(
    { type: "text_link", url, offset: 0, length: inner.text.length },
    { ...inner, entities: kept },
  );
}

/** A quote holds no quote; one inside it becomes part of it. */
export function quote(part: Part, options: { folded: boolean } = { folded: false }): FormattedText {
  const inner = formatted(part);
  if (inner.text === "") return inner;
  const kept = inner.entities.filter(({ type }) => type !== "blockquote" && type !== "expandable_blockquote");
  const type = options.folded ? "expandable_blockquote" : "blockquote";
  return outside({ type, offset: 0, length: inner.text.length }, { ...inner, entities: kept });
}

/** A piece of the text; entities are clipped to it, so a code block goes on with its language. */
export function slice({ text, entities }: FormattedText, from: number, to: number): FormattedText {
  const clipped = entities.map((entity) => {
    const offset = Math.max(entity.offset, from);
    return { ...entity, offset: offset - from, length: Math.min(endOf(entity), to) - offset };
  });
  return { text: text.slice(from, to), entities: clipped.filter((entity) => entity.length > 0) };
}

/** As Telegram trims: blanks at the end, and at the start as far as the first entity. */
export function trim(whole: FormattedText): FormattedText {
  const end = whole.text.replace(/[ \n]+$/, "").length;
  const cut = slice(whole, 0, end);
  const leading = /^[ \n]*/.exec(cut.text)?.[0].length ?? 0;
  const start = Math.min(leading, ...cut.entities.map((entity) => entity.offset));
  return slice(cut, start, cut.text.length);
}

/** At most `limit` units, with an ellipsis where something is missing; never half a character. */
export function clip(whole: FormattedText, limit: number): FormattedText {
  if (whole.text.length <= limit) return whole;
  return concat([trim(slice(whole, 0, wholeCharacter(whole.text, limit - 1))), "…"]);
}

/** The place itself, or one before when it lies inside a surrogate pair. */
export function wholeCharacter(text: string, at: number): number {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at - 1 : at;
}

export const endOf = (entity: MessageEntity): number => entity.offset + entity.length;
export const isCode = ({ type }: MessageEntity): boolean => type === "code" || type === "pre";

function whole(text: string, kind: { type: "code" } | { type: "pre"; language?: string }): FormattedText {
  return { text, entities: [{ ...kind, offset: 0, length: text.length }] };
}

/** Code lies in no style, so the style goes around it; the same style inside is the same style. */
function styled(type: Style, inner: FormattedText): FormattedText {
  const kept = inner.entities.filter((entity) => entity.type !== type);
  const holes = kept.filter(isCode).sort((a, b) => a.offset - b.offset);
  const runs: MessageEntity[] = [];
  let from = 0;
  for (const hole of [...holes, { offset: inner.text.length, length: 0 }]) {
    if (hole.offset > from) runs.push({ type, offset: from, length: hole.offset - from });
    from = Math.max(from, hole.offset + hole.length);
  }
  return { text: inner.text, entities: [...runs, ...kept].sort(outerFirst) };
}

const outside = (outer: MessageEntity, inner: FormattedText): FormattedText => ({
  text: inner.text,
  entities: [outer, ...inner.entities],
});

/** Outer before inner: by place, then the longer first. Array sort is stable, so equal ones keep their order. */
const outerFirst = (a: MessageEntity, b: MessageEntity): number => a.offset - b.offset || b.length - a.length;
