// Looks at declarations before they are parsed. Promises that what passes cannot exhaust the parser's native stack, which
// nobody could catch: it would end the whole program. Refuses deep nesting, long chains, and marks that no declaration
// has a use for but that could hide what follows them.

/**
 * Measured in a thread of 4 MB: the costliest bracket overflows at 1,500 levels, the costliest chain (conditional and
 * function types) at 5,500 links, operators of equal rank at 30,000.
 */
const MAX_WEIGHT = 2_000;
const MAX_EQUALS = 10_000;
/** Each costs half a kilobyte and more while a page is read. */
const MAX_TOKENS = 1_500_000;
const BRACKET = 7;

const WORD = /^[\p{L}\p{N}_$\\]/u;
const WHOLE_WORD = /(?:[\p{L}\p{N}_$\u200c\u200d]|\\u(?:\{[0-9a-f]{1,6}\}|[0-9a-f]{4}))+/iuy;
/** A line that ends with one goes on in the next. */
const GOES_ON =
  /^(?:keyof|typeof|readonly|unique|infer|asserts|is|extends|implements|new|abstract|in|of|as|satisfies|instanceof|if|else|do|while|for|with|return|throw|void|delete|await|yield|async|export|default|declare|import|type|case)$/;
/** A line that begins with one goes on from the last. */
const CONTINUES = /^(?:extends|implements|is|in|of|as|satisfies|instanceof|else|catch|finally|while)$/;
/** Stands for a mark after which a line goes on; no word, so that none is taken for it. */
const OPERATOR = "=";
const CLOSING: Record<string, string> = { ")": "(", "]": "[", "}": "{", ">": "<" };

/** One open bracket: the chain inside of it since its last separator, and operators of equal rank since then. */
type Level = { bracket: string; links: number; equals: number };
type Scan = {
  text: string;
  at: number;
  levels: Level[];
  /** Over all levels that are open. */
  weight: number;
  equals: number;
  tokens: number;
  before: string;
  broken: boolean;
};

/** Why a page is not parsed; undefined when it may be. */
export function nestingFault(text: string): string | undefined {
  const scan: Scan = { text, at: 0, levels: [], weight: 0, equals: 0, tokens: 0, before: "", broken: false };
  enter(scan, "");
  while (scan.at < text.length) {
    const fault = step(scan) ?? tooMuch(scan);
    if (fault !== undefined) return `line ${lineAt(text, scan.at)}: ${fault}`;
  }
  return undefined;
}

function tooMuch({ weight, equals, tokens }: Scan): string | undefined {
  if (weight > MAX_WEIGHT || equals > MAX_EQUALS) return "nested too deeply; the page is not read";
  return tokens > MAX_TOKENS ? "holds too much for one page; it is not read" : undefined;
}

function lineAt(text: string, at: number): number {
  let line = 1;
  for (let next = text.indexOf("\n"); next >= 0 && next < at; next = text.indexOf("\n", next + 1)) line++;
  return line;
}

const BREAK = /[\n\r\u2028\u2029]/;

function step(scan: Scan): string | undefined {
  const { text, at } = scan;
  const mark = text[at] ?? "";
  if (mark.trim() === "") {
    scan.broken ||= BREAK.test(mark);
    scan.at++;
  } else if (text.startsWith("//", at)) scan.at = find(text, /[\n\r\u2028\u2029]/g, at);
  else if (text.startsWith("/*", at)) skipComment(scan);
  else if (mark === '"' || mark === "'") skipString(scan, mark);
  else if (mark === "`") openTemplate(scan);
  else if (WORD.test(mark)) return readWord(scan);
  // Read as a pattern, a quote after a slash could hide the rest of the page.
  else if (mark === "/" || text.startsWith("<!--", at) || text.startsWith("-->", at)) return odd(mark);
  else readMark(scan, mark);
  return undefined;
}

const odd = (mark: string): string => `"${mark}" is nothing that declarations hold; the page is not read`;

function find(text: string, what: RegExp, from: number): number {
  what.lastIndex = from;
  return what.exec(text)?.index ?? text.length;
}

function skipComment(scan: Scan): void {
  const close = scan.text.indexOf("*/", scan.at + 2);
  const end = close < 0 ? scan.text.length : close + 2;
  scan.broken ||= BREAK.test(scan.text.slice(scan.at, end));
  scan.at = end;
}

function skipString(scan: Scan, quote: string): void {
  const { text } = scan;
  let at = find(text, /["'\\\n\r]/g, scan.at + 1);
  while (at < text.length && text[at] !== quote && text[at] !== "\n" && text[at] !== "\r") {
    const escaped = text[at] === "\\" ? (text.startsWith("\r\n", at + 1) ? 3 : 2) : 1;
    at = find(text, /["'\\\n\r]/g, at + escaped);
  }
  scan.at = at + 1;
  became(scan, "string");
}

function readWord(scan: Scan): string | undefined {
  WHOLE_WORD.lastIndex = scan.at;
  const word = WHOLE_WORD.exec(scan.text)?.[0];
  if (word === undefined) return odd(scan.text[scan.at] ?? "");
  if (beginsAnew(scan, word)) separate(scan);
  scan.at += word.length;
  became(scan, word);
  if (GOES_ON.test(word)) link(scan);
  return undefined;
}

// A word after a line's end begins something new, unless a statement's head (`if (…)`) may have ended there. After ">"
// it may be an operand too.
function beginsAnew(scan: Scan, word: string): boolean {
  if (CONTINUES.test(word)) return false;
  if (scan.before === "}") return true;
  if (!scan.broken) return false;
  if (scan.before === ">") equal(scan);
  return scan.before === "]" || scan.before === "string" || isThing(scan.before);
}

const isThing = (before: string): boolean => WORD.test(before) && !GOES_ON.test(before);

function readMark(scan: Scan, mark: string): void {
  scan.at++;
  if (mark === "(" || mark === "[" || mark === "{" || mark === "<") {
    link(scan);
    enter(scan, mark);
  } else if (CLOSING[mark] !== undefined) return close(scan, mark);
  else if (mark === ";" || mark === ",") separate(scan);
  else if (mark === "|" || mark === "&") equal(scan);
  else link(scan);
  became(scan, mark);
}

function close(scan: Scan, mark: string): void {
  const isArrow = mark === ">" && scan.text[scan.at - 2] === "=";
  const before = isArrow || (mark === ">" && top(scan)?.bracket !== "<") ? OPERATOR : mark;
  // A "<" that is still open was an operator; what is around it closes.
  while (mark !== ">" && top(scan)?.bracket === "<") leave(scan);
  if (mark === "}" && top(scan)?.bracket === "${") {
    leave(scan);
    return readTemplate(scan);
  }
  if (!isArrow && top(scan)?.bracket === CLOSING[mark]) leave(scan);
  else link(scan);
  became(scan, before);
}

function openTemplate(scan: Scan): void {
  scan.at++;
  enter(scan, "`");
  readTemplate(scan);
}

/** To the template's end, or into the next of its holes. */
function readTemplate(scan: Scan): void {
  const mark = /`|\$\{|\\[\s\S]/g;
  mark.lastIndex = scan.at;
  for (let found = mark.exec(scan.text)?.[0]; found !== undefined; found = mark.exec(scan.text)?.[0]) {
    if (found.startsWith("\\")) continue;
    scan.at = mark.lastIndex;
    if (found === "`") leave(scan);
    else enter(scan, "${");
    return became(scan, found === "`" ? "string" : OPERATOR);
  }
  scan.at = scan.text.length;
}

function became(scan: Scan, token: string): void {
  scan.tokens++;
  scan.before = token;
  scan.broken = false;
}

const top = ({ levels }: Scan): Level | undefined => levels.at(-1);

function enter(scan: Scan, bracket: string): void {
  scan.levels.push({ bracket, links: 0, equals: 0 });
  scan.weight += BRACKET;
}

function leave(scan: Scan): void {
  const { links = 0, equals = 0 } = scan.levels.pop() ?? {};
  scan.weight -= BRACKET + links;
  scan.equals -= equals;
}

function link(scan: Scan): void {
  const level = top(scan);
  if (level) level.links++;
  scan.weight++;
}

function separate(scan: Scan): void {
  const level = top(scan);
  if (!level) return;
  scan.weight -= level.links;
  scan.equals -= level.equals;
  level.links = 0;
  level.equals = 0;
}

/** Operators of one rank are read in a loop, and only what is made of them is deep. */
function equal(scan: Scan): void {
  const level = top(scan);
  if (!level) return;
  level.equals += level.links + 1;
  scan.equals += level.links + 1;
  scan.weight -= level.links;
  level.links = 0;
}
