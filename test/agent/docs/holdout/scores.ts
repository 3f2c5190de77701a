// Compares a programming interface as it was read with what a person reads: what was asked, given and right, aspect by
// aspect. Promises a word on each difference. Refuses to forgive: a type counts when it names what the page names.

import type { Param } from "../../../../agent/docs/surface/facts.ts";
import type { MemberInfo, Surface } from "../../../../agent/docs/surface/surface.ts";
import type { Expected, ExpectedInterface, ExpectedMember, ExpectedParam } from "./expected.ts";

export const ASPECTS = [
  "interfaces",
  "interface kinds",
  "parents",
  "constructors",
  "members",
  "member kinds",
  "value types",
  "access",
  "params",
  "optional",
  "options",
  "globals",
  "functions",
  "values",
] as const;
export type Aspect = (typeof ASPECTS)[number];

/** `asked` by the expectations, `given` by the reader, `right` in both. */
export type Score = { asked: number; given: number; right: number };
export type Scores = { of: Record<Aspect, Score>; missed: string[]; invented: string[] };

const blank = (): Score => ({ asked: 0, given: 0, right: 0 });

export function emptyScores(): Scores {
  const of: Record<Aspect, Score> = {
    interfaces: blank(),
    "interface kinds": blank(),
    parents: blank(),
    constructors: blank(),
    members: blank(),
    "member kinds": blank(),
    "value types": blank(),
    access: blank(),
    params: blank(),
    optional: blank(),
    options: blank(),
    globals: blank(),
    functions: blank(),
    values: blank(),
  };
  return { of, missed: [], invented: [] };
}

export function compare(expected: Expected, surface: Surface): Scores {
  const scores = emptyScores();
  const names = new Map(surface.interfaces().map((name) => [lastPart(name), name]));
  sets(scores, "interfaces", {
    asked: [...expected.interfaces.keys()],
    given: [...names.keys()].filter((name) => !expected.optional.has(name)),
  });
  for (const [name, wanted] of expected.interfaces) {
    const there = names.get(name);
    if (there !== undefined) compareInterface(scores, { surface, name: there, wanted, expected });
    else missedWhole(scores, name, wanted);
  }
  for (const [name, values] of expected.values) {
    const members = surface.members(names.get(name) ?? name).filter(({ kind }) => kind === "value");
    sets(scores, "values", { of: name, asked: values, given: members.map((value) => value.name) });
  }
  compareGlobals(scores, expected, surface);
  compareFunctions(scores, expected, surface);
  return scores;
}

type OneInterface = { surface: Surface; name: string; wanted: ExpectedInterface; expected: Expected };

function compareInterface(scores: Scores, { surface, name, wanted, expected }: OneInterface): void {
  const info = surface.interface(name);
  if (info === undefined) return;
  if (wanted.kind !== null) one(scores, "interface kinds", name, [wanted.kind], [info.kind]);
  sets(scores, "parents", { of: name, asked: wanted.parents, given: info.parents.map(lastPart) });
  compareConstructor(scores, name, { wanted: wanted.constructor, info });

  const values = new Set(expected.values.get(lastPart(name)));
  const own = surface
    .members(name)
    .filter(
      (member) =>
        !values.has(member.name) && !expected.optional.has(`${lastPart(name)}.${lastPart(member.name)}`),
    );
  sets(scores, "members", {
    of: name,
    asked: [...wanted.members.keys()],
    given: own.map((member) => member.name),
  });
  for (const [member, line] of wanted.members) {
    compareMember(scores, { label: `${name}.${member}`, wanted: line, surface }, ownMember(own, member));
  }
}

const ownMember = (own: readonly MemberInfo[], name: string): MemberInfo | undefined =>
  own.find((member) => member.name === name);

function missedWhole(scores: Scores, name: string, wanted: ExpectedInterface): void {
  sets(scores, "members", { of: name, asked: [...wanted.members.keys()], given: [] });
  sets(scores, "parents", { of: name, asked: wanted.parents, given: [] });
}

type Constructed = {
  wanted: ExpectedMember | null | undefined;
  info: { constructors: Param[][] | null; constructorOptions: Param[] };
};

function compareConstructor(scores: Scores, name: string, { wanted, info }: Constructed): void {
  if (wanted === undefined) return;
  const given = info.constructors?.map(written) ?? [];
  const asked = wanted?.signatures?.map(wantedParams) ?? [];
  if (asked.length + given.length > 0) one(scores, "constructors", `new ${name}`, asked, given);
  if (wanted?.options.length) {
    sets(scores, "options", {
      of: `new ${name}`,
      asked: wanted.options,
      given: namesOf(info.constructorOptions),
    });
  }
}

type OneMember = { label: string; wanted: ExpectedMember; surface: Surface };

function compareMember(scores: Scores, { label, wanted, surface }: OneMember, given?: MemberInfo): void {
  if (given === undefined) return;
  // A namespace has no instances: its members are what they are either way.
  const plain = surface.interface(given.interface)?.kind === "namespace";
  const kind = (of: { kind: string | null; static: boolean }) =>
    `${of.static && !plain ? "static " : ""}${of.kind}`;
  one(scores, "member kinds", label, [kind(wanted)], [kind(given)]);

  const access = (of: { readOnly: boolean; deprecated: boolean }) =>
    `${of.readOnly ? "read only " : ""}${of.deprecated ? "deprecated" : ""}`;
  one(scores, "access", label, [access(wanted)], [access(given)]);
  compareCall(scores, { label, wanted, surface }, given);
}

type Call = { signatures: Param[][]; options: Param[]; valueType: string | null };

function compareCall(scores: Scores, { label, wanted, surface }: OneMember, given: Call): void {
  if (wanted.types.length > 0) {
    const named = new Set([
      ...surface.typesIn(given.valueType ?? "").map(lastPart),
      ...(given.valueType ?? "").toLowerCase().split(/\W+/),
    ]);
    const found = wanted.types.filter((type) => named.has(type) || named.has(type.toLowerCase()));
    const told = given.valueType === null ? [] : [found.join() || given.valueType];
    one(scores, "value types", label, [wanted.types.join()], told);
  }
  if (wanted.signatures !== null) {
    const plain = (params: readonly { name: string }[]) =>
      `(${params.map(({ name }) => bare(name)).join(", ")})`;
    one(scores, "params", label, wanted.signatures.map(plain), given.signatures.map(plain));
    one(scores, "optional", label, wanted.signatures.map(wantedParams), given.signatures.map(written));
  }
  if (wanted.options.length > 0 || given.options.length > 0) {
    sets(scores, "options", { of: label, asked: wanted.options, given: namesOf(given.options) });
  }
}

const written = (params: readonly Param[]): string =>
  `(${params.map(({ name, optional }) => (optional ? `${bare(name)}?` : bare(name))).join(", ")})`;
/** Declarations mark a rest parameter as code does. */
const bare = (name: string): string => name.replace("...", "");
const wantedParams = (params: readonly ExpectedParam[]): string =>
  `(${params.map(({ name, optional }) => (optional ? `${name}?` : name)).join(", ")})`;
const namesOf = (params: readonly Param[]): string[] => params.map(({ name }) => name);

/** What a class gives under its own name is no global that anybody had to state. */
function compareGlobals(scores: Scores, expected: Expected, surface: Surface): void {
  const given = surface
    .globals()
    .filter(({ name, isClass }) => !isClass || expected.globals.has(name))
    .map(
      (global) =>
        `${global.name}: ${expected.globals.get(global.name) === null ? null : lastPart(global.interface ?? "")}`,
    );
  const asked = [...expected.globals].map(([name, of]) => `${name}: ${of}`);
  sets(scores, "globals", { asked, given });
}

function compareFunctions(scores: Scores, expected: Expected, surface: Surface): void {
  sets(scores, "functions", {
    asked: [...expected.functions.keys()],
    given: surface.functions().map(({ name }) => name),
  });
  for (const [name, wanted] of expected.functions) {
    const given = surface.fn(name);
    if (given !== undefined) compareCall(scores, { label: name, wanted, surface }, given);
  }
}

type Sets = { of?: string; asked: readonly string[]; given: readonly string[] };

function sets(scores: Scores, aspect: Aspect, { of, asked, given }: Sets): void {
  const label = (name: string) => `${aspect}: ${of === undefined ? "" : `${of}.`}${name}`;
  const missing = asked.filter((name) => !given.includes(name));
  const score = scores.of[aspect];
  score.asked += asked.length;
  score.given += given.length;
  score.right += asked.length - missing.length;
  scores.missed.push(...missing.map(label));
  scores.invented.push(...given.filter((name) => !asked.includes(name)).map(label));
}

/** One answer to one question, right or wrong as a whole; `given` is empty where the reader says nothing. */
function one(
  ...[scores, aspect, label, asked, given]: [Scores, Aspect, string, readonly string[], readonly string[]]
): void {
  const same = [...asked].sort().join(" | ") === [...given].sort().join(" | ");
  const score = scores.of[aspect];
  score.asked += 1;
  if (given.length > 0) score.given += 1;
  if (same) score.right += 1;
  else scores.missed.push(`${aspect}: ${label}: ${asked.join(" | ")}, not ${given.join(" | ") || "said"}`);
}

const lastPart = (name: string): string => name.slice(name.lastIndexOf(".") + 1);
