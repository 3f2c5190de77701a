// Reads what the tools answered, as a model would: from their text alone. Promises to take nothing that is
// not there; a text of another form gives an empty result, never a guess. Refuses to know the tools' code.

export type Hit = { line: number; text: string };
export type FoundFile = {
  path: string;
  nameMatch: boolean;
  hits: Hit[];
  footprints: { name: string; lines: number[] }[];
};
export type ReadPart = { path: string; from: number; to: number; total: number; lines: string[] };
/** `guessed`: found by a name that is only spelled alike. */
export type LookedUp = { title: string; text: string; also: string[]; exact: boolean; guessed: boolean };
export type Refused = { reason: string; text: string };

export function refusal(text: string): Refused | null {
  const match = /^Refused \(([^)]*)\):\s*([\s\S]*)$/.exec(text);
  return match ? { reason: match[1] ?? "", text: (match[2] ?? "").trim() } : null;
}

const EXPANDED = /^No hits for "[^\n]*" itself; /;

export function readFound(text: string): FoundFile[] {
  // What was searched in the words' place are names of the documentation: not what the person named.
  if (EXPANDED.test(text)) return [];
  const files: FoundFile[] = [];
  let afterBlank = false;
  for (const line of text.split("\n")) {
    const mayBeHead = afterBlank;
    afterBlank = line === "";
    const shown = /^\s*(\*?)\s*(\d+)\| ?(.*)$/.exec(line);
    const file = files.at(-1);
    if (shown && file) {
      const [, star, number, body = ""] = shown;
      if (star === "*") file.hits.push({ line: Number(number), text: body });
      continue;
    }
    const footprint = /^\s+footprint of (\S+)[^:]*: ?([\d ,–-]+)/.exec(line);
    if (footprint && file) {
      file.footprints.push({ name: footprint[1] ?? "", lines: numbers(footprint[2] ?? "") });
      continue;
    }
    const head = mayBeHead ? /^(\S.*?)( \(filename match\))?(?: \(staged\)| staged)?$/.exec(line) : null;
    if (head && isPath(head[1] ?? "")) files.push(emptyFile(head[1] ?? "", head[2] !== undefined));
  }
  return files.filter((file) => file.nameMatch || file.hits.length > 0);
}

/** Files whose hits a search did not show: `Left out: main.js 9, grid.js 4. Narrow …`; `some` when unnamed ones are among them. */
export function readLeftOut(text: string): { type: "these" | "some"; paths: string[] } {
  const line = (EXPANDED.test(text) ? null : /^Left out: (.*?)\. Narrow/m.exec(text))?.[1] ?? "";
  const paths = line
    .split(/, | and \d+ more/)
    .flatMap((part) => /^(\S+\.\w+)(?: \d+)?$/.exec(part.trim())?.[1] ?? []);
  return { type: / and \d+ more files$/.test(line) ? "some" : "these", paths };
}

export function readPart(text: string): ReadPart | null {
  const [head = "", ...rest] = text.split("\n");
  const match = /^(.+), lines (\d+)-(\d+) of (\d+)/.exec(head);
  if (!match) return null;
  const lines = rest.flatMap((line) => {
    const numbered = /^\s*\d+\| ?(.*)$/.exec(line);
    return numbered ? [numbered[1] ?? ""] : [];
  });
  const [, path = "", from, to, total] = match;
  return { path, from: Number(from), to: Number(to), total: Number(total), lines };
}

/** `Staged main.js: deletes 7 of 98 lines, changes none.` and its like; null when nothing was staged. */
export function readStaged(text: string): { path: string; what: string; rest: string } | null {
  const [head = "", ...rest] = text.split("\n");
  const match = /^Staged (.+?): (.*)$/.exec(head);
  if (!match) return null;
  return { path: match[1] ?? "", what: match[2] ?? "", rest: rest.join("\n").trim() };
}

/** Lines that a deletion says are left of the thing: `2 lines still configure foot: 60 61`. */
export type LeftOver = { name: string; sentence: string; declared: boolean };

export function readLeftOver(text: string): LeftOver[] {
  return [...text.matchAll(/^.*\blines? still \w+ (?:of )?(\S+?):.*$/gm)].map((match) => ({
    name: match[1] ?? "",
    sentence: match[0].trim(),
    declared: /still configure/.test(match[0]),
  }));
}

export function readLookedUp(text: string): LookedUp | null {
  if (refusal(text) || /^No entry for /.test(text)) return null;
  const plain = /^(\S.*?) \((?:\d+ of )?(\d+) hits?(?:, ([^)]*))?\)\n/.exec(text);
  const titled = /^# (.+)\n(?:\[chunk (.*)\]\n)?/m.exec(text);
  if (!plain && !titled) return null;
  const title = (plain?.[1] ?? titled?.[2] ?? titled?.[1] ?? "").trim();
  const body = plain
    ? text.slice(plain[0].length)
    : text.slice((titled?.index ?? 0) + (titled?.[0].length ?? 0));
  const end = body.search(/^(Also: |Other chunks)/m);
  const tail = end < 0 ? "" : body.slice(end);
  const exact = plain ? /exact/.test(plain[3] ?? "") : /^Exact name/m.test(text);
  const guessed = /^No entry of that name or with those words/m.test(text);
  return {
    title,
    text: (end < 0 ? body : body.slice(0, end)).trim(),
    also: alsoTitles(tail),
    exact,
    guessed,
  };
}

function alsoTitles(tail: string): string[] {
  const also = /^Also: (.*)$/m.exec(tail);
  if (also) return (also[1] ?? "").split(",").map((title) => title.trim());
  return [...tail.matchAll(/^- ([^:\s]+)/gm)].map((match) => match[1] ?? "");
}

function numbers(text: string): number[] {
  return (text.match(/\d+/g) ?? []).map(Number);
}

function isPath(text: string): boolean {
  return (
    !/^\d+ hits? /.test(text) && !/[:|]$/.test(text) && /^[^\s:]+$|^\S.*\.\w+$/.test(text) && text !== "--"
  );
}

function emptyFile(path: string, nameMatch: boolean): FoundFile {
  return { path, nameMatch, hits: [], footprints: [] };
}
