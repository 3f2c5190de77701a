// The plan that removes a thing: find it, read the file, let the delete-only tool mark and drop its lines.
// Promises an answer that repeats what the tool proved, and names what is left. Refuses to choose between
// files that come close: it asks the person.

import { type FoundFile, type LeftOver, readFound, readLeftOver, readStaged } from "../results.ts";
import type { Result } from "../transcript.ts";
import { coverage, subject, togetherPattern, tokens } from "../words.ts";
import { chooseFile } from "./choose-file.ts";
import { because, type Plan, type Scene, use } from "./plan.ts";
import { isProse, search } from "./plan-docs.ts";
import { readWhole } from "./read-whole.ts";

export function* removeThing(what: string, file: string | null, scene: Scene): Plan {
  const place = yield* findPlace(what, file, scene);
  if (place.type === "answer") return place.text;
  const { path, found } = place;
  const [read] = yield* readWhole([path]);
  if (!read?.lines) return `I could not read ${path}: ${read?.why ?? ""} Nothing was changed.`;
  const first = yield* use("delete_lines", { path, what });
  if (!readStaged(first.text)) return yield* notRemoved(what, path, found, first, scene);
  const leftOver = leftOf(what, first.text).find(({ declared }) => declared);
  const second = leftOver ? yield* use("delete_lines", { path, what: leftOver.name }) : null;
  return removed(what, path, [first, ...(second && readStaged(second.text) ? [second] : [])], found);
}

export function* removeFile(file: string): Plan {
  const result = yield* use("delete_file", { path: file });
  const staged = !result.refused && readStaged(result.text);
  if (!staged) return `I could not remove ${file}: ${because(result)} Nothing was changed.`;
  const name = file.split("/").at(-1) ?? file;
  const mentions = readFound((yield* use("find_in_files", { pattern: name })).text);
  const still = mentions.filter((found) => found.path !== file && found.hits.length > 0);
  return `Removed the file ${file}.${stillNamed(still)}`;
}

type Place = { type: "found"; path: string; found: FoundFile[] } | { type: "answer"; text: string };

function* findPlace(what: string, file: string | null, scene: Scene): Plan<Place> {
  if (/^lines? \d+/i.test(what) && file !== null) return { type: "found", path: file, found: [] };
  const words = subject(what);
  const pattern = togetherPattern(words);
  const first = readFound(
    (yield* use("find_in_files", { pattern, ...(file !== null && { path: file }) })).text,
  );
  const found =
    first.some((hit) => hit.hits.length > 0) || words.length === 1 ? first : yield* search(what, file);
  if (file !== null && found.length > 0) return { type: "found", path: file, found };
  const chosen = chooseFile(found, words);
  if (chosen.type === "one") return { type: "found", path: chosen.file.path, found };
  if (chosen.type === "several") {
    const paths = chosen.files.map(({ path }) => path);
    return {
      type: "answer",
      text: yield* ask(`Which ${what} do you mean? It is in ${paths.join(" and in ")}.`, paths, scene),
    };
  }
  const where = file === null ? "in this workspace" : `in ${file}`;
  const named = found.find((hit) => hit.nameMatch);
  const hint = named
    ? ` The file ${named.path} has that name: say "remove file ${named.path}" to remove it.`
    : "";
  return { type: "answer", text: `I found no ${bare(what)} ${where}, so nothing was changed.${hint}` };
}

function* notRemoved(what: string, path: string, found: FoundFile[], result: Result, scene: Scene): Plan {
  const names = found.find((file) => file.path === path)?.footprints.map(({ name }) => name) ?? [];
  const choices = [...new Set(names)].filter((name) => coverage(subject(what), tokens(name)) > 0);
  if (result.refused?.reason !== "unbalanced" && choices.length > 1) {
    const question = `I could not tell which lines of ${path} are ${what}. Which one do you mean?`;
    return yield* ask(question, choices.slice(0, 6), scene);
  }
  return `I could not remove ${what} from ${path}: ${because(result)} Nothing was changed.`;
}

/** The person's answer comes as their next message; the question is the answer of this turn. */
export function* ask(question: string, choices: string[], scene: Scene): Plan {
  if (scene.tools.has("ask_person")) yield* use("ask_person", { question, choices });
  return question;
}

function removed(what: string, path: string, results: Result[], found: readonly FoundFile[]): string {
  const staged = results.map((result) => readStaged(result.text)?.what ?? "");
  const counts = staged.map((text) => /^deletes (\d+) of (\d+) lines/.exec(text));
  const sum = counts.reduce((total, match) => total + Number(match?.[1] ?? 0), 0);
  const of = counts[0]?.[2];
  const tally = of === undefined ? staged.join(" ") : `${sum} of ${of} lines deleted, none changed.`;
  const left = leftOf(what, results.at(-1)?.text ?? "").map(({ sentence }) => `\n${sentence}`);
  const others = found.filter((file) => file.path !== path && file.hits.length > 0 && !isProse(file.path));
  return `Removed ${what} from ${path}: ${tally}${left.join("")}${stillNamed(others)}`;
}

/** What is left of the thing itself, or hangs in the air; other variables merely lost a use. */
function leftOf(what: string, text: string): LeftOver[] {
  return readLeftOver(text).filter(
    ({ name, declared }) => !declared || coverage(subject(what), tokens(name)) > 0,
  );
}

function stillNamed(files: readonly FoundFile[]): string {
  if (files.length === 0) return "";
  const places = files.slice(0, 4).map(({ path, hits }) => {
    const lines = hits.slice(0, 4).map(({ line }) => line);
    return `${path} (line${lines.length === 1 ? "" : "s"} ${lines.join(", ")})`;
  });
  return `\nThe same words are also in ${places.join(", ")}.`;
}

const bare = (what: string) => what.replace(/^(the|a|an|all) /i, "");
