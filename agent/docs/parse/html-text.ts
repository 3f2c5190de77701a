// HTML into readable Markdown. Promises that tables, lists and code keep their shape and that scripts,
// styles and navigation are gone. Refuses to fetch or to run anything: a page is text.

import type { parseDocument } from "htmlparser2";

export type Node = ReturnType<typeof parseDocument>["children"][number];

export const DROPPED = new Set([
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
export const BLOCKS = new Set([
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

export const join = (parts: string[]): string => parts.filter((part) => part.trim() !== "").join("\n\n");

export function childrenOf(node: Node): Node[] {
  return "children" in node ? node.children : [];
}

export function tagOf(node: Node): string {
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
export function isContainer(node: Node, tag: string): boolean {
  if (tag === "") return false;
  return (
    !INLINE.has(tag) ||
    childrenOf(node).some((child) => BLOCKS.has(tagOf(child)) || isContainer(child, tagOf(child)))
  );
}

export function plain(node: Node): string {
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

export function renderInline(nodes: Node[]): string {
  return nodes.map((node) => renderInlineNode(node)).join("");
}

function renderInlineNode(node: Node): string {
  if (node.type === "text") return node.data.replace(/\s+/g, " ");
  const tag = tagOf(node);
  if (tag === "" || DROPPED.has(tag)) return "";
  if (tag === "br") return "\n";
  const inner = renderInline(childrenOf(node));
  if (inner.trim() === "") return inner;
  // Generators put "opt" behind an optional parameter, in small letters.
  if ("attribs" in node && node.attribs.class === "signature-attributes")
    return inner.includes("opt") ? "?" : "";
  if (tag === "code" || tag === "tt" || tag === "kbd") return `\`${raw(node).replace(/\s+/g, " ").trim()}\``;
  if (tag === "strong" || tag === "b") return `**${inner.trim()}**`;
  return inner;
}

export function renderBlock(node: Node, tag: string): string {
  if (tag === "pre") return `\`\`\`\n${raw(node).replace(/^\n+|\s+$/g, "")}\n\`\`\``;
  if (tag === "table") return renderTable(node);
  if (tag === "ul" || tag === "ol") return renderList(node, tag === "ol");
  if (tag === "blockquote") return renderFlow(childrenOf(node)).replace(/^/gm, "> ");
  if (tag === "h5" || tag === "h6") return `**${plain(node)}**`;
  if (tag === "dl") return renderDefinitions(node);
  if (tag === "figure") return renderFlow(childrenOf(node));
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

// "Parameters:" over a list of its own reads like a heading; a term that is a name, like an item with what it means.
function renderDefinitions(list: Node): string {
  const parts: string[] = [];
  for (const node of childrenOf(list)) {
    const tag = tagOf(node);
    if (tag === "dt") parts.push(termOf(node));
    else if (tag === "dd") addDefinition(parts, renderFlow(childrenOf(node)));
    else if (tag === "div") parts.push(renderDefinitions(node));
  }
  return join(parts);
}

function termOf(node: Node): string {
  const text = renderInline(childrenOf(node)).replace(/\s+/g, " ").trim();
  const bare = text.replaceAll("*", "");
  if (/^`[^`]+`/.test(bare)) return `- ${bare}`;
  return /^[\p{L}_$][\p{L}\p{N}_$.]*$/u.test(bare) && /^\p{Ll}|\d|_/u.test(bare)
    ? `- \`${bare}\``
    : `**${bare.replace(/:$/, "")}**`;
}

function addDefinition(parts: string[], text: string): void {
  const term = parts.at(-1);
  if (term?.startsWith("- ")) parts[parts.length - 1] = `${term}: ${text.replace(/\n+/g, "\n  ")}`;
  else parts.push(text);
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
