// A line of prose as tokens: words, names of files, code, quotes, marks. Promises their places, and one pass whatever the
// line holds. Refuses to look into code and quotes, except for one that is nothing but a file's name.

import type { Names } from "./names.ts";

export type Token = {
  kind: "word" | "name" | "code" | "quote" | "mark";
  text: string;
  lower: string;
  start: number;
  end: number;
  /** "main.js's" */
  possessive: boolean;
};

/** A quote that runs on for longer was never closed. */
const MAX_QUOTE = 300;
const CLOSERS: Readonly<Record<string, string>> = {
  '"': '"',
  "“": "”",
  "«": "»",
  "„": "“",
  "‘": "’",
  "'": "'",
};
const BREAKS = /[\s()[\]{}<>"“”„«»‘;:!?|,`—–…&=]/;
/** A path may have "[id]" and "(group)" between its slashes. */
const RUN =
  /[^\s()[\]{}<>"“”„«»‘;:!?|,`—–…&=]{1,4000}(?:(?<=\/)[[(][\w.-]{1,30}[\])][^\s()[\]{}<>"“”„«»‘;:!?|,`—–…&=]{0,200}){0,4}/y;
const TAG = /<\/?[a-zA-Z][^<>\n]{0,80}>/y;
const URL = /[a-z][a-z0-9+]{1,10}:\/\/[^\s<>")`*,;]{1,2000}/y;
const LINK = /\]\(([^()\s]{0,300})(?:\s"[^"\n]{0,100}")?\)/y;
const ARROW = /(?:[-=]{1,2}>|→|⇒|➜|⟶)/y;
const ABBREVIATED = /^(?:e\.g|i\.e|etc|vs|approx|incl|resp|fig|cf|no|ca|dr|mr|ms|st|\p{L})$/iu;

export function tokensOf(line: string, names: Names): Token[] {
  // Emphasis stands inside words too: "**main.js**'s".
  const plain = line.replace(/\*\*(?![/.])/g, "  ").replace(/(?<=\s)['’]s(?=\s)/g, "  ");
  const reader = createReader(plain, names);
  while (reader.at() < plain.length) reader.next();
  return reader.tokens;
}

function createReader(line: string, names: Names) {
  const tokens: Token[] = [];
  const spans = codeSpans(line);
  const spaced = names.spaced.filter((name) => line.includes(name));
  let at = 0;

  const push = (kind: Token["kind"], text: string, end: number) => {
    tokens.push({ kind, text, lower: text.toLowerCase(), start: at, end, possessive: false });
    at = end;
  };
  const hasScheme = line.includes("://");
  /** What stands under "res://" is the project's own. */
  const url = () => {
    const [, inside = ""] = /^res:\/\/(.*?)[.]?$/.exec(line.slice(at, URL.lastIndex)) ?? [];
    if (names.isName(inside)) push("name", inside, URL.lastIndex);
    else push("code", "url", URL.lastIndex);
  };
  const matched = (shape: RegExp): RegExpExecArray | null => {
    shape.lastIndex = at;
    return shape.exec(line);
  };
  /** Code or a quote: a name, if it is nothing else. */
  const enclosed = (kind: "code" | "quote", from: number, to: number, end: number) => {
    const inner = line
      .slice(from, to)
      .trim()
      .replace(/^\*+|\*+$/g, "")
      .replace(/:\d+(?:[:-]\d+)?$/, "");
    const isName =
      inner.length < 200 && (names.isName(inner) || (inner.includes(" ") && names.isSpaced(inner)));
    push(isName ? "name" : kind, inner, end);
  };
  const link = (): boolean => {
    const found = matched(LINK);
    if (!found) return false;
    const target = found[1] ?? "";
    const isNew = tokens.at(-1)?.kind !== "name" && !/^[a-z]+:/i.test(target) && names.isName(target);
    if (isNew) push("name", target, at + found[0].length);
    at = LINK.lastIndex;
    return true;
  };
  const quoted = (char: string): boolean => {
    const closer = CLOSERS[char];
    if (closer === undefined) return false;
    const end = closing(line, at, closer);
    if (end < 0) return false;
    enclosed("quote", at + 1, end, end + 1);
    return true;
  };
  const run = () => {
    const found = matched(RUN)?.[0] ?? line.charAt(at);
    const read = wordsOf(found, at, names);
    at += found.length;
    const [call] = read;
    // "res.json()" is a call.
    if (call?.kind === "name" && line.charAt(at) === "(" && !call.text.includes("/"))
      read[0] = { ...call, kind: "code" };
    const [first, before] = [read[0], tokens.at(-1)];
    // A path with a blank in it: "Assets/Level" and "2.unity".
    if (first?.kind === "name" && before?.kind === "code" && isHalfPath(before, first)) {
      tokens.pop();
      read[0] = { ...first, ...joined(before, first) };
    }
    tokens.push(...read);
  };

  return {
    tokens,
    at: () => at,
    next() {
      const char = line.charAt(at);
      if (char === " " || char === "\t") {
        at += 1;
        return;
      }
      const span = spans.get(at);
      if (span !== undefined) return enclosed("code", span.from, span.to, span.end);
      const name = spaced.find((one) => line.startsWith(one, at));
      if (name !== undefined) return push("name", name, at + name.length);
      if (char === "]" && link()) return;
      if (char === "<" && matched(TAG)) return skip(TAG.lastIndex);
      if (hasScheme && /[a-z]/.test(char) && matched(URL)) return url();
      if (/[-=→⇒➜⟶]/.test(char) && matched(ARROW)) return push("mark", "→", ARROW.lastIndex);
      if (char in CLOSERS && !(char === "'" && /[\p{L}\p{N}]/u.test(line.charAt(at - 1))) && quoted(char))
        return;
      if (BREAKS.test(char)) return push("mark", markOf(char), at + 1);
      run();
    },
  };
  function skip(to: number) {
    at = to;
  }
}

const isHalfPath = (before: Token, name: Token) =>
  before.end === name.start - 1 && /^[\w@.-]+(?:\/[\w@.-]+)+$/.test(before.text) && !name.text.includes("/");

function joined(before: Token, name: Token): Pick<Token, "text" | "lower" | "start"> {
  const text = `${before.text} ${name.text}`;
  return { text, lower: text.toLowerCase(), start: before.start };
}

function markOf(char: string): string {
  if (char === "—" || char === "–") return "-";
  return char === "!" || char === "?" || char === "…" ? (char === "?" ? "?" : ".") : char;
}

/** Where a quote closes, or -1. */
function closing(line: string, at: number, closer: string): number {
  const window = line.slice(at + 1, at + 1 + MAX_QUOTE);
  for (let found = window.indexOf(closer); found > 0; found = window.indexOf(closer, found + 1)) {
    const isInWord = (closer === "'" || closer === "’") && /[\p{L}\p{N}]/u.test(window.charAt(found + 1));
    if (!isInWord) return at + 1 + found;
  }
  return -1;
}

type Span = { from: number; to: number; end: number };

/** Backtick spans by where they start: a run of backticks closes at the next run of the same length. */
function codeSpans(line: string): Map<number, Span> {
  const runs = [...line.matchAll(/`+/g)].map((run) => ({ at: run.index, length: run[0].length }));
  const spans = new Map<number, Span>();
  const next = nextOfSameLength(runs);
  for (let i = 0; i < runs.length; ) {
    const [open, close] = [runs[i], next[i]];
    const closer = close === undefined ? undefined : runs[close];
    if (open === undefined || close === undefined || closer === undefined) i += 1;
    else {
      spans.set(open.at, { from: open.at + open.length, to: closer.at, end: closer.at + closer.length });
      i = close + 1;
    }
  }
  return spans;
}

function nextOfSameLength(runs: readonly { length: number }[]): (number | undefined)[] {
  const last = new Map<number, number>();
  const next: (number | undefined)[] = [];
  for (let i = runs.length - 1; i >= 0; i--) {
    const length = runs[i]?.length ?? 0;
    next[i] = last.get(length);
    last.set(length, i);
  }
  return next;
}

/** One run of characters: a word or a name, and what ends a sentence after it. */
function wordsOf(run: string, offset: number, names: Names): Token[] {
  const [from, to] = edgesOf(run);
  const text = run.slice(from, to);
  const [start, end] = [offset + from, offset + to];
  const own = text === "" ? [] : [tokenOf(text, start, names)];
  const rest = run.slice(to);
  const ends = rest.includes(".") && !ABBREVIATED.test(text);
  if (ends || text === "") {
    const mark = ends ? "." : run === "-" || run === "--" ? "-" : run === "+" ? "&" : "•";
    own.push({
      kind: "mark",
      text: mark,
      lower: mark,
      start: end,
      end: offset + run.length,
      possessive: false,
    });
  }
  return own;
}

/** Where a run's text begins and ends, without emphasis, quotes and signs. */
function edgesOf(run: string): [number, number] {
  let [from, to] = [0, run.length];
  while (from < to && !isLeading(run, from)) from += 1;
  while (to > from && !/[\p{L}\p{N}$/\\_]/u.test(run.charAt(to - 1))) to -= 1;
  while (from < to - 1 && run.charAt(from) === "_" && run.charAt(to - 1) === "_") {
    from += 1;
    to -= 1;
  }
  return [from, to];
}

/** A star may be emphasis, or open a pattern like "*.js". */
function isLeading(run: string, at: number): boolean {
  const char = run.charAt(at);
  if (char === "*") return /[./]/.test(run.charAt(at + 1));
  if (char === "+") return /\w/.test(run.charAt(at + 1)) && run.includes(".");
  if (char === "." || char === "~")
    return /[\w./]/.test(run.charAt(at + 1)) && !/^\.+$/.test(run.slice(at, at + 4));
  return /[\p{L}\p{N}_$@/\\]/u.test(char);
}

function tokenOf(text: string, start: number, names: Names): Token {
  const bare = text.replace(/['’]s?$/, "");
  const place = { start, end: start + text.length };
  if (names.isName(bare)) {
    const name = bare.replace(/[?#].*$/, "");
    return { kind: "name", text: name, lower: name.toLowerCase(), ...place, possessive: bare !== text };
  }
  const isCode = /[$_\d./\\]/.test(text) && !/^\d+$/.test(text) && !/^(?:and\/or|i\/o|n\/a)$/i.test(text);
  const kind = isCode || /^[a-z]+[A-Z]/.test(text) ? "code" : "word";
  return { kind, text, lower: text.toLowerCase(), ...place, possessive: false };
}
