// Holds the sample workspaces to what they promise: scripts of the engine's age, documentation that agrees with
// itself and with every script and worked example, and things that can be removed without touching a neighbour.
// Judges by its own small reading of the syntax tree, so that no product code is trusted here.

import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { test } from "node:test";
import { type Program, parse } from "acorn";
import { simple } from "acorn-walk";
import { z } from "zod";

const quire = join(import.meta.dirname, "../../../bot/playground/sample/quire");
const loom = join(import.meta.dirname, "../../fixtures/workspaces/loom");
const plain = join(import.meta.dirname, "../../fixtures/workspaces/plain");

const engineShape = z.strictObject({
  name: z.string(),
  level: z.number(),
  suffixes: z.strictObject({ open: z.string(), close: z.string() }),
  globals: z.array(z.string()),
  loaders: z.array(z.string()),
  entry: z.array(z.string()),
  domain: z.array(z.string()),
  facts: z.array(z.strictObject({ about: z.string(), absent: z.array(z.string()), fact: z.string() })),
});
const docsShape = z.strictObject({
  sources: z.array(z.strictObject({ name: z.string(), folder: z.string(), complete: z.boolean() })),
});

type Page = { file: string; title: string; interface: string; member: string | undefined; text: string };
type Surface = { pages: Page[]; globals: Map<string, string>; members: (name: string) => Set<string> };
type Use = { at: number; global: string; member: string; keys: string[] | undefined };

const readText = (path: string) => readFileSync(path, "utf8");
const es5 = (code: string) => parse(code, { ecmaVersion: 5 });
const engineOf = (root: string) =>
  engineShape.parse(JSON.parse(readText(join(root, ".handrail/engine.json"))));
const inOrder = (names: Iterable<string>) => [...names].sort();

function filesBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" }).filter((f) =>
    statSync(join(root, f)).isFile(),
  );
}

const scriptsOf = (root: string) =>
  filesBelow(root)
    .filter((name) => name.endsWith(".js"))
    .map((name) => ({ name, code: readText(join(root, name)) }));

const examplesOf = (surface: Surface) =>
  surface.pages.flatMap((page) =>
    [...page.text.matchAll(/```javascript\n(.*?)```/gs)].map((m) => ({ name: page.file, code: m[1] ?? "" })),
  );

function surfaceOf(root: string): Surface {
  const [source] = docsShape.parse(JSON.parse(readText(join(root, ".handrail/docs.json")))).sources;
  assert.ok(source);
  const folder = join(root, source.folder);
  const pages = readdirSync(folder).map((file): Page => {
    const text = readText(join(folder, file));
    const title = /^(?:# |---\ntitle: )(.+)$/m.exec(text)?.[1] ?? "";
    const [owner = "", member] = title.split(/[-.]/);
    return { file, title, interface: owner, member, text };
  });
  const globals = new Map<string, string>();
  const parents = new Map<string, string>();
  for (const page of pages) {
    const global = /accessed using the global property "(\w+)"/.exec(page.text)?.[1];
    const parent = /^Parent interface: (\w+)$/m.exec(page.text)?.[1];
    if (global) globals.set(global, page.interface);
    if (parent) parents.set(page.interface, parent);
  }
  const members = (name: string): Set<string> => {
    const own = pages.flatMap((page) => (page.interface === name && page.member ? [page.member] : []));
    const parent = parents.get(name);
    return new Set([...own, ...(parent ? members(parent) : [])]);
  };
  return { pages, globals, members };
}

/** Every use of a member on a documented global, in source order, with the keys of a literal options argument. */
function usesOf(program: Program, globals: Map<string, string>): Use[] {
  const uses = new Map<number, Use>();
  simple(program, {
    MemberExpression(node) {
      if (node.object.type !== "Identifier" || node.property.type !== "Identifier" || node.computed) return;
      if (!globals.has(node.object.name)) return;
      const use = { at: node.start, global: node.object.name, member: node.property.name, keys: undefined };
      uses.set(node.start, uses.get(node.start) ?? use);
    },
    CallExpression(node) {
      const { callee } = node;
      if (callee.type !== "MemberExpression" || callee.object.type !== "Identifier") return;
      const last = node.arguments.at(-1);
      if (callee.property.type !== "Identifier" || last?.type !== "ObjectExpression") return;
      const keys = last.properties.flatMap((p) =>
        p.type === "Property" && p.key.type === "Identifier" ? [p.key.name] : [],
      );
      uses.set(callee.start, {
        at: callee.start,
        global: callee.object.name,
        member: callee.property.name,
        keys,
      });
    },
  });
  return [...uses.values()].filter((use) => globals.has(use.global)).sort((a, b) => a.at - b.at);
}

function assertPairsClose(name: string, uses: Use[], suffixes: { open: string; close: string }): void {
  const opened: string[] = [];
  for (const { member } of uses) {
    if (member.endsWith(suffixes.open)) opened.push(member.slice(0, -suffixes.open.length));
    else if (member.endsWith(suffixes.close))
      assert.equal(opened.pop(), member.slice(0, -suffixes.close.length), `${name}: ${member}`);
  }
  assert.deepEqual(opened, [], `${name}: still open at the end`);
}

function assertDocumented(surface: Surface, name: string, code: string): void {
  const program = es5(code);
  for (const { global, member, keys = [] } of usesOf(program, surface.globals)) {
    const owner = surface.globals.get(global) ?? "";
    assert.ok(surface.members(owner).has(member), `${name}: ${owner} has no ${member}`);
    const page = surface.pages.find((p) => p.interface === owner && p.member === member);
    for (const key of keys)
      assert.ok(page?.text.includes(`\`options.${key}\``), `${name}: ${member} takes no ${key}`);
  }
  const types = new Map<string, string>();
  simple(program, {
    NewExpression(node) {
      assert.ok(node.callee.type === "Identifier");
      const wanted = `new ${node.callee.name}(`;
      assert.ok(
        surface.pages.some((p) => !p.member && p.text.includes(wanted)),
        `${name}: nothing documents ${wanted}`,
      );
    },
    VariableDeclarator(node) {
      if (node.id.type !== "Identifier" || node.init?.type !== "NewExpression") return;
      if (node.init.callee.type === "Identifier") types.set(node.id.name, node.init.callee.name);
    },
  });
  simple(program, {
    MemberExpression(node) {
      if (node.object.type !== "Identifier" || node.property.type !== "Identifier" || node.computed) return;
      const type = types.get(node.object.name);
      const known = !type || surface.members(type).has(node.property.name);
      assert.ok(known, `${name}: ${type} has no ${node.property.name}`);
    },
  });
}

function without(text: string, ranges: string): string {
  const spans = ranges.split(" ").map((range) => range.split("-").map(Number));
  const isGone = (line: number) => spans.some(([from = 0, to = 0]) => line >= from && line <= to);
  const kept = text.split("\n").filter((_, index) => !isGone(index + 1));
  return kept.join("\n");
}

for (const [name, root] of [
  ["Quire", quire],
  ["Loom", loom],
] as const) {
  test(`${name}: every script parses as the engine's language and loads files that exist`, () => {
    const { loaders, entry } = engineOf(root);

    for (const script of scriptsOf(root)) {
      parse(script.code, { ecmaVersion: 3 });
      es5(script.code);

      for (const [, loader = "", path = ""] of script.code.matchAll(/^(\w+)\("([^"]+)"\);$/gm))
        if (loaders.includes(loader)) assert.ok(existsSync(join(root, path)), `${script.name} loads ${path}`);
    }

    for (const path of entry) assert.ok(existsSync(join(root, path)));
  });

  test(`${name}: scripts and worked examples use only what is documented, and close what they open`, () => {
    const surface = surfaceOf(root);
    const { suffixes } = engineOf(root);

    const all = [...scriptsOf(root), ...examplesOf(surface)];

    for (const { name, code } of all) {
      assertDocumented(surface, name, code);
      assertPairsClose(name, usesOf(es5(code), surface.globals), suffixes);
    }
    for (const { name, code } of examplesOf(surface))
      assert.match(code, /^\/\/ \w/, `${name}: a goal comes first`);
  });

  test(`${name}: every member's interface has a page, every pair both halves, and an absent name is nowhere`, () => {
    const surface = surfaceOf(root);
    const { suffixes, facts } = engineOf(root);

    const members = [...surface.globals.values()].flatMap((owner) => [...surface.members(owner)]);
    const halves = (suffix: string) =>
      inOrder(members.filter((m) => m.endsWith(suffix)).map((m) => m.slice(0, -suffix.length)));

    for (const page of surface.pages)
      assert.ok(
        surface.pages.some((p) => p.title === page.interface),
        page.file,
      );
    assert.ok(halves(suffixes.open).length >= 3);
    assert.deepEqual(halves(suffixes.open), halves(suffixes.close));
    const everything = [...scriptsOf(root).map((s) => s.code), ...surface.pages.map((p) => p.text)].join(
      "\n",
    );
    for (const absent of facts.flatMap((fact) => fact.absent))
      assert.ok(!everything.includes(absent), absent);
    for (const fact of facts) assert.ok(surface.pages.some((p) => p.title === fact.about));
  });
}

test("Quire is a small project with some sixty chunks, named as titled, whose tables list every member", () => {
  const { pages } = surfaceOf(quire);
  const lines = readText(join(quire, "main.js")).split("\n").length - 1;

  assert.ok(lines >= 60 && lines <= 120, `${lines} lines in main.js`);
  assert.ok(scriptsOf(quire).length >= 6 && scriptsOf(quire).length <= 9);
  assert.ok(pages.length >= 60 && pages.length <= 75, `${pages.length} chunks`);
  for (const page of pages) assert.equal(page.title, basename(page.file, ".md"));
  for (const { title, text } of pages.filter((page) => !page.member)) {
    const rows = [...text.matchAll(/^\| `(\w+)(?:\([^`]*\))?` \|/gm)].map((m) => m[1] ?? "");
    const own = pages.flatMap((page) => (page.interface === title && page.member ? [page.member] : []));
    assert.deepEqual(inOrder(rows), inOrder(own), title);
  }
});

test("the word json stands in no file of the Quire project, only in names", () => {
  const files = filesBelow(quire);

  const mentions = files.filter((file) => /json/i.test(readText(join(quire, file))));

  assert.deepEqual(mentions, []);
  assert.ok(files.includes("parts.json"));
  const parts = z.array(z.record(z.string(), z.union([z.string(), z.number()])));
  assert.equal(parts.parse(JSON.parse(readText(join(quire, "parts.json")))).length, 16);
});

type Removal = { what: RegExp; root: string; file: string; ranges: string; neighbour: string };

const removals: Removal[] = [
  { what: /footer/i, root: quire, file: "main.js", ranges: "30-38 61-68", neighbour: "header" },
  { what: /price ?table/i, root: quire, file: "grid.js", ranges: "7-28", neighbour: "stockTable" },
  { what: /border/i, root: loom, file: "cloth.js", ranges: "22-28 33-38", neighbour: "diamond" },
  { what: /left ?edge/i, root: loom, file: "edges.js", ranges: "3-8 16-16 22-22", neighbour: "rightEdge" },
];

for (const { what, root, file, ranges, neighbour } of removals) {
  test(`without the lines of ${what.source}, ${file} still parses and its ${neighbour} is untouched`, () => {
    const surface = surfaceOf(root);
    const before = readText(join(root, file));

    const after = without(before, ranges);

    assertDocumented(surface, file, after);
    assertPairsClose(file, usesOf(es5(after), surface.globals), engineOf(root).suffixes);
    assert.doesNotMatch(after, what);
    const linesOf = (text: string) => text.split("\n").filter((line) => line.includes(neighbour));
    assert.ok(linesOf(before).length >= 5);
    assert.deepEqual(linesOf(after), linesOf(before));
    const others = scriptsOf(root).filter((script) => script.name !== file);
    for (const script of others)
      assert.doesNotMatch(script.code, what, `${script.name} would have to change too`);
  });
}

test("Loom shares no name with Quire, and offers something to rename across files", () => {
  const [ours, theirs] = [surfaceOf(quire), surfaceOf(loom)];
  const namesOf = ({ pages }: Surface) =>
    pages.flatMap((p) => [
      p.interface,
      p.member ?? p.interface,
      ...[...p.text.matchAll(/options\.(\w+)/g)].map((m) => m[1]),
    ]);

  const shared = namesOf(theirs).filter((name) => namesOf(ours).includes(name));
  const users = scriptsOf(loom).filter((script) => script.code.includes("countPicks("));

  assert.deepEqual(shared, []);
  assert.ok(theirs.pages.length >= 20 && theirs.pages.length <= 25);
  for (const page of theirs.pages)
    assert.ok(page.text.startsWith(`---\ntitle: ${page.title}\ninterface: ${page.interface}\n---\n`));
  assert.deepEqual(inOrder(users.map((script) => script.name)), ["cloth.js", "lib/counts.js", "stripes.js"]);
});

test("the plain workspace has three files, no settings, and a text with CRLF and no final newline", () => {
  const text = readText(join(plain, "notes.txt"));

  assert.deepEqual(inOrder(filesBelow(plain)), ["greet.js", "notes.txt", "tally.py"]);
  assert.equal(text.match(/\r\n/g)?.length, text.match(/\n/g)?.length);
  assert.doesNotMatch(text, /\n$/);
});
