// What a page of declarations declares, by name: types and values, merged over all of its declarations. Promises names in
// full (`Outer.Inner`) and maps, since `constructor` and `__proto__` are names like any other. Refuses text: how this
// reads is decided where chunks are written.

import type { TSType } from "oxc-parser";
import type { InterfaceKind, MemberKind, Param } from "../../surface/facts.ts";
import type { Comment } from "./comments.ts";
import type { Scope } from "./scope.ts";

/** A parameter list, and what it takes to look for option keys in it. */
export type Callable = {
  params: (Param & { node: TSType | null })[];
  valueType: string | null;
  returned: TSType | null;
  signature: string;
  comment: Comment;
  scope: Scope;
};

export type DeclaredMember = {
  name: string;
  kind: MemberKind;
  isStatic: boolean;
  isOptional: boolean;
  readOnly: boolean;
  valueType: string | null;
  /** One declaration an overload. */
  call: Callable | null;
  signature: string;
  comment: Comment;
  line: number;
  node: TSType | null;
  scope: Scope;
  /** The interface that it was taken from, when it became a static member. */
  alsoOf?: string;
};

/** What `new` gives: a type by name where one is named. */
export type Construct = { call: Callable; gives: string | null };

/** Members of another type, taken over in part (`Pick`, `Omit`). */
export type Taken = { from: string; only?: ReadonlySet<string>; without?: ReadonlySet<string> };

export type Declared = {
  name: string;
  line: number;
  /** Null while it is only a value, or a type without members of its own. */
  kind: InterfaceKind | null;
  isClass: boolean;
  /** How it is declared, a line each. */
  heads: string[];
  comments: Comment[];
  parents: string[];
  members: DeclaredMember[];
  taken: Taken[];
  /** Values of a union of literals: nothing that a script could ask the type for. */
  literals: string[];
  constructors: Callable[];
  calls: Callable[];
  /** Construct signatures of an interface: they make something else. */
  constructs: Construct[];
  /** A variable that is no class of its own. */
  variable: { valueType: string | null } | null;
  /** This interface is what the value of that name offers. */
  staticSideOf: string | null;
  alias: { node: TSType; scope: Scope } | null;
};

export type World = {
  declared: Map<string, Declared>;
  /** Types that some call returns: nobody hands those in as options. */
  returned: Set<string>;
  notes: string[];
  /** How many more members may be said again under another name: a page of kilobytes could ask for millions. */
  copies: number;
  /** Types that are mentioned anywhere on the page, for whoever asks. */
  mentioned(): ReadonlySet<string>;
  /** What can be read only when all names of the page are known. */
  later: (() => void)[];
};

export function declare(world: World, name: string, line: number): Declared {
  const known = world.declared.get(name);
  if (known) return known;
  const made: Declared = {
    name,
    line,
    kind: null,
    isClass: false,
    heads: [],
    comments: [],
    parents: [],
    members: [],
    taken: [],
    literals: [],
    constructors: [],
    calls: [],
    constructs: [],
    variable: null,
    staticSideOf: null,
    alias: null,
  };
  world.declared.set(name, made);
  return made;
}

/** A type and everything that it inherits on this page, nearest first; cycles end. */
export function lineage(world: World, name: string): Declared[] {
  const found = new Map<string, Declared>();
  const queue = [name];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const one = world.declared.get(next);
    if (!one || found.has(next)) continue;
    found.set(next, one);
    append(queue, one.parents);
  }
  return [...found.values()];
}

/** A parent that stands for any name: nothing documents it, so nobody takes the members for all that there are. */
export const ANY_NAME = "[string]";

export const MAX_COPIES = 200_000;

/** False, and a note, once a page has asked for too much. */
export function mayCopy(world: World, count: number): boolean {
  const isFirst = world.copies >= 0;
  world.copies -= count;
  if (world.copies >= 0) return true;
  if (isFirst) world.notes.push("it repeats too much under other names; what comes last is left out");
  return false;
}

/** Any number of them: a call takes only so many arguments. */
export function append<T>(into: T[], more: Iterable<T>): void {
  for (const one of more) into.push(one);
}
