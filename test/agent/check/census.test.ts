// What counts as judged, as open, and as nobody's question: the figure beside every other figure.

import assert from "node:assert/strict";
import { test } from "node:test";
import { placesJudged, shareJudged } from "../../../agent/check/census.ts";
import { type Checking, checkingOf } from "../../../agent/check/check.ts";
import { readCode } from "../../../agent/check/code.ts";
import { projectOf } from "../../../agent/check/project.ts";
import { pressroom, type Settings } from "./engine-world.ts";

function checkingIn(t: Parameters<typeof pressroom>[0], text: string, settings: Settings = {}): Checking {
  const { world } = pressroom(t, settings);
  const code = readCode(text, "main.js");
  if (code === null || world.project === null) throw new Error(`not readable: ${text}`);
  const project = projectOf(world.project, "main.js", world.surface);
  return checkingOf(code, { world, project, path: "main.js" });
}

test("documented receivers and the language's own are judged", (t) => {
  const code = "press.leaf.turn().margin; 'a'.length; [1].join(''); new Leaf().turn();";

  assert.deepEqual(shareJudged(checkingIn(t, code)), { judged: 6, open: 0, outside: 0 });
});

test("what nobody can tell is open", (t) => {
  const code = "function f(one) { one.a.b; } var x = f(); x.c; export_(f); function export_(g) { g(); }";

  assert.deepEqual(shareJudged(checkingIn(t, code)), { judged: 0, open: 3, outside: 0 });
});

test("what the code, its project or another package made is nobody's question", (t) => {
  const own = [
    "var mine = { a: 1 }; mine.a; mine.b.c();",
    "function Own() { this.x = {}; say(this.x.y); } new Own(); var o = new Own(); o.z;",
    "var kit = (function () { return { go: function () { this.run(); } }; })(); kit.go();",
    "var lib = require('lib'); lib.any.thing;",
    "var set = set || {}; set.a; var both = mine ? {} : []; both.x; var mine = {};",
    "Kit.from.another();",
    "class A { go() { this.run(); } }",
    "try { say(1); } catch (e) { e.whatever; }",
  ];

  for (const code of own) {
    const share = shareJudged(
      checkingIn(t, code, { files: { "kit.js": "var Kit = {};" }, profile: { level: 2022 } }),
    );
    assert.deepEqual([share.judged, share.open], [0, 0], code);
    assert.ok(share.outside > 0, code);
  }
});

test("each family tells where it decides, and which names would be there", (t) => {
  const text =
    "press.leaf; press.stroke(press.leaf, { ink: 1 }); new Leaf(); say('a'); [].map(say); use('main.js'); var a = 1; let b;";
  const places = placesJudged(
    checkingIn(t, text, { profile: { level: 3, loaders: ["use"] }, files: { "lib.js": "" } }),
  );
  const has = (family: string, name: string, other: string): boolean | undefined =>
    places.find((one) => one.family === family && one.name === name)?.has(other);

  assert.deepEqual([...new Set(places.map(({ family }) => family))].sort(), [
    "constructor",
    "engine",
    "file",
    "function",
    "member",
    "object",
    "option",
    "syntax",
  ]);
  assert.deepEqual([has("member", "leaf", "leaves"), has("member", "leaf", "leafs")], [true, false]);
  assert.deepEqual([has("option", "ink", "weight"), has("option", "ink", "inks")], [true, false]);
  assert.deepEqual([has("constructor", "Leaf", "Tray"), has("constructor", "Leaf", "Trayz")], [true, false]);
  assert.deepEqual([has("function", "say", "parseInt"), has("function", "say", "sayy")], [true, false]);
  assert.deepEqual([has("engine", "map", "push"), has("engine", "map", "flat")], [true, false]);
  assert.deepEqual([has("file", "main.js", "lib.js"), has("file", "main.js", "none.js")], [true, false]);
  for (const { name, offset, family } of places)
    if (family !== "syntax") assert.ok(text.startsWith(name, offset), `${family} ${name}`);
});
