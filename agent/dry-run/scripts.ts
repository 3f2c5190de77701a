// Which scripts a dry run begins with: the profile's entries, the scripts at the top of what loads a changed file, changed
// scripts that nobody loads. Promises those first that have to do with the change. Refuses more than a few, and says which.

import { posix } from "node:path";
import { checkingOf } from "../check/check.ts";
import { readable } from "../check/code.ts";
import { includePaths, loadsIn } from "../check/loads.ts";
import { isScript, NO_PROJECT, projectOf } from "../check/project.ts";
import { findFile } from "./find-file.ts";
import type { DryRunAsked } from "./report.ts";
import { type Script, scriptAt } from "./script.ts";

/** `isAlone`: nobody is seen to load it, and it is no entry; names of other files may be there by other ways. */
export type Beginning = { path: string; isAlone: boolean };

const MAX_SCRIPTS = 8;
/** A file that half of a project loads is looked at from as many of its loaders. */
const MAX_LOADERS = 200;

export function beginningsOf(asked: DryRunAsked): { run: Beginning[]; leftOut: string[] } {
  const { world, changed } = asked;
  const { profile, project } = world;
  const isIn = (path: string, globs: readonly string[]): boolean =>
    globs.some((glob) => path === glob || posix.matchesGlob(path, glob));
  const paths = project.paths().filter((path) => isScript(path) && !/\.(?:jsxbin|d\.[cm]?ts)$/i.test(path));
  const entries = paths.filter((path) => isIn(path, profile.entry));
  const mine = (changed ?? []).filter((path) => paths.includes(path) && isIn(path, profile.domain));
  const tops = new Map<string, boolean>();
  for (const path of mine) {
    const found = topsOf(path, new Set(entries), asked);
    for (const top of found) tops.set(top, top === path && !entries.includes(top));
  }
  const all = [...tops].map(([path, isAlone]) => ({ path, isAlone }));
  // What begins by itself is surer ground than what is tried by itself.
  all.sort((a, b) => Number(a.isAlone) - Number(b.isAlone));
  for (const path of entries) if (!tops.has(path)) all.push({ path, isAlone: false });
  return { run: all.slice(0, MAX_SCRIPTS), leftOut: all.slice(MAX_SCRIPTS).map(({ path }) => path) };
}

/** The scripts that load this one, directly or not, and that nobody loads; itself where there are none. */
function topsOf(path: string, entries: ReadonlySet<string>, asked: DryRunAsked): string[] {
  const tops = new Set<string>();
  const seen = new Set([path]);
  let level = [path];
  while (level.length > 0 && seen.size < MAX_LOADERS) {
    const next: string[] = [];
    for (const one of level) {
      const loaders = loadersOf(one, asked);
      if (entries.has(one) || loaders.length === 0) tops.add(one);
      next.push(...loaders.filter((loader) => !seen.has(loader)));
      for (const loader of loaders) seen.add(loader);
    }
    level = next;
  }
  return tops.size > 0 ? [...tops] : [path];
}

function loadersOf(path: string, { world }: DryRunAsked): string[] {
  // A path stands in a loader's text by its words: the longest of them is in the fewest texts.
  const [word] = (posix.basename(path, posix.extname(path)).match(/[\w$]+/g) ?? []).toSorted(
    (a, b) => b.length - a.length,
  );
  if (word === undefined) return [];
  const candidates = projectOf(world.project, path, world.surface).mentions(word);
  return candidates.filter((one) => targetsOf(one, { world, changed: null }).includes(path));
}

/** The files that a script names in its loads. */
function targetsOf(path: string, { world }: DryRunAsked): string[] {
  const text = world.project.read(path) ?? "";
  const words = ["include", "require", "import", ...world.profile.loaders.map(lastName)];
  const script = words.some((word) => text.includes(word)) ? scriptAt(path, { world }) : null;
  if (script === null) return [];
  const more = includePaths(script.text).map((one) => posix.join(posix.dirname(path), one));
  return loadsOf(script, { world, changed: null }).flatMap((target) => {
    const found = findFile(target, { path, more }, world);
    return found.path === null ? [] : [found.path];
  });
}

const lastName = (name: string): string => name.split(".").at(-1) ?? name;

type Loads = { by: readonly string[]; targets: string[] };
const kept = new WeakMap<Script, Loads>();

/** A text that did not change is not walked again: half of a project may mention the name of one file. */
function loadsOf(script: Script, { world }: DryRunAsked): string[] {
  const by = world.profile.loaders;
  const known = kept.get(script);
  if (known !== undefined && known.by.join() === by.join()) return known.targets;
  const { code, path } = script;
  const targets =
    code === null ? [] : readable(() => loadsIn(checkingOf(code, { world, project: NO_PROJECT, path })));
  const loads = { by, targets: targets.map(({ target }) => target) };
  kept.set(script, loads);
  return loads.targets;
}
