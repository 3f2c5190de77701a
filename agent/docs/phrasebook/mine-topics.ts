// The last step of a build: topics from the documentation's own worked examples. Promises phrases as the documentation
// words them, and symbols that the member index has. Refuses examples that use nothing documented, and headings that
// only say "Example".

import type { DatabaseSync } from "node:sqlite";
import { nameParts } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import { openSurface } from "../surface/open-surface.ts";
import type { Surface } from "../surface/surface.ts";
import { codeSymbols } from "./code-symbols.ts";
import { goalWords } from "./goal-words.ts";
import type { Topic } from "./topic.ts";
import { writeTopics } from "./write-topics.ts";

/** A bound of what a build may take, far above what documentation holds. */
const MAX_TOPICS = 20_000;
const MAX_PHRASES = 6;
const MAX_PHRASE_CHARS = 160;
const MAX_CODE = 20_000;
const MAX_LINE = 400;

type Example = Extract<Fact, { type: "example" }>;
type Place = { id: string; title: string; interface: string | null; member: string | null };

/** Writes the topics of all chunks, and returns how many there are. */
export function mineTopics(db: DatabaseSync): number {
  const surface = openSurface(db);
  const topics: Topic[] = [];
  const rows = db.prepare(
    `SELECT c.id, c.title, c.interface, c.member, c.facts FROM chunks c JOIN pages p ON p.n = c.page
     WHERE c.facts LIKE '%"type":"example"%' ORDER BY p.source, p.path, c.at`,
  );
  for (const row of rows.iterate()) {
    const facts: Fact[] = JSON.parse(String(row.facts));
    const place: Place = {
      id: String(row.id),
      title: String(row.title),
      interface: typeof row.interface === "string" ? row.interface : null,
      member: typeof row.member === "string" ? row.member : null,
    };
    if (topics.length >= MAX_TOPICS) break;
    const examples = facts.filter((fact) => fact.type === "example");
    topics.push(...examples.flatMap((example) => topicOf(example, place, surface) ?? []));
  }
  writeTopics(db, commonApart(topics));
  return topics.length;
}

/** A symbol of this share of all examples says nothing of what an example is for: setting text, printing to a console. */
const COMMON_SHARE = 0.2;
const LEAST_COMMON = 8;

function commonApart(topics: Topic[]): Topic[] {
  const counts = new Map<string, number>();
  for (const symbol of topics.flatMap((topic) => topic.symbols))
    counts.set(symbol, (counts.get(symbol) ?? 0) + 1);
  const limit = Math.max(LEAST_COMMON, topics.length * COMMON_SHARE);
  const isCommon = (symbol: string) => (counts.get(symbol) ?? 0) > limit;
  return topics.map((topic) => {
    const [own = "", ...rest] = topic.symbols;
    const symbols = [own, ...rest.filter((symbol) => !isCommon(symbol))];
    return { ...topic, symbols, common: rest.filter(isCommon) };
  });
}

function topicOf(example: Example, place: Place, surface: Surface): Topic | null {
  const { symbols, pattern } = codeSymbols(example.code, surface, place.interface);
  const own = ownSymbol(place, surface);
  const all = own === null ? symbols : [own, ...symbols.filter((symbol) => symbol !== own)];
  if (all.length === 0) return null;

  const about = (example.about ?? "").split(/;\s+|\n+/);
  const told = [...about, ...(example.tags ?? []), ...comments(example.code)].map(telling);
  const phrases = [...told.filter((phrase) => phrase !== place.title), headingOf(place)].filter(
    (phrase) => goalWords(phrase).length > 0,
  );
  const title = phrases.find((phrase) => goalWords(phrase).length > 1) ?? phrases[0] ?? place.title;
  return {
    title,
    phrases: [...new Set(phrases)].slice(0, MAX_PHRASES),
    symbols: all,
    common: [],
    chunk: place.id,
    pattern,
  };
}

/** What the page itself documents. */
function ownSymbol(place: Place, surface: Surface): string | null {
  if (place.interface === null) return null;
  if (place.member === null) return surface.interface(place.interface) ? place.interface : null;
  const member = surface.member(place.interface, place.member);
  return member ? `${member.interface}.${member.name}` : null;
}

/** A member's name says in its parts what it does; a page of prose says it in its heading. */
function headingOf({ title, interface: owner, member }: Place): string {
  return owner === null ? telling(title) : nameParts(member ?? owner).join(" ");
}

const LEAD =
  /^(?:(?:the|this|these|an?|in|following|next|simple|another|code|script|snippet|short|sample|examples?|usage|listing|\d+)\b[\s:.,)–-]*)*(?:(?:shows?|demonstrates?|illustrates?|explains?)\b\s*(?:you\s+)?(?:how\s+(?:to\b\s*)?)?)?/i;

/** A caption's own words, in one line: "Example 2: move a layer" is about moving layers, and "Example" about nothing. */
function telling(phrase: string): string {
  const line = phrase
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^\([^()]*\)\s*/, "");
  const lead = LEAD.exec(line)?.[0] ?? "";
  // "The page" is a phrase with an article, "The example shows the page" is not.
  const said = /example|usage|sample|listing|script|snippet|code|following/i.test(lead)
    ? line.slice(lead.length)
    : line;
  const sentence = /^.{12,}?[.!?](?=\s)/.exec(said)?.[0] ?? said;
  return sentence.length <= MAX_PHRASE_CHARS
    ? sentence.replace(/[\s:.;,]+$/, "")
    : sentence.slice(0, MAX_PHRASE_CHARS).replace(/\s+\S*$/, "");
}

const COMMENT_LINE = /^\s*(?:\/\/+|\/?\*+(?!\/)|#(?!\w))\s?(.*?)(?:\*\/)?\s*$/;
const CODE_LIKE = /[;{}=]|\w\(|^@/;

/** What the comments of an example say that it does; code that was commented out says nothing. */
function comments(code: string): string[] {
  const blocks: string[] = [];
  let open: string[] = [];
  for (const line of [...code.slice(0, MAX_CODE).split("\n"), ""]) {
    const said = COMMENT_LINE.exec(line.trimEnd().slice(0, MAX_LINE))?.[1];
    if (said !== undefined && !CODE_LIKE.test(said)) open.push(said);
    else if (open.length > 0) {
      blocks.push(open.join(" "));
      open = [];
    }
  }
  // The comment at the top says what an example is for, later ones what a step does; one word alone is a label.
  return blocks.filter((block, index) => index === 0 || goalWords(block).length > 1);
}
