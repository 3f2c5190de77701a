// The check of a whole file as it would be written: everything in it that the engine, its documentation and the project do
// not have. Promises findings in the order of the file, each with where it comes from. Refuses files that are not the
// engine's: those that the profile does not call domain code, and what is no script.

import { posix } from "node:path";
import { checkingOf } from "./check.ts";
import { readable, readCode } from "./code.ts";
import { FILE_CHECKS } from "./families.ts";
import type { FileFinding, Finding } from "./finding.ts";
import { withOrigins } from "./origins.ts";
import { NO_PROJECT, projectOf } from "./project.ts";
import type { World } from "./world.ts";

export type CheckedFile = {
  /** From the workspace's root, with "/". */
  path: string;
  text: string;
  /** The file before this turn; left out for a new one. */
  before?: string;
};

/** One symbol's findings beyond this say nothing new. */
const MAX_OF_ONE = 20;

export function checkFile(file: CheckedFile, world: World, tooDeep?: () => void): FileFinding[] {
  const isEngines = world.profile.domain.some((glob) => posix.matchesGlob(file.path, glob));
  return isEngines ? checkEngineFile(file, world, tooDeep) : [];
}

/**
 * A file of which somebody else has said that it is the engine's; globs for all files leave out what begins with a dot.
 * `tooDeep` is told of a text that nests so deep that nothing in it was looked at, and was not like that before.
 */
export function checkEngineFile(file: CheckedFile, world: World, tooDeep?: () => void): FileFinding[] {
  const deep = { isNow: false, wasBefore: false };
  const findings = findingsIn(file, world, () => {
    deep.isNow = true;
  });
  if (deep.isNow && tooDeep) {
    findingsIn({ path: file.path, text: file.before ?? "" }, world, () => {
      deep.wasBefore = true;
    });
    if (!deep.wasBefore) tooDeep();
  }
  if (findings.length === 0) return [];
  const { before } = file;
  const old =
    before === undefined
      ? null
      : { text: before, findings: findingsIn({ path: file.path, text: before }, world) };
  return withOrigins({ text: file.text, findings }, old).filter(few());
}

function findingsIn(file: CheckedFile, world: World, tooDeep?: () => void): Finding[] {
  return readable(() => judged(file, world, tooDeep), tooDeep);
}

function judged({ path, text }: CheckedFile, world: World, tooDeep?: () => void): Finding[] {
  const code = readCode(text, path, tooDeep);
  if (code === null) return [];
  const project = world.project ? projectOf(world.project, path, world.surface) : NO_PROJECT;
  const checking = checkingOf(code, { world, project, path });
  return FILE_CHECKS.flatMap((check) => check.run(checking))
    .filter((one) => !world.exists?.(one))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** What is introduced is counted apart: it must not drown in what was there. */
function few(): (one: FileFinding) => boolean {
  const seen = new Map<string, number>();
  return ({ family, symbol, origin }) => {
    const key = `${origin} ${family} ${symbol}`;
    const count = (seen.get(key) ?? 0) + 1;
    seen.set(key, count);
    return count <= MAX_OF_ONE;
  };
}
