// The function family: a bare call of a name that is defined nowhere. Promises to excuse functions of every other file of the
// project, of the engine, and members that the profile says are names of their own. Refuses calls of what is computed.

import { type Check, collect } from "./check.ts";
import { decided, freeNames, judgeName } from "./object.ts";

export const functionCheck: Check = {
  family: "function",
  run: (checking) =>
    collect(freeNames(checking), (node) =>
      checking.uses.callees.has(node) ? judgeName(node, checking, "function") : null,
    ),
  judged: (checking) =>
    freeNames(checking)
      .filter((node) => checking.uses.callees.has(node))
      .map((node) => decided(node, checking)),
};
