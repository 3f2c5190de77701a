// A model's Markdown as text with entities. Promises valid entities for any input, in bounded time, and that every word
// of the input is there. Refuses to make links that open by themselves or hide where they go: an address is shown as
// code unless its host is allowed.

import { marked, type Token, type Tokens } from "marked";
import {
  bold,
  code,
  concat,
  type FormattedText,
  italic,
  join,
  link,
  type Part,
  plain,
  pre,
  quote,
  slice,
  struck,
  wholeCharacter,
} from "./formatted.ts";
import { renderTable } from "./table.ts";
import { nameOf } from "./visible.ts";

export type MarkdownOptions = {
  /** Hosts that a link may open, exactly. */
  allowedHosts: readonly string[];
};

/** Longer ones become a file anyway; the lexer's time grows faster than its input. */
const PARSED_UNITS = 20_000;
const MARKS = 3_000;
const DEEPEST = 16;

type Context = { hosts: ReadonlySet<string>; depth: number };

export function renderMarkdown(
  source: string,
  options: MarkdownOptions = { allowedHosts: [] },
): FormattedText {
  const text = readable(source);
  if (text.length > PARSED_UNITS || isHard(text)) return unparsed(text);
  try {
    return blocks(marked.lexer(text), { hosts: new Set(options.allowedHosts), depth: 0 });
  } catch {
    // A parser that gives up must not cost the words.
    return unparsed(text);
  }
}

/** Words without their form; links are shown as code here too. What lies behind the first pages goes into a file. */
function unparsed(text: string): FormattedText {
  const at = wholeCharacter(text, Math.min(text.length, PARSED_UNITS));
  return concat([unlinked(text.slice(0, at)), text.slice(at)]);
}

/** What Telegram would change silently is changed here, so that no offset moves after rendering. */
function readable(source: string): string {
  const lines = source
    .toWellFormed()
    .replace(/\r\n?|[\u2028\u2029]/g, "\n")
    .replaceAll("\t", "    ");
  return lines.replace(/(?!\n)\p{Cc}|[\u202a-\u202e\u2066-\u2069]|\u0333|\u033f|\u030a/gu, nameOf);
}

/** What costs the lexer a pass for every level or for every pair of marks. */
const isHard = (text: string): boolean =>
  /^(?: {0,3}(?:>|[-*+]|\d{1,9}[.)]) ?){17}/m.test(text) ||
  /[*_~[\]!(<`]{200}/.test(text) ||
  (text.match(/[*_~]/g)?.length ?? 0) > MARKS;

function blocks(tokens: readonly Token[], context: Context): FormattedText {
  return join(
    tokens.filter((token) => token.type !== "space").map((token) => block(token, context)),
    "\n\n",
  );
}

function block(token: Token, context: Context): FormattedText {
  if (context.depth > DEEPEST) return unlinked(token.raw);
  const inner = { ...context, depth: context.depth + 1 };
  const known = token as
    | Tokens.Heading
    | Tokens.Code
    | Tokens.Blockquote
    | Tokens.List
    | Tokens.Table
    | Tokens.Hr
    | Tokens.Def;
  switch (known.type) {
    case "heading":
      return bold(inline(known.tokens, inner));
    case "code":
      return pre(known.text, known.lang?.trim().split(/\s/)[0]);
    case "blockquote":
      return quote(blocks(known.tokens, inner));
    case "list":
      return list(known, inner);
    case "table":
      return pre(renderTable(known));
    case "hr":
      return plain("———");
    case "def":
      return code(known.raw.trim());
    default:
      return inlineOne(token, inner);
  }
}

function list({ items, ordered, start, loose }: Tokens.List, context: Context): FormattedText {
  const first = typeof start === "number" ? start : 1;
  const lines = items.map((item, i) => {
    const mark = ordered ? `${first + i}. ` : item.task ? "" : "• ";
    return concat([mark, indented(itemBody(item, context), " ".repeat(ordered ? mark.length : 2))]);
  });
  return join(lines, loose ? "\n\n" : "\n");
}

function itemBody(item: Tokens.ListItem, context: Context): FormattedText {
  const box = item.task ? (item.checked ? "☑ " : "☐ ") : "";
  const content = item.tokens.filter((token) => token.type !== "checkbox" && token.type !== "space");
  return concat([
    box,
    join(
      content.map((token) => block(token, context)),
      item.loose ? "\n\n" : "\n",
    ),
  ]);
}

/** Lines after the first move in; code blocks keep their columns. */
function indented(body: FormattedText, by: string): FormattedText {
  const parts: Part[] = [];
  let from = 0;
  for (let at = body.text.indexOf("\n"); at >= 0; at = body.text.indexOf("\n", at + 1)) {
    if (
      body.entities.some(
        (e) => e.type !== "bold" && e.type !== "italic" && e.offset <= at + 1 && at + 1 < e.offset + e.length,
      )
    )
      continue;
    parts.push(slice(body, from, at + 1), by);
    from = at + 1;
  }
  return concat([...parts, slice(body, from, body.text.length)]);
}

const inline = (tokens: readonly Token[], context: Context): FormattedText =>
  concat(tokens.map((token) => inlineOne(token, context)));

function inlineOne(token: Token, context: Context): FormattedText {
  if (context.depth > DEEPEST) return unlinked(token.raw);
  const inner = { ...context, depth: context.depth + 1 };
  const known = token as
    | Tokens.Strong
    | Tokens.Em
    | Tokens.Del
    | Tokens.Codespan
    | Tokens.Br
    | Tokens.Link
    | Tokens.Image
    | Tokens.Escape
    | Tokens.HTML
    | Tokens.Text
    | Tokens.Paragraph;
  switch (known.type) {
    case "strong":
      return bold(inline(known.tokens, inner));
    case "em":
      return italic(inline(known.tokens, inner));
    case "del":
      return struck(inline(known.tokens, inner));
    case "codespan":
      return code(known.text);
    case "br":
      return plain("\n");
    case "link":
      return renderLink(known, inner);
    case "image":
      return plain(known.text === "" ? "(image)" : `(image: ${known.text})`);
    case "escape":
      return plain(known.text);
    case "paragraph":
      return inline(known.tokens, inner);
    case "text":
      return known.tokens === undefined ? unlinked(decoded(known.text)) : inline(known.tokens, inner);
    default:
      // HTML is shown, never obeyed; so is whatever a later lexer may invent.
      return unlinked(token.raw.replace(/\n$/, ""));
  }
}

function renderLink({ href, tokens, text, autolink }: Tokens.Link, context: Context): FormattedText {
  const label = inline(tokens, context);
  if (autolink === true || text === href) return code(text);
  const url = URL.parse(href);
  const opens = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  if (opens && context.hosts.has(url.host)) return link(label, url.href);
  return href === "" ? label : concat([label, label.text === "" ? "" : " ", code(href)]);
}

/** What Telegram itself would turn into a link: addresses, and names such as `docs/page.md` whose end is a domain's. */
const linkish =
  /(?:[a-z][a-z0-9+.-]{0,20}:\/\/|www\.)[^\s<>"'`]{0,2000}[\w/]|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}|\b(?:[\p{L}\p{N}_.-]{1,63}\/){0,12}(?:[\p{L}\p{N}_-]{1,63}\.){1,8}\p{L}{2,63}\b(?:\/[\w./?&=%#-]{0,2000}\w)?/giu;

/**
 * Plain words, in which what a client would make a link of is code. With more than `most` of those the whole is code: a
 * message holds a hundred entities, and Telegram drops the last ones.
 */
export function unlinked(text: string, most = Number.POSITIVE_INFINITY): FormattedText {
  const parts: Part[] = [];
  let from = 0;
  for (const match of text.matchAll(linkish)) {
    parts.push(text.slice(from, match.index), code(match[0]));
    from = match.index + match[0].length;
  }
  const shown = concat([...parts, text.slice(from)]);
  return shown.entities.length > most ? code(text) : shown;
}

const named: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
};

/** The lexer leaves character references as they are. */
function decoded(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,5}));/gi,
    (whole, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const point = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
      const valid = point >= 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff);
      return valid ? readable(String.fromCodePoint(point)) : whole;
    },
  );
}
