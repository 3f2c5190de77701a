// What of a text its writer says in their own voice. Promises the same length and the same lines: code, quotes and the
// person's own words are blanked where they stand, so that places stay right. Refuses to judge what is left.

/** A sentence, and where it stands in the whole text. */
export type Sentence = { text: string; start: number; end: number };

/** So many of the person's words in a row are theirs, whoever writes them down again. */
const ECHO_WORDS = 5;
/** A quote that runs on for longer was never closed. */
const MAX_QUOTE = 400;

const FENCE = /^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)])[ \t]*)*(`{3,}|~{3,})/;
const CODE_SPAN = /(?<!`)(`+)(?!`)[^\n]*?[^`\n]\1(?!`)/g;
const QUOTES = new RegExp(
  [
    `"[^"\\n]{1,${MAX_QUOTE}}"`,
    `“[^”\\n]{1,${MAX_QUOTE}}”`,
    `«[^»\\n]{1,${MAX_QUOTE}}»`,
    `(?<![\\p{L}\\p{N}])‘[^’\\n]{1,${MAX_QUOTE}}’(?![\\p{L}\\p{N}])`,
    `(?<![\\p{L}\\p{N}])'[^'\\n]{1,${MAX_QUOTE}}'(?![\\p{L}\\p{N}])`,
  ].join("|"),
  "gu",
);

/** Several gates ask for the same draft. */
const last: { text: string; said: string; voice: string } = { text: "", said: "", voice: "" };

/** The text with everything blanked that is code, quoted, or said by the person before. */
export function ownVoice(text: string, said: readonly string[]): string {
  const words = said.join("\n\n");
  if (last.text !== text || last.said !== words) {
    last.voice = voiceOf(text, said);
    last.text = text;
    last.said = words;
  }
  return last.voice;
}

function voiceOf(text: string, said: readonly string[]): string {
  const plain = withoutCode(text)
    .replace(/^[ \t]*>.*$/gm, blank)
    .replace(QUOTES, blank);
  return said.reduce(withoutEcho, plain);
}

/** Fences, closed or not, and code between backticks. */
function withoutCode(text: string): string {
  return withoutFences(text).replace(CODE_SPAN, blank);
}

export function withoutFences(text: string): string {
  let mark: string | null = null;
  const lines = text.split(/(?<=\n)/).map((line) => {
    const [, found] = FENCE.exec(line) ?? [];
    if (mark === null) {
      mark = found ?? null;
      return mark === null ? line : blank(line);
    }
    const bare = line.replace(/^[ \t>]*/, "").trimEnd();
    if (bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length)) mark = null;
    return blank(line);
  });
  return lines.join("");
}

const blank = (text: string): string => text.replace(/[^\r\n]/g, " ");

/** Runs of words that the person said, in their order; anything may stand between two words but letters. */
function withoutEcho(text: string, said: string): string {
  const words = wordsIn(said.toLowerCase()).map(({ word }) => word);
  if (words.length < ECHO_WORDS) return text;
  const runs = new Set<string>();
  for (let at = 0; at + ECHO_WORDS <= words.length; at++)
    runs.add(words.slice(at, at + ECHO_WORDS).join(" "));
  const own = wordsIn(text);
  const echoed: [number, number][] = [];
  for (let at = 0; at + ECHO_WORDS <= own.length; at++) {
    const run = own.slice(at, at + ECHO_WORDS);
    const key = run.map(({ word }) => word.toLowerCase()).join(" ");
    const [first, last] = [run[0], run.at(-1)];
    if (first && last && runs.has(key)) echoed.push([first.start, last.start + last.word.length]);
  }
  return echoed.reduce(
    (all, [from, to]) => all.slice(0, from) + blank(all.slice(from, to)) + all.slice(to),
    text,
  );
}

function wordsIn(text: string): { word: string; start: number }[] {
  return [...text.matchAll(/[\p{L}\p{N}_$][\p{L}\p{N}_$'’.-]*/gu)].map((match) => ({
    word: match[0].replace(/[.'’-]+$/, ""),
    start: match.index,
  }));
}

const ABBREVIATED = /\b(?:[eE]\.g|[iI]\.e|etc|vs|approx|[A-Z])\.$/;

/** The sentences of a text, line by line; marks of lists and headings before them are not theirs. */
export function sentences(text: string): Sentence[] {
  const found: Sentence[] = [];
  let offset = 0;
  for (const line of text.split(/(?<=\n)/)) {
    const lead = /^[ \t]*(?:(?:[-*+•]|#{1,6}|\d{1,9}[.)])[ \t]+)*/.exec(line)?.[0].length ?? 0;
    found.push(...inLine(line.slice(lead).trimEnd(), offset + lead));
    offset += line.length;
  }
  return found;
}

/** The end of a sentence: its point, or a picture where one would stand. */
const STOP =
  /[.!?…]+["'”’»)\]*_]*(?:\s*\p{Extended_Pictographic}\uFE0F?)*(?=\s|$)|\p{Extended_Pictographic}\uFE0F?(?=\s+\p{Lu}|\s*$)/gu;

function inLine(line: string, offset: number): Sentence[] {
  const found: Sentence[] = [];
  let start = 0;
  const close = (end: number) => {
    const raw = line.slice(start, end);
    const at = start + (raw.length - raw.trimStart().length);
    if (raw.trim() !== "") found.push({ text: raw.trim(), start: offset + at, end: offset + end });
    start = end;
  };
  for (const stop of line.matchAll(STOP)) {
    const end = stop.index + stop[0].length;
    if (!ABBREVIATED.test(line.slice(0, stop.index + 1))) close(end);
  }
  close(line.length);
  return found;
}
