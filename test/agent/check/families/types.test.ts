// What a value is where code says it in other ways than by making it: tests around it, what stands in for it, comments,
// declared types in many words. Each is judged, and a wrong name behind it found.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { pressroom, type Settings, told } from "../engine-world.ts";

type Test = Parameters<typeof pressroom>[0];
const found = (t: Test, codes: readonly string[], settings: Settings = {}): string[][] =>
  codes.map((code) => told(pressroom(t, settings).file(code)));

test("a test that lets the code through says what the name is", (t) => {
  const codes = [
    "say(function (x) { if (x instanceof Leaf) { x.trun(); } });",
    "say(function (x) { if (!(x instanceof Leaf)) { return; } x.trun(); });",
    "say(function (x) { return x instanceof Leaf && x.width > 1 ? x.trun() : 0; });",
    "say(function (x) { if (!(x instanceof Leaf) || x.trun()) { say(x); } });",
    "say(function (x) { if (typeof x !== 'string') throw x; x.trun(); });",
    "say(function (x) { var all = Array.isArray(x) ? x : [x]; all.trun(); });",
  ];

  assert.deepEqual(found(t, codes, { profile: { level: 5 } }), [
    ...["member x.trun", "member x.trun", "member x.trun", "member x.trun"].map((one) => [one]),
    // Engines gave strings and arrays members of their own: those are told.
    ["member x.trun ?"],
    ["member all.trun ?"],
  ]);
});

test("a test says nothing where it does not hold, or the name is given something else", (t) => {
  const codes = [
    "say(function (x) { if (x instanceof Leaf) { say(x); } x.trun(); });",
    "say(function (x) { if (x instanceof Leaf) { x = say(x); x.trun(); } });",
    "say(function (x) { if (!(x instanceof Leaf)) { x.trun(); } });",
    "say(function (x) { if (x instanceof Leaf || x.other) { x.trun(); } });",
    "say(function (x) { if (x instanceof Leaf) { return function (x) { x.trun(); }; } });",
    "function Leaf() {} say(function (x) { if (x instanceof Leaf) { x.trun(); } });",
    "say(function (x) { if (!(x instanceof Leaf)) { say(x); } x.trun(); });",
  ];

  assert.deepEqual(
    found(t, codes),
    codes.map(() => []),
  );
});

test("what stands in for a value that is left out is told of, and holds nothing", (t) => {
  const codes = [
    "say(function (x) { x = x || ''; x.trun(); });",
    "say(function (x) { if (!x) { x = []; } x.trun(); });",
    "say(function (x) { (x.tags || []).trun(); });",
    "say(function (x = 'a') { x.trun(); });",
    "/**\n * @param String x words\n */\nsay.more = function (x, y) { x.trun(); y.trun(); };",
  ];

  const symbols = found(t, codes, { profile: { level: 2022 } }).map(([first]) => first);

  assert.deepEqual(symbols, [
    "member x.trun ?",
    "member x.trun ?",
    "member (x.tags||[]).trun ?",
    "member x.trun ?",
    "member x.trun ?",
  ]);
});

test("types of many words: both of two, lists of lists, lists of what is spelled out", (t) => {
  const is = (name: string, valueType: string): Fact => ({
    ...{ type: "member", interface: "Press", name, kind: "property", valueType },
  });
  const facts = [
    is("both", "(Leaf & Tray) | null"),
    is("rows", "Array<Array<Leaf>>"),
    is("modes", "{ name: string }[]"),
    is("odd", "Leaf & Unheard"),
  ];
  const codes = ["press.both.margin; press.both.depth;", "press.odd.any;", "press.modes.length;"];
  const wrong = ["press.both.depht;", "press.rows.lenght;", "press.modes.lenght;"];

  assert.deepEqual(found(t, codes, { facts }), [[], [], []]);
  assert.deepEqual(found(t, wrong, { facts }), [
    ["member press.both.depht"],
    ["member press.rows.lenght ?"],
    ["member press.modes.lenght ?"],
  ]);
});
