// What scripts that others published taught: each test is a kind of code that was once accused though it was right, or was not
// judged though it could be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile } from "../../../../agent/check/check-file.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { mergeChunks } from "../../docs/surface-of.ts";
import { pressroom, type Settings, told } from "../engine-world.ts";

const method = (owner: string, name: string, type: string): Fact => ({
  type: "member",
  interface: owner,
  name,
  kind: "method",
  params: [{ name: "callback", type }],
});

/** What is found in each of these pieces of code. */
const found = (
  t: Parameters<typeof pressroom>[0],
  codes: readonly string[],
  settings: Settings = {},
): string[][] => codes.map((code) => told(pressroom(t, settings).file(code)));
const none = (codes: readonly string[]): string[][] => codes.map(() => []);

test("a method that is not called is a function, and no value of what it returns", (t) => {
  const good = [
    "[].slice.call(arguments); [].push.apply([], []); 'a'.split.call('b');",
    "var open = press.open; open.call(press, 'a'); press.open.name;",
    "var walk = press.leaves.pop; walk.apply(press.leaves);",
  ];

  assert.deepEqual(found(t, good), none(good));
});

test("a name that is asked for in the words of the language is no claim, whatever asks", (t) => {
  const good = [
    "if (press.hasOwnProperty('gloss')) { say(press.gloss); }",
    "if (window.crypto && crypto.random) { crypto.random(); }",
    "if (_global.crypto) { crypto.random(); } var _global = this;",
    "if (this.trace) { trace('a'); }",
  ];

  assert.deepEqual(found(t, good, { profile: { globals: ["window"] } }), none(good));
});

test("a function in a block is a name of the function around it", (t) => {
  const code = "function f() { if (press) { function back() {} } back(); }";

  assert.deepEqual(told(pressroom(t).file(code)), []);
});

test("another spelling of an enumeration's value, and words for people in brackets, are told and hold nothing", (t) => {
  const facts: Fact[] = [{ type: "member", interface: "Ink", name: "DARK_RED", kind: "value", static: true }];

  assert.deepEqual(found(t, ["Ink.darkRed;", "press['Leaf Colour'];"], { facts }), [
    ["member Ink.darkRed ?"],
    ["member press['LeafColour'] ?"],
  ]);
});

test("a form that the owner says the engine has is allowed above its level", (t) => {
  const builtIns = { present: ["const"], absent: [] };

  assert.deepEqual(found(t, ["const a = 1; let b = 2;"], { profile: { level: 3, builtIns } }), [
    ["syntax let"],
  ]);
});

test("a bare name that several other files write is told and holds nothing", (t) => {
  const files = { "a.js": "var o = { f: respond };", "b.js": "if (o) respond(1);", "c.js": "var x;" };

  assert.deepEqual(found(t, ["respond(1);", "respondd(1);"], { files }), [
    ["function respond ?"],
    ["function respondd"],
  ]);
});

test("loads of installed packages are nobody's question, and a folder is what its index is", (t) => {
  const { world } = pressroom(t, { files: { "lib/index.js": "", "lib/deep/a.js": "" } });
  const text =
    'var a = require("../");\n//@include "../node_modules/x/y.js"\n//@include "../../node_modules/z.js"\n';

  const files = checkFile({ path: "lib/deep/a.js", text }, world).filter(({ family }) => family === "file");

  assert.deepEqual(told(files), []);
});

test("data of no shape may have any member: what is thrown, parsed, or documented as anything", (t) => {
  const facts: Fact[] = [
    { type: "member", interface: "Press", name: "extra", kind: "property", valueType: "any" },
  ];
  const good = [
    "try { say(1); } catch (e) { say(e.code.deep); }",
    "var o = JSON.parse('{}'); say(o.any.thing[0].else());",
    "say(press.extra.whatever.more); press.extra.list[0].call();",
    "function f() { return arguments.callee; }",
  ];

  assert.deepEqual(found(t, good, { facts, profile: { level: 5 } }), none(good));
});

test("the parameters of a callback are what the documentation says of it", (t) => {
  const facts = [
    method("Press", "findAll", "(leaf: Leaf, at: number) => boolean"),
    method("Press", "watch", "((tray: Tray) => void) | null"),
    {
      type: "member",
      interface: "Press",
      name: "onTurn",
      kind: "property",
      valueType: "(leaf: Leaf) => void",
    } satisfies Fact,
  ];
  const codes = [
    "press.findAll(function (one) { say(one.nope); return one.margin > 1; });",
    "press.onTurn = function (one) { say(one.nope); one.turn(); };",
    "press.watch(function (one) { say(one.depth); });",
  ];

  assert.deepEqual(found(t, codes, { facts }), [["member one.nope"], ["member one.nope"], []]);
});

test("a signature for other words does not say what a callback is given", (t) => {
  const on = (word: string, type: string): Fact => ({
    type: "member",
    interface: "Press",
    name: "on",
    kind: "method",
    params: [
      { name: "event", type: `'${word}'` },
      { name: "callback", type: `(one: ${type}) => void` },
    ],
  });
  const facts = [on("leaf", "Leaf"), on("tray", "Tray")];

  assert.deepEqual(
    found(
      t,
      [
        "press.on('leaf', function (one) { say(one.depth); });",
        "press.on('tray', function (one) { say(one.depth); });",
      ],
      { facts },
    ),
    [["member one.depth ?"], []],
  );
});

test("what a name is made of itself does not make it unknown", (t) => {
  const facts: Fact[] = [
    { type: "member", interface: "Item", name: "parts", kind: "property", valueType: "Item[]" },
  ];
  const codes = [
    "function walk(one) { say(one.nope); walk(one.parts[0]); } walk(new Leaf());",
    "var at = press.leaf; while (at) { say(at.nope); at = at.turn(); }",
    "function walk(one) { say(one.nope); walk(other()); } walk(new Leaf()); function other() { return {}; }",
  ];

  assert.deepEqual(found(t, codes, { facts }), [["member one.nope"], ["member at.nope"], []]);
});

test("functions that are members are judged by their calls, and nobody is sure of that", (t) => {
  const codes = [
    "var own = { show: function (one) { say(one.nope); } }; own.show(press.leaf);",
    "var own = {}; own.show = show; function show(one) { say(one.nope); } own.show(press.leaf);",
    "var own = { show: function (one) { say(one.nope); } }; own.show(press.leaf); say(own.show);",
    "(function (one) { say(one.nope); })(press.leaf);",
  ];

  assert.deepEqual(found(t, codes), [["member one.nope ?"], ["member one.nope ?"], [], ["member one.nope"]]);
});

test("a member of one alternative says what the value is, and a symbol beside a list is no member's owner", (t) => {
  const facts: Fact[] = [
    { type: "member", interface: "Press", name: "mixed", kind: "property", valueType: "unique symbol" },
    {
      type: "member",
      interface: "Leaf",
      name: "inks",
      kind: "property",
      valueType: "ReadonlyArray<Leaf> | Press['mixed']",
    },
  ];

  assert.deepEqual(
    found(t, ["say(press.leaf.inks[0].nope);", "say(press.pick().inks[0].nope);"], { facts }),
    [["member press.leaf.inks[0].nope"], ["member press.pick().inks[0].nope"]],
  );
});

test("several guides are one surface: a class of two of them has the members of both", (t) => {
  const chunk = (source: string, member: string) => ({
    title: source,
    source,
    facts: [
      { type: "interface", name: "Pane", kind: "class" } satisfies Fact,
      { type: "constructor", interface: "Pane", params: [] } satisfies Fact,
      { type: "member", interface: "Pane", name: member, kind: "property" } satisfies Fact,
    ],
  });
  const { surface } = mergeChunks(t, [chunk("guide", "title"), chunk("tools", "glass")], ["guide", "tools"]);
  const world = { ...pressroom(t).world, surface };

  const findings = checkFile(
    { path: "main.js", text: "var p = new Pane(); p.title; p.glass; p.nope;" },
    world,
  );

  assert.deepEqual(told(findings), ["member p.nope"]);
});

test("an array or a thing is the thing as well", (t) => {
  const facts: Fact[] = [
    { type: "member", interface: "Press", name: "held", kind: "property", valueType: "Array or Leaf" },
  ];

  assert.deepEqual(found(t, ["say(press.held.margin); say(press.held.length);"], { facts }), [[]]);
});

test("a require that the script wrapped loads the host's modules as before", (t) => {
  const facts: Fact[] = [
    { type: "interface", name: "disk", kind: "namespace" },
    { type: "member", interface: "disk", name: "read", kind: "method", params: [] },
  ];
  const codes = [
    "var require = patched(require); var disk = require('disk'); disk.reed(); function patched(r) { return r; }",
    "(function (require) { require('disk').reed(); })(function () { return {}; });",
  ];

  assert.deepEqual(found(t, codes, { facts, profile: { globals: ["require"] } }), [["member disk.reed"], []]);
});
