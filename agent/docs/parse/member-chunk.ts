// Cuts documentation that has one file per member: `Interface-member.md`, or front matter that names the member and its
// interface. Promises one chunk a file. Refuses to invent an interface: a title it cannot read is kept, and noted.

import path from "node:path";
import type { Page, Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { isDottedName, isIdentifier, splitTitle } from "../names.ts";
import { readFrontMatter } from "./front-matter.ts";

const KINDS = "method|property|handler|event|function|constant|constructor|callback|enum";
const MEMBER_LINE = /^(?:- )?(?:Member of|Interface):/m;
const MEMBER_CATEGORY = new RegExp(`^(.+)-(?:${KINDS})s?$`);

export const memberChunk: Parser = {
  name: "member-chunk",

  detects(page) {
    if (!/\.(?:md|markdown)$/i.test(page.path)) return false;
    const { keys, body } = readFrontMatter(page.text);
    if (keys.has("title") && (keys.has("categories") || keys.has("interface"))) return true;
    const headings = body.match(/^#{1,2} .+$/gm) ?? [];
    const first = headings[0]?.replace(/^#+ /, "").trim();
    if (first === undefined || !body.trimStart().startsWith("#")) return false;
    const base = fileBase(page.path);
    return splitTitle(first) !== undefined || (isDottedName(first) && sameName(base, first));
  },

  parse(page) {
    const { keys, body, bodyLine } = readFrontMatter(page.text);
    const heading = /^\s*#{1,2} +([^\n]+?)[ \t#\r]*(?:\n|$)/.exec(body);
    const stated = keys.get("title") ?? heading?.[1] ?? fileBase(page.path);
    const text = clean(heading ? body.slice(heading[0].length) : body, keys.has("layout"));
    const chunk = nameChunk(stated, keys, page);
    if (text === "" && chunk.interface === undefined)
      return { chunks: [], notes: ["empty"] } satisfies Parsed;

    const notes = chunk.interface === undefined ? [`title "${stated}" names no interface`] : [];
    if (text === "") notes.push(`"${stated}" says nothing`);
    const sure = fileBase(page.path).includes("-") || keys.size > 0 || MEMBER_LINE.test(text);
    const titleOnly = chunk.member === undefined || sure ? {} : ({ titleOnly: true } as const);
    return { chunks: [{ ...chunk, ...titleOnly, text, line: bodyLine }], notes } satisfies Parsed;
  },
};

type Named = Pick<ParsedChunk, "title" | "interface" | "member">;

function nameChunk(stated: string, keys: ReadonlyMap<string, string>, page: Page): Named {
  const declared = keys.get("interface");
  const member = keys.get("member");
  if (declared && member) return { title: `${declared}.${member}`, interface: declared, member };

  const owned = splitTitle(stated);
  if (owned) return { title: `${owned.interface}.${owned.member}`, ...owned };

  const fromCategory = nameFromCategories(stated, keys, page);
  if (fromCategory) return fromCategory;

  const byFile = keys.size === 0 ? splitTitle(fileBase(page.path)) : undefined;
  if (byFile) return { title: `${byFile.interface}.${byFile.member}`, ...byFile };
  return isDottedName(stated) && !keys.has("categories")
    ? { title: stated, interface: stated }
    : { title: stated };
}

// Blog engines file a member under "api fs fs-method" and the interface itself under "api fs".
function nameFromCategories(
  stated: string,
  keys: ReadonlyMap<string, string>,
  page: Page,
): Named | undefined {
  const categories =
    keys
      .get("categories")
      ?.replace(/[[\],]/g, " ")
      .trim()
      .split(/\s+/) ?? [];
  const last = categories.at(-1);
  if (last === undefined || categories.length < 2) return undefined;

  const owner = MEMBER_CATEGORY.exec(last)?.[1];
  if (owner !== undefined) {
    return isIdentifier(stated)
      ? { title: `${owner}.${stated}`, interface: owner, member: stated }
      : { title: `${owner} > ${stated}` };
  }
  const own = fileBase(page.path) === last && path.dirname(page.path).split("/").at(-1) === last;
  return own ? { title: stated, interface: last } : undefined;
}

const fileBase = (file: string): string =>
  path.posix
    .basename(file)
    .replace(/\.\w+$/, "")
    .replace(/^\d{4}-\d{2}-\d{2}-/, "");

const sameName = (base: string, title: string): boolean => base.toLowerCase() === title.toLowerCase();

// Template tags of a site generator are noise to a reader; only pages that name a layout carry them.
function clean(body: string, templated: boolean): string {
  const text = templated ? body.replace(/\{\{\s*site\.[\w.]+\s*\}\}/g, "") : body;
  return text
    .replace(/\r\n/g, "\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
