// The structure of any text file by plain means: which lines make one statement, which statement opens a block
// and where the block ends, how deep a line stands. Promises an answer for every line of every language.
// Refuses to need a parser: braces where there are braces, else indentation.

import { maskLines } from "./mask.ts";

export type NumberedLine = { n: number; text: string };

export type Line = {
  n: number;
  text: string;
  /** Strings and comments blanked. */
  code: string;
  blank: boolean;
  comment: boolean;
  /** First and last line (as indexes) of the statement that this line belongs to. */
  first: number;
  last: number;
  /** Where the block ends that this statement opens; null when it opens none. */
  blockEnd: number | null;
  /** Brackets of all kinds open before this line. */
  depth: number;
};

const BY_INDENT = /\.(py|rb|lua|sh|bash|ya?ml|nim|coffee|haml|pug|sass)$/i;
/** Blocks told by indents alone, without a closing word. */
export const isIndented = (path: string) => /\.(py|ya?ml|nim|coffee|haml|pug|sass)$/i.test(path);
const CLOSER = /^\s*(end|fi|done|esac|endif|endfor|endwhile|else|elif|elsif|except|finally|rescue|ensure)\b/;
const DECORATED = /^\s*(?:export\s+|async\s+|public\s+)*(?:def|class|function)\b/;
const STATEMENT_MAX = 400;

export function scanLines(lines: readonly NumberedLine[], path: string): Line[] {
  const masked = maskLines(
    lines.map(({ text }) => text),
    path,
  );
  const scanned = lines.map(({ n, text }, i): Line => {
    const { code = "", comment = false } = masked[i] ?? {};
    return { n, text, code, comment, blank: text.trim() === "", first: i, last: i, blockEnd: null, depth: 0 };
  });
  setDepths(scanned);
  const indented = BY_INDENT.test(path);
  for (let i = 0; i < scanned.length; ) i = joinStatement(scanned, i, indented) + 1;
  for (const [i, line] of scanned.entries()) {
    if (line.first !== i || line.blank || line.comment) continue;
    line.blockEnd = indented ? indentEnd(scanned, line) : braceEnd(scanned, line.last);
  }
  return scanned;
}

/** The lines of a statement with its block and its decorators, as indexes. */
export function extent(lines: readonly Line[], at: number): [number, number] {
  const first = lines[at]?.first ?? at;
  const head = lines[first];
  let start = first;
  if (DECORATED.test(head?.code ?? "")) while (/^\s*@\w/.test(lines[start - 1]?.code ?? "")) start -= 1;
  return [start, Math.max(head?.last ?? at, head?.blockEnd ?? at)];
}

/** The statement's code, its lines joined. */
export function codeOf(lines: readonly Line[], at: number): string {
  const { first, last } = lines[at] ?? { first: at, last: at };
  return lines
    .slice(first, last + 1)
    .map(({ code }) => code.trim())
    .join(" ")
    .trim();
}

const indentOf = (text: string) => /^\s*/.exec(text)?.[0].length ?? 0;

function setDepths(lines: Line[]): void {
  let depth = 0;
  for (const line of lines) {
    line.depth = depth;
    depth += balance(line.code);
  }
}

function balance(code: string): number {
  let sum = 0;
  for (const char of code) {
    if ("([{".includes(char)) sum += 1;
    else if (")]}".includes(char)) sum -= 1;
  }
  return sum;
}

/** Joins the lines of the statement that begins at `start`; gives its last line. */
function joinStatement(lines: Line[], start: number, indented: boolean): number {
  const head = lines[start];
  if (!head || head.blank || head.comment) return start;
  let last = start;
  while (last - start < STATEMENT_MAX && goesOn(lines, start, last, indented)) last += 1;
  for (let i = start; i <= last; i++) {
    const line = lines[i];
    if (line) [line.first, line.last] = [start, last];
  }
  return last;
}

function goesOn(lines: readonly Line[], start: number, last: number, indented: boolean): boolean {
  const [head, line, next] = [lines[start], lines[last], lines[last + 1]];
  if (!head || !line || !next) return false;
  if (!indented && opensBlock(lines, start, last)) return false;
  if (head.depth < next.depth) return true;
  if (next.blank) return false;
  const code = line.code.trimEnd();
  const isDeclaration = /^\s*(var|let|const|local)\b/.test(head.code);
  if (/(?:[=+*/%&|?\\]|[^-]-)$/.test(code) && !/(\+\+|\*\/)$/.test(code))
    return !next.comment && code.trim() !== "";
  if (code.endsWith(",") && isDeclaration) return true;
  return !indented && /^\s*(\.[\w$]|&&|\|\||\? |: |\+ )/.test(next.code) && !/[;{}]$/.test(code);
}

/** The brace that ends this line opens a block of statements, not an object. */
function opensBlock(lines: readonly Line[], start: number, last: number): boolean {
  const code = lines[last]?.code.trimEnd() ?? "";
  if (!code.endsWith("{")) return false;
  const before = code.slice(0, -1).trimEnd();
  if (before === "") return true;
  if (/(\)|=>|\b(else|try|do|finally|static))$/.test(before)) return true;
  if (
    /^\s*(class|interface|struct|enum|namespace|module|impl|trait|fn|func)\b/.test(lines[start]?.code ?? "")
  )
    return true;
  return !/[=(,:[?&|]$|\breturn$/.test(before);
}

function braceEnd(lines: readonly Line[], last: number): number | null {
  const line = lines[last];
  if (!line?.code.trimEnd().endsWith("{")) return null;
  const inside = (lines[last + 1]?.depth ?? 0) - 1;
  for (let i = last + 1; i < lines.length; i++) {
    const after = (lines[i]?.depth ?? 0) + balance(lines[i]?.code ?? "");
    // `} else {` closes and opens: the chain is one thing.
    const lowest =
      (lines[i]?.depth ?? 0) - (/^\s*[)\]}]*/.exec(lines[i]?.code ?? "")?.[0].trim().length ?? 0);
    if (after > inside || lowest > inside) continue;
    return lines[i]?.code.trimEnd().endsWith("{") ? (braceEnd(lines, i) ?? i) : (lines[i]?.last ?? i);
  }
  return null;
}

function indentEnd(lines: readonly Line[], head: Line): number | null {
  const indent = indentOf(head.text);
  let end: number | null = null;
  for (let i = head.last + 1; i < lines.length; i++) {
    const line = lines[i];
    if (!line || line.blank) continue;
    if (indentOf(line.text) > indent) {
      end = i;
      continue;
    }
    const closes = end !== null && indentOf(line.text) === indent && CLOSER.test(line.code);
    if (closes && /^\s*(end|fi|done|esac|endif|endfor|endwhile)\b/.test(line.code)) return i;
    if (!closes) break;
    end = i;
  }
  return end;
}
