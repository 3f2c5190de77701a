// The comments that stand before declarations: their text as Markdown, and what their tags say. Promises that no sentence
// of a comment is lost, and that tags inside of example code are code. Refuses tags that only address compilers.

export type Comment = {
  text: string;
  params: ReadonlyMap<string, string>;
  returns: string | null;
  since: string | null;
  deprecated: boolean;
};

export const NO_COMMENT: Comment = {
  text: "",
  params: new Map(),
  returns: null,
  since: null,
  deprecated: false,
};

type Section = { tag: string; lines: string[] };

/** `raw` is what stands between the comment's marks. */
export function readComment(raw: string): Comment {
  const parts: string[] = [];
  const params = new Map<string, string>();
  const read: { returns: string | null; since: string | null; deprecated: boolean } = {
    returns: null,
    since: null,
    deprecated: false,
  };
  for (const { tag, lines } of sectionsOf(raw)) {
    const body = trimBlank(lines).join("\n");
    const kind = TAGS[tag] ?? (tag === "" ? "text" : "other");
    if (kind === "text") parts.push(body);
    else if (kind === "param") addParam(params, body);
    else if (kind === "returns") read.returns ??= inlined(withoutType(body)) || null;
    else if (kind === "since") read.since ??= inlined(body) || null;
    else if (kind === "deprecated") {
      read.deprecated = true;
      parts.push(body === "" ? "**Deprecated.**" : `**Deprecated:** ${body}`);
    } else if (kind === "example") parts.push(exampleText(body));
    else if (kind === "other" && body !== "") parts.push(`**${nameOf(tag)}:** ${body}`);
  }
  const text = parts
    .map(withLinks)
    .filter((part) => part.trim() !== "")
    .join("\n\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
  return { text, params, ...read, deprecated: read.deprecated || /^deprecated\b/i.test(text) };
}

type Kind = "text" | "param" | "returns" | "since" | "deprecated" | "example" | "dropped";

const tagTable: Record<Kind, string> = {
  text: "remarks description desc summary classdesc",
  param: "param arg argument property prop",
  returns: "returns return",
  since: "since version",
  deprecated: "deprecated",
  example: "example",
  // Said by the declaration itself, or to a compiler.
  dropped: `type typedef class constructor function func method memberof member name namespace module interface public
    private protected internal readonly static abstract override virtual sealed async hidden ignore inheritdoc inheritDoc
    packageDocumentation eventProperty template typeParam typeparam kind extends augments implements`,
};
const TAGS: Record<string, Kind | undefined> = Object.assign(
  Object.create(null),
  ...(["text", "param", "returns", "since", "deprecated", "example", "dropped"] as const).map((kind) =>
    Object.fromEntries(tagTable[kind].split(/\s+/).map((tag) => [tag, kind])),
  ),
);

const NAMES: Record<string, string | undefined> = Object.assign(Object.create(null), {
  see: "See",
  default: "Default",
  defaultValue: "Default",
  defaultvalue: "Default",
  throws: "Throws",
  exception: "Throws",
  note: "Note",
});
const nameOf = (tag: string): string => NAMES[tag] ?? `@${tag}`;

function sectionsOf(raw: string): Section[] {
  const sections: Section[] = [{ tag: "", lines: [] }];
  let fence: string | undefined;
  for (const line of linesOf(raw)) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined && (fence === undefined || mark.startsWith(fence)))
      fence = fence === undefined ? mark : undefined;
    const tag = fence === undefined ? /^\s*@([A-Za-z][\w-]*)(?:\s+(.*))?$/.exec(line) : null;
    if (tag?.[1] !== undefined) sections.push({ tag: tag[1], lines: [tag[2] ?? ""] });
    else sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function linesOf(raw: string): string[] {
  const text = raw.replaceAll("*\\/", "*/");
  return text.split(/\r\n|[\n\r\u2028\u2029]/).map((line) => line.replace(/^\s*\*? ?/, "").trimEnd());
}

function trimBlank(lines: string[]): string[] {
  const first = lines.findIndex((line) => line.trim() !== "");
  const last = lines.findLastIndex((line) => line.trim() !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
}

const MAX_TYPE = 500;

/** `{type} name - what it is`, `[name=default] what`, `options.key what`. */
function addParam(params: Map<string, string>, body: string): void {
  const found = /^\[?\s*(?:\.\.\.)?([\p{L}_$][\p{L}\p{N}_$.]*(?:\[\])?[\p{L}\p{N}_$.]*)/u.exec(
    withoutType(body),
  );
  if (!found?.[1]) return;
  const rest = withoutType(body).slice(found[0].length);
  const close = found[0].startsWith("[") ? rest.indexOf("]") + 1 : 0;
  const words = inlined(rest.slice(close).replace(/^\s*[-–—:]?\s*/, ""));
  if (words !== "") params.set(found[1], words);
}

function withoutType(body: string): string {
  const text = body.trimStart();
  if (!text.startsWith("{") || text.startsWith("{@")) return text;
  let depth = 0;
  for (let at = 0; at < Math.min(text.length, MAX_TYPE); at++) {
    if (text[at] === "{") depth++;
    else if (text[at] === "}" && --depth === 0) return text.slice(at + 1).trimStart();
  }
  return text;
}

/** One line, unless a list or code needs more. */
function inlined(text: string): string {
  const linked = withLinks(text).trim();
  return /\n\s*(?:[-*`~|]|\d+[.)]\s)/.test(linked) ? linked : linked.replace(/\s+/g, " ");
}

/** `{@link Sheet.open | opening}` reads "opening"; without words of its own the name stands as code. */
function withLinks(text: string): string {
  return text.replace(
    /\{@(?:link|linkcode|linkplain|see)\s{1,9}([^\s|{}]{1,300})\s{0,9}\|?\s{0,9}([^{}]{0,300})\}/g,
    (_, to: string, words: string) => words.trim() || (/^\w+:\/\//.test(to) ? to : `\`${to}\``),
  );
}

function exampleText(body: string): string {
  const caption = /^\s*<caption>([^<]{0,300})<\/caption>\s*/.exec(body);
  const rest = caption ? body.slice(caption[0].length) : body;
  const title = caption?.[1] ? `Example: ${caption[1].trim()}` : "Example:";
  const code = trimBlank(rest.split("\n")).join("\n");
  return /^\s*(?:`{3}|~{3})/m.test(code) ? `${title}\n\n${code}` : `${title}\n\n\`\`\`ts\n${code}\n\`\`\``;
}
