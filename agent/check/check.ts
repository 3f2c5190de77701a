// What a check family is given, and how it words a finding. Promises that each family is one file and one line in
// families.ts. Refuses to know where the code comes from.

import type { AnyNode } from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import type { Before, Receivers } from "./asking.ts";
import type { Code } from "./code.ts";
import { type Expandos, expandosOf } from "./expandos.ts";
import type { Confidence, Family, Finding } from "./finding.ts";
import { perVersion } from "./per-version.ts";
import { type Position, positions } from "./positions.ts";
import type { Project } from "./project.ts";
import { receivers } from "./receivers.ts";
import { typedBy } from "./type-words.ts";
import { type Uses, usesIn } from "./uses.ts";
import type { World } from "./world.ts";

export type Checking = {
  code: Code;
  world: World;
  surface: Surface;
  uses: Uses;
  receivers: Receivers;
  /** Names that stand before the code, with their types where known. */
  before: Before;
  /** What the code itself adds. */
  own: Expandos;
  project: Project;
  /** The file's path; null for a piece of code that stands in a text. */
  path: string | null;
  at(offset: number): Position;
  /** As the code writes it, on one line. */
  written(node: AnyNode): string;
};

/** A place that a check can decide on: `name` stands at `offset`, and `has` says which names would be there. */
export type Judged = { name: string; offset: number; has(name: string): boolean };

export type Check = {
  family: Family;
  run(checking: Checking): Finding[];
  /** Every place that is decided on, found or not. */
  judged(checking: Checking): Judged[];
};

type Asked = {
  world: World;
  project: Project;
  path: string | null;
  before?: Before;
  /** Where the code stands in a text; left out for a text that is all code. */
  at?: (offset: number) => Position;
};

export function checkingOf(code: Code, { world, project, path, before, at }: Asked): Checking {
  const { surface } = world;
  const uses = usesIn(code);
  const stated = new Map([...statedGlobals(world), ...(before ?? [])]);
  const found = receivers(code, uses, {
    surface,
    before: stated,
    isCalledElsewhere: (name) => path === null || project.mentions(name).length > 0,
    typeElsewhere: project.typeOf,
    returnElsewhere: project.returnOf,
  });
  const state: { own?: Expandos } = {};
  return {
    code,
    world,
    surface,
    uses,
    receivers: found,
    before: stated,
    get own() {
      state.own ??= expandosOf(uses, found);
      return state.own;
    },
    project,
    path,
    at: at ?? positions(code.text),
    written: (node) => code.text.slice(node.start, node.end).replace(/\s+/g, "").slice(0, 120),
  };
}

/**
 * `app: Application` of the profile. A name alone says that the engine has something of this name besides what is
 * documented: a class of the same name (`Window` of the pages and of the panels) is then no longer certain.
 */
function statedGlobals({ profile, surface }: World): Before {
  return new Map(
    profile.globals.flatMap((stated) => {
      const [name = "", type] = stated.split(":").map((part) => part.trim());
      if (type !== undefined) return [[name, typedBy(type, surface)] as const];
      const isOfBoth = surface.interface(name) !== undefined && surface.global(name)?.isClass !== false;
      return isOfBoth ? [[name, null] as const] : [];
    }),
  );
}

/** The whole documentation is there and complete: only then may a bare name be said not to exist. */
export const isWhole = perVersion((surface) => {
  const names = surface.interfaces();
  return names.length > 0 && names.every((name) => surface.interface(name)?.complete);
});

/** Worked out once for each name: a file of ten thousand equal lines asks the same ten thousand times. */
export function perName<T>(make: (name: string, checking: Checking) => T): typeof make {
  const kept = new WeakMap<Checking, Map<string, { made: T }>>();
  return (name, checking) => {
    const names = kept.get(checking) ?? new Map<string, { made: T }>();
    kept.set(checking, names);
    const known = names.get(name) ?? { made: make(name, checking) };
    names.set(name, known);
    return known.made;
  };
}

/** A file of which a family finds more is no script for this engine; the rest would say the same. Thousands of doubts hide no certainty. */
const MAX_FINDINGS = 2_000;

export function collect<N>(nodes: Iterable<N>, judge: (node: N) => Finding | null): Finding[] {
  const findings: Finding[] = [];
  const count = { certain: 0, likely: 0 };
  for (const node of nodes) {
    const found = judge(node);
    if (found === null) continue;
    count[found.confidence] += 1;
    if (count[found.confidence] <= MAX_FINDINGS) findings.push(found);
    if (count.certain >= MAX_FINDINGS) break;
  }
  return findings;
}

/** `about` is left out where the code's own words name the thing itself. */
type Said = { family: Family; confidence: Confidence; symbol: string; about?: string; offset: number };

export function finding(checking: Checking, said: Said & Pick<Finding, "message" | "suggestions">): Finding {
  const { offset, confidence, message, ...rest } = said;
  const about = shortened(said.about ?? said.symbol, MAX_NAME);
  const place = checking.at(offset);
  const { error } = checking.code;
  // Behind the place where a text stops to parse, what was repaired may not be what was meant.
  const isRepaired =
    error !== null && said.family !== "syntax" && place.line >= checking.at(error.offset).line;
  return {
    ...rest,
    about,
    message: shortened(message, MAX_MESSAGE),
    ...place,
    confidence: isRepaired ? "likely" : confidence,
  };
}

/** A name that a script puts together may be as long as memory is, and it goes into the log, a card and a prompt. */
const MAX_NAME = 200;
const MAX_MESSAGE = 2_000;

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).toWellFormed()}…` : text;
