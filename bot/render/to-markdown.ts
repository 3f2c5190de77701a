// Text with entities written as Markdown, for an answer that becomes a file. Promises every word of the text.
// Refuses to escape: in a file that a person reads, a stray star does less harm than a backslash before it.

import { endOf, type FormattedText } from "./formatted.ts";

type Mark = { at: number; order: number; sign: string };

export function toMarkdown({ text, entities }: FormattedText): string {
  const marks: Mark[] = entities.flatMap((entity, i) => {
    const [open, close] = signsOf(entity, text.slice(entity.offset, endOf(entity)));
    // What closes comes before what opens at the same place, and the inner one closes first.
    return [
      { at: entity.offset, order: i + entities.length, sign: open },
      { at: endOf(entity), order: -i, sign: close },
    ];
  });
  let written = "";
  let from = 0;
  for (const mark of marks.sort((a, b) => a.at - b.at || a.order - b.order)) {
    written += text.slice(from, mark.at) + mark.sign;
    from = mark.at;
  }
  return `${written}${text.slice(from)}\n`;
}

function signsOf(entity: FormattedText["entities"][number], inner: string): [open: string, close: string] {
  switch (entity.type) {
    case "bold":
      return ["**", "**"];
    case "italic":
      return ["_", "_"];
    case "strikethrough":
      return ["~~", "~~"];
    case "code":
      return [fence(inner, 1), fence(inner, 1)];
    case "pre":
      return [`${fence(inner, 3)}${entity.language ?? ""}\n`, `\n${fence(inner, 3)}`];
    case "text_link":
      return ["[", `](${entity.url})`];
    case "blockquote":
    case "expandable_blockquote":
      return ["> ", ""];
    default:
      return ["", ""];
  }
}

/** One tick more than the longest run inside. */
function fence(inner: string, least: number): string {
  const longest = Math.max(0, ...(inner.match(/`+/g) ?? []).map((run) => run.length));
  return "`".repeat(Math.max(least, longest + 1));
}
