// The object family: something is asked of a name that stands for nothing, neither here, nor in the project, nor in the
// documentation. Promises to name each such name once, at its first use. Refuses to judge where other files are unknown.

import type { Identifier } from "acorn";
import { type Check, type Checking, collect, finding, isWhole, type Judged } from "./check.ts";
import { asNode } from "./code.ts";
import { doubtOfName, negativeFact } from "./doubts.ts";
import type { Finding } from "./finding.ts";
import { argue, nameVerdict } from "./messages.ts";
import { bareNames, isKnownName } from "./names.ts";
import { nearest } from "./nearest.ts";

export const objectCheck: Check = {
  family: "object",
  run(checking) {
    const { uses } = checking;
    return collect(freeNames(checking), (node) => {
      // What is called or made is another family's; a bare read may be a name that the host gives.
      if (uses.callees.has(node) || uses.isMade(node)) return null;
      return judgeName(node, checking, uses.owners.has(node) ? "object" : "name");
    });
  },
  judged: (checking) =>
    freeNames(checking)
      .filter((node) => !checking.uses.callees.has(node) && !checking.uses.isMade(node))
      .map((node) => decided(node, checking)),
};

export const decided = ({ name, start }: Identifier, checking: Checking): Judged => ({
  name,
  offset: start,
  has: (other) => isKnownName(other, checking),
});

const UNREAD = "✖";

/** Free names that may be judged at all. */
export function freeNames({ code, receivers, uses, surface, world }: Checking): Identifier[] {
  if (world.project === null || surface.interfaces().length === 0) return [];
  return receivers.bindings.free().flatMap(({ identifier }) => {
    const node = asNode(identifier);
    // What could not be read stands as a name that nobody can write.
    if (node.type !== "Identifier" || node.name === UNREAD) return [];
    if (code.error !== null && node.start >= code.error.offset) return [];
    if (uses.questions.isAsked(node.name) || uses.isInWith(node)) return [];
    if (receivers.bindings.isHoisted(node.name)) return [];
    return [node];
  });
}

/** A guide to the objects of a host may say nothing of its functions: then nobody says that it is whole in this. */
const hasFunctions = ({ surface, world }: Checking): boolean =>
  surface.functions().length > 0 || world.profile.globals.length > 0;

export function judgeName(
  node: Identifier,
  checking: Checking,
  kind: "object" | "name" | "function",
): Finding | null {
  const { name } = node;
  if (isKnownName(name, checking)) return null;
  const doubt = doubtOfName(name, checking);
  const all = isWhole(checking.surface) && (kind !== "function" || hasFunctions(checking));
  const suggestions = nearest(name, bareNames(checking));
  const what = kind === "function" ? `${name}()` : name;
  return finding(checking, {
    family: kind === "function" ? "function" : "object",
    confidence: all && kind !== "name" ? doubt.confidence : "likely",
    symbol: name,
    about: what,
    offset: node.start,
    suggestions,
    message: argue({
      verdict: nameVerdict({ what, name, isWhole: all }),
      doubt: doubt.reason,
      fact: negativeFact(name, checking),
      suggestions,
      where: "among the global names",
      lookUp: suggestions[0] ?? "one symbol or construct",
    }),
  });
}
