// The edges of reference pages with headed members: tables and lists alone, prose that only looks like one, headings in
// a row, names that read like words of a guide.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { memberPage } from "../../../../agent/docs/parse/member-page.ts";
import { chooseParser } from "../../../../agent/docs/parse/parsers.ts";
import type { Fact, MemberFact } from "../../../../agent/docs/surface/facts.ts";

const parse = (text: string, file = "a.md") => memberPage.parse({ path: file, text });
const facts = (text: string): Fact[] => parse(text).chunks.flatMap((chunk) => chunk.facts ?? []);
const titles = (text: string) => parse(text).chunks.map((chunk) => chunk.title);

test("tables alone give the members of several objects on one page", () => {
  const table = "| Property | Type |\n| --- | --- |\n| `x` | number |\n";
  const page = {
    path: "all.md",
    text: `# Everything\n\n## Point\n\nA place.\n\n${table}\n## Mark\n\n${table}`,
  };
  const parser = chooseParser(page);
  const found = parser.parse(page).chunks.flatMap((chunk) => chunk.facts ?? []);

  assert.equal(parser.name, "member-page");
  assert.deepEqual(
    found.filter((fact) => fact.type === "member"),
    ["Point", "Mark"].map((owner) => ({
      type: "member",
      interface: owner,
      name: "x",
      kind: "property",
      valueType: "number",
    })),
  );
});

test("lists alone give the members of an object", () => {
  const text = [
    "# All objects\n\n## Reed object\n\nBeats the rows. Parent interface: Frame\n\n### Properties\n",
    "- `width` (Number): how wide; read only\n- `name`: String, what it is called\n\n### Methods\n",
    "- `beat(times[, force])`: beats\n- `open()` → Boolean: opens it",
  ].join("\n");
  const page = { path: "all.md", text };
  const parser = chooseParser(page);
  const found = parser.parse(page).chunks.flatMap((chunk) => chunk.facts ?? []);

  assert.equal(parser.name, "member-page");
  assert.ok(found.some((fact) => fact.type === "interface" && fact.parents?.includes("Frame")));
  assert.deepEqual(
    found.flatMap((fact) => (fact.type === "member" ? [[fact.interface, fact.name, fact.kind]] : [])),
    [
      ["Reed", "width", "property"],
      ["Reed", "name", "property"],
      ["Reed", "beat", "method"],
      ["Reed", "open", "method"],
    ],
  );
});

test("prose with headings is no reference page", () => {
  const pages = [
    "# Guide\n\n## Installation\n\nText.\n\n## Usage\n\n### Options\n\nText.",
    "# News\n\n## 2.1.0\n\n- Fixed.\n\n## 2.0.0\n\n- New.",
    "# Team\n\n### TSC (Technical Steering Committee)\n\nPeople.",
    "# About\n\n## Node.js\n\nText.\n\n## config.json\n\nText.",
    "# Sheet-setup\n\nText.\n\n## Parameters\n\n| Name | Type |\n| --- | --- |\n| `a` | b |\n\n## Returns\n\nNothing.",
  ];

  for (const text of pages) assert.equal(memberPage.detects({ path: "a.md", text }), false, text);
});

test("bare names under a type that calls itself an enumeration are its values", () => {
  const page =
    "# Reed object\n\n## Attributes\n\n### Reed.wood\n\n#### Type\n\nArray of `Wood` enums; read-only. One of:\n\n- `OAK`\n- `ASH`: light";

  assert.deepEqual(facts(page).slice(1), [
    {
      type: "member",
      interface: "Reed",
      name: "wood",
      kind: "property",
      valueType: "Array of Wood enums",
      readOnly: true,
    },
    { type: "interface", name: "Wood", kind: "enumeration" },
    { type: "member", interface: "Wood", name: "OAK", kind: "value", static: true },
    { type: "member", interface: "Wood", name: "ASH", kind: "value", static: true },
  ]);
});

test("a class page whose table has no titles, and whose calls stand on the class", () => {
  const page = [
    "# Reed class\n\n## Reed class properties\n\n| **width** | `Number` | Deprecated. How wide. |\n|---|---|---|\n| **name** | `String` | Its name. |\n",
    "## Reed class functions\n\n### beat()\n\n`Reed.beat(times[, force]);`\n\nBeats.\n\n| `times` | How often. |\n|---|---|\n| `force` | Optional. How hard. |",
  ].join("\n");
  const member = { type: "member", interface: "Reed", static: true };

  assert.deepEqual(facts(page), [
    { type: "interface", name: "Reed", kind: "class" },
    { ...member, name: "width", kind: "property", valueType: "Number", deprecated: true },
    { ...member, name: "name", kind: "property", valueType: "String" },
    {
      ...member,
      name: "beat",
      kind: "method",
      params: [{ name: "times" }, { name: "force", optional: true }],
    },
  ]);
});

test("methods of nothing that has a name are kept as text, and are no functions", () => {
  const page = "# Notes\n\n## Methods\n\n### beat(times)\n\nBeats.\n\n### rest()\n\nRests.";

  assert.deepEqual(titles(page), ["Notes > beat(times)", "Notes > rest()"]);
  assert.deepEqual(facts(page), []);
  assert.deepEqual(facts(page.replace("## Methods", "## Global functions")), [
    { type: "function", name: "beat", params: [{ name: "times" }] },
    { type: "function", name: "rest", params: [] },
  ]);
});

test("headings in a row share the text below them", () => {
  const page =
    "## Class: Body\n\n### body.json()\n### body.text()\n\nReturns `Promise`.\n\n### body.used\n\nWhether it was read.";
  const member = { type: "member", interface: "Body" };

  assert.deepEqual(facts(page), [
    { type: "interface", name: "Body", kind: "class" },
    { ...member, name: "json", kind: "method", valueType: "Promise", params: [] },
    { ...member, name: "text", kind: "method", valueType: "Promise", params: [] },
    { ...member, name: "used", kind: "property" },
  ]);
});

test("a heading inside a fence cuts nothing, and no text is lost", () => {
  const page =
    "# Reed object\n\nIntro.\n\n## Methods\n\n### Reed.beat()\n\n```sh\n## not a heading\n```\n\nAfter.\n\n## History\n\nOld.";

  assert.deepEqual(titles(page), ["Reed", "Reed.beat", "Reed > History"]);
  assert.match(parse(page).chunks[1]?.text ?? "", /## not a heading\n```\n\nAfter\./);
});

test("every headed member is a chunk and a fact, whatever the layout", () => {
  const plain = fc.stringMatching(/^[a-z]{2,9}$/);
  const name = fc.oneof(
    plain,
    fc.constantFrom("type", "value", "options", "index", "constructor", "toString", "events", "properties"),
  );
  const member = fc.record({ name, call: fc.boolean(), typed: fc.boolean() });
  const style = fc.record({
    dotted: fc.boolean(),
    code: fc.boolean(),
    label: fc.constantFrom("#### Type", "**Type**"),
  });

  fc.assert(
    fc.property(
      fc.uniqueArray(member, { selector: (one) => one.name, minLength: 1 }),
      style,
      (members, look) => {
        const entries = members.map((one) => {
          const written = `${look.dotted ? "Reed." : ""}${one.name}${one.call ? "()" : ""}`;
          const heading = look.code ? `\`${written}\`` : written;
          return `### ${heading}\n\nAbout it.\n\n${one.typed && !one.call ? `${look.label}\n\nNumber; read-only.\n` : ""}`;
        });
        const found = facts(`# Reed object\n\n## Members\n\n${entries.join("\n")}`).filter(
          (fact): fact is MemberFact => fact.type === "member",
        );

        assert.deepEqual(
          found.map((fact) => [fact.interface, fact.name, fact.valueType ?? null, fact.readOnly ?? false]),
          members.map((one) => {
            const typed = one.typed && !one.call;
            return ["Reed", one.name, typed ? "Number" : null, typed];
          }),
        );
      },
    ),
  );
});
