// Whole files: where findings stand, which of them a change brings, and what no file may do to the check.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile } from "../../../agent/check/check-file.ts";
import { pressroom, told } from "./engine-world.ts";

const origins = (found: readonly { symbol: string; line: number; origin: string }[]): string[] =>
  found.map(({ symbol, line, origin }) => `${symbol}:${line} ${origin}`);

test("what stood in the file before is inherited, also where its line moved", (t) => {
  const { file } = pressroom(t);
  const before = "say('a');\npress.leafs;\nsay(1);\n";

  const found = file("// new\n\nsay('a');\npress.leafs;\nsay(press.trayz);\n", before);

  assert.deepEqual(origins(found), ["press.leafs:4 inherited", "press.trayz:5 introduced"]);
});

test("a finding that a model only writes round stays inherited, and a second one is introduced", (t) => {
  const { file } = pressroom(t);
  const before = "press.leafs;\n";

  const found = file("say(press.leafs); // documented elsewhere\npress.leafs;\n", before);

  assert.deepEqual(origins(found), ["press.leafs:1 introduced", "press.leafs:2 inherited"]);
  assert.deepEqual(origins(file("say(press.leafs);\n", before)), ["press.leafs:1 inherited"]);
});

test("an old line that a change elsewhere makes wrong is introduced by that change", (t) => {
  const { file } = pressroom(t);

  const found = file("load();\n", "load();\nfunction load() {}\n");

  assert.deepEqual(origins(found), ["load:1 introduced"]);
});

test("all of a new file is introduced", (t) => {
  assert.deepEqual(origins(pressroom(t).file("press.leafs;")), ["press.leafs:1 introduced"]);
});

test("positions are right behind pragmas, a BOM, CRLF, a lone CR, tabs and letters of two units", (t) => {
  const { file } = pressroom(t);
  const places = (text: string): (number | undefined)[] => {
    const [found] = file(text);
    return [found?.line, found?.column];
  };

  assert.deepEqual(places('#target press\n#include "main.js"\npress.nope;\n'), [3, 7]);
  assert.deepEqual(places("\uFEFFpress.nope;"), [1, 7]);
  assert.deepEqual(places("\uFEFFsay(1);\r\npress.nope;\r\n"), [2, 7]);
  assert.deepEqual(places("say(1);\r\n\r\n  press.nope;\r\n"), [3, 9]);
  assert.deepEqual(places("say(1);\rpress.nope;"), [2, 7]);
  assert.deepEqual(places("\tpress.nope;"), [1, 8]);
  assert.deepEqual(places("say('😀'); press.nope;"), [1, 18]);
  assert.deepEqual(places("#!/usr/bin/press\npress.nope;"), [2, 7]);
});

test("a private name at the start of a line is no pragma", (t) => {
  const { file } = pressroom(t, { profile: { level: 2022 } });

  assert.deepEqual(told(file("class A {\n  #include = press.nope;\n  #b = 1;\n}\n")), ["member press.nope"]);
});

test("files that are not the engine's are not judged", (t) => {
  const { world } = pressroom(t, { profile: { domain: ["src/**/*.js"] } });
  const text = "press.nope; quire.open();";

  assert.deepEqual(checkFile({ path: "tools/build.js", text }, world), []);
  assert.deepEqual(checkFile({ path: "README.md", text }, world), []);
  assert.equal(checkFile({ path: "src/a/b.js", text }, world).length, 2);
});

test("a file without documentation, level and project has nothing to be measured on", (t) => {
  const { world } = pressroom(t);
  const bare = { ...world, project: null, profile: { ...world.profile, level: null } };

  assert.deepEqual(
    checkFile({ path: "main.js", text: "quire.open(); load(); let a = () => JSON.parse('1');" }, bare),
    [],
  );
});

test("names that are members of every object take nothing down", (t) => {
  const { file, snippet } = pressroom(t, { profile: { level: 2026 } });
  const hostile = [
    "press.__proto__; press.constructor; press['__proto__']; press.hasOwnProperty;",
    "var __proto__ = press; __proto__.leaf; constructor; toString(); valueOf.call(1);",
    "press.stroke(press.leaf, { __proto__: null, constructor: 1, toString: 2 });",
    "new constructor(); hasOwnProperty('x'); prototype.x = 1;",
    "var toString = press; toString.leaf; var hasOwnProperty = 1;",
    "press[Symbol.iterator]; press[`leaf`]; press[0]; press[null]; press[''];",
    "var a = a; a.b; var c = d, d = c; c.e; function f(g) { return f(g); } f(f(1)).h;",
    "var x = x.parent || x; x.y = x; x.y.z;",
    "for (var k in press) press[k](); for (k of press.leaves) ;",
    "var \\u0061b = press; ab.leaf; press.\\u006ceaf;",
    "import('x'); export { press as other };",
    "class A extends press.leaf { static { this.x = 1; } #p; get [1]() { return super.x; } }",
    "label: { break label; } if (0) ; else ; ;;;",
    "(",
    "}",
    "'",
    "`${",
    "/*",
    "\u0000",
    "\\u{110000}",
    "<!--",
    "#include",
    "@",
    "a?.b?.[c]?.(d)",
    "\uD800",
  ];

  for (const code of hostile) {
    assert.doesNotThrow(() => file(code), code);
    assert.doesNotThrow(() => snippet(`\`\`\`js\n${code}\n\`\`\`\n\`${code}\``), code);
  }
});

test("towers of brackets, endless chains and huge literals end in a moment", (t) => {
  const { file } = pressroom(t);
  const towers = [
    `${"(".repeat(20_000)}1${")".repeat(20_000)}`,
    `press${".leaf".repeat(20_000)};`,
    `press.open()${".turn()".repeat(5_000)};`,
    `var a = [${"1,".repeat(50_000)}];`,
    `var a0 = press;${Array.from({ length: 5_000 }, (_, n) => `var a${n + 1} = a${n};`).join("")} a5000.leaf;`,
    "{".repeat(20_000),
    "press.nope;".repeat(5_000),
    `${"if (press.leaf) { ".repeat(500)}${"}".repeat(500)}`,
  ];

  for (const text of towers) assert.ok(file(text).length <= 40, text.slice(0, 40));
});

test("one symbol is not told a thousand times", (t) => {
  assert.equal(pressroom(t).file("press.nope;\n".repeat(1_000)).length, 20);
});

test("positions in a text are those of the text, in fences, quotations, lists and spans", (t) => {
  const { snippet } = pressroom(t);
  const places = (text: string): string[] =>
    snippet(text).map(({ symbol, line, column }) => `${symbol} ${line}:${column}`);

  assert.deepEqual(places("Use `press.nope` here."), ["press.nope 1:12"]);
  assert.deepEqual(places("\uFEFFUse `press.nope`."), ["press.nope 1:12"]);
  assert.deepEqual(places("a\r\n\r\n```js\r\nsay(1);\r\npress.nope;\r\n```\r\n"), ["press.nope 5:7"]);
  assert.deepEqual(places("> ```js\n> press.nope;\n> ```\n"), ["press.nope 2:9"]);
  assert.deepEqual(places("- so:\n\n  ```js\n  press.nope;\n  ```\n"), ["press.nope 4:9"]);
  assert.deepEqual(places("```js\nvar a = press.leaf;\n```\nThen\n```js\na.nope;\n```\nand `a.none`."), [
    "a.nope 6:3",
    "a.none 8:8",
  ]);
  assert.deepEqual(
    places("```js\nlet a = press.leaf;\n```\n```js\nlet a = press;\na.nope; // not the first\n```"),
    ["let 2:1", "a.nope 6:3"],
  );
});

test("a text of thousands of spans and fences ends in a moment", (t) => {
  const { snippet } = pressroom(t);

  assert.equal(snippet("`press.nope` ".repeat(5_000)).length, 1);
  assert.equal(snippet(Array.from({ length: 3_000 }, (_, n) => `\`press.no${n}\``).join(" ")).length, 400);
  assert.deepEqual(snippet("``` \n".repeat(5_000)), []);
});
