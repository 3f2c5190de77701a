// Plans about files as such: list them, show one, say what one is about, check the names that it uses. Promises to
// say nothing that a tool did not show. Refuses to explain a file in words of its own.

import { declaredNames } from "../marks/footprints.ts";
import { readLookedUp } from "../results.ts";
import type { Result } from "../transcript.ts";
import { because, isProse, type Plan, type Scene, use, useAll } from "./plan.ts";
import { readWhole, type WholeFile } from "./read-whole.ts";

const NAMES_MAX = 8;
const FOLDER_MAX = 12;
const PROSE_SHOWN = 6;
const DECLARED_MAX = 12;
const SHOWN_MAX = 1_200;

export function* checkFile(file: string, scene: Scene): Plan {
  const [read] = yield* readWhole([file]);
  if (!read?.lines) return `I could not read ${file}: ${read?.why ?? ""}`;
  const head = `${file}, ${read.lines.length} lines.`;
  if (!scene.tools.has("lookup_docs"))
    return `${head} No documentation is configured, so no name could be looked up.`;
  const names = outsideNames(read.lines);
  const shown = names.slice(0, NAMES_MAX);
  if (shown.length === 0) return `${head} I saw no names of the engine in it.`;
  const results = yield* useAll(shown.map((query) => ({ name: "lookup_docs", args: { query } })));
  const entries = results.map((result) => readLookedUp(result.text));
  const known = shown.flatMap((name, i) =>
    entries[i]?.exact ? [`- \`${name}\`: ${entries[i]?.title}`] : [],
  );
  const unknown = shown.filter((_, i) => !entries[i]?.exact);
  return [
    `${head} I looked up ${shown.length} of ${names.length} names that it takes from outside.`,
    ...known,
    ...(unknown.length > 0
      ? [`No entry of exactly that name: ${unknown.map((name) => `\`${name}\``).join(", ")}.`]
      : []),
    "That is all I can check: I compare names, I do not run the code.",
  ].join("\n");
}

/** A folder of many files is one line. */
export function* listFiles(pattern: string | null): Plan {
  const result = yield* use("list_files", pattern === null ? {} : { pattern });
  if (result.refused) return `I could not list the files: ${because(result)}`;
  const rows = result.text.trim().split("\n");
  const folderOf = (row: string) => /^(\S+\/)[^/]+ \(/.exec(row)?.[1] ?? "";
  const byFolder = Map.groupBy(rows, folderOf);
  return [...byFolder]
    .flatMap(([folder, own]) =>
      folder !== "" && own.length > FOLDER_MAX ? [`${folder} (${own.length} files)`] : own,
    )
    .join("\n");
}

export function* showFile(file: string, from: number | null, to: number | null): Plan {
  const range = from === null ? {} : { from, ...(to !== null && { to }) };
  const first = yield* use("read_file", { path: file, ...range });
  const path = first.refused ? yield* elsewhere(file) : null;
  const result: Result = path === null ? first : yield* use("read_file", { path, ...range });
  if (result.refused) return `I could not read ${file}: ${because(result)}`;
  const [head = "", ...lines] = result.text.split("\n");
  const shown = withinLimit(lines);
  const left = lines.length - shown.length;
  const more =
    left > 0 ? `\n${left} more lines: "show ${path ?? file} lines ${(from ?? 1) + shown.length}-…".` : "";
  return `${head}\n\`\`\`\n${shown.join("\n").trimEnd()}\n\`\`\`${more}`;
}

function withinLimit(lines: readonly string[]): string[] {
  let size = 0;
  return lines.filter((line) => {
    size += line.length + 1;
    return size <= SHOWN_MAX;
  });
}

/** The path of a file that may be named without its folder; as it was said when there is no such file, or several. */
export function* located(file: string): Plan<string> {
  if (file.includes("/")) return file;
  return (yield* elsewhere(file)) ?? file;
}

function* elsewhere(file: string): Plan<string | null> {
  const listed = yield* use("list_files", { pattern: file });
  const paths = [...listed.text.matchAll(/^(\S.*?) \([\d.]+ [KM]?B\)/gm)].map((match) => match[1] ?? "");
  if (paths.includes(file)) return file;
  const same = paths.filter((path) => path.toLowerCase().endsWith(`/${file.toLowerCase()}`));
  return same.length === 1 ? (same[0] ?? null) : null;
}

/** What a file says about itself: its opening comment and the names that it declares, or its first lines. */
export function* aboutFile(file: string): Plan {
  let [read] = yield* readWhole([file]);
  if (!read?.lines) {
    const path = yield* elsewhere(file);
    if (path !== null) [read] = yield* readWhole([path]);
  }
  if (!read?.lines) return `I could not read ${file}: ${read?.why ?? ""}`;
  return described(read, read.lines);
}

function described({ path }: WholeFile, lines: readonly string[]): string {
  const head = `${path} has ${lines.length} lines.`;
  const asProse = [head, ...lines.slice(0, PROSE_SHOWN).map((line) => `> ${line}`)].join("\n");
  if (isProse(path)) return asProse;
  const comment = openingComment(lines);
  const names = lines.flatMap((line, i) =>
    /^\s/.test(line) ? [] : declaredNames(line).map((name) => `\`${name}\` (line ${i + 1})`),
  );
  if (comment === "" && names.length === 0) return asProse;
  const says = comment === "" ? "" : ` It opens with: "${comment}"`;
  const left = names.length > DECLARED_MAX ? ` and ${names.length - DECLARED_MAX} more` : "";
  const declares =
    names.length === 0 ? "" : `\nIt declares ${names.slice(0, DECLARED_MAX).join(", ")}${left}.`;
  return `${head}${says}${declares}`;
}

function openingComment(lines: readonly string[]): string {
  const end = lines.findIndex((line) => !/^\s*(?:\/\/|\/?\*|#|--|;|"""|<!--)/.test(line));
  return lines
    .slice(0, end < 0 ? lines.length : end)
    .map((line) =>
      line
        .replace(/^\s*(?:\/\/+|\/?\*+\/?|#+!?|--+|;+|"""|<!--)\s?/, "")
        .replace(/"""$/, "")
        .trim(),
    )
    .join(" ")
    .trim();
}

/** Members of what the file does not declare, and what it constructs. */
function outsideNames(lines: readonly string[]): string[] {
  const code = lines.map((line) => line.replace(/(["'])(?:\\.|(?!\1).)*\1|\/\/.*/g, '""')).join("\n");
  const declared = new Set(
    [...code.matchAll(/\b(?:var|let|const|function|,)\s*([A-Za-z_$][\w$]*)/g)].map((m) => m[1]),
  );
  for (const [, params = ""] of code.matchAll(/function[^(]*\(([^)]*)\)/g))
    for (const name of params.split(",")) declared.add(name.trim());
  const members = [...code.matchAll(/(?<![\w$.])([A-Za-z_$][\w$]*)\.([A-Za-z_$][\w$]*)/g)]
    .filter((match) => !declared.has(match[1]))
    .map((match) => `${match[1]}.${match[2]}`);
  const made = [...code.matchAll(/\bnew\s+([A-Z][\w$]*)/g)].map((match) => match[1] ?? "");
  return [...new Set([...made, ...members])];
}
