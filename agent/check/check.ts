// What a check family is given, and the list of families. Promises that each family is one file and one line here.
// Refuses to know where the code comes from.

import type { Surface } from "../docs/surface/surface.ts";
import type { Code } from "./code.ts";
import type { Family, Finding } from "./finding.ts";
import { type Position, positions } from "./positions.ts";
import { type Given, type Receivers, receivers } from "./receivers.ts";
import { type Uses, usesIn } from "./uses.ts";

export type Checking = {
  code: Code;
  surface: Surface;
  uses: Uses;
  receivers: Receivers;
  /** Names that stand before the code, with their types where known. */
  given: Given;
  /** The whole documentation is complete: only then may a free name be said not to exist. */
  isWhole(): boolean;
  at(offset: number): Position;
};

export type Check = { family: Family; run(checking: Checking): Finding[] };

export function checkingOf(code: Code, surface: Surface, given: Given = new Map()): Checking {
  return {
    code,
    surface,
    given,
    uses: usesIn(code),
    receivers: receivers(code, surface, given),
    isWhole: () => isWhole(surface),
    at: positions(code.text),
  };
}

const whole = new WeakMap<Surface, boolean>();

function isWhole(surface: Surface): boolean {
  const known = whole.get(surface) ?? surface.interfaces().every((name) => surface.interface(name)?.complete);
  whole.set(surface, known);
  return known;
}
