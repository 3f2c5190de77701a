// One file per member, in the layouts that such documentation has: labels, front matter, tables, lists, titles with a
// signature. Promises pages of an invented engine, and the sample engine's own documentation whole. Refuses to index.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { chooseParser } from "../../../../agent/docs/parse/parsers.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { docsOfFolder } from "../surface-of.ts";

function read(file: string, text: string) {
  const page = { path: file, text };
  const parser = chooseParser(page);
  const { chunks, notes } = parser.parse(page);
  const [chunk] = chunks;
  return { parser: parser.name, title: chunk?.title, facts: chunk?.facts ?? [], notes };
}

const kinds = <K extends Fact["type"]>(facts: Fact[], type: K): Extract<Fact, { type: K }>[] =>
  facts.filter((fact): fact is Extract<Fact, { type: K }> => fact.type === type);

test("bullets under the title give kind, type, access and version of a property", () => {
  const { parser, title, facts } = read(
    "Lamp-brightness.md",
    "# Lamp-brightness\n\nHow bright.\n\n- Interface: Lamp\n- Kind: property\n- Type: number\n- Access: read only\n- Since: Lumen 1.4\n",
  );

  assert.deepEqual([parser, title], ["member-chunk", "Lamp.brightness"]);
  assert.deepEqual(facts, [
    {
      type: "member",
      interface: "Lamp",
      name: "brightness",
      kind: "property",
      valueType: "number",
      readOnly: true,
      since: "Lumen 1.4",
    },
  ]);
});

test("a file that only says its interface inside is a member of it, and one that is deprecated says so", () => {
  const { title, facts } = read(
    "position.md",
    "# position\n\n- Interface: Lamp\n- Kind: property\n- Type: `Point` | null\n- Access: R/W\n- Deprecated: since 3.0\n",
  );

  assert.equal(title, "Lamp.position");
  assert.deepEqual(facts, [
    {
      type: "member",
      interface: "Lamp",
      name: "position",
      kind: "property",
      valueType: "Point | null",
      deprecated: true,
    },
  ]);
});

test("signature, parameter table and keys of the options make one method", () => {
  const { facts } = read(
    "Lamp.dim.md",
    "# Lamp.dim(by, options)\n\nDims it.\n\n**Kind:** method\n**Since:** 2.1\n\n## Signature\n\n```text\nlamp.dim(by, options)\n```\n\n" +
      "## Parameters\n\n| Name | Type | Required | Description |\n| --- | --- | --- | --- |\n| `by` | number | yes | How much. |\n" +
      "| `options` | object | no | The rest. |\n| `options.slow` | boolean | no | Slowly. |\n\n## Returns\n\nLamp: the same lamp.\n",
  );

  assert.deepEqual(facts, [
    {
      type: "member",
      interface: "Lamp",
      name: "dim",
      kind: "method",
      valueType: "Lamp",
      since: "2.1",
      params: [
        { name: "by", type: "number" },
        { name: "options", type: "object", optional: true },
      ],
    },
    { type: "options", of: "Lamp.dim", keys: [{ name: "slow", type: "boolean", optional: true }] },
  ]);
});

test("parameters in nested bullets give the keys of the object above them", () => {
  const { facts } = read(
    "Lamp-glow.md",
    "# Lamp-glow\n\nGlows.\n\n## Parameters\n\n- `level` (number): how much\n- `options` (object, optional)\n" +
      "  - `fade` (boolean): fades\n  - `sound` (string, optional): which\n\n## Returns\n\nNothing.\n",
  );

  assert.deepEqual(kinds(facts, "member")[0]?.params, [
    { name: "level", type: "number" },
    { name: "options", type: "object", optional: true },
  ]);
  assert.deepEqual(kinds(facts, "options")[0]?.keys, [
    { name: "fade", type: "boolean" },
    { name: "sound", type: "string", optional: true },
  ]);
});

test("each signature line is a way to call, with its type after it; a literal in it names keys", () => {
  const { facts } = read(
    "posts/lamp/method/2020-01-01-open.md",
    "---\ntitle: open\ncategories: api lamp lamp-method\n---\n\n`open(url, callback)` {void}\n\n`open(url, [method, data], callback)` {void}\n\nOpens.\n\n" +
      "`open(file, {format, quality})`\n",
  );

  assert.deepEqual(
    kinds(facts, "member").map(({ valueType, params }) => [valueType, params]),
    [
      ["void", [{ name: "url" }, { name: "callback" }]],
      [
        "void",
        [
          { name: "url" },
          { name: "method", optional: true },
          { name: "data", optional: true },
          { name: "callback" },
        ],
      ],
      ["void", [{ name: "file" }, { name: "options" }]],
    ],
  );
  assert.deepEqual(kinds(facts, "options")[0]?.keys, [{ name: "format" }, { name: "quality" }]);
});

test("front matter may say it all, with a list of parameters", () => {
  const property = read(
    "lamp/brightness.md",
    "---\ntitle: brightness\ninterface: Lamp\nkind: property\ntype: number\naccess: read only\nsince: 1.4\n---\n\nHow bright.\n",
  );
  const method = read(
    "lamp/blink.md",
    "---\ninterface: Lamp\nname: blink\nkind: method\nreturns: boolean\nparams:\n  - name: times\n    type: number\n" +
      "    description: How often.\n  - name: pause\n    type: number\n    required: no\n---\n\nBlinks.\n",
  );

  assert.deepEqual(kinds(property.facts, "member"), [
    {
      type: "member",
      interface: "Lamp",
      name: "brightness",
      kind: "property",
      valueType: "number",
      readOnly: true,
      since: "1.4",
    },
  ]);
  assert.deepEqual(kinds(method.facts, "member"), [
    {
      type: "member",
      interface: "Lamp",
      name: "blink",
      kind: "method",
      valueType: "boolean",
      params: [
        { name: "times", type: "number" },
        { name: "pause", type: "number", optional: true },
      ],
    },
  ]);
});

test("a page about constructing is no member, and gives the constructor with its parameters", () => {
  const { title, facts, notes } = read(
    "Lamp-constructor.md",
    "# Lamp-constructor\n\n- Interface: Lamp\n- Kind: constructor\n\n```js\nnew Lamp(watts, socket)\n```\n\n" +
      "## Parameters\n\n| Name | Type | Required |\n| --- | --- | --- |\n| watts | number | yes |\n| socket | Socket | no |\n",
  );

  assert.equal(title, "Lamp > constructor");
  assert.deepEqual(facts, [
    {
      type: "constructor",
      interface: "Lamp",
      params: [
        { name: "watts", type: "number" },
        { name: "socket", type: "Socket", optional: true },
      ],
    },
  ]);
  assert.deepEqual(notes, []);
});

test("an interface's own page gives its kind, parent, constructor, and the members that it lists", () => {
  const { facts } = read(
    "Lamp.md",
    "# Lamp\n\nA lamp. Extends `Fitting`. It is accessed using the global property `lamp`.\n\n## Constructor\n\n```text\nnew Lamp(watts)\n```\n\n" +
      "## Events\n\n- `burnt` – it burnt out\n\n## Methods\n\n- `on(name, handler)`: listens\n\n## Properties\n\n- `count` (number, read only): how many\n",
  );

  assert.deepEqual(kinds(facts, "interface"), [
    { type: "interface", name: "Lamp" },
    { type: "interface", name: "Lamp", parents: ["Fitting"] },
  ]);
  assert.deepEqual(kinds(facts, "global"), [{ type: "global", name: "lamp", valueType: "Lamp" }]);
  assert.deepEqual(kinds(facts, "constructor"), [
    { type: "constructor", interface: "Lamp", params: [{ name: "watts" }] },
  ]);
  assert.deepEqual(
    kinds(facts, "member").map(({ name, kind, valueType, readOnly }) => [name, kind, valueType, readOnly]),
    [
      ["burnt", "event", undefined, undefined],
      ["on", "method", undefined, undefined],
      ["count", "property", "number", true],
    ],
  );
});

test("a module's page shows how it is required, and what its examples use of it", () => {
  const { facts } = read(
    "api/bulbs/2020-01-01-bulbs.md",
    "---\ntitle: Bulbs Module\ncategories: api bulbs\n---\n\n`require` it, then use it to create an instance:\n\n" +
      '```javascript\nvar b = require("bulbs");\nvar one = b.create();\nconsole.log(b.version);\n```\n',
  );

  assert.deepEqual(kinds(facts, "member"), [
    { type: "member", interface: "bulbs", name: "create", kind: "method", valueType: "bulbs" },
    { type: "member", interface: "bulbs", name: "version" },
  ]);
  assert.deepEqual(kinds(facts, "global"), []);
});

test("titles with a hash, code marks, parentheses or the kind behind them name the same member", () => {
  const forms = ["`Lamp#off()` method", "Lamp::off", "Lamp.off()", "Lamp-off", "Lamp.off method"];

  const titles = forms.map((form) => read("Lamp.off.md", `# ${form}\n\nTurns it off.\n`).title);

  assert.deepEqual(
    titles,
    forms.map(() => "Lamp.off"),
  );
});

test("the sample engine's documentation comes out whole", async (t) => {
  const folder = path.join(import.meta.dirname, "../../../../bot/playground/sample/quire/docs");
  const files = fs.readdirSync(folder).map((file) => file.replace(/\.md$/, ""));

  const { surface, report } = await docsOfFolder(t, folder);

  const members = surface.interfaces().flatMap((name) => surface.members(name));
  assert.deepEqual(report.skipped, []);
  for (const file of files.filter((name) => name.includes("-"))) {
    const [owner = "", name = ""] = file.split("-");
    assert.equal(surface.member(owner, name)?.interface, owner, file);
  }
  assert.ok(members.every(({ kind }) => kind !== "unknown"));
  assert.ok(members.every(({ kind, valueType }) => kind === "value" || valueType !== null));
  assert.ok(
    members.filter(({ kind }) => kind === "method").every(({ signatures }) => signatures.length === 1),
  );
  assert.ok(
    members
      .flatMap(({ signatures, options }) => [...signatures.flat(), ...options])
      .every(({ type }) => type),
  );
  assert.deepEqual(surface.member("Sheet", "setup")?.options[0], {
    name: "size",
    type: "string",
    optional: true,
  });
  assert.deepEqual(surface.member("RecordSet", "field")?.signatures, [
    [
      { name: "name", type: "string" },
      { name: "row", type: "number", optional: true },
    ],
  ]);
  assert.equal(surface.member("Sheet", "pageWidth")?.readOnly, true);
  assert.equal(surface.member("Sheet", "layerBegin")?.since, "Quire 2.1");
});

test("whatever a page holds, it is read, and hostile names are names like others", () => {
  const name = fc.constantFrom("__proto__", "constructor", "toString", "weave", "$x");
  fc.assert(
    fc.property(name, name, fc.string({ maxLength: 200 }), (owner, member, words) => {
      const { chunks } = chooseParser({ path: "x.md", text: "" }).parse({
        path: `${owner}-${member}.md`,
        text: words,
      });
      const { title, facts } = read("a.md", `# ${owner}.${member}\n\n- Interface: ${owner}\n\n${words}`);

      const constructing = title === `${owner} > constructor`;
      return (
        chunks.length <= 50 &&
        (constructing || facts.some((fact) => fact.type === "member" && fact.name === member))
      );
    }),
  );
});
