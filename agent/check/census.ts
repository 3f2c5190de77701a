// How much of a piece of code the checks can judge at all: a checker that judges nothing is never wrong. Promises each access
// to a name counted once. Refuses to count what is nobody's question: what is asked of `Math` and its like, and of objects
// that the code or its project makes itself.

import type { MemberExpression } from "acorn";
import { isLanguageType } from "./built-ins.ts";
import type { Checking, Judged } from "./check.ts";
import { FILE_CHECKS } from "./families.ts";
import type { Family } from "./finding.ts";
import { isOwnValue } from "./own-objects.ts";
import { memberName, rootOf } from "./paths.ts";

export type Share = {
  /** Accesses on receivers of documented types, or of the language's own. */
  judged: number;
  /** Accesses on receivers that nobody can tell. */
  open: number;
};

export function shareJudged(checking: Checking): Share {
  const share = { judged: 0, open: 0 };
  for (const node of checking.uses.members) {
    if (memberName(node) === null) continue;
    const type = checking.receivers.typeOf(node.object);
    if (type?.names.some((name) => isLanguageType(name) || checking.surface.interface(name)))
      share.judged += 1;
    else if (type === null && !isOwn(node, checking)) share.open += 1;
  }
  return share;
}

/** `console.log` of no documented console is open; `JSON.parse` and `mine.total` are not asked of the host. */
function isOwn(node: MemberExpression, { receivers, project, surface }: Checking): boolean {
  const root = rootOf(node);
  if (root === null || receivers.isOwn(root)) return isOwnValue(node.object, receivers);
  const { name } = root;
  if (isLanguageType(name) || /^(?:Math|JSON|Reflect|Promise|Intl)$/.test(name)) return true;
  return !surface.global(name) && !surface.interface(name) && project.declares(name);
}

export type JudgedPlace = Judged & { family: Family };

/** Every place of a whole file that some check decides on. */
export const placesJudged = (checking: Checking): JudgedPlace[] =>
  FILE_CHECKS.flatMap((check) => check.judged(checking).map((one) => ({ ...one, family: check.family })));
