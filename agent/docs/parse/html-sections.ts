// Cuts an HTML page at its headings, and at the entries of definition lists that reference generators write for members.
// Promises every text of the page under the heading before it, with the line that this stands on. Refuses to know what a
// heading means.

import { DomHandler, Parser } from "htmlparser2";
import {
  BLOCKS,
  childrenOf,
  DROPPED,
  isContainer,
  join,
  type Node,
  plain,
  renderBlock,
  renderInline,
  tagOf,
} from "./html-text.ts";

/** A heading, what stands under it up to the next one, and the line that it is on. */
export type HtmlSection = { level: number; heading: string; line: number; text: string; id?: string };

/** An entry of a definition list stands below every real heading that is cut at. */
const ENTRY_LEVEL = 5;

type Walk = { sections: HtmlSection[]; blocks: string[][]; lineAt(offset: number): number };

/** Cuts a page at h1 to h4 and at entries; the first section has level 0 and holds what stands before any heading. */
export function htmlSections(html: string): HtmlSection[] {
  const walk: Walk = {
    sections: [{ level: 0, heading: "", line: 1, text: "" }],
    blocks: [[]],
    lineAt: lineCounter(html),
  };
  visit(walk, parseNodes(html), 0);
  return walk.sections.map((section, at) => ({ ...section, text: join(walk.blocks[at] ?? []) }));
}

/** Deeper than any page is written. Beyond it the parser's stack costs minutes, and a recursion ours. */
const MAX_NESTING = 1_000;

function parseNodes(html: string): Node[] {
  const handler = new DomHandler(undefined, { withStartIndices: true });
  const onOpen = handler.onopentag.bind(handler);
  const onClose = handler.onclosetag.bind(handler);
  let depth = 0;
  handler.onopentag = (name, attributes) => {
    depth += 1;
    if (depth > MAX_NESTING) throw new RangeError("The page is nested too deeply.");
    onOpen(name, attributes);
  };
  handler.onclosetag = () => {
    depth -= 1;
    onClose();
  };
  new Parser(handler).end(html);
  return handler.root.children;
}

function visit(walk: Walk, nodes: Node[], depth: number): void {
  let inline: Node[] = [];
  const flush = (): void => {
    const text = renderInline(inline).trim();
    if (text !== "") walk.blocks.at(-1)?.push(text);
    inline = [];
  };
  for (const node of nodes) {
    const tag = tagOf(node);
    if (DROPPED.has(tag)) continue;
    if (!isContainer(node, tag) && !BLOCKS.has(tag)) {
      inline.push(node);
      continue;
    }
    flush();
    place(walk, node, depth);
  }
  flush();
}

function place(walk: Walk, node: Node, depth: number): void {
  const tag = tagOf(node);
  const level = /^h([1-4])$/.exec(tag)?.[1];
  if (level !== undefined) open(walk, node, Number(level));
  else if (tag === "dl" && childrenOf(node).some(isEntry)) placeEntries(walk, node, depth);
  else if (BLOCKS.has(tag) && !hasHeading(node)) walk.blocks.at(-1)?.push(renderBlock(node, tag));
  else visit(walk, childrenOf(node), depth);
}

/** A list or a table with headings inside is there for its looks. */
const hasHeading = (node: Node): boolean =>
  childrenOf(node).some((child) => /^h[1-4]$/.test(tagOf(child)) || hasHeading(child));

function open({ sections, blocks, lineAt }: Walk, node: Node, level: number): void {
  const heading = plain(node).replace(/\s*\[(?:source|view source)\]$/, "");
  const id = isEntry(node) && "attribs" in node ? node.attribs.id : undefined;
  sections.push({ level, heading, line: lineAt(node.startIndex ?? 0), text: "", ...(id ? { id } : {}) });
  blocks.push([]);
}

/** What other pages link to: generators give the entry of a member an id. */
const isEntry = (node: Node): boolean =>
  tagOf(node) === "dt" && "attribs" in node && (node.attribs.id ?? "") !== "";

function placeEntries(walk: Walk, list: Node, depth: number): void {
  for (const node of childrenOf(list)) {
    if (isEntry(node)) open(walk, node, ENTRY_LEVEL + depth);
    else if (tagOf(node) === "dd") visit(walk, childrenOf(node), depth + 1);
  }
}

// Sections come in the order of the page, so one pass over its newlines answers every question.
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; next = text.indexOf("\n", at)) {
      line += 1;
      at = next + 1;
    }
    return line;
  };
}
