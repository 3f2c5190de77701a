// Constructs of an invented press, from facts: pairs by any endings, calls between them, objects that one call takes, and
// why the rest is none. Promises the real merge underneath. Refuses parsers.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Construct } from "../../../../agent/docs/surface/construct.ts";
import { constructsOf } from "../../../../agent/docs/surface/constructs.ts";
import type { Fact, Param } from "../../../../agent/docs/surface/facts.ts";
import { defaultProfile } from "../../../../agent/workspace/profile.ts";
import { mergeChunks, surfaceOfFacts } from "../surface-of.ts";

const method = (owner: string, name: string, params?: Param[], valueType?: string): Fact => ({
  type: "member",
  interface: owner,
  name,
  kind: "method",
  ...(params ? { params } : {}),
  ...(valueType === undefined ? {} : { valueType }),
});
const made = (name: string, params: Param[] = []): Fact => ({ type: "constructor", interface: name, params });
const press: Fact = { type: "global", name: "press", valueType: "Press" };

const byId = (constructs: Construct[]) => new Map(constructs.map((one) => [one.id, one]));

test("a pair that opens a documented interface is a construct, with the calls that belong inside", (t) => {
  const surface = surfaceOfFacts(t, [
    press,
    made("Table"),
    method("Press", "table_open", [
      { name: "table", type: "Table" },
      { name: "title", type: "string" },
      { name: "options", type: "object", optional: true },
    ]),
    method("Press", "table_close", []),
    method("Press", "table_row", [{ name: "options", optional: true }]),
    method("Press", "tablet", []),
    { type: "member", interface: "Press", name: "table_count", kind: "property" },
  ]);
  const profile = {
    ...defaultProfile,
    suffixes: { open: "_open", close: "_close" },
    facts: [
      { about: "Table", absent: ["table_row_close", "table_cell_close"], fact: "Rows close by themselves." },
    ],
  };

  const { constructs, skipped } = constructsOf(surface, profile);

  const [table, row] = constructs;
  assert.deepEqual(skipped, []);
  assert.deepEqual(
    constructs.map((one) => one.id),
    ["table", "table_row"],
  );
  assert.deepEqual(
    { ...table, opener: table?.opener.name, closer: table?.closer?.name },
    {
      id: "table",
      interface: "Table",
      kind: "paired",
      aliases: ["Table", "table"],
      declared: "var table = new Table();",
      opened: "press.table_open(table, title);",
      closed: "press.table_close();",
      opener: "table_open",
      closer: "table_close",
      inner: ["Press.table_row"],
      negativeFact: "Rows close by themselves.",
      absent: ["table_row_close", "table_cell_close"],
    },
  );
  assert.deepEqual(
    [row?.kind, row?.interface, row?.declared, row?.opened, row?.closed, row?.aliases],
    ["single", null, null, "press.table_row();", null, ["table_row", "table", "row"]],
  );
  assert.deepEqual([row?.negativeFact, row?.absent], ["Rows close by themselves.", ["table_row_close"]]);
});

test("what opens on a string, a number, a value or nothing is skipped, and the report says why", (t) => {
  const surface = surfaceOfFacts(t, [
    press,
    { type: "interface", name: "Side", kind: "enumeration" },
    { type: "interface", name: "String" },
    made("Island"),
    method("Press", "layerBegin", [{ name: "name", type: "String" }]),
    method("Press", "layerEnd"),
    method("Press", "stepBegin", [{ name: "n", type: "number" }]),
    method("Press", "stepEnd"),
    method("Press", "sideBegin", [{ name: "side", type: "Side" }]),
    method("Press", "sideEnd"),
    method("Press", "runBegin", []),
    method("Press", "runEnd"),
    method("Press", "darkBegin"),
    method("Press", "darkEnd"),
    method("Press", "loneBegin", [{ name: "n", type: "number" }]),
    method("Nowhere", "islandBegin", [{ name: "island", type: "Island" }]),
    method("Nowhere", "islandEnd"),
    { type: "member", interface: "Press", name: "weekBegin", kind: "property", valueType: "Date" },
    { type: "member", interface: "Press", name: "monthBegin", kind: "property", valueType: "Date" },
    { type: "member", interface: "Press", name: "monthEnd", kind: "property", valueType: "Date" },
    method("Press", "Begin"),
    method("Press", "End"),
  ]);

  const { constructs, skipped } = constructsOf(surface, defaultProfile);

  assert.deepEqual(constructs, []);
  assert.deepEqual(
    skipped.map(({ pair, why }) => [pair, why]),
    [
      ["Press.darkBegin/darkEnd", "what it takes is not documented"],
      ["Nowhere.islandBegin/islandEnd", "no documented way leads to an instance of Nowhere"],
      ["Press.layerBegin/layerEnd", 'it opens on nothing that anyone makes: "name" is String'],
      ["Press.loneBegin", 'it opens on nothing that anyone makes: "n" is number, and nothing closes it'],
      ["Press.monthBegin/monthEnd", "it is a property, not a call"],
      ["Press.runBegin/runEnd", "it opens on nothing that anyone makes: it takes no argument"],
      ["Press.sideBegin/sideEnd", 'it opens on nothing that anyone makes: "side" is Side'],
      ["Press.stepBegin/stepEnd", 'it opens on nothing that anyone makes: "n" is number'],
    ],
  );
});

test("an interface is reached through properties and returned values, and by what inherits from it", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "global", name: "app", valueType: "App" },
    method("App", "make", [{ name: "name" }], "Sheet"),
    { type: "interface", name: "Sheet", parents: ["Canvas"] },
    made("Frame"),
    method("Canvas", "frameBegin", [{ name: "frame", type: "Frame" }]),
    method("Canvas", "frameEnd"),
    made("Paper"),
    made("Ring"),
    method("Paper", "ringBegin", [{ name: "ring", type: "Ring" }]),
    method("Paper", "ringEnd"),
  ]);

  const constructs = byId(constructsOf(surface, { ...defaultProfile, level: 2020 }).constructs);

  assert.deepEqual([...constructs.keys()], ["frame", "ring"]);
  assert.equal(constructs.get("frame")?.opened, "canvas.frameBegin(frame);");
  assert.deepEqual(
    [constructs.get("ring")?.declared, constructs.get("ring")?.opened],
    ["const ring = new Ring();", "paper.ringBegin(ring);"],
  );
});

test("a call that opens and has no closer is single, and so is an object that one call puts to work", (t) => {
  const surface = surfaceOfFacts(t, [
    press,
    made("Stamp", [{ name: "text" }]),
    method("Press", "stampBegin", [{ name: "stamp", type: "Stamp" }]),
    made("ImportOptions", [{ name: "file" }]),
    method("Press", "importFile", [{ name: "options", type: "ImportOptions" }]),
    method("Press", "checkOptions", [{ name: "options", type: "ImportOptions" }]),
    { type: "interface", name: "Thing" },
    { type: "interface", name: "Sprite", parents: ["Thing"] },
    made("Sprite"),
    method("Press", "removeChild", [{ name: "child", type: "Thing" }]),
    method("Press", "addChild", [{ name: "child", type: "Thing" }]),
    made("Colour"),
    ...["a", "b", "c", "d", "e", "f", "g"].map((name) =>
      method("Press", `add${name}`, [{ name, type: "Colour" }]),
    ),
    made("Rule"),
    method("Press", "measure", [{ name: "rule", type: "Rule" }]),
  ]);

  const { constructs, skipped } = constructsOf(surface, defaultProfile);

  assert.deepEqual(
    constructs.map((one) => [one.id, one.kind, one.declared, one.opened, one.closed]),
    [
      [
        "importoptions",
        "single",
        "var options = new ImportOptions(file);",
        "press.importFile(options);",
        null,
      ],
      ["sprite", "single", "var child = new Sprite();", "press.addChild(child);", null],
      ["stamp", "single", "var stamp = new Stamp(text);", "press.stampBegin(stamp);", null],
    ],
  );
  assert.deepEqual(skipped, [
    { pair: "Colour", why: "7 calls take it: a value, not a construct" },
    { pair: "Rule", why: "calls take it, and none reads like putting it to work: measure" },
  ]);
});

test("of two bases the longer one has the calls inside, and two owners of one base have ids of their own", (t) => {
  const surface = surfaceOfFacts(t, [
    press,
    { type: "member", interface: "Press", name: "plate", kind: "property", valueType: "Plate" },
    made("Grid"),
    made("GridLine"),
    ...["Press", "Plate"].flatMap((owner) => [
      method(owner, "gridBegin", [{ name: "grid", type: "Grid" }]),
      method(owner, "gridEnd"),
    ]),
    method("Press", "gridLineBegin", [{ name: "line", type: "GridLine" }]),
    method("Press", "gridLineEnd"),
    method("Press", "gridLineDash"),
    method("Press", "gridRow"),
  ]);

  const constructs = byId(constructsOf(surface, defaultProfile).constructs);

  assert.deepEqual([...constructs.keys()], ["grid", "gridline", "gridlinedash", "gridrow", "plate.grid"]);
  assert.deepEqual(constructs.get("grid")?.inner, ["Press.gridRow"]);
  assert.deepEqual(constructs.get("gridline")?.inner, ["Press.gridLineDash"]);
  assert.equal(constructs.get("plate.grid")?.opened, "press.plate.gridBegin(grid);");
});

test("aliases are the names, the words inside them, and what the examples of its pages say", (t) => {
  const { surface } = mergeChunks(t, [
    { title: "Globals", facts: [press] },
    {
      title: "PageBand",
      interface: "PageBand",
      facts: [
        made("PageBand"),
        { type: "example", code: "x", about: "strip at the foot of each page", tags: ["footer"] },
      ],
    },
    {
      title: "Press.bandBegin",
      interface: "Press",
      member: "bandBegin",
      facts: [
        method("Press", "bandBegin", [{ name: "band", type: "PageBand" }]),
        { type: "example", code: "y", about: "repeat a heading" },
      ],
    },
    { title: "Press.bandEnd", interface: "Press", member: "bandEnd", facts: [method("Press", "bandEnd")] },
  ]);

  const [band] = constructsOf(surface, defaultProfile).constructs;

  assert.deepEqual(band?.aliases, [
    "PageBand",
    "band",
    "page",
    "strip at the foot of each page",
    "footer",
    "repeat a heading",
  ]);
});
