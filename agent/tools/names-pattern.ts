// A regular expression for uses of documented names in code: calls as calls, interfaces where they are made or named.
// Promises that names are taken literally. Refuses bare words: "text" stands in every other line.

export type CodeNames = {
  /** Members that are called: `.gridBegin(`. */
  calls?: readonly string[];
  /** Interfaces: `new Grid`, `Align.`. */
  made?: readonly string[];
  /** Members that are read or set: `.headerRows`. */
  read?: readonly string[];
  /** Global functions: `include(`. */
  functions?: readonly string[];
};

export function namesPattern({ calls = [], made = [], read = [], functions = [] }: CodeNames): string {
  const parts = [
    ...wrapped(calls, (names) => `[.](?:${names})\\s*[(]`),
    ...wrapped(made, (names) => `\\bnew\\s+(?:${names})(?![\\w$])|(?<![\\w$.])(?:${names})[.]`),
    ...wrapped(read, (names) => `[.](?:${names})(?![\\w$])`),
    ...wrapped(functions, (names) => `(?<![\\w$.])(?:${names})\\s*[(]`),
  ];
  return parts.join("|");
}

function wrapped(names: readonly string[], wrap: (names: string) => string): string[] {
  return names.length === 0 ? [] : [wrap([...new Set(names)].map(literal).join("|"))];
}

const literal = (name: string): string => name.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
