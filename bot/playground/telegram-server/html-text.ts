// parse_mode "HTML": the tags that Telegram documents, turned into text and entities. Promises Telegram's wording for
// what cannot be parsed. Refuses the Markdown modes, which nothing here sends, in words.

import type { Entity } from "./entities.ts";
import type { FormattedText } from "./formatted-text.ts";
import { badRequest } from "./refusal.ts";

const tags: Readonly<Record<string, string>> = {
  b: "bold",
  strong: "bold",
  i: "italic",
  em: "italic",
  u: "underline",
  ins: "underline",
  s: "strikethrough",
  strike: "strikethrough",
  del: "strikethrough",
  "tg-spoiler": "spoiler",
  a: "text_link",
  code: "code",
  pre: "pre",
  blockquote: "blockquote",
};

const references: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"' };

type OpenTag = { tag: string; attributes: string; offset: number; at: number };

export function parseHtml(source: string): FormattedText {
  const entities: Entity[] = [];
  const open: OpenTag[] = [];
  let text = "";
  for (const match of source.matchAll(/<(\/?)([a-z-]*)([^<>]*)>|&(#?\w+);|[^<&]+|[<&]/gi)) {
    const [token, slash, name = "", attributes = "", reference] = match;
    if (slash !== undefined) {
      const tag = name.toLowerCase();
      if (slash === "/") close({ tag, open, entities, end: text.length, at: match.index });
      else open.push(opened({ tag, attributes, offset: text.length, at: match.index }));
    } else if (token === "<") throw cannot(`Unclosed start tag at byte offset ${match.index}`);
    else text += reference === undefined ? token : decode(reference);
  }
  const left = open.at(-1);
  if (left !== undefined) throw cannot(`Can't find end tag corresponding to start tag "${left.tag}"`);
  return { text, entities: joinPre(entities) };
}

const cannot = (what: string) => badRequest(`can't parse entities: ${what}`);

function opened(tag: OpenTag): OpenTag {
  if (Object.hasOwn(tags, tag.tag)) return tag;
  if (tag.tag === "span" && /class="tg-spoiler"/.test(tag.attributes)) return { ...tag, tag: "tg-spoiler" };
  throw cannot(`Unsupported start tag "${tag.tag}" at byte offset ${tag.at}`);
}

type Close = { tag: string; open: OpenTag[]; entities: Entity[]; end: number; at: number };

function close({ tag, open, entities, end, at }: Close): void {
  const last = open.pop();
  if (last === undefined) throw cannot(`Unexpected end tag at byte offset ${at}`);
  if (last.tag !== tag && !(tag === "span" && last.tag === "tg-spoiler")) {
    throw cannot(`Unmatched end tag at byte offset ${at}, expected "</${last.tag}>", found "</${tag}>"`);
  }
  if (end === last.offset) return;
  const entity: Entity = { type: tags[last.tag] ?? last.tag, offset: last.offset, length: end - last.offset };
  const href = /href="([^"]*)"/.exec(last.attributes)?.[1];
  const language = /class="language-([^"]+)"/.exec(last.attributes)?.[1];
  if (last.tag === "a") {
    // Without a target Telegram keeps the words and drops the link.
    if (href !== undefined) entities.push({ ...entity, url: href.replace(/&(\w+);/g, (_, r) => decode(r)) });
  } else if (last.tag === "code" && language !== undefined) entities.push({ ...entity, language });
  else if (/\bexpandable\b/.test(last.attributes))
    entities.push({ ...entity, type: "expandable_blockquote" });
  else entities.push(entity);
}

/** `<pre><code class="language-x">` is one block with a language. */
function joinPre(entities: readonly Entity[]): Entity[] {
  const same = (a: Entity, b: Entity) => a.offset === b.offset && a.length === b.length;
  const isPre = (entity: Entity) => entity.type === "pre";
  return entities.flatMap((entity) => {
    if (entity.type === "code") {
      const { language: _dropped, ...plain } = entity;
      return entities.some((other) => isPre(other) && same(other, entity)) ? [] : [plain];
    }
    const code = entities.find((other) => isPre(entity) && other.type === "code" && same(other, entity));
    return code?.language === undefined ? [entity] : [{ ...entity, language: code.language }];
  });
}

function decode(reference: string): string {
  const code = /^#x/i.test(reference) ? Number.parseInt(reference.slice(2), 16) : Number(reference.slice(1));
  if (reference.startsWith("#") && code > 0 && code <= 0x10ffff) return String.fromCodePoint(code);
  return references[reference] ?? `&${reference};`;
}
