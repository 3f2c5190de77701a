// What a person reads in the documentation of the engines under fixtures/: written by hand, in one line a member.
// Promises to read `static readonly method (a, b?) | (c) {key} : Type, Other`. Refuses a line in any other form.

import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

export const fixtures = path.join(import.meta.dirname, "fixtures");

export type ExpectedParam = { name: string; optional: boolean };

/** Null, or left out: the documentation does not state it, and nothing is asked. */
export type ExpectedMember = {
  kind: string | null;
  static: boolean;
  readOnly: boolean;
  deprecated: boolean;
  signatures: ExpectedParam[][] | null;
  options: string[];
  types: string[];
};

export type ExpectedInterface = {
  kind: string | null;
  parents: string[];
  /** Undefined: not asked. */
  constructor: ExpectedMember | null | undefined;
  members: Map<string, ExpectedMember>;
};

export type Expected = {
  interfaces: Map<string, ExpectedInterface>;
  globals: Map<string, string | null>;
  functions: Map<string, ExpectedMember>;
  values: Map<string, string[]>;
  /** Types with other names, and members that hold them, which a reader may give or not. */
  optional: Set<string>;
};

const File = z.strictObject({
  interfaces: z.record(
    z.string(),
    z.looseObject({
      kind: z.string().optional(),
      parents: z.array(z.string()),
    }),
  ),
  members: z.record(z.string(), z.record(z.string(), z.string())),
  globals: z.record(z.string(), z.string().nullable()),
  functions: z.record(z.string(), z.string()),
  values: z.record(z.string(), z.array(z.string())),
  optional: z.array(z.string()).optional(),
});

export function readExpected(engine: string): Expected {
  const file = File.parse(JSON.parse(readFileSync(path.join(fixtures, `${engine}.expected.json`), "utf8")));
  const linesOf = (lines: Record<string, string>) =>
    new Map(Object.entries(lines).map(([name, line]) => [name, readLine(line)]));
  const interfaces = Object.entries(file.interfaces).map(
    ([name, entry]) =>
      [
        name,
        {
          kind: entry.kind ?? null,
          parents: entry.parents,
          constructor: Object.hasOwn(entry, "constructor") ? constructorOf(entry.constructor) : undefined,
          members: linesOf(file.members[name] ?? {}),
        },
      ] as const,
  );
  return {
    interfaces: new Map(interfaces),
    globals: new Map(Object.entries(file.globals)),
    functions: linesOf(file.functions),
    values: new Map(Object.entries(file.values)),
    optional: new Set(file.optional),
  };
}

const constructorOf = (line: unknown): ExpectedMember | null =>
  typeof line === "string" ? readLine(line) : null;

const LINE =
  /^((?:static|readonly|deprecated|property|method|event|\s)*)(\([^{:]*\))?\s*(?:\{([^}]*)\})?\s*(?::\s*(.+))?$/;

export function readLine(line: string): ExpectedMember {
  const found = LINE.exec(line);
  if (!found) throw new Error(`not a line of expectations: ${line}`);
  const [, lead = "", calls, keys = "", types = ""] = found;
  const words = new Set(lead.split(/\s+/));
  return {
    kind: ["property", "method", "event"].find((kind) => words.has(kind)) ?? null,
    static: words.has("static"),
    readOnly: words.has("readonly"),
    deprecated: words.has("deprecated"),
    signatures: calls === undefined ? null : calls.split("|").map(paramsOf),
    options: namesOf(keys),
    types: namesOf(types),
  };
}

const namesOf = (list: string): string[] =>
  list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

const paramsOf = (call: string): ExpectedParam[] =>
  namesOf(call.trim().slice(1, -1)).map((name) => ({
    name: name.replace("?", ""),
    optional: name.endsWith("?"),
  }));
