// How many inventions the checks find: one real name of one script is changed, and a finding must stand there. Promises
// changes only where a check decides and raised nothing before. Refuses to count a change that made a real name.

import { type JudgedPlace, placesJudged } from "../../agent/check/census.ts";
import { checkingOf } from "../../agent/check/check.ts";
import { checkFile } from "../../agent/check/check-file.ts";
import { readCode } from "../../agent/check/code.ts";
import { positions } from "../../agent/check/positions.ts";
import { projectOf } from "../../agent/check/project.ts";
import type { World } from "../../agent/check/world.ts";
import type { Corpus } from "./corpus.ts";
import { worldOf } from "./measure.ts";
import { KINDS, type Kind, type Random, randomOf, shuffled } from "./mutation-kinds.ts";
import type { Script, Scripts } from "./scripts.ts";

export type Mutant = {
  kind: string;
  /** Where the script is, and its text with the one change. */
  scripts: Scripts;
  path: string;
  text: string;
  line: number;
  column: number;
  from: string;
  to: string;
};
export type Caught = {
  kind: string;
  mutants: number;
  held: number;
  told: number;
  missed: string[];
};

type Seen = { script: Script; scripts: Scripts; world: World; place: JudgedPlace };

export function mutantsOf(
  corpus: Corpus,
  all: readonly Scripts[],
  { seed, most }: { seed: number; most: number },
): Mutant[] {
  const random = randomOf(seed);
  const seen = all.flatMap((scripts) => {
    const world = worldOf(corpus, scripts);
    return scripts.files.flatMap((script) =>
      quietPlaces(script, world).map((place) => ({ script, scripts, world, place })),
    );
  });
  return KINDS.flatMap((kind) => {
    const fitting = seen.filter(({ place }) => kind.families.includes(place.family));
    const mutants: Mutant[] = [];
    for (const one of shuffled(fitting, random)) {
      const mutant = mutantAt(one, kind, { random, corpus });
      if (mutant) mutants.push(mutant);
      if (mutants.length >= most) break;
    }
    return mutants;
  });
}

/** Places of a script at which nothing is found as it stands. */
function quietPlaces(script: Script, world: World): JudgedPlace[] {
  try {
    const code = readCode(script.text, script.path);
    if (code === null || code.error !== null || world.project === null) return [];
    const project = projectOf(world.project, script.path, world.surface);
    const at = positions(script.text);
    const found = new Set(checkFile(script, world).map(({ line, column }) => `${line}:${column}`));
    return placesJudged(checkingOf(code, { world, project, path: script.path })).filter(
      ({ offset, name, has }) => has(name) && !found.has(`${at(offset).line}:${at(offset).column}`),
    );
  } catch {
    // A fault of the checks: the measurement tells it.
    return [];
  }
}

function mutantAt(
  { script, scripts, place }: Seen,
  kind: Kind,
  { random, corpus }: { random: Random; corpus: Corpus },
): Mutant | null {
  const { text, path } = script;
  const { name, offset, has } = place;
  const at = [offset, offset + 1].find((one) => text.startsWith(name, one));
  const to = kind
    .invented(place, { random, surface: corpus.surface })
    // A name that the script has may be one of its own.
    .find((one) => !new RegExp(`(?<![\\w$])${RegExp.escape(one)}(?![\\w$])`).test(text) && !has(one));
  if (at === undefined || to === undefined) return null;
  const changed = text.slice(0, at) + to + text.slice(at + name.length);
  return { kind: kind.name, scripts, path, text: changed, ...positions(changed)(offset), from: name, to };
}

export function caughtShare(corpus: Corpus, mutants: readonly Mutant[]): Caught[] {
  return KINDS.map(({ name: kind }) => {
    const caught: Caught = { kind, mutants: 0, held: 0, told: 0, missed: [] };
    for (const mutant of mutants.filter((one) => one.kind === kind)) {
      caught.mutants += 1;
      const { scripts, path, text, line, column } = mutant;
      const found = checkFile({ path, text }, worldOf(corpus, scripts)).filter(
        (one) => one.line === line && one.column === column,
      );
      if (found.some(({ confidence }) => confidence === "certain")) caught.held += 1;
      else if (found.length > 0) caught.told += 1;
      else caught.missed.push(`${scripts.name}/${path}:${line}:${column} ${mutant.from} → ${mutant.to}`);
    }
    return caught;
  });
}
