// What speaks for a finding that only the turn can know: a file that no listing shows, code that has moved. Promises that
// splitting a file refuses none of its lines, as long as the old file had the very finding. Refuses new uses of an old
// mistake: those are the turn's own.

import { posix } from "node:path";
import { checkFile } from "../check/check-file.ts";
import { keyOf, wordOf } from "../overlay/words.ts";
import type { Stage } from "../workspace/stage.ts";
import type { Placed } from "./check-messages.ts";
import type { Work } from "./work.ts";
import type { TurnWorld } from "./world-of.ts";

export type Excusing = {
  stage: Stage;
  world: TurnWorld;
  work: Work;
  /** Contents before the turn of the files that it changes. */
  olds: ReadonlyMap<string, string>;
  /**
   * What is about to be staged together: two new files do not speak for each other. Left out at a draft: then a line has moved
   * only if the file that it came from has changed by now, and else was copied.
   */
  laid?: ReadonlyMap<string, unknown>;
};

/** `text` is the file that the finding is in. */
export async function isExcused(one: Placed, text: string, asked: Excusing): Promise<boolean> {
  return (await isUnlisted(one, asked)) || hasMoved(one, text, asked);
}

/** A listing leaves ignored files out, and scripts load those as well. */
async function isUnlisted({ family, symbol, path }: Placed, { stage, work }: Excusing): Promise<boolean> {
  if (family !== "file") return false;
  const target = symbol.replaceAll("\\", "/");
  const folders = [posix.dirname(path), ".", ...work.deps.profile.entry.map((entry) => posix.dirname(entry))];
  for (const folder of new Set(folders)) {
    for (const ending of ["", ".js"]) {
      const file = await stage.read(posix.join(folder, target + ending), work.signal);
      if (file.ok || !/^(?:not_found|path)$/.test(file.reason)) return true;
    }
  }
  return false;
}

/** Files with the word are read so far, and no further. */
const MAX_SOURCES = 20;

/** The same line stands in a file as it was before the turn, and is found there as well. */
function hasMoved(one: Placed, text: string, { stage, world, olds, laid }: Excusing): boolean {
  if (one.family === "file") return false;
  const line = linesOf(text)[one.line - 1] ?? "";
  const changed = new Set([...stage.changes().map(({ path }) => path), ...(laid?.keys() ?? [])]);
  const mentioned = laid ? (world.project.mentions?.(wordOf(one)) ?? []) : [];
  const others = mentioned
    .filter((path) => path !== one.path && !changed.has(path))
    .map((path): [string, string] => [path, world.project.read(path) ?? ""]);
  // Within one file what moved is counted already: a second one is a new use.
  return [...olds, ...others.slice(0, MAX_SOURCES)]
    .filter(([path, source]) => path !== one.path && linesOf(source).includes(line))
    .some(([path, source]) =>
      checkFile({ path, text: source }, world).some((old) => keyOf(old) === keyOf(one)),
    );
}

const linesOf = (text: string): string[] => text.split(/\r\n?|\n/).map((line) => line.trim());
