// What a question about a type goes through: the surface, the walk over the code, its names. Promises types only; what
// answers is receivers.ts. Refuses to hold state of its own.

import type { AnyNode, Identifier } from "acorn";
import type { Surface } from "../docs/surface/surface.ts";
import type { Binding, Bindings } from "./bindings.ts";
import type { Sources } from "./sources.ts";
import type { StatedTypes } from "./stated-types.ts";
import type { Typed } from "./type-words.ts";
import type { Uses } from "./uses.ts";

export type Receivers = Pick<Sources, "callOf" | "returnsOf" | "thisFunction" | "assignedTo" | "isMethod"> & {
  typeOf(node: AnyNode): Typed | null;
  /** The code declares this name, or assigns it. */
  isOwn(identifier: Identifier): boolean;
  bindings: Bindings;
  isMade: Uses["isMade"];
  /** The documentation, the profile or the language has this name. */
  isEngines(name: string): boolean;
  typeOfBinding(binding: Binding): Typed | null;
  returnOfBinding(binding: Binding): Typed | null;
};

/** Types of names that stand before the code: what another piece of the same text declares, what the profile states. */
export type Before = ReadonlyMap<string, Typed | null>;

export type ReceiverWorld = {
  surface: Surface;
  before: Before;
  /** Another file may call this function of the file's top, with what nobody here can tell. */
  isCalledElsewhere(name: string): boolean;
  /** What other files say that a name of theirs holds, or returns; null where they do not, or do not agree. */
  typeElsewhere(name: string): Typed | null;
  returnElsewhere(name: string): Typed | null;
};

/** What every question about a type goes through. */
export type Asking = ReceiverWorld & {
  uses: Uses;
  bindings: Bindings;
  stated: StatedTypes;
  of(node: AnyNode): Typed | null;
  named: Map<Binding, Typed | null>;
  /** Names that are being worked out, and those of them that were asked meanwhile. */
  open: Set<Binding>;
  touched: Set<Binding>;
  /** What is so where the name is taken to be of this type; nothing that was worked out so is kept. */
  assuming<T>(binding: Binding, type: Typed, work: () => T): T;
};
