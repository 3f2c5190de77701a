// In which file the thing stands that a person named: searches, and chooses where the words define something.
// Promises a file, or the answer to give instead. Refuses to choose between files that come close: it asks.

import type { FoundFile } from "../results.ts";
import { subject } from "../words.ts";
import { chooseFile } from "./choose-file.ts";
import { isProse, type Plan, type Scene, use } from "./plan.ts";
import { searchWords } from "./search.ts";

export type Place = { type: "found"; path: string; found: FoundFile[] } | { type: "answer"; text: string };

export function* findPlace(what: string, file: string | null, scene: Scene): Plan<Place> {
  if (/^(?:the )?lines? \d+/i.test(what) && file !== null) return { type: "found", path: file, found: [] };
  const words = subject(what);
  const found = yield* searchWords(words, file);
  if (file !== null && found.length > 0) return { type: "found", path: file, found };
  const chosen = chooseFile(found, words);
  if (chosen.type === "one") {
    const { path } = chosen.file;
    if (!isProse(path) || !scene.tools.has("lookup_docs")) return { type: "found", path, found };
    return { type: "answer", text: onlyProse(what, path) };
  }
  if (chosen.type === "none") return { type: "answer", text: notFound(what, file, found) };
  const paths = chosen.files.map(({ path }) => path);
  if (paths.every(isProse) && scene.tools.has("lookup_docs"))
    return { type: "answer", text: onlyProse(what, listed(paths)) };
  const question = `It is in ${listed(paths)}. Which ${bare(what)} do you mean?`;
  return { type: "answer", text: yield* ask(question, paths, scene) };
}

/** The person's answer comes as their next message; the question is the answer of this turn. */
export function* ask(question: string, choices: string[], scene: Scene): Plan {
  if (scene.tools.has("ask_person")) yield* use("ask_person", { question, choices });
  return question;
}

export const bare = (what: string) => what.replace(/^(the|a|an|all) /i, "");

function notFound(what: string, file: string | null, found: readonly FoundFile[]): string {
  const where = file === null ? "in this workspace" : `in ${file}`;
  const named = found.find(({ nameMatch }) => nameMatch)?.path;
  const hint = named === undefined ? "" : ` To remove the file of that name say "remove file ${named}".`;
  return `I found no ${bare(what)} ${where}, so nothing was changed.${hint}`;
}

// Where there is documentation, prose that has the words is most likely it: no place to delete from unasked.
function onlyProse(what: string, where: string): string {
  return `I found ${what} only in ${where}, which no script is. Nothing was changed; name the file to remove it there.`;
}

function listed(paths: readonly string[]): string {
  return paths.length < 2 ? paths.join("") : `${paths.slice(0, -1).join(", ")} and ${paths.at(-1)}`;
}
