// Scripts that are run on the fake engine: what is documented is there, what is not is told with its place, and what loads,
// asks, writes or throws does so as on a real host.

import assert from "node:assert/strict";
import { test } from "node:test";
import { endsOf, touched, tried } from "./fake-engine.ts";

test("documented names are there, chain, and keep what is written to them", async (t) => {
  const report = await tried(t, {
    "main.js": `
      var leaf = press.open("a").turn().turn();
      leaf.margin = 12;
      print(leaf.margin, leaf instanceof Leaf, typeof press.stroke, press.title === "", new Tray({}).depth);
      say("hello");
      for (var i = 0; i < press.leaves.length; i++) press.leaves[i].nowhere();
      press.leaves[0].turn();
      press.trays.item(2).depth = Ink.RED;
      print(String(press), press.trays.length, "margin" in leaf);
    `,
  });

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.deepEqual(touched(report), []);
  assert.deepEqual(report.output, ["12 true function true 0", "hello", "[object Press] 0 true"]);
});

test("an undocumented name of a documented object is told with its place", async (t) => {
  const report = await tried(t, {
    "main.js": [
      "/*é𝒳*/ press.foldAll(1);",
      'var name = "un" + "fold"; press[name]();',
      "press.open(1)",
      "  .bend",
      "  .more();",
      "var leaves = press.leaves; leaves.everyItem();",
      "Ink.GREEN; press.leaf.foldAll();",
    ].join("\r\n"),
  });

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.deepEqual(touched(report), [
    "Press.foldAll main.js:1:15",
    "Press.unfold main.js:2:33",
    "Leaf.bend main.js:4:4",
    "Array.everyItem main.js:6:35",
    "Ink.GREEN main.js:7:5",
    "Leaf.foldAll main.js:7:23",
  ]);
  assert.ok(report.findings.every(({ confidence }) => confidence === "certain"));
});

test("questions, new properties, the language's own names and the owner's word are no findings", async (t) => {
  const report = await tried(
    t,
    {
      "main.js": `
        if (press.later) press.later();
        if (typeof press.sooner === "function") press.sooner();
        print("x" in press, press.never == null, typeof press.sooner, !press.gone);
        press.mine = 1; print(press.mine);
        Leaf.prototype.twice = function () { return 2; }; print(press.leaf.twice());
        press.toString(); press.hasOwnProperty("a"); press.constructor; press.toSource();
        press.fetchLeaf().then(function (leaf) { print("leaf", leaf.margin); });
        JSON.stringify(press); for (var k in press) {} [].concat(press.leaves);
        press.granted();
      `,
    },
    { exists: (about) => about === "Press.granted" },
  );

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.deepEqual(touched(report), []);
  assert.deepEqual(report.output, ["false true undefined true", "1", "2", "leaf 0"]);
});

test("a name that is declared nowhere throws where it stands, and is certain", async (t) => {
  const report = await tried(t, {
    "main.js": "function go() {\n  'use strict';\n  return loadAll(1);\n}\ngo();",
  });

  assert.deepEqual(endsOf(report), ["main.js threw main.js:3:10"]);
  assert.equal(report.entries[0]?.error?.confidence, "certain");
  assert.match(report.entries[0]?.error?.message ?? "", /loadAll is not defined/);
});

test("an error that may be of the empty stubs is only likely, and a text that is thrown has its place", async (t) => {
  const report = await tried(
    t,
    {
      "main.js": "press.title.match(/a/)[0];",
      "b.js": 'function f() {\n  throw "no leaf";\n}\nf();',
      "c.js": "var = 1;",
      "d.js": "async function f() { await 0; nowhere(); } f();",
      "e.js": "if (press.leaves.length === 0) return;\nnever();",
    },
    { profile: { entry: ["*.js"] } },
  );

  assert.deepEqual(endsOf(report), [
    "main.js threw main.js:1:12",
    "b.js threw b.js:2:3",
    "c.js unparsed c.js:1:5",
    "d.js threw d.js:1:31",
    "e.js completed",
  ]);
  assert.deepEqual(
    report.entries.map(({ error }) => error?.confidence),
    ["likely", "likely", "certain", "certain", undefined],
  );
});

test("loaders and pragmas bring the project's files into one global scope", async (t) => {
  const report = await tried(t, {
    "main.js":
      '//@include "lib/old.js"\ninclude("lib/a.js");\nprint(old(), a());\ninclude("lib/none.js");\nend();',
    "lib/old.js": "function old() { return 'old'; }\n#include 'deep.js'\nundocumentedInOld = press.bent;",
    "lib/deep.js": "var deep = 1; // end",
    "lib/a.js": 'include("b.js"); include("a.js"); function a() { return b() + deep; }',
    "lib/b.js": 'var b = () => { return "b"; };',
  });

  assert.deepEqual(endsOf(report), ["main.js threw main.js:5:1"]);
  assert.deepEqual(report.output, ["old b1"]);
  assert.deepEqual(report.missing, [{ path: "lib/none.js", from: "main.js", line: 4 }]);
  assert.deepEqual(report.loaded, ["main.js", "lib/old.js", "lib/deep.js", "lib/a.js", "lib/b.js"]);
  assert.deepEqual(touched(report), ["Press.bent lib/old.js:3:27"]);
});

test("what changed is run from the script at the top of what loads it", async (t) => {
  const files = {
    "main.js": "print('main');",
    "tool.js": 'include("lib/part.js"); part();',
    "lib/part.js": 'include("lib/inner.js"); function part() { inner(); }',
    "lib/inner.js": "function inner() { print('inner'); }",
    "lone.js": "print(typeof inner, shared()); gone();",
    "other.js": "function shared() { return 1; }",
  };

  const report = await tried(t, files, { changed: ["lib/inner.js", "lone.js"] });

  assert.deepEqual(endsOf(report), ["tool.js completed", "lone.js threw lone.js:1:32", "main.js completed"]);
  assert.deepEqual(report.assumed, ["shared"]);
});

test("functions are entered or not, whatever they are written as", async (t) => {
  const report = await tried(t, {
    "main.js": [
      "function a() {} var b = function () { 'use strict'; return 1; }, c = x => x + 1, d = (x) => ({ x });",
      "var o = { m() {}, get g() { return 1; }, k: async () => 1 };",
      "class P { constructor() {} q() {} static s() { throw (1, new Error('s')); } }",
      "a(); b(); c(1); d(2).x; o.g; new P(); press.leaves.forEach(function each() {});",
    ].join("\n"),
  });

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.equal(report.entered, 6);
  assert.deepEqual(
    report.notEntered.map(({ name, line }) => `${name} ${line}`),
    ["m 2", "k 2", "q 3", "s 3", "each 4"],
  );
});

test("modules and required files are run as such", async (t) => {
  const report = await tried(
    t,
    {
      "main.js": 'import { one } from "./lib/one.js";\nprint(one(), press.leaf.margin);\npress.bent;',
      "lib/one.js": "export const one = () => 'one';",
      "old.js": 'var two = require("./lib/two"); print(two.two, require("./data.json").n);',
      "lib/two.js": "exports.two = 2;",
      "data.json": '{"n": 3}',
    },
    { profile: { entry: ["main.js", "old.js"], globals: ["print", "require"] } },
  );

  assert.deepEqual(endsOf(report), ["main.js completed", "old.js completed"]);
  assert.deepEqual(report.output, ["one 0", "2 3"]);
  assert.deepEqual(touched(report), ["Press.bent main.js:3:7"]);
});

test("a script may build on documented classes, and whoever climbs from parent to parent arrives", async (t) => {
  const report = await tried(t, {
    "main.js": `
      class Mine extends Leaf { constructor() { super(); this.own = 1; } again() { return this.turn(); } }
      var mine = new Mine(); print(mine instanceof Leaf, mine.own, mine.again() instanceof Leaf);
      function Old() {} Old.prototype = new Leaf(); print(new Old().margin);
      var at = press.leaf, steps = 0; while (at) { at = at.parent; steps++; } print(steps < 1000);
      var { title, bent } = press; with (press) { leaf.curl; }
      mine.fly();`,
  });

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.deepEqual(report.output, ["true 1 true", "0", "true"]);
  assert.deepEqual(
    report.findings.map(({ about, line }) => `${about} ${line}`),
    ["Press.bent 6", "Leaf.curl 6", "Leaf.fly 7"],
  );
});

test("packages and types of a module are no missing files", async (t) => {
  const report = await tried(
    t,
    {
      "main.ts":
        'import fit, { wrap, Shape } from "some-package";\nimport { Side } from "./types";\nlet s: Shape | Side = wrap(fit(1)).deep;\npress.bent;',
      "types.ts": "export type Side = 'a' | 'b';",
    },
    { profile: { entry: ["main.ts"] } },
  );

  assert.deepEqual(endsOf(report), ["main.ts completed"]);
  assert.deepEqual(touched(report), ["Press.bent main.ts:4:7"]);
  assert.deepEqual([report.missing, report.loaded], [[], ["main.ts"]]);
});

test("documentation that is not complete accuses nobody", async (t) => {
  const report = await tried(
    t,
    { "main.js": "press.foldAll().more; helper(press); print(1);" },
    { isComplete: false },
  );

  assert.deepEqual(endsOf(report), ["main.js completed"]);
  assert.deepEqual(touched(report), []);
  assert.deepEqual(report.assumed, ["helper"]);
});
