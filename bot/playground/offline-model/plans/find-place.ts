// In which file the thing stands that a person named: searches, and chooses where the words define something.
// Promises a file, or the answer to give instead. Refuses to choose between files that come close: it asks.

import { distance, isQuoted, looksLikeName, unquoted } from "../intent-words.ts";
import type { FoundFile } from "../results.ts";
import { sameWords, subject, tokens } from "../words.ts";
import { chooseFile } from "./choose-file.ts";
import { isProse, type Plan, type Scene, use } from "./plan.ts";
import { findAll, searchWords } from "./search.ts";

export type Place = { type: "found"; path: string; found: FoundFile[] } | { type: "answer"; text: string };

export function* findPlace(what: string, file: string | null, scene: Scene): Plan<Place> {
  if (/^(?:the )?lines? \d+/i.test(what) && file !== null) return { type: "found", path: file, found: [] };
  if (/^(?:the )?lines? \d+/i.test(what))
    return { type: "answer", text: `In which file? Say "delete ${what} of FILE". Nothing was changed.` };
  const words = subject(what);
  const literal = isQuoted(what) || looksLikeName(what) ? yield* findAll([unquoted(what)], file) : [];
  const found = literal.some(({ hits }) => hits.length > 0) ? literal : yield* searchWords(words, file);
  if (file !== null && found.length > 0) return { type: "found", path: file, found };
  const chosen = chooseFile(found, words);
  if (chosen.type === "one") {
    const { path } = chosen.file;
    const shown = shownElsewhere(what, path, found);
    if (shown.length > 0) {
      const all = [path, ...shown];
      const question = `It is in ${listed(all)}. Which ${bare(what)} do you mean?`;
      return { type: "answer", text: yield* ask(question, all, scene) };
    }
    if (!isProse(path) || !scene.tools.has("lookup_docs")) return { type: "found", path, found };
    return { type: "answer", text: onlyProse(what, path) };
  }
  if (chosen.type === "none") return { type: "answer", text: yield* notFound({ what, file, found }, scene) };
  const paths = chosen.files.map(({ path }) => path);
  if (paths.every(isProse) && scene.tools.has("lookup_docs"))
    return { type: "answer", text: onlyProse(what, listed(paths)) };
  const question = `It is in ${listed(paths)}. Which ${bare(what)} do you mean?`;
  return { type: "answer", text: yield* ask(question, paths, scene) };
}

/** Other scripts that print these very words: a name in the code may not be what the person sees. */
function shownElsewhere(what: string, chosen: string, found: readonly FoundFile[]): string[] {
  const phrase = bare(what).toLowerCase();
  if (!phrase.includes(" ")) return [];
  const inString = (text: string) =>
    (text.match(/"[^"]*"|'[^']*'/g) ?? []).some((part) => part.toLowerCase().includes(phrase));
  return found
    .filter(({ path, hits }) => path !== chosen && !isProse(path) && hits.some(({ text }) => inString(text)))
    .map(({ path }) => path);
}

/** The person's answer comes as their next message; the question is the answer of this turn. */
export function* ask(question: string, choices: string[], scene: Scene): Plan {
  if (scene.tools.has("ask_person")) yield* use("ask_person", { question, choices });
  return question;
}

const bare = (what: string) => what.replace(/^(the|a|an|all) /i, "");

type Missed = { what: string; file: string | null; found: readonly FoundFile[] };

function* notFound({ what, file, found }: Missed, scene: Scene): Plan {
  const where = file === null ? "in this workspace" : `in ${file}`;
  const said = `I found no ${bare(what)} ${where}, so nothing was changed.`;
  const words = subject(what);
  const named = found.find(({ path, nameMatch }) => nameMatch && sameWords(words, baseName(path)))?.path;
  if (named !== undefined) return `${said} To remove the file of that name say "remove file ${named}".`;
  const near = words.length === 1 && words[0] !== undefined ? yield* nearName(words[0], file) : null;
  return near === null ? said : yield* ask(`${said} Did you mean ${near}?`, [near], scene);
}

const baseName = (path: string) => tokens((path.split("/").at(-1) ?? "").replace(/\.\w+$/, ""));

/** A word of the files that differs by a slip of the thumb. */
function* nearName(word: string, file: string | null): Plan<string | null> {
  if (!/^[a-z]{5,20}$/.test(word)) return null;
  const [first, last] = [word[0], word.at(-1)];
  const pattern = `/\\b${first}[a-z]{${word.length - 3},${word.length}}${last}\\b/i`;
  const hits = (yield* findAll([pattern], file))
    .filter(({ path }) => !isProse(path))
    .flatMap(({ hits: own }) => own);
  const near = [...new Set(hits.flatMap(({ text }) => text.match(/[A-Za-z]+/g) ?? []))]
    .map((name) => ({ name, far: distance(name.toLowerCase(), word) }))
    .filter(({ far }) => far > 0 && far <= (word.length < 8 ? 1 : 2))
    .sort((a, b) => a.far - b.far);
  return near[0]?.name ?? null;
}

// Where there is documentation, prose that has the words is most likely it: no place to delete from unasked.
function onlyProse(what: string, where: string): string {
  return `I found ${what} only in ${where}, which no script is. Nothing was changed; name the file to remove it there.`;
}

function listed(paths: readonly string[]): string {
  return paths.length < 2 ? paths.join("") : `${paths.slice(0, -1).join(", ")} and ${paths.at(-1)}`;
}
