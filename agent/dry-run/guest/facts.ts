// What the fake engine is told of the documentation, as plain data. Promises that both sides of the wall read it alike.
// Refuses more than names and types: what a call does is in no documentation.

import type { Form } from "../../check/type-words.ts";
import type { MemberInfo } from "../../docs/surface/surface.ts";

/** What a member gives; null for what nobody knows. */
export type Given = { names: readonly string[]; form: Form } | null;

/** `isNullable`: the documentation says that there may be none. */
export type Fact = { kind: MemberInfo["kind"]; given: Given; isNullable: boolean };

/** What an object of these interfaces is like. */
export type Shape = {
  /** Nobody may say what it does not have. */
  isOpen: boolean;
  isEnumeration: boolean;
  parent: string | null;
  /** What `object[0]` gives; undefined for what is no collection. */
  item: Given | undefined;
  members: Record<string, Fact>;
};

/** What is there before a script runs. */
export type Start = {
  /** Documented globals, and those that the profile states. */
  globals: { name: string; given: Given }[];
  functions: { name: string; fact: Fact }[];
  /** Interfaces that scripts name as they are, `app.Doc` among them. */
  classes: string[];
  /** Globals whose members are names of their own; `given` is what the top of a script is, which has no name. */
  bare: { global: string; given: Given; members: string[] }[];
  /** Functions that load a script by its path: `include`, `$.evalFile`. */
  loaders: string[];
  /** What reaches the global object. */
  globalObjects: string[];
  hasRequire: boolean;
  /** Interfaces that `require` gives by their name. */
  modules: string[];
};

/** What a script that touches an undocumented name is given: the member of a subclass, nothing, or something. */
export type Verdict = { say: "member"; fact: Fact } | { say: "nothing" } | { say: "anything" };

/** What reaches outside of the engine; plain text in, plain text out. */
export type Host = {
  ask(kind: string, ...words: string[]): string;
  run(unit: string): unknown;
  print(line: string): void;
};
