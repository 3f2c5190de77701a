// A file's lines with strings and comments blanked, so that brackets and names can be counted. Promises the same
// number of lines and columns. Refuses to know languages: where a script does not parse, quotes that close on their
// line and the usual comment marks must do.

import { isScriptPath, parseScript } from "./parse-script.ts";

export function codeLines(lines: string[], path: string): string[] {
  const source = lines.join("\n");
  const script = isScriptPath(path) ? parseScript(source) : null;
  if (script === null) return lines.map(blankByGuess);
  let [text, at] = ["", 0];
  for (const [start, end] of script.nonCode.toSorted((a, b) => a[0] - b[0])) {
    text += source.slice(at, start) + source.slice(start, end).replace(/[^\n]/g, " ");
    at = end;
  }
  return (text + source.slice(at)).split("\n");
}

const BY_GUESS =
  /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|\/\/.*$|\/\*.*?\*\/|(?<=^\s*)(?:#|--|;|\*).*$/g;

function blankByGuess(line: string): string {
  return line.replace(BY_GUESS, (part) => " ".repeat(part.length));
}

export type Bracket = { line: number; text: string };

/** Brackets without a partner, with the line (counted from 1) that each is on. */
export function unpairedBrackets(code: string[]): Bracket[] {
  const open: Bracket[] = [];
  const unpaired: Bracket[] = [];
  for (const [index, line] of code.entries()) {
    for (const text of line.match(/[()[\]{}]/g) ?? []) {
      const partner = PARTNERS[text];
      if (partner === undefined) open.push({ line: index + 1, text });
      else if (open.at(-1)?.text === partner) open.pop();
      else unpaired.push({ line: index + 1, text });
    }
  }
  return [...unpaired, ...open].sort((a, b) => a.line - b.line);
}

const PARTNERS: Record<string, string> = { ")": "(", "]": "[", "}": "{" };
