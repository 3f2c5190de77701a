// The rest of the project as a part of the interface: what other files declare, add to objects, use. Promises to read a file
// only when it has the word in question, and to parse it once. Refuses to follow loads: any file may be loaded beside any.

import type { Surface } from "../docs/surface/surface.ts";
import { readable, readCode } from "./code.ts";
import { type Expandos, settledExpandos } from "./expandos.ts";
import { versionOf } from "./per-version.ts";
import { receivers } from "./receivers.ts";
import { type Typed, unionOf } from "./type-words.ts";
import { usesIn } from "./uses.ts";
import type { ProjectFiles } from "./world.ts";

export type Project = {
  /** Other files in which the word stands. */
  mentions(name: string): readonly string[];
  /** A file declares this name at its top, or gives it to the global object. */
  declares(name: string): boolean;
  /** Files that give an object a member of this name. */
  expandos(name: string): Expandos[];
  /** What the files that declare a name say that it holds, or returns; null where they do not agree. */
  typeOf(name: string): Typed | null;
  returnOf(name: string): Typed | null;
  /** In how many other files something is asked for this member. */
  users(name: string): number;
  /** What of the project was not searched, in words. */
  leftOut: string | null;
};

export const NO_PROJECT: Project = {
  mentions: () => [],
  declares: () => false,
  expandos: () => [],
  typeOf: () => null,
  returnOf: () => null,
  users: () => 0,
  leftOut: null,
};

export const isScript = (path: string): boolean => SCRIPT.test(path);
const SCRIPT = /\.(?:[cm]?js|jsx|jsxinc|jsxbin|es|ts|tsx)$/i;
/** Of the scripts with a name so many are parsed: those that look as if they made it come first. */
const MAX_PARSED = 40;

export function projectOf(files: ProjectFiles, path: string, surface: Surface): Project {
  const others = (name: string): string[] =>
    files.paths().filter((one) => one !== path && isScript(one) && hasWord(files.read(one) ?? "", name));
  const found = new Map<string, readonly string[]>();
  const read = readings(files, surface);
  const mentions = (name: string): readonly string[] => {
    const known = found.get(name) ?? files.mentions?.(name)?.filter((one) => one !== path) ?? others(name);
    found.set(name, known);
    return known;
  };
  const chosen = new Map<string, readonly string[]>();
  const candidates = (name: string): readonly string[] => {
    const known = chosen.get(name) ?? mayMake(name, mentions(name), files);
    chosen.set(name, known);
    return known;
  };
  return {
    mentions,
    declares: (name) => candidates(name).some((one) => read(one)?.declares(name)),
    expandos: (name) => candidates(name).flatMap((one) => read(one) ?? []),
    typeOf: (name) => agreed(candidates(name).map((one) => read(one)?.typeOf(name))),
    returnOf: (name) => agreed(candidates(name).map((one) => read(one)?.returnOf(name))),
    users(name) {
      const all = mentions(name);
      // Not every one of them was parsed, so the name may be made in any.
      if (all.length > MAX_PARSED) return all.length;
      const asked = new RegExp(`\\.\\s*${escaped(name)}(?![\\w$])`);
      return all.filter((one) => !files.isFresh?.(one) && asked.test(files.read(one) ?? "")).length;
    },
    leftOut: files.leftOut ?? null,
  };
}

const agreed = (types: readonly (Typed | null | undefined)[]): Typed | null =>
  unionOf(types.filter((type) => type !== undefined));

const looked = new WeakMap<object, Map<string, Map<string, { text: string; isMade: boolean }>>>();
const MAX_LOOKED = 200;

/** A name of hundreds of files is looked for in each once: the same names come with every write. */
function mayMake(name: string, all: readonly string[], files: ProjectFiles): readonly string[] {
  if (all.length <= MAX_PARSED) return all;
  const owner = files.keptFor ?? files;
  const names = looked.get(owner) ?? new Map();
  looked.set(owner, names);
  if (names.size >= MAX_LOOKED) names.clear();
  const known = names.get(name) ?? new Map();
  names.set(name, known);
  const making = all.filter((path) => {
    const text = files.read(path) ?? "";
    const before = known.get(path);
    const isMade = before?.text === text ? before.isMade : isMadeIn(text, name);
    known.set(path, { text, isMade });
    return isMade;
  });
  return making.slice(0, MAX_PARSED);
}

/** A declaring word before the name, a value or a quote behind it, or a list that may be one of declarations. */
function isMadeIn(text: string, name: string): boolean {
  for (const at of placesOf(name, text)) {
    const before = text.slice(Math.max(0, at - 24), at);
    const behind = text.slice(at + name.length, at + name.length + 8);
    if (/(?:function\s*\*?|var|let|const|class|import)\s+$/.test(before)) return true;
    if (/^\s*(?:=(?!=)|["':\]])/.test(behind)) return true;
    if (/[{,]\s*$/.test(before) && /^\s*[,;}]/.test(behind)) return true;
  }
  return false;
}

const escaped = (name: string): string => name.replace(/[$\\^.*+?()[\]{}|]/g, "\\$&");

const hasWord = (text: string, name: string): boolean => placesOf(name, text).next().done === false;

/** Where the name stands as a whole word. */
function* placesOf(name: string, text: string): Generator<number> {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    if (!/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + name.length))) yield at;
  }
}

function readExpandos(text: string, path: string, surface: Surface): Expandos[] {
  const code = readCode(text, path);
  if (code === null) return [];
  const uses = usesIn(code);
  const world = { surface, before: new Map<string, null>(), ...UNKNOWN_ELSEWHERE };
  return [settledExpandos(uses, receivers(code, uses, world))];
}

/** A second file is read by itself: what it takes from a third is unknown. */
const UNKNOWN_ELSEWHERE = {
  isCalledElsewhere: () => true,
  typeElsewhere: () => null,
  returnElsewhere: () => null,
};

type Kept = { text: string; version: object; expandos: Expandos | null };
const kept = new WeakMap<object, Map<string, Kept>>();
/** A project is looked at for days, and what was read out of its texts holds on to them. */
const MAX_KEPT_CHARS = 24_000_000;

/** Parsed files by path, each as long as its text is the same. */
function readings(files: ProjectFiles, surface: Surface): (path: string) => Expandos | null {
  const owner = files.keptFor ?? files;
  const known = kept.get(owner) ?? new Map<string, Kept>();
  kept.set(owner, known);
  return (path) => {
    const text = files.read(path) ?? "";
    const before = known.get(path);
    const version = versionOf(surface);
    if (before?.text === text && before.version === version) return before.expandos;
    const [expandos = null] = readable(() => readExpandos(text, path, surface));
    known.delete(path);
    known.set(path, { text, version, expandos });
    forgetOldest(known);
    return expandos;
  };
}

function forgetOldest(known: Map<string, Kept>): void {
  let chars = 0;
  for (const { text } of known.values()) chars += text.length;
  for (const [path, { text }] of known) {
    if (chars <= MAX_KEPT_CHARS || known.size === 1) return;
    known.delete(path);
    chars -= text.length;
  }
}
