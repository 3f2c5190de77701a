// What a machine can check of how functions and types read: size, nesting, parameters, casts, dead exports, and
// promises that nobody waits for. Types are checked by the compiler and layers by architecture.test.ts.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { test } from "node:test";
import type * as acorn from "acorn";
import { ancestor, simple } from "acorn-walk";
import { lineAt, plainText, product, root, type Source, sources, treeOf } from "./source-files.ts";

const MAX_FUNCTION_LINES = 60;
const MAX_NESTING = 3;
const MAX_PARAMETERS = 3;

/** Files that are older than a rule and do not keep it yet. Take yours out when you work there; put none in. */
const NOT_YET: Record<"length" | "parameters" | "exports", string[]> = {
  length: [],
  parameters: [
    "bot/cli/lookup-command.ts",
    "bot/cli/replay-command.ts",
    "bot/cli/turn-command.ts",
    "bot/playground/offline-model/chat-order.ts",
    "bot/playground/offline-model/chat-server.ts",
    "bot/playground/offline-model/identifiers.ts",
    "bot/playground/offline-model/marks/delete-blocks.ts",
    "bot/playground/offline-model/marks/delete-footprint.ts",
    "bot/playground/offline-model/marks/pairs.ts",
    "bot/playground/offline-model/marks/structure.ts",
    "bot/playground/offline-model/plans/plan-remove.ts",
    "bot/playground/offline-model/plans/plan-replace.ts",
    "bot/playground/offline-model/plans/plan-revise.ts",
    "bot/playground/offline-model/plans/plan-set.ts",
    "bot/playground/offline-model/resolve-intent.ts",
    "bot/playground/telegram-server/methods/method.ts",
    "bot/playground/telegram-server/reply.ts",
    "bot/render/split.ts",
  ],
  exports: [
    "bot/notifier.ts",
    "bot/reviews.ts",
    "bot/render/formatted.ts",
    "bot/render/labels.ts",
    "bot/render/receipt.ts",
  ],
};
const held = (rule: keyof typeof NOT_YET) => product.filter(({ path }) => !NOT_YET[rule].includes(path));

type AnyFunction = acorn.FunctionDeclaration | acorn.FunctionExpression | acorn.ArrowFunctionExpression;

const lengthOf = ({ loc }: acorn.Node): number => (loc ? loc.end.line - loc.start.line + 1 : 0);
const placeOf = (source: Source, node: acorn.Node): string => `${source.path}:${lineAt(source, node.start)}`;
const isFunction = (node: acorn.Node): node is AnyFunction =>
  /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(node.type);

test(`no function is longer than ${MAX_FUNCTION_LINES} lines, those inside it aside`, () => {
  const tooLong = held("length").flatMap((source) => {
    const own = new Map<acorn.Node, number>();
    ancestor(treeOf(source), {
      Function(node, _state, above) {
        own.set(node, (own.get(node) ?? 0) + lengthOf(node));
        // A closure that owns state is as long as what it holds: each of those counts for itself.
        const outer = above.slice(0, -1).findLast(isFunction);
        if (outer) own.set(outer, (own.get(outer) ?? 0) - (lengthOf(node) - 1));
      },
    });
    return [...own].flatMap(([node, lines]) =>
      lines > MAX_FUNCTION_LINES ? [`${placeOf(source, node)} has ${lines} lines`] : [],
    );
  });

  assert.deepEqual(tooLong, []);
});

test(`nothing is nested deeper than ${MAX_NESTING} levels`, () => {
  const isLevel = ({ type }: acorn.Node) =>
    /^(If|For|ForOf|ForIn|While|DoWhile|Switch|Try)Statement$/.test(type);
  const tooDeep = product.flatMap((source) => {
    const found: string[] = [];
    ancestor(treeOf(source), {
      Statement(node, _state, above) {
        if (!isLevel(node)) return;
        const inside = above.slice(above.findLastIndex(isFunction) + 1);
        const levels = inside.filter((outer, at) => isLevel(outer) && !isElseIf(outer, inside[at - 1]));
        if (levels.length > MAX_NESTING) found.push(placeOf(source, node));
      },
    });
    return found;
  });

  assert.deepEqual([...new Set(tooDeep)], []);
});

function isElseIf(node: acorn.Node, above: acorn.Node | undefined): boolean {
  return above !== undefined && "alternate" in above && above.alternate === node;
}

test(`no function takes more than ${MAX_PARAMETERS} positional parameters`, () => {
  const tooMany = held("parameters").flatMap((source) => {
    const found: string[] = [];
    simple(treeOf(source), {
      FunctionDeclaration(node) {
        if (node.params.length > MAX_PARAMETERS) found.push(placeOf(source, node));
      },
    });
    return found;
  });

  assert.deepEqual(tooMany, []);
});

/** Edges where something untyped, or typed by another package, is given its type. */
const EDGES: Readonly<Record<string, string>> = {
  "agent/changeset.ts": "a changeset's own JSON, read by its hash",
  "agent/events.ts": "an event's own JSON; the store has checked the chain",
  "agent/check/code.ts": "one tree, typed apart by acorn and eslint-scope",
  "agent/delete/footprint.ts": "one tree, typed apart by acorn and eslint-scope",
  "agent/tools/tool.ts": "arguments that their own schema has parsed",
  "bot/reviews.ts": "a card's own JSON, read by its hash",
  "bot/settings.ts": "the keys of the table of settings",
  "bot/telegram.ts": "grammY's types of signals and streams",
  "bot/render/markdown.ts": "marked's open list of tokens",
  "bot/playground/telegram-server/fields.ts": "fields that their own parsers have read",
  "bot/playground/telegram-server/tables.ts": "rows that the same module wrote",
};

test("a type is asserted at an edge only", () => {
  const casts = product
    .filter((source) => source.path.endsWith(".ts") && !(source.path in EDGES))
    .flatMap((source) => {
      const plain = plainText(source);
      return [...source.text.matchAll(/(?<=[\s)\]}])as (?!const\b)/g)].flatMap(({ index }) => {
        // Code stands before it, and it is no code itself: a type stood there.
        const before = source.text.slice(0, index).trimEnd().length - 1;
        const isType = plain.slice(index, index + 3).trim() === "" && plain[before] !== " ";
        return isType && !isInImport(source, index) ? [`${source.path}:${lineAt(source, index)}`] : [];
      });
    });

  assert.deepEqual(casts, []);
});

function isInImport({ text }: Source, offset: number): boolean {
  const start = text.lastIndexOf(";", offset) + 1;
  return /^\s*(?:\/\/.*\n\s*)*(?:import|export)\b/.test(text.slice(start, offset));
}

test("what is exported is used by another file", () => {
  const used = new Set(sources.flatMap(namesUsed));
  const dead = held("exports").flatMap((source) =>
    [...source.text.matchAll(/^export (?:async )?(function\*?|const|class|type) ([\w$]+)/gm)].flatMap(
      ([, kind, name = ""]) => {
        if (used.has(`${source.path} ${name}`) || used.has(`${source.path} *`)) return [];
        // A type may stand in the signature of something else that is exported.
        if (kind === "type" && mentions(source.text, name) > 1) return [];
        return [`${source.path} exports ${name}`];
      },
    ),
  );

  assert.deepEqual(dead, []);
});

function mentions(text: string, name: string): number {
  return text.split(/[^\w$]+/).filter((word) => word === name).length;
}

/** `path name` for each name that a file takes from another one; `path *` for all of them. */
function namesUsed({ path, text }: Source): string[] {
  const from = (target = "") => join(dirname(path), target);
  const named = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+"(\.[^"]+)"/g;
  const whole = /\*\s+as\s+\w+\s+from\s+"(\.[^"]+)"/g;
  const loaded =
    /import\(\s*"(\.[^"]+)"\s*\)\)?\.(\w+)|\{([^{}]*)\}\s*=\s*await import\(\s*"(\.[^"]+)"\s*\)/g;
  const names = (list = "") =>
    list.split(",").map(
      (one) =>
        one
          .trim()
          .replace(/^type\s+/, "")
          .split(/\s|:/)[0],
    );
  return [
    ...[...text.matchAll(named)].flatMap(([, list, target]) =>
      names(list).map((n) => `${from(target)} ${n}`),
    ),
    ...[...text.matchAll(whole)].map(([, target]) => `${from(target)} *`),
    ...[...text.matchAll(loaded)].flatMap(([, one, name, list, other]) =>
      name ? [`${from(one)} ${name}`] : names(list).map((n) => `${from(other)} ${n}`),
    ),
  ];
}

test("no promise is left floating", { timeout: 60_000 }, async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "handrail-promises-"));
  t.after(() => rm(folder, { recursive: true, force: true }));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{"type":"module"}');
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(TSCONFIG));
  for (const source of product.filter(({ path }) => path.endsWith(".ts"))) {
    await mkdir(dirname(join(folder, source.path)), { recursive: true });
    await writeFile(join(folder, source.path), withQuestions(source));
  }

  const told = await compile(folder);

  assert.equal(told, "");
});

const TSCONFIG = {
  extends: join(root, "tsconfig.json"),
  compilerOptions: { noUnusedLocals: false },
  include: ["bot", "agent", "jobs", "store"],
};
// Asked of the compiler, since only it knows which calls return a promise. Whoever means it says `void` or `.catch`.
const QUESTION =
  "\ndeclare function isNoPromise<T>(value: T extends PromiseLike<unknown> ? never : T): void;\n";

/** The file with a question round each call whose value is dropped, as a statement or by a listener. */
function withQuestions(source: Source): string {
  const places: acorn.Node[] = [];
  simple(treeOf(source), {
    ExpressionStatement({ expression }) {
      if (expression.type === "CallExpression" && !isSettled(expression)) places.push(expression);
    },
    CallExpression({ callee, arguments: given }) {
      if (!isListening(callee)) return;
      for (const one of given) {
        if (one.type === "ArrowFunctionExpression" && one.body.type === "CallExpression")
          places.push(one.body);
      }
    },
  });
  const marks = places.flatMap(({ start, end }): [number, string][] => [
    [start, "isNoPromise("],
    [end, ")"],
  ]);
  const asked = marks
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [at, mark]) => text.slice(0, at) + mark + text.slice(at), source.text);
  return asked + QUESTION;
}

function isSettled({ callee, arguments: given }: acorn.CallExpression): boolean {
  const name = memberName(callee);
  return name === "catch" || (name === "then" && given.length === 2);
}

function isListening(callee: acorn.Node): boolean {
  if (callee.type === "Identifier" && "name" in callee)
    return /^set(Timeout|Immediate)$/.test(String(callee.name));
  return /^(on|once|addEventListener|forEach)$/.test(memberName(callee) ?? "");
}

function memberName(callee: acorn.Node): string | null {
  if (callee.type !== "MemberExpression" || !("property" in callee)) return null;
  const { property } = callee;
  return typeof property === "object" && property !== null && "name" in property
    ? String(property.name)
    : null;
}

function compile(folder: string): Promise<string> {
  return new Promise((resolve) => {
    const tsc = join(root, "node_modules/.bin/tsc");
    execFile(tsc, ["--noEmit", "-p", folder], { maxBuffer: 2 ** 24 }, (_error, stdout) => resolve(stdout));
  });
}
