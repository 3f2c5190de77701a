// How much of a piece of code the checks can judge at all: a checker that judges nothing is never wrong. Promises each access
// to a name counted once. Refuses to hide what it leaves out: that has a count of its own.

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
  /** Nobody's question: asked of what the code, its project or another package made, of data, of undocumented names. */
  outside: number;
};

export function shareJudged(checking: Checking): Share {
  const share = { judged: 0, open: 0, outside: 0 };
  for (const node of checking.uses.members)
    if (memberName(node) !== null) share[standingOf(node, checking)] += 1;
  return share;
}

/** Those that a better answer to "what is this" would bring in. */
export const openAccesses = (checking: Checking): MemberExpression[] =>
  checking.uses.members.filter((node) => memberName(node) !== null && standingOf(node, checking) === "open");

function standingOf(node: MemberExpression, checking: Checking): keyof Share {
  const type = checking.receivers.typeOf(node.object);
  if (type?.names.some((name) => isLanguageType(name) || checking.surface.interface(name))) return "judged";
  return type !== null || isOutside(node, checking) ? "outside" : "open";
}

/** A bare name that is no documented one is the object family's question, and what is behind it nobody's. */
function isOutside(node: MemberExpression, { receivers, surface }: Checking): boolean {
  const root = rootOf(node);
  if (root === null || receivers.isOwn(root)) return isOwnValue(node.object, receivers);
  return surface.global(root.name) === undefined && surface.interface(root.name) === undefined;
}

export type JudgedPlace = Judged & { family: Family };

/** Every place of a whole file that some check decides on. */
export const placesJudged = (checking: Checking): JudgedPlace[] =>
  FILE_CHECKS.flatMap((check) => check.judged(checking).map((one) => ({ ...one, family: check.family })));
