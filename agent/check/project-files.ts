// The project's scripts, held in memory for checks that cannot wait for a disk. Promises that a text which did not change is
// neither read nor cut into words again, and says in words what was left out. Refuses to look at the disk itself: whoever
// asks brings a listing, and a way to read.

import { loadTargets } from "./load-targets.ts";
import { isScript } from "./project.ts";
import { createWordIndex, type WordIndex } from "./word-index.ts";
import type { ProjectFiles } from "./world.ts";

/** One file as it stands now; the same `version` of a path is the same content. */
export type ListedFile = { path: string; bytes: number; version: string };
/** Contents that stand over what was read: staged, or about to be. Null deletes. */
export type Laid = ReadonlyMap<string, string | null>;

export type LoadedProject = {
  /** The files as they were read, with others over them, of which those that are `fresh` were written just now. */
  under(laid: Laid, fresh?: ReadonlySet<string>): ProjectFiles;
};

export type ProjectTexts = {
  load(files: readonly ListedFile[], read: ReadText): Promise<LoadedProject>;
};
type ReadText = (path: string) => Promise<string | null>;

/** A tree of more is searched in part; what is in none of the parts is then no proof. */
const LIMITS = { scripts: 2_000, bytes: 24 * 1024 * 1024 } as const;
const READ_AT_ONCE = 16;
const UNLISTED = { tried: 100, taken: 20 } as const;

/** The text at each path; null for a file whose text is not held: no script, not readable, or beyond the limits. */
type Contents = Map<string, string | null>;
type Held = { text: string; version: string; loads: string[][] };
type State = { held: Map<string, Held>; words: WordIndex };

export function createProjectTexts(limits: { scripts: number; bytes: number } = LIMITS): ProjectTexts {
  const state: State = { held: new Map(), words: createWordIndex() };
  return {
    async load(files, read) {
      const [chosen, rest] = within(files, limits);
      const now: State["held"] = new Map();
      const changed = chosen.filter((file) => {
        const known = state.held.get(file.path);
        if (known?.version === file.version) now.set(file.path, known);
        return known?.version !== file.version;
      });
      const missing = await readAll(changed, read, ({ path, version }, text) => {
        now.set(path, { text, version, loads: loadTargets(text, path) });
      });
      state.held = now;
      sweep(state);
      const contents: Contents = new Map(files.map(({ path }) => [path, now.get(path)?.text ?? null]));
      for (const [path, text] of await unlisted(now, contents, read)) contents.set(path, text);
      const leftOut = leftOutWords(rest + missing, chosen.length + rest);
      return { under: (laid, fresh) => projectOver(contents, { laid, fresh, leftOut, state }) };
    },
  };
}

/** The smallest first: one bundle of 20 MB must not stand in the way of a thousand scripts. */
function within(files: readonly ListedFile[], limits: { scripts: number; bytes: number }) {
  const scripts = files.filter(({ path }) => isScript(path)).toSorted((a, b) => a.bytes - b.bytes);
  const chosen: ListedFile[] = [];
  let bytes = 0;
  for (const file of scripts) {
    bytes += file.bytes;
    if (chosen.length >= limits.scripts || bytes > limits.bytes) break;
    chosen.push(file);
  }
  return [chosen, scripts.length - chosen.length] as const;
}

/** How many could not be read. */
async function readAll(
  files: readonly ListedFile[],
  read: ReadText,
  take: (file: ListedFile, text: string) => void,
): Promise<number> {
  let missing = 0;
  for (let from = 0; from < files.length; from += READ_AT_ONCE) {
    const some = files.slice(from, from + READ_AT_ONCE);
    const texts = await Promise.all(some.map(({ path }) => read(path)));
    for (const [at, file] of some.entries()) {
      const text = texts[at] ?? null;
      if (text === null) missing += 1;
      else take(file, text);
    }
  }
  return missing;
}

/** What scripts load, and no listing shows, since it is ignored. */
async function unlisted(held: State["held"], listed: Contents, read: ReadText): Promise<[string, string][]> {
  const loads = [...held.values()].flatMap((one) => one.loads);
  const targets = new Set(loads.filter((places) => !places.some((path) => listed.has(path))).flat());
  const found: [string, string][] = [];
  for (const path of [...targets].slice(0, UNLISTED.tried)) {
    const text = isScript(path) ? await read(path) : null;
    if (text !== null) found.push([path, text]);
    if (found.length >= UNLISTED.taken) break;
  }
  return found;
}

function leftOutWords(count: number, all: number): string | null {
  if (count === 0) return null;
  return `${count} of the project's ${all} scripts ${count === 1 ? "was" : "were"} not searched, being too many, too large or no text`;
}

/** Versions that went are forgotten once they are more than what is there. */
function sweep(state: State): void {
  if (state.words.size() > 2 * state.held.size + 200) state.words = createWordIndex();
}

type Over = {
  laid: Laid;
  fresh: ReadonlySet<string> | undefined;
  leftOut: string | null;
  state: State;
};

function projectOver(disk: Contents, { laid, fresh, leftOut, state }: Over): ProjectFiles {
  const contents = new Map(disk);
  for (const [path, text] of laid) {
    if (text === null) contents.delete(path);
    else contents.set(path, isScript(path) ? text : null);
  }
  const paths = [...contents.keys()];
  const found: { search?: (word: string) => readonly string[] | null } = {};
  return {
    paths: () => paths,
    read: (path) => contents.get(path) ?? null,
    leftOut,
    mentions(word) {
      found.search ??= searchOf(contents, state.words);
      return found.search(word);
    },
    isFresh: (path) => fresh?.has(path) === true,
    keptFor: state,
  };
}

function searchOf(contents: Contents, words: WordIndex): (word: string) => readonly string[] | null {
  const byId = new Map<number, string[]>();
  for (const [path, text] of contents) {
    const id = text === null ? null : words.add(text);
    if (id !== null) byId.set(id, [...(byId.get(id) ?? []), path]);
  }
  return (word) => words.having(word)?.flatMap((id) => byId.get(id) ?? []) ?? null;
}
