// The syntax and engine families: what the engine's age rules out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pressroom, told } from "../engine-world.ts";

test("forms that are younger than the engine are named, each with its year", (t) => {
  const { file } = pressroom(t, { profile: { level: 3 } });
  const forms: Record<string, string> = {
    "const a = 1;": "const",
    "let a = 1;": "let",
    "var f = () => 1;": "an arrow function",
    "var f = `a`;": "a template literal",
    "class A {}": "class",
    "function f(a = 1) {}": "a default value of a parameter",
    "function f(...a) {}": "a rest parameter",
    "var a = {}; var { b } = a;": "destructuring",
    "var a = []; say(...a);": "spread",
    "for (var a of []) ;": "for … of",
    "var a = 1; var b = { a };": "a shorthand property",
    "var b = { a() {} };": "a shorthand property",
    "var b = { ['a']: 1 };": "a computed key",
    "var b = { get a() { return 1; } };": "a getter or setter in an object literal",
    "function* f() {}": "a generator",
    "async function f() {}": "async",
    "var a = 2 ** 3;": "**",
    "var a = press ?? 1;": "??",
    "var a = press?.leaf;": "?.",
    "var a = 1; a ||= 2;": "||=",
    "try { say(1); } catch { say(2); }": "catch without a name",
    "var a = 1_000;": "_ in a number",
    "var a = 0b11;": "0b11",
    "var a = 10n;": "a BigInt",
    "var a = /a/y;": "the flags /y",
    "var a = /(?<=a)b/;": "lookbehind",
    "import './main.js';": "import or export",
  };

  const wrong = Object.entries(forms).filter(([code, form]) => !told(file(code)).includes(`syntax ${form}`));

  assert.deepEqual(wrong, []);
  assert.match(
    file("var f = () => 1;")[0]?.message ?? "",
    /came into the language with ECMAScript 2015.*Press runs ECMAScript 3/,
  );
});

test("a level takes what came with it, and not what came later", (t) => {
  const { file } = pressroom(t, { profile: { level: 2017 } });

  const found = file(
    "const f = async (a = 1) => { await a; };\nconst { b, ...c } = press;\nvar d = press?.leaf;\n",
  );

  assert.deepEqual(told(found), ["syntax rest in a pattern", "syntax ?."]);
});

test("known-good: published code of the third edition", (t) => {
  const { file, snippet } = pressroom(t, { profile: { level: 3 } });
  const good = [
    "var a = { b: 1, c: 2, };",
    "var a = [1, 2, ];",
    "var a = { 'class': 1 }; say(a.class, a.default);",
    "if (true) { function inner() {} }",
    "var a = 'line \\\n  goes on';",
    "var a = /^[a-z]+$/gi, b = 0x1f, c = 017, d = 1e3;",
    "<!-- an old habit\nsay(1);",
    '#target press\n#include "main.js"\nsay(1);',
    "// @include 'main.js'\nvar a = 1;",
    "label: do { continue label; } while (false);",
    "return 1;",
  ];

  assert.deepEqual(
    good.filter((code) => file(code).length > 0),
    [],
  );
  assert.deepEqual(
    good.filter((code) => snippet(`\`\`\`js\n${code}\n\`\`\``).length > 0),
    [],
  );
});

test("a file that does not parse has one finding at the place, and the rest is judged", (t) => {
  const { file } = pressroom(t, { profile: { level: 5 } });

  const found = file("press.leaf.nope;\nvar a = 1;\nvar b = = 2;\nvar c = () => 1;\n");

  assert.deepEqual(told(found), ["member press.leaf.nope", "syntax ="]);
  assert.deepEqual([found[1]?.line, found[1]?.column], [3, 9]);
});

test("what old engines added to the language is not called broken for certain", (t) => {
  const { file } = pressroom(t);

  assert.deepEqual(told(file("var a = <leaf><b/></leaf>;\n")), ["syntax <leaf><b/></leaf>; ?"]);
  assert.deepEqual(told(file("for each (var a in press) { say(a); }\n")), ["syntax each ?"]);
});

test("a broken piece of code in a text is an excerpt, and no finding", (t) => {
  const { snippet } = pressroom(t);

  assert.deepEqual(snippet("```js\npress.stroke(leaf, {\n  ink: …\n```\n"), []);
});

test("real JavaScript that the engine is too old for is named", (t) => {
  const { file, snippet } = pressroom(t, { profile: { level: 3 } });
  const code = [
    "var keys = Object.keys(press);",
    "say(JSON.stringify(keys));",
    "[1, 2].map(say);",
    "' a '.trim();",
    "'a b'.split(' ').forEach(say);",
    "Array.prototype.filter.call(keys, say);",
    "new Map();",
    "Date.now();",
  ].join("\n");

  const expected = [
    "engine Object.keys",
    "engine JSON",
    "engine [1,2].map",
    "engine 'a'.trim",
    "engine 'ab'.split('').forEach",
    "engine Array.prototype.filter",
    "engine Map",
    "engine Date.now",
  ];
  assert.deepEqual(told(file(code)), expected);
  assert.deepEqual(told(snippet(`\`\`\`js\n${code}\n\`\`\``)), expected);
  assert.deepEqual(told(file("press.leaves.map(say); press.title.trim();")), [
    "engine press.leaves.map ?",
    "engine press.title.trim ?",
  ]);
});

test("known-good: what the level has, what the project brings, what is asked for first", (t) => {
  const { file } = pressroom(t, {
    profile: { level: 3, builtIns: { present: ["Array#indexOf"], absent: [] } },
    files: {
      "json2.js": "if (typeof JSON !== 'object') { JSON = {}; }\nJSON.stringify = function () {};",
      "old.js": "if (!Array.prototype.map) { Array.prototype.map = function (f) { return []; }; }",
    },
    facts: [
      { type: "interface", name: "String", kind: "class" },
      { type: "member", interface: "String", name: "trim", kind: "method" },
    ],
  });
  const good = [
    "say(JSON.stringify({})); [1].map(say); [1].indexOf(1); ' a '.trim();",
    "if (Object.keys) { Object.keys({}); }",
    "var keys = Object.keys || function () {}; keys({});",
    "if (typeof Promise !== 'undefined') { new Promise(say); }",
    "Object.keys = function () {}; Object.keys({});",
    "[1].concat([2]).slice(0).sort().join(','); 'a'.charAt(0).toUpperCase().split('');",
    "function f(list) { list.map(say); }",
    "var Map = function () {}; new Map().entries();",
    "/a/.test('a'); new Date().getTime(); (1.5).toFixed(1); ({}).toSource();",
  ];

  assert.deepEqual(
    good.filter((code) => file(code).length > 0),
    [],
  );
});

test("what the owner says that the engine lacks is named at any level", (t) => {
  const { file } = pressroom(t, {
    profile: { level: null, builtIns: { present: [], absent: ["JSON", "Array#map"] } },
  });

  assert.deepEqual(told(file("JSON.parse('1'); [].map(say); [].filter(say); let a = 1;")), [
    "engine JSON",
    "engine [].map",
  ]);
});
