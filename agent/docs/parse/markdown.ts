// Cuts plain Markdown and text by heading. Promises that all text of a page is in some chunk, and that a heading which
// is a member's dotted name becomes that member. Refuses to cut inside code fences.

import path from "node:path";
import type { Parsed, ParsedChunk, Parser } from "../chunk.ts";
import { splitTitle } from "../names.ts";
import { readFrontMatter } from "./front-matter.ts";

type Section = { level: number; heading: string; line: number; lines: string[] };

export const markdown: Parser = {
  name: "markdown",

  detects: (page) => /\.(?:md|mdx|markdown|txt|text)$/i.test(page.path),

  parse(page) {
    const { keys, body, bodyLine } = readFrontMatter(page.text);
    const flat = /\.te?xt$/i.test(page.path);
    const title = keys.get("title") ?? path.posix.basename(page.path).replace(/\.\w+$/, "");
    const first: Section = { level: 0, heading: title, line: bodyLine, lines: [] };
    const sections = flat ? [{ ...first, lines: body.split(/\r?\n/) }] : cut(body, first);
    return { chunks: name(sections), notes: [] } satisfies Parsed;
  },
};

function cut(body: string, first: Section): Section[] {
  const sections = [first];
  let fence: string | undefined;
  for (const [at, line] of body.split(/\r?\n/).entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark && fence === undefined) fence = mark;
    else if (mark && fence !== undefined && line.trim().startsWith(fence)) fence = undefined;

    const heading = fence === undefined ? /^(#{1,4}) +(.+?)[ \t#]*$/.exec(line) : null;
    if (heading?.[1] && heading[2]) {
      sections.push({ level: heading[1].length, heading: heading[2], line: first.line + at, lines: [] });
    } else {
      sections.at(-1)?.lines.push(line);
    }
  }
  return sections;
}

// A heading alone says little ("Options"), so a deeper one carries the one that it stands under.
function name(sections: Section[]): ParsedChunk[] {
  const chunks: ParsedChunk[] = [];
  const above: Section[] = [];
  for (const section of sections) {
    while ((above.at(-1)?.level ?? -1) >= section.level) above.pop();
    const parent = above.at(-1);
    above.push(section);

    const text = section.lines
      .join("\n")
      .replace(/\n{3,}/g, "\n\n")
      .trim();
    if (text === "") continue;
    const owned = splitTitle(section.heading);
    const deep = parent !== undefined && parent.level > 0;
    const title = owned
      ? `${owned.interface}.${owned.member}`
      : deep
        ? `${parent.heading} > ${section.heading}`
        : section.heading;
    chunks.push({
      title,
      ...owned,
      ...(owned ? { titleOnly: true as const } : {}),
      text,
      line: section.line,
    });
  }
  return chunks;
}
