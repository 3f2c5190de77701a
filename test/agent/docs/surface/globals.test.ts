// What a script finds by name and how it gets hold of the rest: globals, ways to an instance, types in prose. Promises the
// real tables and the real reader. Refuses parsers: facts are given as they would give them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mergeChunks, surfaceOfFacts } from "../surface-of.ts";

test("a global is of the interface that its type names, else that says so, else that has its name", (t) => {
  const { surface } = mergeChunks(t, [
    {
      title: "Globals",
      facts: [
        { type: "global", name: "typed", valueType: "the Sheet of the run" },
        { type: "global", name: "records" },
        { type: "global", name: "app" },
        { type: "global", name: "plain", valueType: "number" },
        { type: "global", name: "Sheet2" },
        { type: "global", name: "unknown" },
      ],
    },
    { title: "Sheet", interface: "Sheet", facts: [{ type: "global", name: "paper" }] },
    { title: "Records", interface: "Records" },
    { title: "app", interface: "app" },
    { title: "App", interface: "App" },
    { title: "Plain", interface: "Plain" },
    { title: "Unstated", interface: "Unstated" },
  ]);

  assert.deepEqual(
    surface.globals().map((one) => [one.name, one.interface, one.isClass]),
    [
      ["Sheet2", null, false],
      ["app", "app", false],
      ["paper", "Sheet", false],
      ["plain", null, false],
      ["records", "Records", false],
      ["typed", "Sheet", false],
      ["unknown", null, false],
    ],
  );
  assert.equal(surface.global("unstated"), undefined);
});

test("namespaces, static members and constructors make their interface's name a global", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "interface", name: "Tools", kind: "namespace" },
    { type: "interface", name: "Align", kind: "enumeration" },
    { type: "member", interface: "Align", name: "LEFT" },
    { type: "constructor", interface: "Grid", params: [] },
    { type: "member", interface: "Colour", name: "parse", kind: "method", static: true },
    { type: "member", interface: "Silent", name: "x" },
    { type: "interface", name: "Stated", kind: "enumeration" },
    { type: "global", name: "Stated", valueType: "Stated" },
  ]);

  assert.deepEqual(
    surface.globals().map((one) => [one.name, one.interface, one.isClass]),
    ["Align", "Colour", "Grid", "Stated", "Tools"].map((name) => [name, name, true]),
  );
  assert.deepEqual(surface.member("Align", "LEFT")?.static, true);
  assert.equal(surface.member("Align", "LEFT")?.kind, "value");
  assert.deepEqual(surface.interface("Grid")?.constructors, [[]]);
  assert.equal(surface.interface("Silent")?.constructors, null);
});

test("an interface says how code reaches it", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "global", name: "app", valueType: "Application" },
    {
      type: "member",
      interface: "Application",
      name: "documents",
      kind: "property",
      valueType: "Array of Document",
    },
    {
      type: "member",
      interface: "Application",
      name: "make",
      kind: "method",
      valueType: "Document",
      params: [{ name: "name" }],
    },
    {
      type: "member",
      interface: "Document",
      name: "open",
      kind: "method",
      valueType: "Page",
      params: [{ name: "n" }, { name: "o", optional: true }],
    },
    { type: "interface", name: "Page", parents: ["Canvas"] },
    { type: "interface", name: "Canvas" },
    { type: "constructor", interface: "Grid", params: [{ name: "columns" }] },
    { type: "interface", name: "Island" },
    { type: "function", name: "stages", params: [{ name: "n" }], valueType: "ReadonlyArray<Stage>" },
    { type: "interface", name: "Stage" },
  ]);

  assert.deepEqual(
    ["Application", "Document", "Page", "Canvas", "Grid", "Island", "Stage"].map(
      (name) => surface.interface(name)?.reach,
    ),
    [
      "app",
      "app.documents[0]",
      "app.documents[0].open(n)",
      "app.documents[0].open(n)",
      "new Grid(columns)",
      null,
      "stages(n)[0]",
    ],
  );
});

test("an interface that is called by a path is a member of its owner, and reached by it", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "interface", name: "app" },
    { type: "global", name: "app" },
    { type: "interface", name: "app.media" },
    { type: "member", interface: "app.media.align", name: "TOP" },
    { type: "interface", name: "lone.part" },
    { type: "interface", name: "Kit", kind: "namespace" },
    { type: "interface", name: "Kit.Shape", kind: "class" },
    { type: "interface", name: "Kit.Type", kind: "class" },
    { type: "constructor", interface: "Kit.Shape" },
  ]);

  assert.equal(surface.member("app", "media")?.valueType, "app.media");
  assert.equal(surface.interface("app.media.align")?.reach, "app.media.align");
  assert.equal(surface.member("Kit", "Shape")?.valueType, null);
  assert.equal(surface.member("Kit", "Type"), undefined);
  assert.equal(surface.interface("Kit.Shape")?.reach, "new Kit.Shape()");
  assert.equal(surface.interface("lone.part")?.reach, null);
  assert.equal(surface.interface("lone"), undefined);
});

test("a type's text gives the documented interfaces that it names, by exact case", (t) => {
  const surface = surfaceOfFacts(t, [
    ...["Page", "Doc", "app.Doc", "SaveOptions"].map((name) => ({ type: "interface" as const, name })),
  ]);
  const cases: [string, string[]][] = [
    ["Array of Page", ["Page"]],
    ["Page[] | null", ["Page"]],
    ["app.Doc or Page, then Page again", ["app.Doc", "Page"]],
    ["other.Doc", ["Doc"]],
    ["SaveOptions.YES", ["SaveOptions"]],
    ["'Page' | \"Doc\"", []],
    ["{ page: Page } | Doc", ["Doc"]],
    ["(page: Page) => void", []],
    ["page", []],
    ["Pages", []],
    ["", []],
  ];

  for (const [text, names] of cases) assert.deepEqual(surface.typesIn(text), names, text);
});
