// Markdown prose as sentences: what the readers of facts look at. Promises that code blocks, tables and headings are not
// among them, and that a sentence keeps its code marks. Refuses to understand anything: that is prose-facts.

const FENCE = /^[ \t]*(?:(?:>|[-*+]|\d+[.)])[ \t]*)*(`{3,}|~{3,})/;
const ITEM = /^(?:[-*+]|\d+[.)])\s+/;
const BREAK = /^(?:#{1,6}\s|\||\+[-=+]+|:?-{3,}|\*{3,}|<[A-Z/!]|!!!|===+)/;

// Longer ones are data, not prose, and would cost the patterns of the readers their time.
const MAX_PARAGRAPH = 8000;
const MAX_SENTENCE = 800;

/** The text without fenced code, line for line. */
function withoutCode(text: string): string[] {
  const kept: string[] = [];
  let fence: string | undefined;
  for (const line of text.split(/\r?\n/)) {
    const mark = FENCE.exec(line)?.[1];
    if (mark === undefined) {
      if (fence === undefined) kept.push(line);
    } else if (fence === undefined) {
      fence = mark;
      kept.push("");
    } else if (line.replace(/^[\s>]+/, "").startsWith(fence)) fence = undefined;
  }
  return kept;
}

/** Paragraphs and list items, each on one line, without Markdown's dressing but for code marks. */
export function paragraphs(text: string): string[] {
  const found: string[] = [];
  let current: string[] = [];
  const close = (): void => {
    if (current.length > 0) found.push(current.join(" "));
    current = [];
  };
  for (const raw of withoutCode(text)) {
    const line = raw.replace(/^[ \t]*(?:[?!]?>[ \t]?)+/, "").trim();
    if (line === "" || BREAK.test(line)) {
      close();
      continue;
    }
    const item = line.replace(ITEM, "");
    if (item !== line) close();
    current.push(item);
  }
  close();
  return found
    .filter((line) => line.length <= MAX_PARAGRAPH)
    .map(plain)
    .filter((line) => line !== "");
}

/** Cut after full stops, semicolons and colons. */
export function sentences(paragraph: string): string[] {
  return paragraph
    .split(/(?<=[.!?;:])\s+|(?<=[.!?])(?=[A-Z][a-z]+ )/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "" && sentence.length <= MAX_SENTENCE);
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["nbsp", " "],
  ["#39", "'"],
  ["#x27", "'"],
]);

const ENTITY = /&(?:lt|gt|amp|quot|nbsp|#39|#x27);/gi;
const decoded = (text: string): string =>
  text.replace(ENTITY, (entity) => ENTITIES.get(entity.slice(1, -1).toLowerCase()) ?? "");

/** Most lines carry none of the marks that are taken off. */
const DRESSED = /[*_`~<&[\\“”‘’]/;

/** One line without links, emphasis and tags; code marks stay, with what is in them; typographic quotes become plain. */
export function plain(line: string): string {
  if (!DRESSED.test(line)) return line.replace(/\s+/g, " ").trim();
  const codes: string[] = [];
  const marked = line.replace(/<code[^>]*>(.*?)<\/code>/gi, (_tag, code: string) => `\`${decoded(code)}\``);
  const bare = marked.replace(/(`+)[^`]+\1/g, (code) => {
    codes.push(code);
    return `\uE000${codes.length - 1}\uE001`;
  });
  return bare
    .replace(/!?\[((?:[^[\]]|\[[^\]]*\])*)\]\((?:[^()]|\([^()]*\))*\)/g, "$1")
    .replace(/\[([^[\]]+)\]\[[^\]]*\]/g, "$1")
    .replace(/<br\s*\/?>/gi, " ")
    .replace(/<\/?[a-z][^<>]*>/gi, "")
    .replace(ENTITY, decoded)
    .replace(
      // `Loom-__proto__` is a name, and no bold "proto".
      /((?<=\w[-.])__\w+__(?!\w))|\*\*|~~|(?<!\w)__(?=\S)|(?<=\S)__(?!\w)|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])/g,
      (_mark, name?: string) => name ?? "",
    )
    .replace(/(?<![\w\\])_([^_\s](?:[^_]*[^_\s])?)_(?!\w)/g, "$1")
    .replace(/\uE000(\d+)\uE001/g, (_mark, at: string) => codes[Number(at)] ?? "")
    .replace(/[“”]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\\([|*_#<>[\]])/g, "$1")
    .replace(/\s+/g, " ")
    .trim();
}
