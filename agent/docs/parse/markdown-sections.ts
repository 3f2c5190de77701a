// Cuts a Markdown body at its headings. Promises every line in one section, and the number of the line that each starts
// on. Refuses to cut inside code fences and comments.

export type MarkdownSection = { level: number; heading: string; line: number; lines: string[] };

const FENCE = /^[ \t]{0,3}(?:>[ \t]?)*(`{3,}|~{3,})/;

/** The first section is what stands before any heading, under this heading. */
export function markdownSections(body: string, firstLine: number, title = ""): MarkdownSection[] {
  const first: MarkdownSection = { level: 0, heading: title, line: firstLine, lines: [] };
  const sections = [first];
  let fence: string | undefined;
  for (const [at, line] of body.split(/\r?\n/).entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && closes(line, fence)) fence = undefined;

    const heading = fence === undefined ? /^ {0,3}(#{1,6})[ \t]+(.+?)[ \t#]*$/.exec(line) : null;
    if (heading?.[1] && heading[2]) {
      sections.push({ level: heading[1].length, heading: heading[2], line: firstLine + at, lines: [] });
    } else if (fence === undefined && /^(?:={3,}|-{3,})[ \t]*$/.test(line) && underline(sections, line)) {
      const heading = sections.at(-1)?.lines.pop()?.trim() ?? "";
      sections.push({ level: line.startsWith("=") ? 1 : 2, heading, line: firstLine + at - 1, lines: [] });
    } else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

const closes = (line: string, fence: string): boolean => {
  const bare = line.replace(/^[\s>]+/, "").trim();
  return bare.startsWith(fence) && bare.replaceAll(fence.charAt(0), "") === "";
};

/** A line of its own that is underlined is a heading; under a paragraph of several lines it is a rule. */
function underline(sections: readonly MarkdownSection[], line: string): boolean {
  const lines = sections.at(-1)?.lines ?? [];
  const above = lines.at(-1)?.trim() ?? "";
  const alone = (lines.at(-2)?.trim() ?? "") === "";
  return above !== "" && alone && (line.startsWith("=") || !/^[|>`~*+\-#<]|[|:;,.]$/.test(above));
}

export const sectionText = ({ lines }: MarkdownSection): string =>
  lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
