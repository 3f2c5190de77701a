// Declarations that were written to do harm, or grew beyond measure: depth, circles, names of Object's own, broken pages.

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { promisify } from "node:util";
import type { Parsed } from "../../../../agent/docs/chunk.ts";
import { declarations } from "../../../../agent/docs/parse/declarations.ts";
import { docsOf } from "../surface-of.ts";

const parse = (text: string): Parsed => declarations.parse({ path: "a.d.ts", text });

test("names of Object's own are names like any other, as types and as members", async (t) => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"];
  const text = names
    .map(
      (name) =>
        `interface ${name} extends ${names[0]} { ${names.map((one) => `${one}(): ${name};`).join(" ")} }`,
    )
    .join("\n");

  const { surface } = await docsOf(t, { "a.d.ts": `${text}\ndeclare const __proto__2: __proto__;` });

  assert.deepEqual([...surface.interfaces()].sort(), [...names].sort());
  for (const name of names)
    assert.deepEqual(
      surface.members(name).map((one) => one.name),
      [...names].sort(),
    );
});

test("interfaces that extend each other in a circle, and aliases of themselves, end", () => {
  const { chunks } = parse(`interface A extends B { a: string }
interface B extends A { b: string }
type C = Omit<C, "x"> & A
type D = D | E; type E = D
type F = { [key in F]: string }
declare function f(options: C, more: D): A`);

  assert.ok(chunks.length >= 8);
});

test("what is no declaration is told with its line, and the rest of the page is kept", () => {
  const { chunks, notes } = parse("interface A { a: string }\nfor (;;) {}\n");

  assert.equal(chunks.length, 2);
  assert.match(notes[0] ?? "", /^line 2: not read as declarations: /);
  assert.match(parse("interface A {").notes[0] ?? "", /^line 1: not read as declarations: /);
});

test("a statement that cannot be read costs itself, not the page", () => {
  const { chunks, notes } = parse(`interface A { a: string }
/** Broken. */
declare const b: from the future
interface C { c: number }
declare function d(: string): void
interface E { e: number }`);

  assert.deepEqual(
    chunks.filter(({ member }) => member !== undefined).map(({ title, line }) => `${title} ${line}`),
    ["A.a 1", "C.c 4", "E.e 6"],
  );
  assert.deepEqual(
    notes.map((note) => note.slice(0, 40)),
    ["line 3: not read as declarations: Expect", "line 5: not read as declarations: Unexpe"],
  );
});

const product = (file: string): string =>
  path.join(import.meta.dirname, "../../../../agent/docs/parse", file);

const DEEP: Record<string, (depth: number) => string> = {
  parentheses: (n) => `type A = ${"(".repeat(n)}string${")".repeat(n)}`,
  tuples: (n) => `type A = ${"[".repeat(n)}string${"]".repeat(n)}`,
  objects: (n) => `type A = ${"{a:".repeat(n)}string${"}".repeat(n)}`,
  generics: (n) => `type A = ${"B<".repeat(n)}string${">".repeat(n)}`,
  functions: (n) => `type A = ${"()=>".repeat(n)}string`,
  conditions: (n) => `type A = ${"B extends C ? D : ".repeat(n)}string`,
  operators: (n) => `type A = ${"keyof ".repeat(n)}string`,
  arrays: (n) => `type A = string${"[]".repeat(n)}`,
  namespaces: (n) => `${"namespace a {".repeat(n)}${"}".repeat(n)}`,
  "dotted names": (n) => `type A = a${".\\u{61}b".repeat(n)}`,
  templates: (n) => `type A = ${"`${".repeat(n)}string${"}`".repeat(n)}`,
  statements: (n) => `${"if (a)\n".repeat(n)};`,
  "else after else": (n) => `if (a) {}${"\nelse if (a) {}".repeat(n)}`,
  classes: (n) => `class A extends ${"(class extends ".repeat(n)}B${" {})".repeat(n)} {}`,
  comparisons: (n) => `declare const a = b${" >\nb".repeat(n)}`,
  "or after or": (n) => `declare const a = b${" | b".repeat(n)}`,
  "a template's end that is hidden": (n) => `type A = \`\${B<C}\` | ${"(".repeat(n)}D${")".repeat(n)}`,
  "a quote in a pattern": (n) => `declare const a = /\`/; type A = ${"(".repeat(n)}B${")".repeat(n)}; // \``,
};

for (const [name, deep] of Object.entries(DEEP)) {
  test(`nesting of ${name} that would end the process is noted instead`, () => {
    const { chunks, notes } = parse(deep(200_000));

    assert.deepEqual(chunks, []);
    assert.match(notes[0] ?? "", /^line \d+: (?:nested too deeply|".+" is nothing that declarations hold)/);
  });
}

test("as deep as is let through, the parser holds, in a thread with a small stack", async (t) => {
  const shapes = Object.values(DEEP).slice(0, -2).map(String);
  const script = `
    import { isMainThread, Worker } from "node:worker_threads";
    if (isMainThread) new Worker(new URL(import.meta.url), { env: {} });
    else {
      const { nestingFault } = await import(${JSON.stringify(product("declarations/nesting.ts"))});
      const { declarations } = await import(${JSON.stringify(product("declarations.ts"))});
      const shapes = [${shapes.join(", ")}];
      for (const shape of shapes) {
        let [fits, tooMuch] = [1, 200000];
        while (tooMuch - fits > 1 + fits / 16) {
          const middle = (fits + tooMuch) >> 1;
          if (nestingFault(shape(middle)) === undefined) fits = middle; else tooMuch = middle;
        }
        declarations.parse({ path: "a.d.ts", text: shape(fits) });
      }
      console.log(shapes.length, "held");
    }`;
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "handrail-deep-"));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const at = path.join(folder, "deep.mjs");
  fs.writeFileSync(at, script);

  const { stdout } = await promisify(execFile)(process.execPath, [at]);

  assert.equal(stdout, `${shapes.length} held\n`);
});

test("real pages are not taken for deep: thousands of lines without a semicolon", () => {
  const members = Array.from(
    { length: 2_000 },
    (_, at) => `  m${at}(a: Array<string>, b?: { c: X }): Promise<Y<Z>>`,
  );
  const types = Array.from({ length: 3_000 }, (_, at) => `type T${at} = Array<A${at}> | B\n`);

  const { chunks, notes } = parse(`interface Big {\n${members.join("\n")}\n}\n${types.join("")}`);

  assert.deepEqual(notes, []);
  assert.equal(chunks.length, 5_001);
});

test("eight megabytes of declarations are read; as much again in dense marks is refused", () => {
  const one =
    "  /** Does something with care. */\n  method000(first: string, second?: number): Promise<string>;\n";
  const body = Array.from({ length: 80_000 }, (_, at) => one.replace("000", String(at)));
  const text = `interface Big {\n${body.join("")}}\n`;
  assert.ok(text.length > 7_900_000);

  assert.equal(parse(text).chunks.length, 80_001);
  assert.match(parse(`enum A {${"a,".repeat(4_000_000)}}`).notes[0] ?? "", /holds too much for one page/);
});

test("a small page cannot ask for millions of members under other names", () => {
  const big = `interface Big { ${Array.from({ length: 2_000 }, (_, at) => `m${at}: 1;`).join(" ")} }`;
  const copies = Array.from({ length: 2_000 }, (_, at) => `type C${at} = Omit<Big, "m1">;`);

  const { chunks, notes } = parse(`${big}\n${copies.join("\n")}`);

  const facts = chunks.reduce((sum, chunk) => sum + (chunk.facts?.length ?? 0), 0);
  assert.ok(facts < 220_000, `${facts} facts`);
  assert.deepEqual(notes, ["it repeats too much under other names; what comes last is left out"]);
});

test("a hundred thousand members and more are no more arguments than a call takes", () => {
  assert.equal(parse(`interface A {${"a:a;".repeat(150_000)}}`).chunks.length, 2);
});
