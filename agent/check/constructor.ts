// The constructor family: `new X()` where nothing is called X. Promises to excuse what the code declares, what is
// documented in any form, and what the language brings. Refuses to judge constructors that are expressions.

import { LANGUAGE_GLOBALS } from "./built-ins.ts";
import type { Check } from "./check.ts";
import { constructorMessage } from "./messages.ts";
import { nearest } from "./nearest.ts";

export const constructorCheck: Check = {
  family: "constructor",
  run({ uses, receivers, given, surface, isWhole, at }) {
    return uses.constructed.flatMap(({ callee }) => {
      if (callee.type !== "Identifier" || receivers.isOwn(callee) || given.has(callee.name)) return [];
      const { name } = callee;
      const isKnown = surface.interface(name) ?? surface.global(name) ?? surface.fn(name);
      if (isKnown || LANGUAGE_GLOBALS.has(name)) return [];
      const made = surface.interfaces().filter((one) => surface.interface(one)?.constructors);
      const suggestions = nearest(name, made);
      return [
        {
          family: "constructor" as const,
          confidence: isWhole() ? ("certain" as const) : ("likely" as const),
          symbol: name,
          ...at(callee.start),
          message: constructorMessage({ name, isWhole: isWhole(), suggestions }),
          suggestions,
        },
      ];
    });
  },
};
