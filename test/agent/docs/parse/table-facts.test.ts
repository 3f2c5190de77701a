// What tables, lists and fenced code of a reference page say: members, values, parameters, option keys, examples.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { exampleFacts } from "../../../../agent/docs/parse/examples.ts";
import { readParameters } from "../../../../agent/docs/parse/parameters.ts";
import { readSections } from "../../../../agent/docs/parse/reference-blocks.ts";
import { readSignature } from "../../../../agent/docs/parse/signature.ts";
import { tableFacts } from "../../../../agent/docs/parse/table-facts.ts";
import { readReturns, readTypeSection } from "../../../../agent/docs/parse/type-text.ts";
import type { MemberFact } from "../../../../agent/docs/surface/facts.ts";

const rule = (columns: number): string => `|${" --- |".repeat(columns)}`;
const parameters = (text: string) => readParameters(readSections(text).flatMap(({ blocks }) => blocks));

test("tables of an interface's page give members that have no page of their own", () => {
  const text = [
    "## Properties",
    "",
    "| Property | Type | Description |",
    rule(3),
    "| `width` | number | How wide. Read only. |",
    "| `yarn` | [Yarn](yarn.md) | Since when it was strung. Deprecated. |",
    "",
    "## Static methods",
    "",
    "| Method | Returns | Description |",
    rule(3),
    "| `open(name, [colour])` | Loom | Opens one. |",
    "| `count()` | number | How many. |",
  ].join("\n");

  assert.deepEqual(tableFacts({ interface: "Loom" }, text), [
    {
      type: "member",
      interface: "Loom",
      name: "width",
      kind: "property",
      valueType: "number",
      readOnly: true,
    },
    {
      type: "member",
      interface: "Loom",
      name: "yarn",
      kind: "property",
      valueType: "Yarn",
      deprecated: true,
    },
    {
      type: "member",
      interface: "Loom",
      name: "open",
      kind: "method",
      static: true,
      valueType: "Loom",
      params: [{ name: "name" }, { name: "colour", optional: true }],
    },
    {
      type: "member",
      interface: "Loom",
      name: "count",
      kind: "method",
      static: true,
      valueType: "number",
      params: [],
    },
  ]);
});

test("values of an enumeration are read from a table, from dotted names, and from a list", () => {
  const table = `| Value | Meaning |\n${rule(2)}\n| \`Weave.PLAIN\` | Over and under. |\n| \`TWILL\` | Slanted. |`;
  const list = "One of:\n\n- `Weave.PLAIN`: over and under\n- `loom.width` is no value\n- `Weave.TWILL`";
  const bare = "## Values\n\n- `PLAIN`: over and under\n- `TWILL`";
  const value = (name: string): MemberFact => ({
    type: "member",
    interface: "Weave",
    name,
    kind: "value",
    static: true,
  });

  assert.deepEqual(tableFacts({ interface: "Weave" }, table), [value("PLAIN"), value("TWILL")]);
  assert.deepEqual(tableFacts({ interface: "Loom", member: "weave" }, list), [
    value("PLAIN"),
    value("TWILL"),
  ]);
  assert.deepEqual(tableFacts({ interface: "Weave" }, bare), [value("PLAIN"), value("TWILL")]);
});

test("a table of options on a member's page gives the keys; a table of its value's fields gives nothing", () => {
  const options = `| Option | Type | Default | Description |\n${rule(4)}\n| \`colour\` | Yarn | none | x |\n| \`rows\` | number | 1 | x |`;
  const fields = `| Property | Type |\n${rule(2)}\n| \`x\` | number |`;

  assert.deepEqual(tableFacts({ interface: "Loom", member: "weave" }, options), [
    {
      type: "options",
      of: "Loom.weave",
      keys: [
        { name: "colour", type: "Yarn" },
        { name: "rows", type: "number", optional: true },
      ],
    },
  ]);
  assert.deepEqual(tableFacts({ interface: "Loom", member: "beam" }, fields), []);
});

test("a table of global functions gives functions", () => {
  const table = `| Global function | Description |\n${rule(2)}\n| \`weave(rows)\` | x |\n| \`rest()\` | x |`;

  assert.deepEqual(tableFacts({}, table), [
    { type: "function", name: "weave", params: [{ name: "rows" }] },
    { type: "function", name: "rest" },
  ]);
});

test("parameters are read from every layout", () => {
  const wanted = [
    { name: "rows", type: "number" },
    { name: "yarn", type: "Yarn", optional: true },
  ];
  const layouts = [
    `| Name | Type | Required | Description |\n${rule(4)}\n| \`rows\` | number | yes | x |\n| \`yarn\` | Yarn | no | x |`,
    `| Type | Name | Description |\n${rule(3)}\n| number | rows | x |\n| Yarn | yarn | x (Optional) |`,
    `| Argument | Type | Description |\n${rule(3)}\n| \`rows\` | \`number\` | x |\n| \`yarn\` | [Yarn](y.md), optional | x |`,
    "- `rows` (number): how many\n- `yarn` (Yarn, optional): which",
    "- `rows` {number} how many\n- `[yarn]` {Yarn} which",
    "- `rows: number` - how many\n- `yarn?: Yarn` - which",
  ];

  for (const layout of layouts) assert.deepEqual(parameters(layout), { params: wanted, keys: [] }, layout);
  assert.deepEqual(parameters("None."), { params: [], keys: [] });
  assert.equal(parameters("See the guide for more."), undefined);
});

test("dotted and indented parameters are keys of the option object", () => {
  const wanted = {
    params: [{ name: "options", type: "object" }],
    keys: [{ name: "rows", type: "number", optional: true }],
  };
  const table = `| Name | Type | Required |\n${rule(3)}\n| \`options\` | object | yes |\n| \`options.rows\` | number | no |`;

  assert.deepEqual(parameters(table), wanted);
  assert.deepEqual(parameters("- `options` {object} how\n  - `rows` {number} (optional) how many"), wanted);
});

test("a table without titles has parameters where its heading says so", () => {
  const table = `| \`rows\` | How many. |\n${rule(2)}\n| \`yarn\` | Optional. Which. |`;

  assert.deepEqual(parameters(table), {
    params: [{ name: "rows" }, { name: "yarn", optional: true }],
    keys: [],
  });
});

test("signatures are read as documentation writes them", () => {
  assert.deepEqual(readSignature("`app.item(index).layer(index).copyTo(target[, at]);`"), {
    name: "copyTo",
    owner: "app.item(index).layer(index)",
    params: [{ name: "target" }, { name: "at", optional: true }],
  });
  assert.deepEqual(readSignature("loom = new Loom(width = 3)"), {
    name: "Loom",
    params: [{ name: "width", optional: true }],
    isNew: true,
  });
  assert.deepEqual(readSignature("open(name: string, as?: Yarn[]): Promise<Loom>"), {
    name: "open",
    params: [
      { name: "name", type: "string" },
      { name: "as", type: "Yarn[]", optional: true },
    ],
    returns: "Promise<Loom>",
  });
  assert.deepEqual(readSignature('loom.weave("red", { rows: 1 })'), { name: "weave", owner: "loom" });
  assert.equal(readSignature("see below (and above) for more"), undefined);
});

test("types keep the documentation's words without access and remarks", () => {
  assert.deepEqual(readTypeSection("[Yarn](y.md) object; read-only."), {
    valueType: "Yarn object",
    readOnly: true,
  });
  assert.deepEqual(readTypeSection("An `Edge` enumerated value; read/write. One of:\n\n- `Edge.TOP`"), {
    valueType: "Edge enumerated value",
  });
  assert.deepEqual(readTypeSection("Integer in the range `[1..9]`; read-only."), {
    valueType: "Integer",
    readOnly: true,
  });
  assert.deepEqual(readReturns("A new Yarn object, or `null` if there is none."), {
    valueType: "Yarn object, or null",
  });
  assert.deepEqual(readReturns("`Promise<Yarn>`"), { valueType: "Promise<Yarn>" });
  assert.deepEqual(readReturns("Returns **0** if successful."), {});
  assert.deepEqual(readReturns("This method tells whether it worked."), {});
});

test("an example carries the words that say what it is for", () => {
  const text = [
    "## Example: two colours",
    "",
    "Change the yarn in the middle.",
    "",
    "```js",
    "// red border",
    "loom.weave(3);",
    "```",
    "",
    "## Signature",
    "",
    "```",
    "loom.weave(rows)",
    "```",
    "",
    "```json",
    '{ "rows": 3 }',
    "```",
  ].join("\n");

  assert.deepEqual(exampleFacts(text, "Loom.weave"), [
    {
      type: "example",
      code: "// red border\nloom.weave(3);",
      about: "two colours; Change the yarn in the middle.; red border",
    },
  ]);
  assert.deepEqual(exampleFacts("```\nloom.rest();\n```", "Loom.rest"), [
    { type: "example", code: "loom.rest();", about: "Loom.rest" },
  ]);
});

test("any text is read to its end without a failure", () => {
  const words = fc.constantFrom(
    ..."| --- ` `a` ( [ ] ) { } , . : \n - * Parameter Type optional new = => ...".split(" "),
  );

  fc.assert(
    fc.property(fc.array(fc.oneof(words, fc.string())), (parts) => {
      const text = parts.join(" ");
      tableFacts({ interface: "Loom" }, text);
      parameters(text);
      readSignature(text);
      exampleFacts(text);
    }),
  );
});
