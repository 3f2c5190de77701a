// HTML into readable Markdown, cut at its headings. Promises that tables, lists and code keep their shape and that scripts,
// styles and navigation are gone. Refuses to fetch or to run anything: a page is text.

import { parseDocument } from "htmlparser2";

type Node = ReturnType<typeof parseDocument>["children"][number];

/** A heading, what stands under it up to the next one, and the line that it is on. */
export type HtmlSection = { level: number; heading: string; line: number; text: string };

const DROPPED = new Set([
  "script",
  "style",
  "nav",
  "head",
  "colgroup",
  "template",
  "noscript",
  "svg",
  "form",
  "button",
]);
const BLOCKS = new Set([
  "p",
  "ul",
  "ol",
  "dl",
  "table",
  "pre",
  "blockquote",
  "h5",
  "h6",
  "hr",
  "figure",
  "address",
]);

/** Cuts a page at h1 to h4; the first section has level 0 and holds what stands before any heading. */
export function htmlSections(html: string): HtmlSection[] {
  const sections: HtmlSection[] = [{ level: 0, heading: "", line: 1, text: "" }];
  const lineAt = lineCounter(html);
  const blocks: string[][] = [[]];

  const walk = (nodes: Node[]): void => {
    let inline: Node[] = [];
    const flush = () => {
      const text = renderInline(inline).trim();
      if (text !== "") blocks.at(-1)?.push(text);
      inline = [];
    };
    for (const node of nodes) {
      const tag = tagOf(node);
      const level = /^h([1-4])$/.exec(tag)?.[1];
      if (DROPPED.has(tag)) continue;
      if (level !== undefined) {
        flush();
        sections.push({
          level: Number(level),
          heading: plain(node),
          line: lineAt(node.startIndex ?? 0),
          text: "",
        });
        blocks.push([]);
      } else if (BLOCKS.has(tag)) {
        flush();
        blocks.at(-1)?.push(renderBlock(node, tag));
      } else if (isContainer(node, tag)) {
        flush();
        walk(childrenOf(node));
      } else {
        inline.push(node);
      }
    }
    flush();
  };

  walk(parseDocument(html, { withStartIndices: true }).children);
  return sections.map((section, at) => ({ ...section, text: join(blocks[at] ?? []) }));
}

const join = (parts: string[]): string => parts.filter((part) => part.trim() !== "").join("\n\n");

function childrenOf(node: Node): Node[] {
  return "children" in node ? node.children : [];
}

function tagOf(node: Node): string {
  return "name" in node && "attribs" in node ? node.name : "";
}

const INLINE = new Set([
  "a",
  "span",
  "code",
  "em",
  "i",
  "strong",
  "b",
  "br",
  "sub",
  "sup",
  "kbd",
  "img",
  "tt",
  "var",
  "small",
  "q",
  "cite",
  "abbr",
  "u",
  "s",
  "label",
  "samp",
  "mark",
]);

// An inline tag around block content (an anchor around a section) still opens a block.
function isContainer(node: Node, tag: string): boolean {
  if (tag === "") return false;
  return (
    !INLINE.has(tag) ||
    childrenOf(node).some((child) => BLOCKS.has(tagOf(child)) || isContainer(child, tagOf(child)))
  );
}

function plain(node: Node): string {
  return renderInline(childrenOf(node))
    .replaceAll("`", "")
    .replaceAll("**", "")
    .replace(/\s+/g, " ")
    .replace(/¶$/, "")
    .trim();
}

function raw(node: Node): string {
  if (node.type === "text") return node.data;
  if (tagOf(node) === "br") return "\n";
  return childrenOf(node).map(raw).join("");
}

function renderInline(nodes: Node[]): string {
  return nodes.map((node) => renderInlineNode(node)).join("");
}

function renderInlineNode(node: Node): string {
  if (node.type === "text") return node.data.replace(/\s+/g, " ");
  const tag = tagOf(node);
  if (tag === "" || DROPPED.has(tag)) return "";
  if (tag === "br") return "\n";
  const inner = renderInline(childrenOf(node));
  if (inner.trim() === "") return inner;
  if (tag === "code" || tag === "tt" || tag === "kbd") return `\`${raw(node).replace(/\s+/g, " ").trim()}\``;
  if (tag === "strong" || tag === "b") return `**${inner.trim()}**`;
  return inner;
}

function renderBlock(node: Node, tag: string): string {
  if (tag === "pre") return `\`\`\`\n${raw(node).replace(/^\n+|\s+$/g, "")}\n\`\`\``;
  if (tag === "table") return renderTable(node);
  if (tag === "ul" || tag === "ol") return renderList(node, tag === "ol");
  if (tag === "blockquote") return renderFlow(childrenOf(node)).replace(/^/gm, "> ");
  if (tag === "h5" || tag === "h6") return `**${plain(node)}**`;
  if (tag === "dl" || tag === "figure") return renderFlow(childrenOf(node));
  return renderInline(childrenOf(node)).trim();
}

/** Whatever stands in a cell, an item or a quote: its blocks, and the loose text between them. */
function renderFlow(nodes: Node[]): string {
  const parts: string[] = [];
  let loose: Node[] = [];
  const flush = () => {
    parts.push(renderInline(loose).trim());
    loose = [];
  };
  for (const node of nodes) {
    const tag = tagOf(node);
    if (BLOCKS.has(tag)) {
      flush();
      parts.push(renderBlock(node, tag));
    } else if (!DROPPED.has(tag) && isContainer(node, tag)) {
      flush();
      parts.push(renderFlow(childrenOf(node)));
    } else {
      loose.push(node);
    }
  }
  flush();
  return join(parts);
}

function renderList(node: Node, ordered: boolean): string {
  const items = childrenOf(node).filter((child) => tagOf(child) === "li");
  return items
    .map(
      (item, at) => `${ordered ? `${at + 1}.` : "-"} ${renderFlow(childrenOf(item)).replace(/\n+/g, "\n  ")}`,
    )
    .join("\n");
}

// Markdown has no table without a head: a table that has none gets an empty one, so that its first row stays a row.
function renderTable(table: Node): string {
  const found = descendants(table, "tr");
  const headed = childrenOf(found[0] ?? table).some((cell) => tagOf(cell) === "th");
  const rows = found.map((row) =>
    childrenOf(row)
      .filter((cell) => ["td", "th"].includes(tagOf(cell)))
      .map((cell) =>
        renderFlow(childrenOf(cell))
          .replace(/\s*\n\s*/g, " ")
          .replaceAll("|", "\\|"),
      ),
  );
  const [first, ...rest] = rows.filter((row) => row.length > 0);
  if (!first) return "";
  const titled = headed || first.every((cell) => /^\*\*.+\*\*$/.test(cell)) || COLUMN.test(first[0] ?? "");
  const [head, body] = titled ? [first, rest] : [first.map(() => ""), [first, ...rest]];
  const line = (cells: string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...body.map(line)].join("\n");
}

const COLUMN =
  /^(?:\*\*)?(?:name|parameter|argument|property|method|event|option|key|value|constant|type|field|member|version|since|attribute)s?(?: name)?(?:\*\*)?$/i;

function descendants(node: Node, tag: string): Node[] {
  return childrenOf(node).flatMap((child) => (tagOf(child) === tag ? [child] : descendants(child, tag)));
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
