// The member family: what is asked of a receiver that is certain, in files and in texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pressroom, told } from "../engine-world.ts";

test("a member that the receiver does not have is named with the nearest that it has", (t) => {
  const { file } = pressroom(t);

  const [found, ...others] = file("var leaf = press.open('a');\nleaf.margins = 3;\nsay(leaf.margn);\n");

  assert.deepEqual(others, []);
  assert.equal(found?.symbol, "leaf.margn");
  assert.deepEqual([found?.line, found?.column], [3, 10]);
  assert.deepEqual(found?.suggestions, ["margin"]);
  assert.match(
    found?.message ?? "",
    /every member of Leaf is documented.*Nearest on Leaf: margin.*do not repeat/i,
  );
});

test("receivers are known however the code comes by them", (t) => {
  const { file } = pressroom(t);
  const wrong: Record<string, string> = {
    "a property's type": "press.leaf.nope;",
    "what a call returns": "press.open('a').turn().nope;",
    "an element of a list": "press.leaves[0].nope;",
    "an item of a collection": "press.trays[i].nope; var i;",
    "an item that is asked for": "press.trays.item(0).nope;",
    "what is made": "(new Leaf()).nope;",
    "a union": "press.pick().nope;",
    "either branch": "(press ? press.leaf : press.open('a')).nope;",
    "a variable that waits for its value": "var leaf = null; leaf = press.leaf; leaf.nope;",
    "a variable that all agree on": "var leaf = press.leaf; leaf = new Leaf(); leaf.nope;",
    "a value of an enumeration": "Ink.GREEN;",
    "a function's result": "function make() { return new Leaf(); } make().nope;",
    "a function's parameter": "function turn(one) { one.nope; } turn(press.leaf); turn(new Leaf());",
    "a callback's parameter": "press.leaves.forEach(function (one) { one.nope; });",
    "this of a handler": "var tray = new Tray(); tray.onOpen = function () { this.nope; };",
    "what a promise gives": "press.fetchLeaf().then(function (one) { one.nope; });",
    "a name in brackets": "press.leaf['nope'];",
    "code inside try": "try { press.leaf.nope; } catch (e) {}",
  };

  const missed = Object.entries(wrong).filter(
    ([, code]) => !told(file(code)).some((one) => /^member .*(?:nope|GREEN)/.test(one)),
  );

  assert.deepEqual(missed, []);
});

test("newer code is followed as well: loops, destructuring, promises", (t) => {
  const { file } = pressroom(t, { profile: { level: 2022 } });

  const found = file(
    "for (const leaf of press.leaves) leaf.one;\nconst { leaf } = press;\nleaf.two;\nasync function f() { (await press.fetchLeaf()).three; }\npress.fetchLeaf().then(f);\nleaf?.four;\n",
  );

  assert.deepEqual(told(found), [
    "member leaf.one",
    "member leaf.two",
    "member (awaitpress.fetchLeaf()).three",
    "member leaf?.four",
  ]);
});

test("known-good: nothing is said where the name is there, or the receiver is not certain", (t) => {
  const { file, snippet } = pressroom(t);
  const good = [
    "press.leaf.turn().margin.toFixed(1);",
    "press.leaf.parent.depth; // a leaf's parent may be a tray",
    "press.pick().depth;",
    "press.trays.length + press.leaves.length;",
    "press.leaf.hasOwnProperty('x') || press.leaf.toString();",
    "press.leaf.note = 'kept'; say(press.leaf.note);",
    "Leaf.prototype.shade = function () {}; press.leaf.shade();",
    "function use(leaf) { leaf.anything(); }",
    "function use(one) { one.anything(); } use(press.leaf); use({});",
    "var leaf = press.leaf; leaf = other(); leaf.anything(); function other() { return {}; }",
    "if (press.leaf.gloss) { press.leaf.gloss(); }",
    "if (typeof press.bind === 'function') press.bind();",
    "if (!('bind' in press)) { say('no'); }",
    "function f() { if (!press.bind) return; press.bind(); }",
    "press.bind && press.bind();",
    "var press = { bind: function () {} }; press.bind();",
    "Leaf.name; Leaf.prototype.turn.call(press.leaf);",
    "var row = press.trays; row[0].depth;",
    "var tray = new Tray(); tray.add = say; tray.add(\"group { lid: Button { text: 'x' } }\"); tray.lid.text;",
    "press.make = say; press.make('button', { name: 'ok' }); press.ok.onClick;",
    "var data = new XML('<a/>'); data.child.title;",
  ];

  assert.deepEqual(
    good.filter((code) => file(code).length > 0),
    [],
  );
  assert.deepEqual(
    good.filter((code) => snippet(`So:\n\n\`\`\`js\n${code}\n\`\`\`\n`).length > 0),
    [],
  );
});

test("what speaks for a name makes the finding one that is told and never holds", (t) => {
  const code = "press.leaf.gloss();";
  const loose = [
    pressroom(t, { docsText: "Some presses gloss a leaf." }),
    pressroom(t, {
      facts: [
        { type: "member", interface: "Tray", name: "gloss" },
        { type: "member", interface: "Other", name: "gloss" },
      ],
    }),
    pressroom(t, { files: { "a.js": "x.gloss()", "b.js": "y.gloss()" } }),
    pressroom(t, { files: { "a.js": "function f(x) { x.gloss = 1; }" } }),
    pressroom(t, { isComplete: false }),
  ];

  assert.deepEqual(told(pressroom(t).file(code)), ["member press.leaf.gloss"]);
  assert.deepEqual(
    loose.map(({ file }) => told(file(code))),
    loose.map(() => ["member press.leaf.gloss ?"]),
  );
});

test("a name that the owner calls absent is certain whatever speaks for it, and the owner's words are in the message", (t) => {
  const { file } = pressroom(t, {
    docsText: "there is no leafEnd",
    profile: { facts: [{ about: "Leaf", absent: ["leafEnd"], fact: "Leaves end by themselves." }] },
  });

  const [found] = file("press.leafEnd();");

  assert.equal(found?.confidence, "certain");
  assert.match(found?.message ?? "", /Leaves end by themselves\./);
});

test("the types that comments state are used, and hold nothing", (t) => {
  const { file } = pressroom(t);

  const found = file(
    "/** @param {Leaf} one */\nfunction f(one) { one.nope; }\n/** @type {Tray} */\nvar tray = read();\ntray.nope;\n/** @returns {Leaf} */\nfunction read() { return hidden.x; }\nread().none;\nvar hidden = {};\n",
  );

  assert.deepEqual(told(found), ["member one.nope ?", "member tray.nope ?", "member read().none ?"]);
});

test("a project's own additions are there in every file", (t) => {
  const { file } = pressroom(t, {
    files: { "lib/add.js": "Leaf.prototype.shade = function () {};\npress.mood = 'calm';\n" },
  });

  assert.deepEqual(told(file("press.leaf.shade(); say(press.mood); press.shade();")), ["member press.shade"]);
});

test("what other files hold and return is known here, where they agree", (t) => {
  const { file } = pressroom(t, {
    files: {
      "a.js": "var best = press.leaf;\nfunction make() { return new Tray(); }\nvar torn = press.leaf;\n",
      "b.js": "var torn = read();\nfunction read() {}\n",
    },
  });

  assert.deepEqual(told(file("best.nope; make().nope; torn.nope; best.turn(); make().depth;")), [
    "member best.nope",
    "member make().nope",
  ]);
});

test("a class that the host has besides the documented one is not certain", (t) => {
  const code = "var tray = new Tray(); tray.show();";

  assert.deepEqual(told(pressroom(t).file(code)), ["member tray.show"]);
  assert.deepEqual(pressroom(t, { profile: { globals: ["Tray"] } }).file(code), []);
});

test("what is at the top of a script as this is known, and in functions that are called by name held for likely", (t) => {
  const { file } = pressroom(t, { facts: [{ type: "global", name: "this", valueType: "Press" }] });

  const found = file(
    "this.leafs;\nstroke(this.leaf);\nfunction f() { this.trayz; } f();\nfunction Own() { this.kept; } new Own();\nvar o = { g: function () { this.any; } }; this.o; this.f; [].push(o);",
  );

  assert.deepEqual(told(found), ["member this.leafs", "member this.trayz ?"]);
});
