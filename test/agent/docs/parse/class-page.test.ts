// Pages of one class each, with quoted signatures: what each states of the class and of its members.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { classPage } from "../../../../agent/docs/parse/class-page.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { fixtures } from "../docs-folder.ts";

function parse(file: string) {
  const page = { path: file, text: fs.readFileSync(path.join(fixtures, file), "utf8") };
  assert.equal(classPage.detects(page), true);
  const { chunks, notes } = classPage.parse(page);
  const factsOf = (title: string): Fact[] => chunks.find((chunk) => chunk.title === title)?.facts ?? [];
  return { chunks, notes, factsOf };
}

test("the class's own chunk states its kind, its parent, how it is reached, and its example", () => {
  const { factsOf, notes } = parse("classes/s/shed/index.md");

  assert.deepEqual(factsOf("Shed"), [
    { type: "interface", name: "Shed", kind: "class", parents: ["Frame"] },
    { type: "global", name: "shed", valueType: "Shed" },
    {
      type: "example",
      code: "// open it once\nshed.open(3);",
      about: "It is opened like this; open it once",
    },
  ]);
  assert.deepEqual(notes, []);
});

test("a signature states value, access and place; what a value can be besides is part of its type", () => {
  const { factsOf } = parse("classes/s/shed/index.md");
  const member = { type: "member", interface: "Shed" };

  assert.deepEqual(factsOf("Shed.MAX_WIDTH"), [
    { ...member, name: "MAX_WIDTH", kind: "value", static: true, valueType: "Number", readOnly: true },
  ]);
  assert.deepEqual(factsOf("Shed.current"), [
    { ...member, name: "current", kind: "method", static: true, valueType: "Shed", params: [] },
  ]);
  assert.deepEqual(factsOf("Shed.owner"), [
    { ...member, name: "owner", kind: "property", valueType: "Loom or Spindle" },
  ]);
  assert.deepEqual(factsOf("Shed.thread"), [
    {
      ...member,
      name: "thread",
      kind: "property",
      valueType: "Colour or String",
      since: "Loomworks 2.1",
      deprecated: true,
    },
  ]);
  assert.deepEqual(factsOf("Shed.size"), [
    { ...member, name: "size", kind: "property", valueType: "Number (0 - 90) or Size enumerator" },
  ]);
  assert.deepEqual(factsOf("Shed.onOpen"), [{ ...member, name: "onOpen", kind: "event" }]);
});

test("a signature over several lines has its parameters, and a table of keys the option object's", () => {
  const { factsOf, chunks } = parse("classes/s/shed/index.md");

  assert.deepEqual(factsOf("Shed.open"), [
    {
      type: "member",
      interface: "Shed",
      name: "open",
      kind: "method",
      valueType: "Boolean",
      params: [
        { name: "rows", type: "Number or Array of Numbers" },
        { name: "options", type: "Mixed", optional: true },
      ],
    },
    { type: "options", of: "Shed.open", keys: [{ name: "speed", type: "number" }] },
    { type: "example", code: "shed.open(2, { speed: 1 });", about: "Shed.open" },
  ]);
  const text = chunks.find(({ title }) => title === "Shed.open")?.text ?? "";
  assert.match(text, /^`Boolean open\(Number rows, Mixed options\)`\n\nOpens it\./);
  assert.match(text, /- rows \(Number\): How many rows\./);
});

test("a constructor is stated as one", () => {
  assert.deepEqual(parse("classes/s/shed/index.md").factsOf("new Shed"), [
    {
      type: "constructor",
      interface: "Shed",
      params: [
        { name: "width", type: "Number" },
        { name: "name", type: "String", optional: true },
      ],
    },
  ]);
});

test("a page of named constants alone is an enumeration", () => {
  const { factsOf } = parse("classes/w/weave/index.md");

  assert.deepEqual(factsOf("Weave"), [{ type: "interface", name: "Weave", kind: "enumeration" }]);
  assert.deepEqual(factsOf("Weave.TWILL"), [
    {
      type: "member",
      interface: "Weave",
      name: "TWILL",
      kind: "value",
      static: true,
      valueType: "Number",
      readOnly: true,
    },
  ]);
});

test("every signature is a chunk with one fact of its own, wherever the quotes begin and end", () => {
  const name = fc.stringMatching(/^[a-z]{1,8}$/);
  const block = fc.record({ name, call: fc.boolean(), readOnly: fc.boolean() });
  const layout = fc.constantFrom("\n<HorizontalLine />\n", "\n---\n", "\n\n");

  fc.assert(
    fc.property(fc.uniqueArray(block, { selector: (one) => one.name }), layout, (blocks, between) => {
      const text = blocks.map(
        (one) =>
          `${one.readOnly ? "> *Read Only*\n>\n" : ""}> Loom **${one.name}**${one.call ? "()" : ""}\n>\n> About.`,
      );
      const { chunks, notes } = classPage.parse({
        path: "a.md",
        text: `# Reed\n\n## Instance\n${text.join(between)}\n`,
      });

      const found = chunks.slice(1).flatMap(({ facts = [] }) => facts);
      assert.deepEqual(notes, []);
      assert.deepEqual(
        found.map(
          (fact) => fact.type === "member" && [fact.name, fact.kind === "method", fact.readOnly === true],
        ),
        blocks.map((one) => [one.name, one.call, one.readOnly]),
      );
    }),
  );
});
