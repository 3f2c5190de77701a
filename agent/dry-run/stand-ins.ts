// Names that a script takes from elsewhere and that nobody may call invented: they are there as stubs while it is tried.
// Promises that a name which the checks are sure about is left out, so that the engine stumbles over it. Refuses names that the
// script only asks for.

import type { Checking } from "../check/check.ts";
import { freeNames, judgeName } from "../check/object.ts";

export type StandIns = { names: string[]; assumed: string[] };

/** `isAlone`: what other files of the project declare may be there by ways that nobody can read. */
export function standInsFor(checking: Checking, isAlone: boolean): StandIns {
  const { project, uses, world } = checking;
  const found: StandIns = { names: [], assumed: [] };
  const seen = new Set<string>();
  for (const node of freeNames(checking)) {
    const { name } = node;
    if (seen.has(name)) continue;
    seen.add(name);
    const judged = judgeName(node, checking, uses.callees.has(node) ? "function" : "object");
    const isElsewhere = judged === null && isAlone && project.declares(name);
    if (isElsewhere || judged?.confidence === "likely") found.assumed.push(name);
    else if (isStated(name, world) || world.profile.builtIns.present.includes(name)) found.names.push(name);
  }
  found.names.push(...found.assumed);
  return found;
}

/** The owner's word. */
function isStated(name: string, { exists }: Checking["world"]): boolean {
  return (
    exists !== undefined &&
    (exists({ family: "object", about: name }) ||
      exists({ family: "function", about: `${name}()` }) ||
      exists({ family: "constructor", about: `new ${name}` }))
  );
}
