// The plan that gives a name another value: "set LOW_STOCK to 5". Promises to change one literal, where the name is
// given it. Refuses when no place or several give it one, and a value of another kind.

import { readStaged } from "../results.ts";
import { sameWords, subject, tokens } from "../words.ts";
import { because, isProse, type Plan, use } from "./plan.ts";
import { occurrences } from "./plan-replace.ts";
import { readWhole } from "./read-whole.ts";
import { searchTogether } from "./search.ts";

const FILES_MAX = 6;
const LITERAL = "-?\\d+(?:\\.\\d+)?|\"[^\"]*\"|'[^']*'|true|false|null";
const GIVEN = new RegExp(
  `^(\\s*(?:export |local |var |let |const |my |our )*["']?([\\w$.-]+)["']?\\s*[:=]\\s*)(${LITERAL})(\\s*[,;]?\\s*(?:(?://|#|--).*)?)$`,
);

type Place = { path: string; line: number; text: string; before: string; literal: string; after: string };

export function* setValue({ name, value, file }: { name: string; value: string; file: string | null }): Plan {
  const words = subject(name);
  const found = yield* searchTogether(words, file);
  const code = found.filter(({ path, hits }) => hits.length > 0 && !isProse(path)).slice(0, FILES_MAX);
  const read = yield* readWhole(code.map(({ path }) => path));
  const all = read.flatMap(({ path, lines }) =>
    (lines ?? []).flatMap((text, i) => placeOf(path, text, i + 1, words)),
  );
  const [place] = all;
  const nothing = "Nothing was changed.";
  if (!place)
    return `I found no place that gives "${name}" a plain value. ${nothing} For other text say: replace "old" with "new".`;
  if (all.length > 1)
    return `Several places give "${name}" a value: ${all.map(({ path, line }) => `${path} line ${line}`).join(", ")}. ${nothing} Say: replace "old" with "new" in FILE.`;
  const literal = literalLike(place.literal, value);
  if (literal === null)
    return `"${name}" is ${place.literal} in ${place.path} line ${place.line}, and "${value}" is of another kind. ${nothing}`;
  if (literal === place.literal)
    return `"${name}" is ${literal} already, in ${place.path} line ${place.line}. ${nothing}`;
  return yield* write(place, literal, read.find(({ path }) => path === place.path)?.lines ?? []);
}

function* write(place: Place, literal: string, lines: readonly string[]): Plan {
  const { path, line, text } = place;
  const next = `${place.before}${literal}${place.after}`;
  const around = (from: number, to: number, middle: string) =>
    [...lines.slice(from, line - 1), middle, ...lines.slice(line, to)].join("\n");
  const all = lines.join("\n");
  const [from, to] = [
    [line - 1, line],
    [line - 2, line],
    [line - 2, line + 1],
  ].find(([a = 0, b = 0]) => occurrences(all, around(Math.max(a, 0), b, text)) === 1) ?? [0, lines.length];
  const start = Math.max(from ?? 0, 0);
  const edit = { path, old: around(start, to ?? line, text), new: around(start, to ?? line, next) };
  const result = yield* use("edit_file", edit);
  if (!readStaged(result.text)) return `I could not change ${path}: ${because(result)} Nothing was changed.`;
  return `Set \`${text.trim()}\` to \`${next.trim()}\` in ${path}, line ${line}.`;
}

function placeOf(path: string, text: string, line: number, words: readonly string[]): Place[] {
  const match = GIVEN.exec(text);
  if (!match) return [];
  const [, before = "", name = "", literal = "", after = ""] = match;
  return sameWords(words, tokens(name)) ? [{ path, line, text, before, literal, after }] : [];
}

/** The new value in the form of the old one; null when it is of another kind. */
function literalLike(old: string, value: string): string | null {
  const bare = value.trim().replace(/^(["'`“])(.*)(["'`”])$/s, "$2");
  const quote = /^["']/.exec(old)?.[0];
  if (quote !== undefined)
    return bare.includes(quote) || bare.includes("\\") ? null : `${quote}${bare}${quote}`;
  if (/^(?:true|false|null)$/.test(old)) return /^(?:true|false|null)$/.test(bare) ? bare : null;
  return /^-?\d+(?:\.\d+)?$/.test(bare) ? bare : null;
}
