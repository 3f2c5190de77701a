// How much of a file the checks could judge, for whoever prints a share beside findings. Promises null for what is no script
// that can be read at all, so that nobody takes silence for a pass. Refuses to judge: that is check-file.ts.

import { type Share, shareJudged } from "./census.ts";
import { checkingOf } from "./check.ts";
import type { CheckedFile } from "./check-file.ts";
import { readable, readCode } from "./code.ts";
import { NO_PROJECT, projectOf } from "./project.ts";
import type { World } from "./world.ts";

export function weighFile({ path, text }: CheckedFile, world: World): Share | null {
  const [share = null] = readable(() => {
    const code = readCode(text, path);
    if (code === null) return [];
    const project = world.project ? projectOf(world.project, path, world.surface) : NO_PROJECT;
    return [shareJudged(checkingOf(code, { world, project, path }))];
  });
  return share;
}
