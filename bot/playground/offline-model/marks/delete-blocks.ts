// The lines of a thing that has no footprint: a function or class by its name, a section of a settings file,
// a heading's part, an element, a construct told by its text, a commented paragraph, single lines. Promises
// the first kind that fits, and only if it fits one place. Refuses everything else.

import { coverage, sameWords, tokens } from "../words.ts";
import { markPair, markRange } from "./delete-footprint.ts";
import { declaredNames, isDefinition } from "./footprints.ts";
import { codeOf, extent, type Line } from "./structure.ts";

type Range = [number, number];

const isSettings = (path: string) =>
  /\.(conf|cfg|ini|toml|ya?ml|json|properties|env|css|scss|less)$/i.test(path);
const isProse = (path: string) => /\.(md|markdown|txt|rst|adoc|tex)$/i.test(path);

export function blockLines(
  words: readonly string[],
  lines: readonly Line[],
  pairs: ReadonlyMap<number, number>,
  path: string,
): Set<number> {
  const marked = new Set<number>();
  const constructs = pairedConstructs(pairs);
  for (const find of [definitions, sections, elements, constructs, paragraphs, statements]) {
    const found = find(words, lines, path);
    if (found.length === 0) continue;
    for (const range of pickOne(found, words, lines)) {
      markRange(marked, range);
      const close = pairs.get(range[0]);
      if (close !== undefined) markPair(marked, range[0], close, lines);
    }
    // Several fit alike: a lesser kind would only be a worse guess.
    return find === definitions ? withCalls(marked, lines) : marked;
  }
  return marked;
}

const fits = (words: readonly string[], text: string) => coverage(words, tokens(text)) === words.length;

const starts = (lines: readonly Line[]) =>
  lines.flatMap((line, i) => (line.first === i && !line.blank && !line.comment ? [i] : []));

function definitions(words: readonly string[], lines: readonly Line[]): Range[] {
  return starts(lines)
    .filter((i) => isDefinition(codeOf(lines, i)) && fits(words, declaredNames(codeOf(lines, i)).join(" ")))
    .map((i) => extent(lines, i));
}

/** `[section]` of settings, `## heading` of prose: until the next of the same rank. */
function sections(words: readonly string[], lines: readonly Line[]): Range[] {
  const rankOf = (text: string) => {
    const heading = /^(#{1,6}) \S/.exec(text);
    if (heading) return heading[1]?.length ?? 1;
    return /^\s*\[{1,2}[^\]]+\]{1,2}\s*$/.test(text) ? 1 : null;
  };
  return lines.flatMap((line, i): Range[] => {
    const rank = rankOf(line.text);
    if (rank === null || !fits(words, line.text)) return [];
    const next = lines.findIndex((other, j) => j > i && (rankOf(other.text) ?? 9) <= rank);
    let end = (next < 0 ? lines.length : next) - 1;
    // A comment right above the next section is that section's.
    while (next >= 0 && end > i && lines[end]?.comment) end -= 1;
    while (end > i && lines[end]?.blank) end -= 1;
    return [[i, end]];
  });
}

function elements(words: readonly string[], lines: readonly Line[], path: string): Range[] {
  if (!/\.(html?|xml|svg|vue|jsx|tsx)$/i.test(path)) return [];
  return lines.flatMap((line, i): Range[] => {
    const open = /^\s*<([\w-]+)([^>]*)>/.exec(line.text);
    if (!open || line.text.includes("/>")) return [];
    const [, tag = "", attributes = ""] = open;
    const names = [...attributes.matchAll(/\b(?:id|class|name)\s*=\s*["']([^"']*)["']/g)].map(
      (match) => match[1],
    );
    if (!fits(words, [tag, ...names].join(" "))) return [];
    const end = closing(lines, i, tag);
    return end < 0 ? [] : [[i, end]];
  });
}

function closing(lines: readonly Line[], from: number, tag: string): number {
  let depth = 0;
  for (let i = from; i < lines.length; i++) {
    const text = lines[i]?.text ?? "";
    depth += [...text.matchAll(new RegExp(`<${tag}\\b(?![^>]*/>)`, "g"))].length;
    depth -= [...text.matchAll(new RegExp(`</${tag}>`, "g"))].length;
    if (depth <= 0) return i;
  }
  return -1;
}

/** A call that opens a construct and bears the words in its name or its strings. */
function pairedConstructs(pairs: ReadonlyMap<number, number>) {
  return (words: readonly string[], lines: readonly Line[]): Range[] =>
    starts(lines)
      .filter((i) => pairs.has(i) && fits(words, textOf(lines, i)))
      .map((i) => [i, Math.max(extent(lines, i)[1], pairs.get(i) ?? i)]);
}

/** A comment that names the thing, and the statements under it until a blank line. */
function paragraphs(words: readonly string[], lines: readonly Line[]): Range[] {
  return lines.flatMap((line, i): Range[] => {
    // The comment that opens a file is about the file.
    if (i === 0 || !line.comment || !isTitle(words, line.text) || lines[i - 1]?.comment) return [];
    let end = i;
    while (lines[end + 1]?.comment) end += 1;
    const head = end;
    for (let j = end + 1; lines[j] && !lines[j]?.blank && (lines[j]?.depth ?? 0) >= line.depth; j = end + 1) {
      if (/^\s*[)\]}]/.test(lines[j]?.code ?? "") || lines[j]?.comment) break;
      end = extent(lines, j)[1];
    }
    return end > head ? [[i, end]] : [];
  });
}

// "footer settings" and "price table: one row each" are titles; "cuts a text to a number of letters" only has the word.
function isTitle(words: readonly string[], comment: string): boolean {
  const [head = ""] = comment
    .replace(/^\W+/, "")
    .split(/[:.,;(]| [-–—] | (?:in|for|with|at|to|so|that|which|when|if|of) /i);
  const bare = head.replace(/^(?:the|a|an) /i, "");
  return !/\b(?:the|a|an)\b/i.test(bare) && tokens(bare).length <= words.length + 1 && fits(words, bare);
}

/** A setting by its key; a call by its name or its text, when nothing else in the file has the words. */
function statements(words: readonly string[], lines: readonly Line[], path: string): Range[] {
  if (isProse(path)) return [];
  const all = starts(lines);
  const key = isSettings(path) ? /^\s*["']?([\w$.-]+)["']?\s*[:={]/ : /^\s*["']?([\w$-]+)["']?\s*:(?!:)/;
  const keyed = all.filter((i) => fits(words, key.exec(lines[i]?.text ?? "")?.[1] ?? ""));
  if (keyed.length === 1) return keyed.map((i) => extent(lines, i));
  const [only, ...more] = all.filter((i) => fits(words, textOf(lines, i)));
  if (only === undefined || more.length > 0 || isSettings(path)) return [];
  return /^(?:await\s+)?[\w$.:]+\s*\(/.test(codeOf(lines, only)) && lines[only]?.blockEnd === null
    ? [extent(lines, only)]
    : [];
}

// Single lines may be many; blocks are one, or the one that is called exactly so.
function pickOne(ranges: Range[], words: readonly string[], lines: readonly Line[]): Range[] {
  const outer = ranges.filter((range) => !ranges.some((other) => other !== range && holds(other, range)));
  const isBlock = outer.some(([from, to]) => to > from);
  if (outer.length < 2 || !isBlock) return outer;
  const exact = outer.filter(([from]) => sameWords(words, nameTokens(lines[from]?.text ?? "")));
  return exact.length === 1 ? exact : [];
}

const holds = (outer: Range, inner: Range) => outer[0] <= inner[0] && outer[1] >= inner[1];

function nameTokens(text: string): string[] {
  const names = declaredNames(text.trim());
  return tokens(names.length > 0 ? names.join(" ") : text.replace(/[:={].*$/, ""));
}

function textOf(lines: readonly Line[], at: number): string {
  const { first, last } = lines[at] ?? { first: at, last: at };
  return lines
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join(" ");
}

/** Statements that only call what goes go too. */
function withCalls(marked: Set<number>, lines: readonly Line[]): Set<number> {
  const names = [...marked].flatMap((i) =>
    isDefinition(codeOf(lines, i)) && lines[i]?.first === i ? declaredNames(codeOf(lines, i)) : [],
  );
  for (const i of starts(lines)) {
    const call = /^(?:await\s+)?([\w$]+)\s*\([^()]*\)\s*;?$/.exec(codeOf(lines, i));
    if (call && names.includes(call[1] ?? "")) markRange(marked, extent(lines, i));
  }
  return marked;
}
