// Cuts the text of a reference entry into headings, labels, paragraphs, lists, tables and code, the same for Markdown and
// for HTML that was turned into Markdown. Promises that lists laid out as tables come out as tables. Refuses to know
// what a heading or a column means.

/** `depth` is how far an item is indented: keys of an option object stand deeper than the parameter. */
export type Item = { depth: number; text: string };

export type Block =
  | { type: "heading"; level: number; text: string }
  | { type: "paragraph"; lines: string[] }
  | { type: "list"; items: Item[] }
  | { type: "table"; head: string[]; rows: string[][] }
  | { type: "code"; language: string; code: string };

/** A heading with what stands under it up to the next one; a line that is bold as a whole counts as a heading. */
export type Section = { heading: string; level: number; blocks: Block[] };

/** The level of a bold line: deeper than any marked heading. */
const BOLD_LEVEL = 7;

export function readSections(text: string): Section[] {
  const sections: Section[] = [{ heading: "", level: 0, blocks: [] }];
  for (const block of readBlocks(text)) {
    if (block.type === "heading") sections.push({ heading: block.text, level: block.level, blocks: [] });
    else sections.at(-1)?.blocks.push(block);
  }
  return sections;
}

type Walk = { lines: string[]; at: number; blocks: Block[] };

export function readBlocks(text: string): Block[] {
  const walk: Walk = { lines: unquoted(text), at: 0, blocks: [] };
  while (walk.at < walk.lines.length) {
    const line = walk.lines[walk.at] ?? "";
    if (line.trim() === "") walk.at += 1;
    else if (FENCE.test(line)) takeCode(walk);
    else if (isHeading(line)) takeHeading(walk);
    else if (isTable(walk)) takeTable(walk);
    else if (ITEM.test(line)) takeList(walk);
    else takeParagraph(walk);
  }
  return walk.blocks;
}

const FENCE = /^[ \t]*(`{3,}|~{3,})[ \t]*\{?\.?([\w+-]*)/;
const HEADING = /^ {0,3}(#{1,6})[ \t]+(.*?)[ \t#]*$/;
/** Longer lines are no headings, and cost the pattern its time. */
const isHeading = (line: string): boolean => line.length <= 1000 && HEADING.test(line);
const ITEM = /^([ \t]*)(?:[-*+]|\d+[.)])(?:[ \t]+(.*))?$/;
const RULE = /^\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const BOLD_LINE = /^(?:\*\*|__)([^*]+?):?(?:\*\*|__):?$/;
/** A line of its own that heads what follows, also without any mark. */
const PLAIN_LINE =
  /^((?:(?:optional|required|possible|allowed|valid) )?(?:parameters|arguments|options|values|examples?|syntax)(?=:?$)|returns?(?: value)?(?=$)):?$/i;
const LABEL =
  /^(?:(?:\*\*|__)([\p{L}][\p{L} /()-]{1,30}?)(?::(?:\*\*|__)|(?:\*\*|__):)|([\p{Lu}][\p{L}]+(?: [\p{L}]+){0,2}):)[ \t]+(\S.*)$/u;

// Site generators quote whatever is indented in their source: what is quoted is read like the rest.
function unquoted(text: string): string[] {
  let fence: string | undefined;
  return text.split(/\r?\n/).map((line) => {
    const bare = fence === undefined || line.startsWith(">") ? line.replace(/^(?:[ \t]{0,3}> ?)+/, "") : line;
    const mark = FENCE.exec(bare)?.[1];
    if (mark !== undefined && fence === undefined) fence = mark;
    else if (mark !== undefined && fence !== undefined && mark.startsWith(fence)) fence = undefined;
    return fence === undefined || mark !== undefined ? bare : line.startsWith("> ") ? bare : line;
  });
}

function takeCode(walk: Walk): void {
  const [, open = "```", language = ""] = FENCE.exec(walk.lines[walk.at] ?? "") ?? [];
  const code: string[] = [];
  for (walk.at += 1; walk.at < walk.lines.length; walk.at += 1) {
    const line = walk.lines[walk.at] ?? "";
    if (line.trim().startsWith(open) && line.trim().replaceAll(open.charAt(0), "") === "") break;
    code.push(line);
  }
  walk.at += 1;
  const text = code.join("\n").replace(/^\n+|\s+$/g, "");
  walk.blocks.push({ type: "code", language: language.toLowerCase(), code: text });
}

function takeHeading(walk: Walk): void {
  const [, marks = "#", text = ""] = HEADING.exec(walk.lines[walk.at] ?? "") ?? [];
  walk.at += 1;
  walk.blocks.push({ type: "heading", level: marks.length, text: text.trim() });
}

const isTable = ({ lines, at }: Walk): boolean =>
  (lines[at] ?? "").includes("|") && RULE.test(lines[at + 1] ?? "") && (lines[at + 1] ?? "").includes("|");

function takeTable(walk: Walk): void {
  const rows: string[][] = [];
  for (; walk.at < walk.lines.length; walk.at += 1) {
    const line = walk.lines[walk.at] ?? "";
    if (!line.includes("|") || line.trim() === "") break;
    if (rows.length !== 1 || !RULE.test(line)) rows.push(cellsOf(line));
  }
  const [head = [], ...body] = rows;
  walk.blocks.push(tableOf(head, body));
}

/** The cells of one row; a bar in code or behind a backslash is no border. */
export function cellsOf(line: string): string[] {
  const inner = line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "");
  return inner.split(/(?<!\\)\|/).map((cell) => cell.replaceAll("\\|", "|").trim());
}

const isNameCell = (cell: string): boolean => /^`[^`]+`$/.test(cell);

// A table without a head of its own has its first row there: a name or type in code marks is no column's title.
function tableOf(head: string[], rows: string[][]): Block {
  const headless = head.some(isNameCell) || head.every((cell) => cell === "");
  if (!headless) return { type: "table", head, rows };
  const first = head.every((cell) => cell === "") ? [] : [head];
  return { type: "table", head: [], rows: [...first, ...rows] };
}

function takeList(walk: Walk): void {
  const items: Item[] = [];
  let blank = false;
  for (; walk.at < walk.lines.length; walk.at += 1) {
    const line = walk.lines[walk.at] ?? "";
    if (FENCE.test(line) || isHeading(line)) break;
    const item = ITEM.exec(line);
    if (item) pushItems(items, item[1] ?? "", item[2] ?? "");
    else if (line.trim() === "") blank = true;
    else if (blank && !/^[ \t]/.test(line)) break;
    else addTo(items.at(-1), line.trim());
    if (line.trim() !== "") blank = false;
  }
  walk.blocks.push(listTable(items) ?? { type: "list", items });
}

const addTo = (item: Item | undefined, text: string): void => {
  if (item) item.text = `${item.text} ${text}`.trim();
};

/** `- - Name` opens two levels on one line. */
function pushItems(items: Item[], indent: string, text: string): void {
  const depth = Math.floor(indent.replaceAll("\t", "    ").length / 2);
  const inner = /^(?:[-*+])[ \t]+(.*)$/.exec(text);
  items.push({ depth, text: inner ? "" : text.trim() });
  if (inner?.[1] !== undefined) items.push({ depth: depth + 1, text: inner[1].trim() });
}

// Converters that do not know list tables leave each row as an empty item with its cells as items after it.
function listTable(items: Item[]): Block | undefined {
  if (items[0]?.text !== "" || items.length < 3) return undefined;
  const rows: string[][] = [];
  const cellDepth = items[1]?.depth ?? 0;
  for (const { depth, text } of items) {
    const row = rows.at(-1);
    if (text === "" && depth <= (items[0]?.depth ?? 0)) rows.push([]);
    else if (row && depth > cellDepth) row.push(`${row.pop() ?? ""} ${text}`.trim());
    else row?.push(text);
  }
  const [head = [], ...body] = rows;
  return tableOf(head, body);
}

function takeParagraph(walk: Walk): void {
  const lines: string[] = [];
  for (; walk.at < walk.lines.length; walk.at += 1) {
    const line = walk.lines[walk.at] ?? "";
    const ends =
      line.trim() === "" || FENCE.test(line) || isHeading(line) || ITEM.test(line) || isTable(walk);
    if (ends) break;
    lines.push(line.trim());
  }
  const bold =
    lines.length === 1 ? (BOLD_LINE.exec(lines[0] ?? "") ?? PLAIN_LINE.exec(lines[0] ?? ""))?.[1] : undefined;
  if (lines.length === 0) walk.at += 1;
  else if (bold !== undefined) walk.blocks.push({ type: "heading", level: BOLD_LEVEL, text: bold.trim() });
  else walk.blocks.push({ type: "paragraph", lines });
}

export type Label = { label: string; text: string };

/** `**Since:** 2.0`, `Kind: method`: a few words, a colon, and what they say. */
export function labelOf(line: string): Label | undefined {
  const [, bold, plain, text] = LABEL.exec(line) ?? [];
  const label = bold ?? plain;
  return label === undefined || text === undefined ? undefined : { label, text: text.trim() };
}
