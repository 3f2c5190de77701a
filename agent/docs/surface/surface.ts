// The programming interface as the documentation gives it: interfaces, members, constructors, globals, functions. What
// checks, briefs and phrasebook ask. Promises answers from the index alone, in microseconds. Refuses to say that a name
// does not exist: `isComplete` says whether anybody may.

import type { InterfaceKind, MemberKind, Param } from "./facts.ts";

export type InterfaceInfo = {
  name: string;
  kind: InterfaceKind | "unknown";
  parents: string[];
  /** Parameter lists of the documented constructors; null when none is documented. */
  constructors: Param[][] | null;
  /** Documented keys of an option object that its constructor takes. */
  constructorOptions: Param[];
  /** Every member of it is in the documentation: each source that defines it says so. */
  complete: boolean;
  /** Members that the documentation's own examples use, and that it documents nowhere: there are more than it tells. */
  gaps?: readonly string[];
  /** Names of the sources that it was merged from. */
  sources: string[];
  /** The shortest documented way to an instance, as code: `sheet`, `records.open(name)`, `new Grid()`. */
  reach: string | null;
  chunk: string | null;
};

export type MemberInfo = {
  /** The interface that declares it, which may be a parent of the one that was asked. */
  interface: string;
  name: string;
  kind: MemberKind | "unknown";
  static: boolean;
  valueType: string | null;
  readOnly: boolean;
  /** Parameter lists of a method's overloads; empty when none is stated. */
  signatures: Param[][];
  /** Documented keys of its option object. */
  options: Param[];
  since: string | null;
  deprecated: boolean;
  /** The chunk that documents it: its own, or the one with the table that lists it. */
  chunk: string;
};

/** `interface` is the documented interface that its type names, where it names one. */
export type GlobalInfo = {
  name: string;
  valueType: string | null;
  interface: string | null;
  /** It is the interface itself, with its static members (`Align`, `Grid`), and not an instance of it. */
  isClass: boolean;
  chunk: string | null;
};
export type FunctionInfo = {
  name: string;
  signatures: Param[][];
  options: Param[];
  valueType: string | null;
  chunk: string | null;
};

export type Surface = {
  interface(name: string): InterfaceInfo | undefined;
  interfaces(): readonly string[];
  /** Own members of an interface, in the order of their names. */
  members(name: string): readonly MemberInfo[];
  /** A member, own or inherited (nearest parent first). Instance and static members of one name: the instance's. */
  member(name: string, member: string): MemberInfo | undefined;
  /** Interfaces that declare a member of this name, sorted. */
  owners(member: string): readonly string[];
  /** The names of all members, each once, sorted. */
  memberNames(): readonly string[];
  /** Interfaces with a documented constructor of which some call takes an instance first, sorted. */
  taken(): readonly string[];
  /** The calls that take an instance of such an interface, or of a parent of it, as their first argument. */
  takers(name: string): readonly MemberInfo[];
  global(name: string): GlobalInfo | undefined;
  globals(): readonly GlobalInfo[];
  fn(name: string): FunctionInfo | undefined;
  functions(): readonly FunctionInfo[];
  /** The interface and all of its parents are known and complete. */
  isComplete(name: string): boolean;
  /** Documented interfaces that a type's text names, in its order ("Array of Page" gives Page). */
  typesIn(valueType: string): string[];
  /** What the worked examples of a chunk say that they are for: headings, captions, comments, tags. */
  phrases(chunk: string): readonly string[];
};
