// Stub scripts with JSDoc comments, in every style that declares something: what they state, how it reads, and that a
// project's own scripts are never read for documentation.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { readFolder } from "../../../../agent/docs/index/read-pages.ts";
import { jsdoc } from "../../../../agent/docs/parse/jsdoc.ts";
import { chooseParser, unreadKind } from "../../../../agent/docs/parse/parsers.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { fixtures, tempDocs } from "../docs-folder.ts";

const read = (text: string, file = "stub.js") => jsdoc.parse({ path: file, text });
const facts = (text: string): Fact[] => read(text).chunks.flatMap((chunk) => chunk.facts ?? []);
const stub = () => read(fs.readFileSync(path.join(fixtures, "stubs/loomworks.jsx"), "utf8"), "loomworks.jsx");
const statedOf = (title: string): Fact[] => stub().chunks.find((chunk) => chunk.title === title)?.facts ?? [];

test("scripts are read only where a source says that they are stubs", (t) => {
  const { folder } = tempDocs(t, { "a.js": "var a;", "b.jsx": "var b;", "c.md": "# C\n\nText." });

  const plain = readFolder({ name: "docs", folder });
  const stubs = readFolder({ name: "docs", folder, parser: "jsdoc" });

  assert.deepEqual(
    plain?.pages.map((page) => page.path),
    ["c.md"],
  );
  assert.deepEqual(
    stubs?.pages.map((page) => page.path),
    ["a.js", "b.jsx", "c.md"],
  );
  assert.deepEqual(
    ["a.js", "b.jsx"].map((name) => unreadKind(name)),
    [".js", ".jsx"],
  );
  assert.equal(chooseParser({ path: "a.js", text: "" }, "jsdoc").name, "jsdoc");
  assert.equal(chooseParser({ path: "c.md", text: "# How to weave" }, "jsdoc").name, "markdown");
});

test("a constructor function with its prototype is a class with members", () => {
  assert.deepEqual(statedOf("Loom"), [
    { type: "interface", name: "Loom", kind: "class", parents: ["Frame"] },
    { type: "global", name: "loom", valueType: "Loom" },
    { type: "example", code: "var band = new Loom(12);", about: "A narrow one" },
  ]);
  assert.deepEqual(statedOf("new Loom"), [
    {
      type: "constructor",
      interface: "Loom",
      params: [
        { name: "width", type: "number" },
        { name: "yarn", type: "Yarn|string", optional: true },
      ],
    },
  ]);
  assert.deepEqual(statedOf("Loom.width"), [
    {
      type: "member",
      interface: "Loom",
      name: "width",
      kind: "property",
      valueType: "number",
      readOnly: true,
    },
  ]);
  assert.deepEqual(statedOf("Frame.left"), [
    { type: "member", interface: "Frame", name: "left", kind: "property", valueType: "number" },
  ]);
  assert.deepEqual(statedOf("Loom.current"), [
    {
      type: "member",
      interface: "Loom",
      name: "current",
      kind: "method",
      static: true,
      valueType: "Loom",
      params: [],
    },
  ]);
});

test("a method states its parameters, the keys of its options, what it returns and an example", () => {
  assert.deepEqual(statedOf("Loom.weave"), [
    {
      type: "member",
      interface: "Loom",
      name: "weave",
      kind: "method",
      valueType: "Cloth",
      params: [
        { name: "count", type: "number" },
        { name: "options", type: "Object", optional: true },
      ],
      since: "1.2",
    },
    {
      type: "options",
      of: "Loom.weave",
      keys: [
        { name: "pattern", type: "string" },
        { name: "tension", type: "number", optional: true },
      ],
    },
    {
      type: "example",
      code: '// a border\nloom.weave(3, { pattern: "twill" });',
      about: "a border; Weaves some rows.",
    },
  ]);
  assert.deepEqual(statedOf("Loom.weaveRow"), [
    { type: "member", interface: "Loom", name: "weaveRow", kind: "method", params: [], deprecated: true },
  ]);
});

test("a type definition that is only taken as options gives their keys, and is an interface of its own", () => {
  assert.deepEqual(statedOf("shop.store.take").at(1), {
    type: "options",
    of: "shop.store.take",
    keys: [
      { name: "colour", type: "string" },
      { name: "metres", type: "number", optional: true },
    ],
  });
  assert.deepEqual(
    statedOf("YarnQuery").map((fact) => fact.type),
    ["interface", "member", "member"],
  );
  assert.deepEqual(statedOf("Length"), []);
});

test("enumerations, namespaces, events, globals and functions are told apart", () => {
  assert.deepEqual(statedOf("Weave.TWILL"), [
    { type: "member", interface: "Weave", name: "TWILL", kind: "value", static: true, valueType: "string" },
  ]);
  assert.deepEqual(statedOf("Weave"), [{ type: "interface", name: "Weave", kind: "enumeration" }]);
  assert.deepEqual(statedOf("shop"), [
    { type: "interface", name: "shop", kind: "namespace" },
    {
      type: "member",
      interface: "shop",
      name: "name",
      kind: "property",
      valueType: "string",
      readOnly: true,
    },
  ]);
  assert.deepEqual(statedOf("shop.store"), [{ type: "interface", name: "shop.store", kind: "namespace" }]);
  assert.deepEqual(statedOf("shop.ring"), [
    { type: "member", interface: "shop", name: "ring", kind: "method", static: true, params: [] },
  ]);
  assert.deepEqual(statedOf("Loom.break"), [
    { type: "member", interface: "Loom", name: "break", kind: "event" },
  ]);
  assert.deepEqual(statedOf("bench"), [{ type: "global", name: "bench", valueType: "Bench" }]);
  assert.deepEqual(statedOf("trace"), [
    { type: "function", name: "trace", params: [{ name: "text", type: "string" }] },
  ]);
  assert.deepEqual(statedOf("loomworks"), [{ type: "global", name: "bench", valueType: "Bench" }]);
});

test("an ES class states fields, accessors, statics and what its constructor sets", () => {
  const member = { type: "member", interface: "Yarn" };

  assert.deepEqual(statedOf("Yarn.MAX"), [
    { ...member, name: "MAX", kind: "property", static: true, valueType: "number" },
  ]);
  assert.deepEqual(statedOf("Yarn.left"), [
    { ...member, name: "left", kind: "property", valueType: "number", readOnly: true },
  ]);
  assert.deepEqual(statedOf("Yarn.label"), [
    { ...member, name: "label", kind: "property", valueType: "string" },
  ]);
  assert.deepEqual(statedOf("Yarn.colour"), [
    { ...member, name: "colour", kind: "property", valueType: "string" },
  ]);
  assert.deepEqual(statedOf("Yarn.cut"), [
    {
      ...member,
      name: "cut",
      kind: "method",
      params: [
        { name: "at", type: "number" },
        { name: "marks", type: "string", optional: true },
      ],
    },
  ]);
  assert.deepEqual(statedOf("Yarn.of").at(1), {
    type: "options",
    of: "Yarn.of",
    keys: [{ name: "colour" }, { name: "weight", optional: true }],
  });
  assert.deepEqual(statedOf("Cotton"), [
    { type: "interface", name: "Cotton", kind: "class", parents: ["Yarn"] },
  ]);
});

test("what is private, and what a wrapper keeps to itself, is not there", () => {
  const titles = stub().chunks.map((chunk) => chunk.title);

  for (const gone of ["Loom.secret", "Loom._hidden", "Yarn.inner", "inside"])
    assert.ok(!titles.includes(gone), gone);
});

test("comments that stand before no code declare what they name", () => {
  assert.deepEqual(statedOf("Loom.rest"), [
    {
      type: "member",
      interface: "Loom",
      name: "rest",
      kind: "method",
      params: [{ name: "minutes", type: "number" }],
    },
  ]);
  assert.deepEqual(statedOf("Cloth"), [{ type: "interface", name: "Cloth", kind: "class" }]);
  assert.deepEqual(statedOf("Cloth.length"), [
    { type: "member", interface: "Cloth", name: "length", kind: "property", valueType: "number" },
  ]);
  assert.deepEqual(read("/** @param {number} x */\n\n42;").notes, [
    "line 1: a comment that stands before nothing and names nothing",
  ]);
});

test("a chunk reads without the code and without the comment's marks", () => {
  const text = stub().chunks.find(({ title }) => title === "Loom.weave")?.text;

  assert.equal(
    text,
    [
      "`weave(count, [options]): Cloth`",
      "Weaves some rows.",
      "Parameters:\n- `count` (number): How many.\n- `options` (Object, optional): How.\n" +
        "- `options.pattern` (string): What to repeat.\n- `options.tension` (number, optional): How tight, see the frame.",
      "Returns: Cloth: What was woven.",
      "Throws: Error: When the yarn ends.",
      "Since: 1.2",
      'Example\n\n```javascript\n// a border\nloom.weave(3, { pattern: "twill" });\n```',
    ].join("\n\n"),
  );
});

test("modules declare what they export", () => {
  const text =
    "/** @module yarns */\n/** Spins. */\nexports.spin = function (metres) {};\nmodule.exports.LIMIT = 3;\n";
  const member = { type: "member", interface: "yarns", static: true };

  assert.deepEqual(facts(text), [
    { ...member, name: "spin", kind: "method", params: [{ name: "metres" }] },
    { ...member, name: "LIMIT", kind: "property", valueType: "number" },
  ]);
  assert.deepEqual(
    facts("var own = 1;\nfunction inner() {}\nexport class Reed { beat() {} }\nexport function weave(a) {}"),
    [
      { type: "interface", name: "Reed", kind: "class" },
      { type: "member", interface: "Reed", name: "beat", kind: "method", params: [] },
      { type: "function", name: "weave", params: [{ name: "a" }] },
    ],
  );
});

test("declarations without values, as of a compiler's externs, are members", () => {
  const text =
    "/** @const */ var loom = {};\n/** @type {number} */\nloom.rows;\n/**\n * @param {string} name\n * @return {boolean}\n */\nloom.open = function(name) {};";

  assert.deepEqual(facts(text), [
    { type: "interface", name: "loom", kind: "namespace" },
    { type: "member", interface: "loom", name: "rows", kind: "property", static: true, valueType: "number" },
    {
      type: "member",
      interface: "loom",
      name: "open",
      kind: "method",
      static: true,
      valueType: "boolean",
      params: [{ name: "name", type: "string" }],
    },
  ]);
});

test("members that an object literal lends to a class are the class's", () => {
  const text =
    "/** @class Reed */\nvar Reed = Base.extend(/** @lends Reed.prototype */ {\n  /** @param {import('./a').Row} row */\n  beat: function (row) {},\n});";

  assert.deepEqual(facts(text), [
    {
      type: "member",
      interface: "Reed",
      name: "beat",
      kind: "method",
      params: [{ name: "row", type: "Row" }],
    },
    { type: "interface", name: "Reed", kind: "class" },
  ]);
});

test("a file that does not parse is read as far as it goes, and noted", () => {
  const { chunks, notes } = read("/** Beats. */\nfunction beat(times) {}\n\nfunction (((\n");

  assert.equal(chunks[0]?.title, "beat");
  assert.match(notes[0] ?? "", /^not a whole script \(.*\): it is read as far as it goes$/);
});

test("code that is nested without end still gives its comments", () => {
  const { chunks, notes } = read(
    `/** @typedef {Object} Knot\n * @property {number} turns */\nvar a = ${"[".repeat(20_000)};`,
  );

  assert.deepEqual(
    chunks.map(({ title }) => title),
    ["Knot"],
  );
  assert.match(notes[0] ?? "", /only its comments are read$/);
});

test("names that objects have anyway are ordinary names", () => {
  const text = "class Odd { constructor() {} toString() {} __proto__() {} hasOwnProperty() {} }";

  assert.deepEqual(
    facts(text).map((fact) => "name" in fact && fact.name),
    ["Odd", false, "toString", "__proto__", "hasOwnProperty"],
  );
});

test("any text is read to its end without a failure", () => {
  const words = fc.constantFrom(
    ..."/** * @param @type {a} {b} [x=1] options.size */ class A extends B { } function f() var x = ; prototype . this = @typedef @enum".split(
      " ",
    ),
    "\n",
  );

  fc.assert(fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => void read(parts.join(" "))));
});
