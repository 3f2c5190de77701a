// Where a name stands as a name in a line of code: not in strings, not in comments, not as another thing's
// member. Promises the columns of those places. Refuses to know scopes: the same name is the same thing.

import { wholeWord } from "./words.ts";

export type Spelling = {
  /** Members (`other.name`) and keys (`name:`) are the thing itself, since nothing declares it as a variable. */
  members: boolean;
};

/** The line with every character of strings and comments blanked; its length stays. */
export function masked(line: string, hashComments: boolean): string {
  const pattern = hashComments
    ? /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|#.*$/g
    : /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|\/\/.*$|\/\*.*?(?:\*\/|$)|^\s*\*.*$/g;
  return line.replace(pattern, (text) => " ".repeat(text.length));
}

export const hasHashComments = (path: string) => /\.(py|rb|sh|ya?ml|toml|pl|r|conf)$/i.test(path);

export function declares(name: string, lines: readonly string[], path: string): boolean {
  const word = wholeWord(name, "").source;
  const pattern = new RegExp(
    `\\b(?:var|let|const|function|class|def|local)\\b[^=;(]*?${word}|^\\s*${word}\\s*=(?!=)|` +
      `\\b(?:function|def|fn|func|catch)\\b[^(]*\\([^)]*${word}|\\bfor\\b[^;]*?${word}\\s+(?:in|of)\\b|\\([^()]*${word}[^()]*\\)\\s*=>`,
  );
  return lines.some((line) => pattern.test(masked(line, hasHashComments(path))));
}

/** Does the name stand alone anywhere, not as another thing's member or key? */
export function standsAlone(name: string, lines: readonly string[], path: string): boolean {
  return lines.some((line) => {
    const code = masked(line, hasHashComments(path));
    return [...code.matchAll(wholeWord(name))].some(({ index }) => !isMember(code, index, name.length));
  });
}

/** The line with the name replaced where it stands as a name. */
export function renameIn(line: string, from: string, to: string, path: string, spelling: Spelling): string {
  const code = masked(line, hasHashComments(path));
  let result = "";
  let last = 0;
  for (const { index } of code.matchAll(wholeWord(from))) {
    if (!spelling.members && isMember(code, index, from.length)) continue;
    result += line.slice(last, index) + to;
    last = index + from.length;
  }
  return inComment(result + line.slice(last), from, to);
}

// A comment that names an identifier means it; one that uses a plain word may not.
function inComment(line: string, from: string, to: string): string {
  if (!/[a-z][A-Z]|_|\d/.test(from)) return line;
  return line.replace(/(\/\/|\/\*|#|^\s*\*).*$/, (comment) => comment.replace(wholeWord(from), () => to));
}

function isMember(code: string, index: number, length: number): boolean {
  const before = code.slice(0, index).trimEnd();
  if (before.endsWith(".") && !before.endsWith("...")) return true;
  return /^\s*:(?!:)/.test(code.slice(index + length)) && /(^|[{,])$/.test(before);
}
