// The rest of the project as a part of the interface: what other files declare, add to objects, use. Promises to read a file
// only when it has the word in question, and to parse it once. Refuses to follow loads: any file may be loaded beside any.

import type { Surface } from "../docs/surface/surface.ts";
import { readable, readCode } from "./code.ts";
import { type Expandos, expandosOf } from "./expandos.ts";
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
};

export const NO_PROJECT: Project = {
  mentions: () => [],
  declares: () => false,
  expandos: () => [],
  typeOf: () => null,
  returnOf: () => null,
  users: () => 0,
};

const SCRIPT = /\.(?:[cm]?js|jsx|jsxinc|jsxbin|es|ts|tsx)$/i;
/** A project of more scripts than this is searched in part: whoever is not found is told, not held. */
const MAX_PARSED = 40;

export function projectOf(files: ProjectFiles, path: string, surface: Surface): Project {
  const others = (): string[] => files.paths().filter((one) => one !== path && SCRIPT.test(one));
  const found = new Map<string, readonly string[]>();
  const read = readings(files, surface);
  const mentions = (name: string): readonly string[] => {
    const known = found.get(name) ?? others().filter((one) => hasWord(files.read(one) ?? "", name));
    found.set(name, known);
    return known;
  };
  const candidates = (name: string): readonly string[] => mentions(name).slice(0, MAX_PARSED);
  return {
    mentions,
    declares: (name) => candidates(name).some((one) => read(one)?.declares(name)),
    expandos: (name) => candidates(name).flatMap((one) => read(one) ?? []),
    typeOf: (name) => agreed(candidates(name).map((one) => read(one)?.typeOf(name))),
    returnOf: (name) => agreed(candidates(name).map((one) => read(one)?.returnOf(name))),
    users: (name) =>
      mentions(name).filter((one) =>
        new RegExp(`\\.\\s*${escaped(name)}(?![\\w$])`).test(files.read(one) ?? ""),
      ).length,
  };
}

const agreed = (types: readonly (Typed | null | undefined)[]): Typed | null =>
  unionOf(types.filter((type) => type !== undefined));

const escaped = (name: string): string => name.replace(/[$\\^.*+?()[\]{}|]/g, "\\$&");

function hasWord(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
    const isWord = !/[\w$]/.test(text.charAt(at - 1)) && !/[\w$]/.test(text.charAt(at + name.length));
    if (isWord) return true;
  }
  return false;
}

function readExpandos(text: string, path: string, surface: Surface): Expandos[] {
  const code = readCode(text, path);
  if (code === null) return [];
  const uses = usesIn(code);
  const world = { surface, before: new Map<string, null>(), ...UNKNOWN_ELSEWHERE };
  return [expandosOf(uses, receivers(code, uses, world))];
}

/** A second file is read by itself: what it takes from a third is unknown. */
const UNKNOWN_ELSEWHERE = {
  isCalledElsewhere: () => true,
  typeElsewhere: () => null,
  returnElsewhere: () => null,
};

type Kept = { text: string; version: object; expandos: Expandos | null };
const kept = new WeakMap<ProjectFiles, Map<string, Kept>>();

/** Parsed files by path, each as long as its text is the same. */
function readings(files: ProjectFiles, surface: Surface): (path: string) => Expandos | null {
  const known = kept.get(files) ?? new Map<string, Kept>();
  kept.set(files, known);
  return (path) => {
    const text = files.read(path) ?? "";
    const before = known.get(path);
    const version = versionOf(surface);
    if (before?.text === text && before.version === version) return before.expandos;
    const [expandos = null] = readable(() => readExpandos(text, path, surface));
    known.set(path, { text, version, expandos });
    return expandos;
  };
}
