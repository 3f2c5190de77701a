// What sentences of a documentation say of its programming interface, and the sentences that only sound like it.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { proseFacts } from "../../../../agent/docs/parse/prose-facts.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";

const global = (name: string, valueType?: string): Fact => ({
  type: "global",
  name,
  ...(valueType ? { valueType } : {}),
});
const parents = (name: string, ...names: string[]): Fact => ({ type: "interface", name, parents: names });

test("an object that is reached through a global gives that global its type", () => {
  const ways = [
    'There is one loom. It is accessed using the global property "loom" and cannot be constructed.',
    "The loom is available as the global `loom`.",
    "Reached through the global variable `loom`.",
    "Its patterns are properties of the global name `loom`.",
    "The single global object is always available by its name, loom.",
    "`loom` is a global object.",
    "A host object named `loom`, added as a child of the `window` object.",
  ];

  for (const way of ways) assert.deepEqual(proseFacts("Loom", way), [global("loom", "Loom")], way);
});

test("a static object is a global of its own name", () => {
  assert.deepEqual(proseFacts("loom", "A static JavaScript object that stands for the machine."), [
    global("loom", "loom"),
  ]);
});

test("a global outside of any interface's page has the type that the sentence names, or none", () => {
  assert.deepEqual(proseFacts(undefined, "The global object `loom` is an instance of Loom."), [
    global("loom", "Loom"),
  ]);
  assert.deepEqual(proseFacts(undefined, "`yarn` is a global variable."), [global("yarn")]);
  assert.deepEqual(proseFacts(undefined, "The global function `weave(rows, [colour])` starts it."), [
    { type: "function", name: "weave", params: [{ name: "rows" }, { name: "colour", optional: true }] },
  ]);
});

test("globals that a script makes, and denials, are no globals", () => {
  const ways = [
    "Persistent global variables are kept in the file of the user.",
    "The global variable `count` is increased.",
    "It is not reached through the global `loom`.",
    "Do not add a global variable.",
  ];

  for (const way of ways) assert.deepEqual(proseFacts("Loom", way), [], way);
});

test("inheritance is read however it is put", () => {
  const ways = [
    "Parent interface: Frame",
    "**Extends:** [Frame](frame.md)",
    "- Inherits from: `Frame`",
    "Loom extends Frame.",
    "This class extends the `Frame` interface.",
    "It extends the base `Frame` class with more threads.",
    "The Loom object inherits all properties and methods from Frame.",
    "It is a subclass of the Frame object.",
    "Loom is derived from Frame",
    "- Has the properties of Frame as well; `left` is taken from the beam.",
    "A loom is made of wood. It has all of the members of Frame.",
    "All methods and attributes of Frame, in addition to those below, are available when working with Loom.",
    "Inheritance: Frame > Loom",
  ];

  for (const way of ways) assert.deepEqual(proseFacts("Loom", way), [parents("Loom", "Frame")], way);
});

test("a sentence may give the parent of another interface", () => {
  assert.deepEqual(
    proseFacts("Loom", "> Loom is a subclass of [Frame](f.md#frame), which is a subclass of [Thing](t.md)."),
    [parents("Loom", "Frame"), parents("Frame", "Thing")],
  );
  assert.deepEqual(proseFacts("Frame", "Frame is the base class for [Loom object](l.md) and Wheel."), [
    parents("Loom", "Frame"),
    parents("Wheel", "Frame"),
  ]);
  assert.deepEqual(
    proseFacts("Frame", "Not constructed itself: Loom and Wheel are frames and have all of its properties."),
    [parents("Loom", "Frame"), parents("Wheel", "Frame")],
  );
});

test("what only sounds like inheritance is none", () => {
  const ways = [
    "To change it, write a class that extends `Frame`.",
    "The thread extends over the whole width.",
    "Loom does not inherit from Frame.",
    "If the pattern inherits from the row above, nothing is drawn.",
    "Everything extends Frame.",
    "PDF documents that return `true` can use the loom but cannot have its form fields.",
    "```\nclass Loom extends Frame {}\n```",
    "| Loom extends Frame |",
  ];

  for (const way of ways) assert.deepEqual(proseFacts("Loom", way), [], way);
});

test("a constructor in code marks is one on its interface's own page, with its parameters where they are named", () => {
  assert.deepEqual(
    proseFacts("Loom", "Made with `new Loom(width[, colour])`, as in `new Loom(30)`; not `new Wheel()`."),
    [
      {
        type: "constructor",
        interface: "Loom",
        params: [{ name: "width" }, { name: "colour", optional: true }],
      },
      { type: "constructor", interface: "Loom" },
    ],
  );
});

test("the first words tell an enumeration", () => {
  assert.deepEqual(proseFacts("Weave", "Enumeration. How threads cross."), [
    { type: "interface", name: "Weave", kind: "enumeration" },
  ]);
  assert.deepEqual(proseFacts("Weave", "How threads cross. See also the enumeration of colours."), []);
});

test("any text is read to its end without a failure", () => {
  const words = fc.constantFrom(
    ...'Loom extends inherits from is a subclass of , and `Frame` global property "x" ( [ ] ) new ``` > | : . \n \n\n'.split(
      " ",
    ),
  );

  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
      for (const fact of proseFacts("Loom", parts.join(" "))) assert.ok(fact.type);
    }),
  );
});
