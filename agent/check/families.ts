// The families of checks: those of a whole file, and those that hold for a piece of one. Promises an order that is the order
// of reading. Refuses to judge bare names and paths of a piece: they may come from anywhere.

import type { Check } from "./check.ts";
import { constructorCheck } from "./constructor.ts";
import { engineCheck } from "./engine.ts";
import { fileCheck } from "./file.ts";
import { functionCheck } from "./function.ts";
import { memberCheck } from "./member.ts";
import { objectCheck } from "./object.ts";
import { optionCheck } from "./option.ts";
import { syntaxCheck } from "./syntax.ts";

export const SNIPPET_CHECKS: readonly Check[] = [
  memberCheck,
  constructorCheck,
  optionCheck,
  syntaxCheck,
  engineCheck,
];

export const FILE_CHECKS: readonly Check[] = [...SNIPPET_CHECKS, objectCheck, functionCheck, fileCheck];
