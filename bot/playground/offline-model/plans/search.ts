// Searches for words that may be written together in any style (price table, priceTable, price_table), on one
// line, or apart. Promises the closest of these that finds a line. Refuses expressions: literals ignore case,
// cost nothing, and let the tool put the footprints of like names first.

import { type FoundFile, readFound, readLeftOut } from "../results.ts";
import { coverage, tokens } from "../words.ts";
import { isProse, type Plan, use, useAll } from "./plan.ts";

const NARROWED_MAX = 16;

export function* searchWords(words: readonly string[], file: string | null): Plan<FoundFile[]> {
  return (yield* closest(words, file)).found;
}

/** As above, without lines that have only some of the words. */
export function* searchTogether(words: readonly string[], file: string | null): Plan<FoundFile[]> {
  const { found, whole } = yield* closest(words, file);
  return whole ? found : [];
}

type Closest = { found: FoundFile[]; whole: boolean };

function* closest(words: readonly string[], file: string | null): Plan<Closest> {
  if (words.length === 1) return { found: yield* findAll(words, file), whole: true };
  const together = yield* findAll(
    [" ", "", "_", "-"].map((gap) => words.join(gap)),
    file,
  );
  if (together.some(({ hits }) => hits.length > 0)) return { found: together, whole: true };
  const apart = yield* findAll(words, file);
  const onLine = apart
    .map((found) => ({ ...found, hits: found.hits.filter(({ text }) => hasAll(words, text)) }))
    .filter(({ hits }) => hits.length > 0);
  return onLine.length > 0 ? { found: onLine, whole: true } : { found: apart, whole: false };
}

/** A search shows so many lines; code files that it left out are searched one by one. */
export function* findAll(patterns: readonly string[], file: string | null): Plan<FoundFile[]> {
  const scope = file === null ? {} : { path: file };
  const first = yield* useAll(
    patterns.map((pattern) => ({ name: "find_in_files", args: { pattern, ...scope } })),
  );
  const found = first.flatMap(({ text }) => readFound(text));
  const left = first.map(({ text }) => readLeftOut(text));
  if (file !== null || left.every(({ paths }) => paths.length === 0)) return merged(found);
  const paths = left.some(({ type }) => type === "some")
    ? yield* codeFiles()
    : left.flatMap((one) => one.paths);
  const calls = [...new Set(paths)]
    .filter((path) => !isProse(path))
    .flatMap((path) => patterns.map((pattern) => ({ name: "find_in_files", args: { pattern, path } })));
  const more = yield* useAll(calls.slice(0, NARROWED_MAX));
  return merged([...found, ...more.flatMap(({ text }) => readFound(text))]);
}

const hasAll = (words: readonly string[], text: string) => coverage(words, tokens(text)) === words.length;

function* codeFiles(): Plan<string[]> {
  const listed = yield* use("list_files", {});
  const paths = [...listed.text.matchAll(/^(\S.*?) \([\d.]+ [KM]?B\)/gm)].map((match) => match[1] ?? "");
  return paths.filter((path) => !isProse(path) && !/\.(json|csv|lock)$/i.test(path));
}

function merged(found: readonly FoundFile[]): FoundFile[] {
  const byPath = Map.groupBy(found, ({ path }) => path);
  return [...byPath].map(([path, parts]): FoundFile => {
    const hits = new Map(parts.flatMap((part) => part.hits.map((hit) => [hit.line, hit] as const)));
    const footprints = new Map(
      parts.flatMap((part) => part.footprints.map((one) => [one.name, one] as const)),
    );
    return {
      path,
      nameMatch: parts.some(({ nameMatch }) => nameMatch),
      hits: [...hits.values()].sort((a, b) => a.line - b.line),
      footprints: [...footprints.values()],
    };
  });
}
