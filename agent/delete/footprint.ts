// The lines of a variable in its file: where it is declared, used and configured. Promises that only variables which
// the file itself declares are told, so that a global of the engine never floods a result. Refuses prose and data
// by answering null; where a script does not parse, words stand in for scopes.

import { full } from "acorn-walk";
import { analyze, type Scope, type Variable } from "eslint-scope";
import { isScriptPath, parseScript, type Script } from "./parse-script.ts";

/** Lines count from 1; `lines` holds `declared` too, sorted. */
export type Footprint = { name: string; declared: number[]; lines: number[] };

const MAX_SOURCE = 400_000;
// Scopes cost one to three milliseconds for each kilobyte; beyond this, words must do.
const MAX_SCOPED = 100_000;
const PROSE = /\.(md|markdown|txt|json|jsonc|csv|tsv|log|html?|xml|svg|css|lock|ya?ml|toml|ini|diff|patch)$/i;
// A statement longer than this is a program of its own; of it only the line with the name counts.
const MAX_STATEMENT_LINES = 12;

/** Null where footprints make no sense: prose, data, and what is too large. */
export function footprints(source: string, path: string): Footprint[] | null {
  if (source.length > MAX_SOURCE || PROSE.test(path)) return null;
  const script = isScriptPath(path) && source.length <= MAX_SCOPED ? parseScript(source) : null;
  return script === null ? guessed(source) : scoped(source, script);
}

function scoped(source: string, script: Script): Footprint[] {
  const lineAt = lineFinder(source);
  const statements = simpleStatements(script);
  const spanOf = (start: number): number[] => {
    const statement = containing(statements, start);
    const [from, to] = statement ?? [start, start];
    const [first, last] = [lineAt(from), lineAt(to)];
    if (last - first >= MAX_STATEMENT_LINES) return [lineAt(start)];
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  };
  const scopes = analyze(asEsTree(script.program), {
    ecmaVersion: 2026,
    sourceType: script.isModule ? "module" : "script",
    optimistic: true,
  }).scopes;
  const prints = scopes.flatMap((scope) => scope.variables.filter((variable) => isOwn(scope, variable)));
  return merged(prints.map((variable) => footprintOf(variable, { lineAt, spanOf })));
}

type Places = { lineAt(offset: number): number; spanOf(offset: number): number[] };

function footprintOf(variable: Variable, { lineAt, spanOf }: Places): Footprint {
  const declarations = variable.defs.map((def) => startOf(def.name));
  const plain = variable.defs.some((def) => def.type === "Variable");
  const uses = variable.references.map((reference) => startOf(reference.identifier));
  const lines = [
    ...(plain ? declarations.flatMap(spanOf) : declarations.map(lineAt)),
    ...uses.flatMap(spanOf),
  ];
  return {
    name: variable.name,
    declared: sortedUnique(declarations.map(lineAt)),
    lines: sortedUnique(lines),
  };
}

/** Parameters belong to the outline of a function; their lines are its body. */
function isOwn(scope: Scope, variable: Variable): boolean {
  if (scope.type === "function-expression-name" || scope.type === "catch") return false;
  return variable.defs.length > 0 && variable.defs.every((def) => def.type !== "Parameter");
}

function simpleStatements(script: Script): [number, number][] {
  const statements: [number, number][] = [];
  const functions: number[] = [];
  full(script.program, ({ type, start, end }) => {
    if (SIMPLE.has(type)) statements.push([start, end - 1]);
    if (type.includes("Function") || type === "ClassBody") functions.push(start);
  });
  functions.sort((a, b) => a - b);
  const flat = statements.filter(([start, end]) => {
    const next = functions[firstAtLeast(functions, start)];
    return next === undefined || next > end;
  });
  return flat.sort((a, b) => a[0] - b[0]);
}

const SIMPLE = new Set(["ExpressionStatement", "VariableDeclaration", "ReturnStatement", "ThrowStatement"]);

function containing(ranges: [number, number][], offset: number): [number, number] | null {
  const starts = firstAtLeast(ranges, offset + 1, (range) => range[0]);
  const range = ranges[starts - 1];
  return range !== undefined && offset <= range[1] ? range : null;
}

function firstAtLeast<T>(
  sorted: T[],
  value: number,
  key: (item: T) => number = (item) => Number(item),
): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const item = sorted[middle];
    if (item !== undefined && key(item) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

function lineFinder(source: string): (offset: number) => number {
  const starts = [0];
  for (let at = source.indexOf("\n"); at !== -1; at = source.indexOf("\n", at + 1)) starts.push(at + 1);
  return (offset) => firstAtLeast(starts, offset + 1);
}

const DECLARED =
  /(?<![\w$.])(?:var|let|const|function|class|def|func|fn|local|my|our|dim|sub|proc|val|struct|enum|interface|import)\s+[$@%&*]?([\p{L}_$][\p{L}\p{N}_$]*)|^[ \t]*([\p{L}_][\p{L}\p{N}_]*)[ \t]*:?=(?![=>])/gu;
const COMMENT = /^\s*(\/\/|#(?!\w*include)|--|\*|\/\*|;|%|REM\b|')/;

function guessed(source: string): Footprint[] {
  const lines = source.split("\n");
  const found = new Map<string, Footprint>();
  for (const [index, line] of lines.entries()) {
    if (COMMENT.test(line)) continue;
    for (const match of line.matchAll(DECLARED)) {
      const name = match[1] ?? match[2] ?? "";
      if (!found.has(name)) found.set(name, { name, declared: [index + 1], lines: [] });
    }
  }
  for (const [index, line] of lines.entries()) {
    if (COMMENT.test(line)) continue;
    for (const word of new Set(line.match(/(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$]*/gu))) {
      found.get(word)?.lines.push(index + 1);
    }
  }
  return merged([...found.values()]);
}

function merged(prints: Footprint[]): Footprint[] {
  return prints.sort((a, b) => (a.declared[0] ?? 0) - (b.declared[0] ?? 0));
}

function sortedUnique(numbers: number[]): number[] {
  return [...new Set(numbers)].sort((a, b) => a - b);
}

type EsTree = Parameters<typeof analyze>[0];

// acorn's tree is ESTree; the two packages only type it apart.
function asEsTree(program: Script["program"]): EsTree {
  return program as unknown as EsTree;
}

function startOf(node: { range?: [number, number] | undefined } | null): number {
  return node?.range?.[0] ?? 0;
}
