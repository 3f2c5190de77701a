// The option family: keys that the method called does not have.

import assert from "node:assert/strict";
import { test } from "node:test";
import { pressroom, told } from "../engine-world.ts";

test("a key that the method does not take is named, with the nearest keys that it does", (t) => {
  const { file, snippet } = pressroom(t);
  const code = "press.stroke(press.leaf, {\n  ink: Ink.RED,\n  borderColour: 1\n});\n";

  const [found, ...others] = file(code);

  assert.deepEqual(others, []);
  assert.deepEqual(told(found ? [found] : []), ["option borderColour"]);
  assert.deepEqual([found?.line, found?.column], [3, 3]);
  assert.deepEqual(found?.suggestions, ["border"]);
  assert.deepEqual(told(snippet(`\`\`\`js\n${code}\`\`\``)), ["option borderColour"]);
});

test("another method's key is an invention here", (t) => {
  const { file } = pressroom(t);

  assert.deepEqual(told(file("press.stroke(press.leaf, { crease: 1 });")), ["option crease"]);
});

test("keys are read of constructors, and of an object that a name holds", (t) => {
  const { file } = pressroom(t);

  assert.deepEqual(told(file("new Tray({ depht: 2 });")), ["option depht"]);
  assert.deepEqual(told(file("var how = { inc: 1 };\nhow.weight = 2;\npress.stroke(press.leaf, how);")), [
    "option inc",
  ]);
});

test("one object for all parameters is judged where a key of it fits", (t) => {
  const { file } = pressroom(t, {
    facts: [
      {
        type: "member",
        interface: "Press",
        name: "mail",
        kind: "method",
        params: [{ name: "cTo" }, { name: "cCc" }],
      },
      { type: "options", of: "Press.mail", keys: [{ name: "cTo" }, { name: "cCc" }] },
    ],
  });

  assert.deepEqual(told(file("press.mail({ cTo: 'a', cCC: 'b' });")), ["option cCC"]);
  assert.deepEqual(file("press.mail({ anything: 'a' }); press.mail(1, { cCC: 'b' });"), []);
});

test("known-good: documented keys, and objects that are something else", (t) => {
  const { file, snippet } = pressroom(t, { profile: { level: 2018 } });
  const good = [
    "press.stroke(press.leaf, { ink: Ink.RED, 'weight': 2, border: { any: 1 } });",
    "var key = 'x'; press.stroke(press.leaf, { [key]: 1 });",
    "var more = {}; press.stroke(press.leaf, { ...more });",
    "function f(how) { press.stroke(press.leaf, how); }",
    "var how = { any: 1 }; say(how); press.stroke(press.leaf, how);",
    "var how = { any: 1 }; how = other(); press.stroke(press.leaf, how); function other() {}",
    "press.stroke({ any: 1 }, { ink: 1 });",
    "press.turnAll && press.turnAll({ any: 1 });",
    "var own = { stroke: function () {} }; own.stroke(1, { any: 1 });",
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

test("a key that the documentation's text has somewhere is told and holds nothing", (t) => {
  const { file } = pressroom(t, { docsText: "a dashed stroke" });

  assert.deepEqual(told(file("press.stroke(press.leaf, { dashed: true });")), ["option dashed ?"]);
});
