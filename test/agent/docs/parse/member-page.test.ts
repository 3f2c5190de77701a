// Reference pages that head their members, in the styles of several engines' guides: what each states, and how it is cut.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { withoutGrids } from "../../../../agent/docs/parse/grid-tables.ts";
import { chooseParser } from "../../../../agent/docs/parse/parsers.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { fixtures } from "../docs-folder.ts";

function read(file: string) {
  const page = { path: `orrery/${file}`, text: fs.readFileSync(path.join(fixtures, "orrery", file), "utf8") };
  const parser = chooseParser(page);
  const { chunks, notes } = parser.parse(page);
  const factsOf = (title: string): Fact[] => chunks.find((chunk) => chunk.title === title)?.facts ?? [];
  return { parser: parser.name, chunks, notes, factsOf };
}

test("a page of one object gives the object, its parents and heirs, and a chunk per member", () => {
  const { parser, chunks, notes, factsOf } = read("scene.md");

  assert.equal(parser, "member-page");
  assert.deepEqual(
    chunks.map(({ title, interface: owner, member, line }) => [title, owner, member, line]),
    [
      ["Scene", "Scene", undefined, 1],
      ["Scene.brightness", "Scene", "brightness", 26],
      ["Scene.id", "Scene", "id", 40],
      ["Scene.easing", "Scene", "easing", 56],
      ["Scene.stars", "Scene", "stars", 73],
      ["Scene.copyTo", "Scene", "copyTo", 89],
      ["Scene.remove", "Scene", "remove", 116],
    ],
  );
  assert.equal(chunks[0]?.listing, "attributes: brightness, id, easing, stars\n\nmethods: copyTo, remove");
  assert.deepEqual(factsOf("Scene"), [
    { type: "interface", name: "Scene" },
    { type: "interface", name: "Scene", parents: ["Item"] },
    { type: "interface", name: "Item", parents: ["Thing"] },
    { type: "interface", name: "DuskScene", parents: ["Scene"] },
    { type: "interface", name: "NightScene", parents: ["Scene"] },
    {
      type: "example",
      code: "var first = app.show.scene(1);\nfirst.brightness = 0.2;",
      about: "Dims the first scene of the show that is open.",
    },
  ]);
  assert.deepEqual(notes, []);
});

test("properties have their type, access and first version, and the values that a list gives", () => {
  const { factsOf } = read("scene.md");
  const member = { type: "member", interface: "Scene", kind: "property" };

  assert.deepEqual(factsOf("Scene.brightness"), [
    { ...member, name: "brightness", valueType: "Floating-point value" },
  ]);
  assert.deepEqual(factsOf("Scene.id"), [
    { ...member, name: "id", valueType: "Integer", readOnly: true, since: "Orrery 3.1 (spring)" },
  ]);
  assert.deepEqual(factsOf("Scene.stars"), [
    { ...member, name: "stars", valueType: "StarCollection object or null", readOnly: true },
  ]);
  assert.deepEqual(factsOf("Scene.easing"), [
    { ...member, name: "easing", valueType: "EasingKind enumerated value" },
    { type: "interface", name: "EasingKind", kind: "enumeration" },
    { type: "member", interface: "EasingKind", name: "LINEAR", kind: "value", static: true },
    { type: "member", interface: "EasingKind", name: "SLOW_OUT", kind: "value", static: true },
  ]);
});

test("methods have the parameters of their signature with what a table without titles adds", () => {
  const { factsOf } = read("scene.md");

  assert.deepEqual(factsOf("Scene.copyTo"), [
    {
      type: "member",
      interface: "Scene",
      name: "copyTo",
      kind: "method",
      valueType: "Scene object, or null",
      params: [{ name: "show" }, { name: "position", optional: true }],
    },
    { type: "interface", name: "Place", kind: "enumeration" },
    { type: "member", interface: "Place", name: "BEFORE", kind: "value", static: true },
    { type: "member", interface: "Place", name: "AFTER", kind: "value", static: true },
    {
      type: "example",
      code: "// behind all others\nscene.copyTo(app.show, Place.AFTER);",
      about: "behind all others",
    },
  ]);
  assert.deepEqual(factsOf("Scene.remove"), [
    {
      type: "member",
      interface: "Scene",
      name: "remove",
      kind: "method",
      valueType: "Nothing",
      deprecated: true,
      params: [],
    },
  ]);
});

test("members headed by the name that an object is reached by belong to the object, and the name is a global", () => {
  const { factsOf, chunks } = read("application.md");

  assert.deepEqual(factsOf("Application"), [
    { type: "interface", name: "Application" },
    { type: "global", name: "app", valueType: "Application" },
  ]);
  assert.deepEqual(
    factsOf("Application.open").map((fact) => fact.type === "member" && fact.params),
    [[], [{ name: "file", type: "File", optional: true }]],
  );
  assert.deepEqual(factsOf("Application.schedule").at(1), {
    type: "options",
    of: "Application.schedule",
    keys: [
      { name: "delay", type: "Integer" },
      { name: "times", type: "Integer", optional: true },
    ],
  });
  assert.equal(chunks.length, 4);
});

test("labels in bold do for headings, and constructors stand in the opening lines", () => {
  const { factsOf } = read("Lamp.md");

  assert.deepEqual(factsOf("Lamp"), [
    { type: "interface", name: "Lamp" },
    { type: "constructor", interface: "Lamp", params: [] },
    { type: "constructor", interface: "Lamp", params: [{ name: "watts" }, { name: "colour" }] },
  ]);
  assert.deepEqual(factsOf("Lamp.dim"), [
    {
      type: "member",
      interface: "Lamp",
      name: "dim",
      kind: "method",
      valueType: "Lamp",
      params: [
        { name: "level", type: "Number (double)" },
        { name: "seconds", type: "Number (long)", optional: true },
        { name: "curve", type: "Curve", optional: true },
      ],
    },
  ]);
  assert.match(
    JSON.stringify(factsOf("Lamp > Dimming all lamps")),
    /"about":"Dimming all lamps; every second lamp/,
  );
});

test("a page of enumerations gives each with its values", () => {
  const { parser, factsOf } = read("constants.md");

  assert.equal(parser, "member-page");
  assert.deepEqual(factsOf("Curve"), [
    { type: "interface", name: "Curve", kind: "enumeration" },
    { type: "member", interface: "Curve", name: "EVEN", kind: "value", static: true },
    { type: "member", interface: "Curve", name: "SOFT", kind: "value", static: true },
  ]);
});

test("global functions are functions, not members", () => {
  const { factsOf } = read("globals.md");

  assert.deepEqual(factsOf("say"), [
    { type: "function", name: "say", valueType: "Nothing", params: [{ name: "text" }] },
  ]);
  assert.deepEqual(factsOf("toHours"), [
    {
      type: "function",
      name: "toHours",
      valueType: "String",
      params: [{ name: "degrees" }, { name: "sign", optional: true }],
    },
  ]);
});

test("a class with instance and static groups, events, and lists of parameters under the headings", () => {
  const { factsOf, chunks } = read("dome.md");
  const member = { type: "member", interface: "Dome" };

  assert.deepEqual(factsOf("Dome"), [
    { type: "interface", name: "Dome", kind: "class" },
    { type: "interface", name: "Dome", parents: ["Emitter"] },
  ]);
  assert.deepEqual(factsOf("new Dome"), [
    { type: "constructor", interface: "Dome", params: [{ name: "options", type: "Object", optional: true }] },
    {
      type: "options",
      of: "new Dome",
      keys: [
        { name: "width", type: "Integer", optional: true },
        { name: "shutter", type: "boolean", optional: true },
      ],
    },
  ]);
  assert.deepEqual(factsOf("Dome.all"), [
    { ...member, name: "all", kind: "method", static: true, valueType: "Dome[]", params: [] },
  ]);
  assert.deepEqual(factsOf("Dome.closed"), [
    { ...member, name: "closed", kind: "event", params: [{ name: "event", type: "Event" }] },
  ]);
  assert.deepEqual(factsOf("Dome.turn"), [
    {
      ...member,
      name: "turn",
      kind: "method",
      valueType: "Promise<void>",
      deprecated: true,
      params: [
        { name: "degrees", type: "Integer" },
        { name: "speed", type: "Number", optional: true },
      ],
    },
  ]);
  assert.deepEqual(factsOf("Dome.id"), [
    { ...member, name: "id", kind: "property", valueType: "Integer", readOnly: true },
  ]);
  assert.match(
    chunks.find(({ title }) => title === "Dome.turn")?.text ?? "",
    /^`dome\.turn\(degrees\[, speed\]\)`\n\n/,
  );
});

test("class members are static where others are called on an instance, and grid tables are read", () => {
  const { factsOf } = read("file.md");
  const member = { type: "member", interface: "File" };

  assert.deepEqual(factsOf("File > File Object Constructors"), [
    { type: "constructor", interface: "File", params: [{ name: "path", type: "String", optional: true }] },
  ]);
  assert.deepEqual(factsOf("File.decode"), [
    {
      ...member,
      name: "decode",
      kind: "method",
      static: true,
      valueType: "String",
      params: [{ name: "uri", type: "String" }],
    },
  ]);
  assert.deepEqual(factsOf("File.read"), [
    {
      ...member,
      name: "read",
      kind: "method",
      valueType: "String",
      params: [{ name: "chars", type: "Integer", optional: true }],
    },
  ]);
  assert.equal(
    withoutGrids("+--+--+\n| a | b |\n+==+==+\n| c | d |\n|   | e |\n+--+--+\nafter"),
    "| a | b |\n| --- | --- |\n| c | d e |\n\n\n\nafter",
  );
});

test("pages made from typed sources have their types in quotes and their parameters under headings", () => {
  const { parser, factsOf } = read("Star.md");
  const member = { type: "member", interface: "Star" };

  assert.equal(parser, "member-page");
  assert.deepEqual(factsOf("Star"), [
    { type: "interface", name: "Star", kind: "class" },
    { type: "interface", name: "Star", parents: ["Thing"] },
  ]);
  assert.deepEqual(factsOf("new Star"), [
    {
      type: "constructor",
      interface: "Star",
      params: [
        { name: "name", type: "string" },
        { name: "size", type: "number", optional: true },
      ],
    },
  ]);
  assert.deepEqual(factsOf("Star.magnitude"), [
    { ...member, name: "magnitude", kind: "property", valueType: "number", readOnly: true },
  ]);
  assert.deepEqual(factsOf("Star.moveTo"), [
    {
      ...member,
      name: "moveTo",
      kind: "method",
      valueType: "Point",
      params: [
        { name: "x", type: "number" },
        { name: "y", type: "number" },
      ],
    },
  ]);
});

test("members in a table under the class, methods under headings with their type on a line of its own", () => {
  const { parser, factsOf } = read("beam.md");
  const member = { type: "member", interface: "Beam" };

  assert.equal(parser, "member-page");
  assert.deepEqual(factsOf("Beam"), [
    { type: "interface", name: "Beam" },
    { type: "interface", name: "Beam", parents: ["Light"] },
  ]);
  assert.deepEqual(factsOf("Beam > Properties"), [
    { ...member, name: "angle", kind: "property", valueType: "number", since: "2.0" },
    { ...member, name: "lamp", kind: "property", valueType: "Lamp", readOnly: true, since: "2.1" },
  ]);
  assert.deepEqual(factsOf("Beam.aim"), [
    {
      ...member,
      name: "aim",
      kind: "method",
      valueType: "Promise<Beam>",
      since: "2.2",
      params: [
        { name: "target", type: "{ x: number ; y: number }" },
        { name: "speed", type: "number", optional: true },
      ],
    },
  ]);
  assert.deepEqual(factsOf("Beam.cut"), [{ ...member, name: "cut", kind: "method", valueType: "void" }]);
});

test("names under a heading of enumerations are enumerations, whatever their tables are titled", () => {
  const { parser, factsOf } = read("modes.md");

  assert.equal(parser, "member-page");
  assert.deepEqual(factsOf("BeamMode"), [
    { type: "interface", name: "BeamMode", kind: "enumeration" },
    { type: "member", interface: "BeamMode", name: "SOLID", kind: "value", static: true },
    { type: "member", interface: "BeamMode", name: "DASHED", kind: "value", static: true },
  ]);
});
