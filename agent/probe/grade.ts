// Grades what a turn would have written against a probe, by reading it as code. Promises a reason for each thing that is not
// as a right answer has it. Refuses to weigh: one reason is a failure.

import { posix } from "node:path";
import { checkFile } from "../check/check-file.ts";
import type { World } from "../check/world.ts";
import { documentedIn, membersIn } from "./names-in-code.ts";
import type { Probe } from "./probe.ts";

/** One file as the turn would leave it; null where there is none. */
export type Proposed = { path: string; before: string | null; after: string | null };

/** `over` is the untouched workspace with texts over it. */
type Ground = { over(texts: ReadonlyMap<string, string | null>): World };

/** Empty for a right answer. */
export function faultsOf(probe: Probe, files: readonly Proposed[], { over }: Ground): string[] {
  if (files.length === 0) return ["nothing was changed"];
  const world = over(new Map(files.map(({ path, after }) => [path, after])));
  return [
    ...placesWrong(probe, files),
    ...namesWrong(probe, files, { before: over(new Map()), after: world }),
    ...files.flatMap((file) => codeWrong(file, world)),
  ];
}

function placesWrong({ touches }: Probe, files: readonly Proposed[]): string[] {
  const changed = new Set(files.map(({ path }) => path));
  const missing = touches.filter((path) => !changed.has(path)).map((path) => `${path} was not changed`);
  const more = files.filter(({ path }) => !touches.includes(path)).map(({ path }) => `${path} was changed`);
  return [...missing, ...more];
}

type Side = "before" | "after";

function namesWrong(probe: Probe, files: readonly Proposed[], worlds: Record<Side, World>): string[] {
  const documented = (side: Side) =>
    new Set(files.flatMap((file) => documentedIn({ path: file.path, text: file[side] ?? "" }, worlds[side])));
  const asked = (side: Side) => new Set(files.flatMap((file) => membersIn(file[side] ?? "")));
  const [had, has] = [documented("before"), documented("after")];
  const [old, now] = [asked("before"), asked("after")];
  const isBrought = (name: string) => has.has(name) && (!had.has(name) || probe.had.includes(name));
  return [
    ...probe.brings.filter((name) => !isBrought(name)).map((name) => `${name} is not used`),
    ...probe.drops.filter((name) => has.has(name)).map((name) => `${name} is still used`),
    ...probe.keeps.filter((name) => !has.has(name)).map((name) => `${name} has gone`),
    ...probe.avoids
      .filter((name) => now.has(name) && !old.has(name))
      .map((name) => `${name} came in, which is a guess`),
  ];
}

function codeWrong({ path, before, after }: Proposed, world: World): string[] {
  if (after === null) return [];
  const file = before === null ? { path, text: after } : { path, text: after, before };
  const found = checkFile(file, world)
    .filter(({ confidence, origin }) => confidence === "certain" && origin === "introduced")
    .map(({ line, family, symbol }) => `${path}:${line}: ${family} ${symbol}`);
  return [...found, ...unclosed(path, after, world)];
}

/** What is opened is closed as often, as the profile names such calls. */
function unclosed(path: string, text: string, { profile }: World): string[] {
  if (!profile.domain.some((glob) => posix.matchesGlob(path, glob))) return [];
  const { open, close } = profile.suffixes;
  const counts = new Map<string, number>();
  const count = (name: string, suffix: string, step: number) => {
    const stem = name.slice(0, -suffix.length);
    if (stem !== "" && name.endsWith(suffix)) counts.set(stem, (counts.get(stem) ?? 0) + step);
  };
  for (const name of membersIn(text)) {
    count(name, open, 1);
    count(name, close, -1);
  }
  return [...counts].flatMap(([stem, left]) =>
    left === 0 ? [] : [`${path}: ${stem}${open} and ${stem}${close} are not paired`],
  );
}
