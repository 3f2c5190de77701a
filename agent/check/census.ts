// How much of a piece of code the checks can judge at all: a checker that judges nothing is never wrong. Promises each access
// to a name counted once. Refuses to count what is nobody's question: members of the language's own types, and of objects
// that the code makes itself.

import type { MemberExpression } from "acorn";
import { isLanguageType } from "./built-ins.ts";
import type { Checking, Judged } from "./check.ts";
import { isOwnObject } from "./expandos.ts";
import { FILE_CHECKS } from "./families.ts";
import type { Family } from "./finding.ts";
import { memberName, rootOf } from "./paths.ts";

export type Share = {
  /** Accesses on receivers of documented types. */
  judged: number;
  /** Accesses on receivers that nobody can tell. */
  open: number;
};

export function shareJudged(checking: Checking): Share {
  const share = { judged: 0, open: 0 };
  for (const node of checking.uses.members) {
    if (memberName(node) === null) continue;
    const type = checking.receivers.typeOf(node.object);
    if (type?.names.some((name) => checking.surface.interface(name))) share.judged += 1;
    else if (type === null && !isOwn(node, checking)) share.open += 1;
  }
  return share;
}

/** `console.log` of no documented console is open; `JSON.parse` and `mine.total` are not asked of the host. */
function isOwn(node: MemberExpression, { receivers }: Checking): boolean {
  const root = rootOf(node);
  if (root === null) return false;
  if (!receivers.isOwn(root))
    return isLanguageType(root.name) || /^(?:Math|JSON|Reflect|Promise|Intl)$/.test(root.name);
  return isOwnObject(root, receivers);
}

export type JudgedPlace = Judged & { family: Family };

/** Every place of a whole file that some check decides on. */
export const placesJudged = (checking: Checking): JudgedPlace[] =>
  FILE_CHECKS.flatMap((check) => check.judged(checking).map((one) => ({ ...one, family: check.family })));
