// Front matter: the `key: value` lines between two `---` at the top of a page. Promises the keys as text and the body
// with the line it starts on. Refuses nested YAML: a key that it cannot read is absent, and the body is unharmed.

export type FrontMatter = { keys: ReadonlyMap<string, string>; body: string; bodyLine: number };

/** Splits a page; a page without front matter is all body. */
export function readFrontMatter(text: string): FrontMatter {
  const match = /^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { keys: new Map(), body: text, bodyLine: 1 };

  const keys = new Map<string, string>();
  for (const line of (match[1] ?? "").split("\n")) {
    const pair = /^([\w-]+)[ \t]*:[ \t]*(.*?)[ \t\r]*$/.exec(line);
    if (pair?.[1] && pair[2]) keys.set(pair[1].toLowerCase(), pair[2].replace(/^(["'])(.*)\1$/, "$2"));
  }
  return { keys, body: text.slice(match[0].length), bodyLine: match[0].split("\n").length };
}
