// In which file the thing stands that a person named: searches, and chooses where the words define something.
// Promises a file, or the answer to give instead. Refuses to choose between files that come close: it asks.

import { type FoundFile, readFound, readLeftOut } from "../results.ts";
import { anyPattern, sameLinePattern, subject, togetherPattern } from "../words.ts";
import { chooseFile } from "./choose-file.ts";
import { isProse, type Plan, type Scene, use, useAll } from "./plan.ts";

export type Place = { type: "found"; path: string; found: FoundFile[] } | { type: "answer"; text: string };

const NARROWED_MAX = 16;

export function* findPlace(what: string, file: string | null, scene: Scene): Plan<Place> {
  if (/^(?:the )?lines? \d+/i.test(what) && file !== null) return { type: "found", path: file, found: [] };
  const words = subject(what);
  const patterns = [
    togetherPattern(words),
    ...(words.length > 1 ? [sameLinePattern(words), anyPattern(words)] : []),
  ];
  let found: FoundFile[] = [];
  for (const pattern of patterns) {
    found = yield* findEverywhere(pattern, file);
    if (found.some(({ hits }) => hits.length > 0)) break;
  }
  if (file !== null && found.length > 0) return { type: "found", path: file, found };
  const chosen = chooseFile(found, words);
  if (chosen.type === "one") return { type: "found", path: chosen.file.path, found };
  if (chosen.type === "none") return { type: "answer", text: notFound(what, file, found) };
  const paths = chosen.files.map(({ path }) => path);
  const question = `Which ${bare(what)} do you mean? It is in ${listed(paths)}.`;
  return { type: "answer", text: yield* ask(question, paths, scene) };
}

/** The person's answer comes as their next message; the question is the answer of this turn. */
export function* ask(question: string, choices: string[], scene: Scene): Plan {
  if (scene.tools.has("ask_person")) yield* use("ask_person", { question, choices });
  return question;
}

/** A search shows so many lines; code files that it left out are searched one by one. */
export function* findEverywhere(pattern: string, file: string | null): Plan<FoundFile[]> {
  const first = yield* use("find_in_files", { pattern, ...(file !== null && { path: file }) });
  const found = readFound(first.text);
  if (file !== null) return found;
  const left = readLeftOut(first.text);
  const paths = left.type === "some" ? yield* codeFiles() : left.paths;
  const calls = paths
    .filter((path) => !isProse(path))
    .slice(0, NARROWED_MAX)
    .map((path) => ({ name: "find_in_files", args: { pattern, path } }));
  const more = (yield* useAll(calls)).flatMap((result) => readFound(result.text));
  return [...found.filter(({ path }) => !more.some((other) => other.path === path)), ...more];
}

function* codeFiles(): Plan<string[]> {
  const listed = yield* use("list_files", {});
  const paths = [...listed.text.matchAll(/^(\S.*?) \([\d.]+ [KM]?B\)/gm)].map((match) => match[1] ?? "");
  return paths.filter((path) => !isProse(path) && !/\.(json|csv|lock)$/i.test(path));
}

export const bare = (what: string) => what.replace(/^(the|a|an|all) /i, "");

function notFound(what: string, file: string | null, found: readonly FoundFile[]): string {
  const where = file === null ? "in this workspace" : `in ${file}`;
  const named = found.find(({ nameMatch }) => nameMatch)?.path;
  const hint = named === undefined ? "" : ` To remove the file of that name say "remove file ${named}".`;
  return `I found no ${bare(what)} ${where}, so nothing was changed.${hint}`;
}

function listed(paths: readonly string[]): string {
  return paths.length < 2 ? paths.join("") : `${paths.slice(0, -1).join(", ")} and ${paths.at(-1)}`;
}
