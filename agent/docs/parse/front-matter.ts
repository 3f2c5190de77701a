// Front matter: the `key: value` lines between two `---` at the top of a page, with lists under a key. Promises the keys as
// text, lists of records apart, and the body with the line it starts on. Refuses deeper YAML: a key that it cannot read
// is absent, and the body is unharmed.

/** One item of a list under a key: `- name: count` with the lines under it, or `- count` alone under "". */
export type FrontRecord = ReadonlyMap<string, string>;
export type FrontMatter = {
  keys: ReadonlyMap<string, string>;
  lists: ReadonlyMap<string, FrontRecord[]>;
  body: string;
  bodyLine: number;
};

const PAIR = /^([\w-]+)[ \t]*:(?:[ \t]+(.*?))?[ \t\r]*$/;

/** Splits a page; a page without front matter is all body. */
export function readFrontMatter(text: string): FrontMatter {
  const match = /^(?:\uFEFF)?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text);
  if (!match) return { keys: new Map(), lists: new Map(), body: text, bodyLine: 1 };
  return {
    ...readKeys((match[1] ?? "").split("\n")),
    body: text.slice(match[0].length),
    bodyLine: match[0].split("\n").length,
  };
}

function readKeys(lines: string[]): Pick<FrontMatter, "keys" | "lists"> {
  const keys = new Map<string, string>();
  const lists = new Map<string, Map<string, string>[]>();
  let open = "";
  for (const line of lines) {
    const [, key, value] = /^\S/.test(line) && !line.startsWith("-") ? (PAIR.exec(line) ?? []) : [];
    if (key !== undefined) {
      open = key.toLowerCase();
      if (value) keys.set(open, unquoted(value));
    } else if (open !== "" && !keys.has(open)) {
      const items = lists.get(open) ?? [];
      lists.set(open, items);
      readItem(items, line);
    }
  }
  for (const [key, items] of lists) {
    const words = items.flatMap((item) => item.get("") ?? []);
    if (words.length > 0 && words.length === items.length) keys.set(key, words.join(", "));
  }
  return { keys, lists };
}

function readItem(items: Map<string, string>[], line: string): void {
  const [, dash, rest = ""] = /^\s*(-\s+)?(.*?)\s*$/.exec(line) ?? [];
  if (rest === "") return;
  if (dash !== undefined) items.push(new Map());
  const [, key, value] = PAIR.exec(rest) ?? [];
  const item = items.at(-1);
  if (key !== undefined && value) item?.set(key.toLowerCase(), unquoted(value));
  else if (key === undefined && dash !== undefined) item?.set("", unquoted(rest));
}

const unquoted = (value: string): string => value.replace(/^(["'])(.*)\1$/, "$2");
