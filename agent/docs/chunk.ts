// What documentation becomes: titled chunks, each with the place that it was read from. Promises that every form
// of documentation ends in these few types. Refuses to know how a page is stored, indexed or searched.

import type { Fact } from "./surface/facts.ts";

/** One titled piece of documentation, as a reader sees it. `text` does not repeat the title. */
export type Chunk = {
  id: string;
  title: string;
  interface?: string;
  member?: string;
  text: string;
  source: string;
  path: string;
  line: number;
  hash: string;
};

/** A page whose bytes were read and found to be text; `path` is relative to its source. */
export type Page = { path: string; text: string };

/**
 * A chunk as its page tells it. `listing` is shown under the text and never searched. `titleOnly`: nothing but the dot in
 * its title says member, so it is an interface's own page once other chunks turn out to be members of it.
 */
export type ParsedChunk = {
  title: string;
  interface?: string;
  member?: string;
  text: string;
  listing?: string;
  titleOnly?: true;
  line: number;
  /** What it says of the programming interface; a chunk's own interface and member need no fact to be known. */
  facts?: Fact[];
};

/** What a page yielded, and what in it could not be read as it stands. */
export type Parsed = { chunks: ParsedChunk[]; notes: string[] };

/** Apart from the parsers themselves: whoever only checks a name need not load them. */
export const PARSER_NAMES = [
  "html-book",
  "class-page",
  "member-chunk",
  "member-page",
  "declarations",
  "jsdoc",
  "markdown",
] as const;
export type ParserName = (typeof PARSER_NAMES)[number];

/** One form of documentation: whether a page has it, and how such a page is cut. */
export type Parser = {
  name: ParserName;
  detects(page: Page): boolean;
  parse(page: Page): Parsed;
};

/**
 * One folder of documentation, at an absolute path; `parser` is set when detection should not decide. `complete`: every
 * member of its interfaces is in it, so that a name which is not there does not exist. With `entries` only those files of
 * the folder are read, and what their declarations reference inside of it.
 */
export type DocsSource = {
  name: string;
  folder: string;
  /** Its folder was found free of links; one that is there by now leads where nobody said yes to. */
  linkless?: boolean;
  parser?: ParserName;
  complete?: boolean;
  entries?: string[];
  include?: string[];
  exclude?: string[];
};

/** What a chunk is called: `Interface-member`, the interface's name on its own page, else the title. */
export function chunkId(chunk: { title: string; interface?: string; member?: string }): string {
  if (chunk.interface === undefined) return chunk.title;
  return chunk.member === undefined ? chunk.interface : `${chunk.interface}-${chunk.member}`;
}
