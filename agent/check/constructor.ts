// The constructor family: `new X()` where nothing is called X. Promises to excuse what the code declares, what is
// documented in any form, and what the language brings. Refuses to judge constructors that are expressions.

import type { Identifier } from "acorn";
import { type Check, type Checking, collect, finding, isWhole } from "./check.ts";
import { doubtOfName, negativeFact } from "./doubts.ts";
import type { Finding } from "./finding.ts";
import { argue, nameVerdict } from "./messages.ts";
import { isKnownName } from "./names.ts";
import { nearest } from "./nearest.ts";

export const constructorCheck: Check = {
  family: "constructor",
  run: (checking) => collect(made(checking), (callee) => judge(callee, checking)),
  judged: (checking) =>
    made(checking).map(({ name, start }) => ({
      name,
      offset: start,
      has: (other) => isKnownName(other, checking),
    })),
};

/** What is made by a bare name that is not the code's own. */
function made({ receivers, surface, uses }: Checking): Identifier[] {
  if (surface.interfaces().length === 0) return [];
  return uses.constructed.flatMap(({ callee }) => {
    if (callee.type !== "Identifier" || receivers.isOwn(callee)) return [];
    return uses.questions.isAsked(callee.name) || uses.isInWith(callee) ? [] : [callee];
  });
}

function judge(callee: Identifier, checking: Checking): Finding | null {
  const { surface } = checking;
  const { name } = callee;
  if (isKnownName(name, checking)) return null;
  const doubt = doubtOfName(name, checking);
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
