// Cuts plain Markdown and text by heading. Promises that all text of a page is in some chunk, that a heading which is a
// member's dotted name becomes that member, and what its sentences, tables and examples state. Refuses to cut inside
// code fences.

import path from "node:path";
import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { splitTitle } from "../names.ts";
import type { Fact } from "../surface/facts.ts";
import { readFrontMatter } from "./front-matter.ts";
import { withoutGrids } from "./grid-tables.ts";
import { objectHeading } from "./html-headings.ts";
import { interfaceFacts, looseFacts } from "./interface-facts.ts";
import { type MarkdownSection, markdownSections, sectionText } from "./markdown-sections.ts";
import { memberEntryFacts } from "./member-entry.ts";
import { proseFacts } from "./prose-facts.ts";
import { readSignature } from "./signature.ts";

/** Deeper headings stay in the text of the one above. */
const DEEPEST = 4;

export const markdown: Parser = {
  name: "markdown",

  detects: (page) => /\.(?:md|mdx|markdown|txt|text)$/i.test(page.path),

  parse(page) {
    const { keys, body, bodyLine } = readFrontMatter(page.text);
    const flat = /\.te?xt$/i.test(page.path);
    const title = keys.get("title") ?? path.posix.basename(page.path).replace(/\.\w+$/, "");
    if (flat) {
      const text = body.replace(/\n{3,}/g, "\n\n").trim();
      const chunk: ParsedChunk = { title, text, line: bodyLine, facts: looseFacts(text, title) };
      return { chunks: text === "" ? [] : [chunk], notes: [] } satisfies Parsed;
    }
    return {
      chunks: name(shallow(markdownSections(withoutGrids(body), bodyLine, title))),
      notes: [],
    } satisfies Parsed;
  },
};

function shallow(sections: readonly MarkdownSection[]): MarkdownSection[] {
  const kept: MarkdownSection[] = [];
  for (const section of sections) {
    const above = kept.at(-1);
    if (section.level <= DEEPEST || !above) kept.push({ ...section, lines: [...section.lines] });
    else above.lines.push(`${"#".repeat(section.level)} ${section.heading}`, ...section.lines);
  }
  return kept;
}

// A heading alone says little ("Options"), so a deeper one carries the one that it stands under.
function name(sections: MarkdownSection[]): ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  const above: MarkdownSection[] = [];
  for (const section of sections) {
    while ((above.at(-1)?.level ?? -1) >= section.level) above.pop();
    const parent = above.at(-1);
    above.push(section);

    const text = sectionText(section);
    if (text === "") continue;
    const owned = splitTitle(section.heading);
    const deep = parent !== undefined && parent.level > 0;
    const title = owned
      ? `${owned.interface}.${owned.member}`
      : deep
        ? `${parent.heading} > ${section.heading}`
        : section.heading;
    const facts = factsOf(section, { text, title });
    chunks.push({
      title,
      ...owned,
      ...(owned ? { titleOnly: true as const } : {}),
      text,
      line: section.line,
      ...(facts.length > 0 ? { facts } : {}),
    });
  }
  return chunks;
}

type Said = { text: string; title: string };

function factsOf({ heading, line }: MarkdownSection, { text, title }: Said): Fact[] {
  const owned = splitTitle(heading);
  if (owned) {
    const params = readSignature(heading.replaceAll("`", ""))?.params;
    const place = { type: "member" as const, title, line, text, heading, ...owned };
    return memberEntryFacts(params ? { ...place, kind: "method", params } : place);
  }
  const object = objectHeading(heading);
  return object && saysOfItself(object.name, text)
    ? interfaceFacts(object, text).facts
    : looseFacts(text, title);
}

/** A section headed by a name is about an interface when its sentences say how that is reached, made or inherited. */
const saysOfItself = (name: string, text: string): boolean =>
  proseFacts(name, text).some(
    (fact) =>
      (fact.type === "interface" && fact.name === name) ||
      (fact.type === "constructor" && fact.interface === name) ||
      (fact.type === "global" && fact.valueType === name),
  );
