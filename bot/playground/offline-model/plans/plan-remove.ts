// The plan that removes a thing: find it, read the file, let the delete-only tool mark and drop its lines.
// Promises an answer that repeats what the tool proved, and names what is left. Refuses to choose between
// files that come close: it asks the person.

import { isPart } from "../marks/part-of.ts";
import { type FoundFile, type LeftOver, readFound, readLeftOver, readStaged } from "../results.ts";
import type { Result } from "../transcript.ts";
import { coverage, subject, tokens } from "../words.ts";
import { ask, findPlace } from "./find-place.ts";
import { because, isProse, type Plan, type Scene, use } from "./plan.ts";
import { readWhole } from "./read-whole.ts";

const CHOICES_MAX = 6;
const LINES_MAX = 6;
// Each takes three requests or four, and a wish ends within eight.
const PARTS_MAX = 2;

/** One thing, or two joined by "and". */
export function* removeThings(what: string, file: string | null, scene: Scene): Plan {
  const parts = what.split(/,? and (?=the |an? )/i);
  if (parts.length > PARTS_MAX)
    return `That is more than ${PARTS_MAX} things at once for me. Nothing was changed.`;
  const answers: string[] = [];
  for (const part of parts) answers.push(yield* removeThing(part, file, scene));
  return answers.join("\n");
}

function* removeThing(what: string, file: string | null, scene: Scene): Plan {
  const place = yield* findPlace(what, file, scene);
  if (place.type === "answer") return place.text;
  const { path, found } = place;
  const [read] = yield* readWhole([path]);
  if (!read?.lines) return `I could not read ${path}: ${read?.why ?? ""} Nothing was changed.`;
  const beyond = beyondEnd(what, read.lines.length);
  if (beyond) return `${path} has ${read.lines.length} lines, so there is no ${beyond}. Nothing was changed.`;
  const first = yield* use("delete_lines", { path, what });
  if (!readStaged(first.text)) return yield* notRemoved(what, path, found, first, scene);
  const leftOver = isPart(what) ? undefined : leftOf(what, first.text).find(({ declared }) => declared);
  const second = leftOver ? yield* use("delete_lines", { path, what: leftOver.name }) : null;
  return removed(what, path, [first, ...(second && readStaged(second.text) ? [second] : [])], found);
}

/** The line that a range names and the file does not have. */
function beyondEnd(what: string, total: number): string | null {
  const range = /^(?:the )?lines? (\d+)(?: ?(?:-|–|to|and) ?(\d+))?$/i.exec(what);
  const last = Number(range?.[2] ?? range?.[1] ?? 0);
  return last > total ? `line ${last}` : null;
}

export function* removeFile(file: string): Plan {
  // Read first: only so can it be written back on "undo".
  yield* readWhole([file]);
  const result = yield* use("delete_file", { path: file });
  const staged = !result.refused && readStaged(result.text);
  if (!staged) return `I could not remove ${file}: ${because(result)} Nothing was changed.`;
  const name = file.split("/").at(-1) ?? file;
  const mentions = readFound((yield* use("find_in_files", { pattern: name })).text);
  const still = mentions.filter((found) => found.path !== file && found.hits.length > 0);
  return `Removed the file ${file}.${stillNamed(still, "Its name is still in")}`;
}

function* notRemoved(what: string, path: string, found: FoundFile[], result: Result, scene: Scene): Plan {
  const names = [...new Set(found.find((file) => file.path === path)?.footprints.map(({ name }) => name))];
  const near = names.filter((name) => coverage(subject(what), tokens(name)) > 0);
  const choices = near.slice(0, CHOICES_MAX);
  if (isPart(what) && result.refused?.reason === "nothing_marked")
    return `I could not tell which lines of ${path} are ${what}. Nothing was changed. I remove whole statements: name their lines, "delete lines 3-5 of ${path}".`;
  if (result.refused?.reason === "nothing_marked" && choices.length > 1) {
    const question = `I could not tell which lines of ${path} are ${what}. Which one do you mean: ${choices.join(", ")}?`;
    return yield* ask(question, choices, scene);
  }
  if (result.refused?.reason === "nothing_marked") {
    const lines =
      found
        .find((file) => file.path === path)
        ?.hits.slice(0, LINES_MAX)
        .map(({ line }) => line) ?? [];
    const where =
      lines.length > 0 ? ` The words are in line${lines.length === 1 ? "" : "s"} ${lines.join(", ")}.` : "";
    return `I could not tell which lines of ${path} are ${what}, so nothing was changed.${where} Name the lines that go: "delete lines 3-5 of ${path}".`;
  }
  const whole =
    result.refused?.reason === "every_line" ? ` To remove the file say "remove file ${path}".` : "";
  return `I could not remove ${what} from ${path}: ${because(result)} Nothing was changed.${whole}`;
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

function stillNamed(files: readonly FoundFile[], opening = "The same words are also in"): string {
  if (files.length === 0) return "";
  const places = files.slice(0, 4).map(({ path, hits }) => {
    const lines = hits.slice(0, 4).map(({ line }) => line);
    return `${path} (line${lines.length === 1 ? "" : "s"} ${lines.join(", ")})`;
  });
  return `\n${opening} ${places.join(", ")}.`;
}
