// Things that are named by their owner or by their very text: `header.fill`, "the fill of the header", a quoted
// piece of code. Promises the statements that are exactly that. Refuses the owner when the part is not found:
// asked for a caption, it once took the table.

import { coverage, tokens } from "../words.ts";
import { markRange } from "./delete-footprint.ts";
import { declaredNames, isDefinition } from "./footprints.ts";
import { codeOf, extent, type Line } from "./structure.ts";

type Part =
  | { type: "dotted"; name: string }
  | { type: "part"; part: string[]; owner: string[] }
  | { type: "text"; text: string };

const OWNED = /^(?:the )?(.+?) (?:of|from|in|on|at|inside|within) (?:the |each |all )?(.+)$/i;

/** Is a part of something meant, and not the thing itself? */
export const isPart = (what: string) => partOf(what) !== null;

/** The lines of a part, maybe none; null when the words name no part. */
export function partLines(what: string, lines: readonly Line[]): Set<number> | null {
  const part = partOf(what);
  if (part === null) return null;
  switch (part.type) {
    case "dotted":
      return dotted(part.name, lines);
    case "part":
      return owned(part, lines);
    case "text":
      return quoted(part.text, /\b(?:all|every|each|lines)\b/i.test(what), lines);
  }
}

function partOf(what: string): Part | null {
  const text = /["'`“]([^"'`“”]+|.+)["'`”]/.exec(what)?.[1];
  const isName = text !== undefined && /^[\w$-]+$/.test(text) && text.length + 2 === what.trim().length;
  if (text !== undefined && !isName && !/\w['’]\w/.test(what)) return { type: "text", text };
  const name = /^(?:the )?([A-Za-z_$][\w$]*(?:\.[\w$]+)+)(?:\(\))?$/.exec(what)?.[1];
  if (name !== undefined) return { type: "dotted", name };
  const possessive = /^(?:the )?([\w$]+(?: [\w$]+)?)['’]s (.+)$/i.exec(what);
  if (possessive)
    return { type: "part", part: tokens(possessive[2] ?? ""), owner: tokens(possessive[1] ?? "") };
  const match = OWNED.exec(what);
  return match ? { type: "part", part: tokens(match[1] ?? ""), owner: tokens(match[2] ?? "") } : null;
}

const starts = (lines: readonly Line[]) =>
  lines.flatMap((line, i) => (line.first === i && !line.blank && !line.comment ? [i] : []));

/** What defines or assigns exactly this member; failing that the one call of it. */
function dotted(name: string, lines: readonly Line[]): Set<number> {
  const target = (code: string) => /^([\w$.]+)\s*=(?![=>])/.exec(code)?.[1];
  const given = starts(lines).filter((i) => {
    const code = codeOf(lines, i);
    return target(code) === name || (isDefinition(code) && declaredNames(code)[0] === name);
  });
  const calls = starts(lines).filter((i) => codeOf(lines, i).startsWith(`${name}(`));
  const found = given.length > 0 ? given : calls.length === 1 ? calls : [];
  return withComments(found, lines);
}

/** Settings of a member: `owner.part = …`. */
function owned({ part, owner }: Extract<Part, { type: "part" }>, lines: readonly Line[]): Set<number> {
  const fits = (words: readonly string[], name: string) =>
    coverage(words, tokens(name)) === words.length && words.length > 0;
  const found = starts(lines).filter((i) => {
    const match = /^([\w$]+)\.([\w$.]+)\s*=(?![=>])/.exec(codeOf(lines, i));
    return match !== null && fits(owner, match[1] ?? "") && fits(part, match[2] ?? "");
  });
  return withComments(found, lines);
}

/** The statement with this text; several only when several are asked for. */
function quoted(text: string, several: boolean, lines: readonly Line[]): Set<number> {
  const holding = lines.flatMap((line) => (line.text.includes(text) ? [line.first] : []));
  const found = [...new Set(holding)].filter((i) => lines[i]?.blockEnd === null || lines[i]?.comment);
  const marked = new Set<number>();
  if (found.length !== new Set(holding).size || (found.length > 1 && !several)) return marked;
  for (const i of found) markRange(marked, [i, lines[i]?.last ?? i]);
  return marked;
}

function withComments(found: readonly number[], lines: readonly Line[]): Set<number> {
  const marked = new Set<number>();
  for (const i of found) {
    const [from, to] = extent(lines, i);
    let first = from;
    // Only a block owns the comment above it; a setting stands among others.
    if (to > from) while (first > 1 && lines[first - 1]?.comment) first -= 1;
    markRange(marked, [first, to]);
  }
  return marked;
}
