// The list of documentation forms, most particular first, and the choice among them. Promises a parser for every page
// that is Markdown, text, HTML or declarations. Refuses other kinds by name, so that a report can list them as not read.

import type { Page, Parser, ParserName } from "../chunk.ts";
import { classPage } from "./class-page.ts";
import { declarations, isDeclarations } from "./declarations.ts";
import { htmlBook } from "./html-book.ts";
import { isStubFile, jsdoc } from "./jsdoc.ts";
import { markdown } from "./markdown.ts";
import { memberChunk } from "./member-chunk.ts";
import { memberPage, memberTables } from "./member-page.ts";

const parsers: readonly Parser[] = [
  declarations,
  htmlBook,
  classPage,
  memberPage,
  memberChunk,
  memberTables,
  jsdoc,
  markdown,
];

/** Part of every index version: raise it whenever a parser cuts differently. */
export const PARSERS_VERSION = 8;

/** The source's own choice where it fits the kind of file, else the first form that the page has. */
export function chooseParser(page: Page, setting?: ParserName): Parser {
  const fits =
    setting !== undefined &&
    (setting === "jsdoc") === isStubFile(page.path) &&
    (setting === "declarations") === isDeclarations(page.path);
  const chosen = parsers.find((parser) => (fits ? parser.name === setting : parser.detects(page)));
  return chosen ?? markdown;
}

const READ = /\.(?:md|mdx|markdown|txt|text|html?)$/i;
const LEGAL = /^(?:licen[cs]e|copying|copyright|notice)(?:[.-].*)?$/i;

/**
 * Undefined when pages of this name are read, else the kind under which a report counts them. Scripts are read only where
 * the source's own setting says that they are stubs.
 */
export function unreadKind(fileName: string, setting?: ParserName): string | undefined {
  if (LEGAL.test(fileName)) return "licence text";
  if (READ.test(fileName) || isDeclarations(fileName)) return undefined;
  if (setting === "jsdoc" && isStubFile(fileName)) return undefined;
  return /\.\w+$/.exec(fileName)?.[0].toLowerCase() ?? "no extension";
}
