// The constructor family: `new X()` where nothing is called X. Promises to excuse what the code declares, what is
// documented in any form, and what the language brings. Refuses to judge constructors that are expressions.

import type { NewExpression } from "acorn";
import { type Check, type Checking, collect, finding, isWhole } from "./check.ts";
import { doubtOf, negativeFact } from "./doubts.ts";
import type { Finding } from "./finding.ts";
import { argue, nameVerdict } from "./messages.ts";
import { isKnownName } from "./names.ts";
import { nearest } from "./nearest.ts";

export const constructorCheck: Check = {
  family: "constructor",
  run: (checking) => collect(checking.uses.constructed, (node) => judge(node, checking)),
};

function judge({ callee }: NewExpression, checking: Checking): Finding | null {
  const { receivers, surface, uses } = checking;
  if (callee.type !== "Identifier" || receivers.isOwn(callee) || surface.interfaces().length === 0)
    return null;
  const { name } = callee;
  if (uses.questions.isAsked(name) || uses.isInWith(callee) || isKnownName(name, checking)) return null;
  const doubt = doubtOf(name, checking);
  const all = isWhole(surface);
  const suggestions = nearest(
    name,
    surface.interfaces().filter((one) => surface.interface(one)?.constructors),
  );
  return finding(checking, {
    family: "constructor",
    confidence: all ? doubt.confidence : "likely",
    symbol: name,
    about: `new ${name}`,
    offset: callee.start,
    suggestions,
    message: argue({
      verdict: nameVerdict({ what: `new ${name}`, name, isWhole: all }),
      doubt: doubt.reason,
      fact: negativeFact(name, checking),
      suggestions,
      where: "among the constructors",
      lookUp: suggestions[0] ?? "one construct",
    }),
  });
}
