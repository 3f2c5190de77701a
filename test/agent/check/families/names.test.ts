// The object, function and constructor families: bare names that are nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pressroom, told } from "../engine-world.ts";

test("an object that nothing declares or documents is named where it stands", (t) => {
  const { file } = pressroom(t);

  const [found, ...others] = file("var a = 1;\n  presss.openXml(a);\n");

  assert.deepEqual(others, []);
  assert.deepEqual(told(found ? [found] : []), ["object presss"]);
  assert.deepEqual([found?.line, found?.column], [2, 3]);
  assert.match(found?.message ?? "", /no file here declares it.*Nearest among the global names: press/);
});

test("a bare call that is defined nowhere is named, one of any file of the project is not", (t) => {
  const { file } = pressroom(t, {
    files: { "lib/load.js": "function loadLeaves() {}\nvar fold = function () {};\nstrew = 1;\n" },
  });

  const found = file("loadRecords();\nloadLeaves();\nfold();\nsay(strew);\n");

  assert.deepEqual(told(found), ["function loadRecords"]);
});

test("a bare read of an undeclared name is told and holds nothing", (t) => {
  const { file } = pressroom(t);

  assert.deepEqual(told(file("var TitleOfLeaf = 'a';\nsay(titleOfLeaf);\n")), ["object titleOfLeaf ?"]);
});

test("a constructor that nothing has is named, in files and in texts", (t) => {
  const { file, snippet } = pressroom(t);

  assert.deepEqual(told(file("var c = new HttpClient();")), ["constructor HttpClient"]);
  assert.deepEqual(told(snippet("Write `new Leaflet()` first.")), ["constructor Leaflet"]);
});

test("known-good: names of the code, the language, the profile, the project", (t) => {
  const { file } = pressroom(t, {
    profile: { globals: ["trace", "desk: Press"], loaders: ["use", "host.load"], bare: ["press"] },
    files: { "other.js": "var Roller = function () {};\nfunction Belt() {}\nthis.gear = {};\n" },
  });
  const good = [
    "trace('x'); use('other.js'); host.load('other.js');",
    "desk.leaf.turn();",
    "say(open('a').margin); // a member of the press, used bare",
    "new Roller(); new Belt(); gear.turn();",
    "parseInt('1', 10) + Math.floor(1.5) + isNaN(2); new Date(); new Array(3);",
    "if (typeof window !== 'undefined') window.alert('x');",
    "with (press) { anything(); }",
    "function later() { return made(); } function made() {}",
    "try { say('a'); } catch (problem) { say(problem.message); }",
    "total = 0; total.toFixed(2);",
    "label: for (;;) { break label; }",
    "(function (own) { own(); })(function () {});",
    "arguments.length; this.whatever; undefined;",
  ];

  assert.deepEqual(
    good.filter((code) => file(code).length > 0),
    [],
  );
});

test("known-good: a text is an excerpt, whose bare names may come from anywhere", (t) => {
  const { snippet } = pressroom(t);

  assert.deepEqual(snippet("```js\nhelper.run(leaf);\nloadRecords();\n```\nThen call `other.thing()`."), []);
});

test("documentation that is not whole, or is not there, accuses nobody for certain", (t) => {
  const partial = pressroom(t, { isComplete: false });

  assert.deepEqual(told(partial.file("quire.openXml();\nload();\nnew Thing();\n")), [
    "object quire ?",
    "function load ?",
    "constructor Thing ?",
  ]);
});
