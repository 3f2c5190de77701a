// Merging facts into one programming interface: who owns what, which statement wins, what is reported. Promises the real
// tables and the real reader. Refuses parsers: facts are given as they would give them.

import assert from "node:assert/strict";
import { test } from "node:test";
import { docsOf, mergeChunks, surfaceOfFacts } from "../surface-of.ts";

test("a title alone makes an interface and its member", (t) => {
  const { surface } = mergeChunks(t, [
    { title: "Loom", interface: "Loom" },
    { title: "Loom.weave", interface: "Loom", member: "weave" },
  ]);

  assert.equal(surface.interface("Loom")?.chunk, "Loom");
  assert.equal(surface.member("Loom", "weave")?.chunk, "Loom-weave");
  assert.equal(surface.member("Loom", "weave")?.kind, "unknown");
  assert.equal(surface.member("Loom", "Weave"), undefined);
  assert.equal(surface.member("loom", "weave"), undefined);
});

test("the member's own chunk outweighs the list of its interface", (t) => {
  const { surface, notes } = mergeChunks(t, [
    {
      title: "Loom",
      interface: "Loom",
      facts: [
        {
          type: "member",
          interface: "Loom",
          name: "weave",
          kind: "method",
          valueType: "cloth",
          params: [{ name: "thread" }, { name: "options" }],
        },
        { type: "member", interface: "Loom", name: "warp", kind: "property", readOnly: true },
      ],
    },
    {
      title: "Loom.weave",
      interface: "Loom",
      member: "weave",
      facts: [
        {
          type: "member",
          interface: "Loom",
          name: "weave",
          kind: "method",
          valueType: "Cloth",
          params: [{ name: "thread", type: "Thread" }],
        },
        { type: "options", of: "Loom.weave", keys: [{ name: "tight", type: "boolean" }] },
      ],
    },
  ]);

  const weave = surface.member("Loom", "weave");

  assert.deepEqual(weave, {
    interface: "Loom",
    name: "weave",
    kind: "method",
    static: false,
    valueType: "Cloth",
    readOnly: false,
    signatures: [[{ name: "thread", type: "Thread" }]],
    options: [{ name: "tight", type: "boolean" }],
    since: null,
    deprecated: false,
    chunk: "Loom-weave",
  });
  assert.deepEqual(
    [surface.member("Loom", "warp")?.readOnly, surface.member("Loom", "warp")?.chunk],
    [true, "Loom"],
  );
  assert.deepEqual(notes, []);
});

test("inherited members are found, nearest parent first, and a circle of parents ends", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "interface", name: "Grid", kind: "class", parents: ["Box"] },
    { type: "interface", name: "Box", parents: ["Thing"] },
    { type: "interface", name: "Thing", parents: ["Grid"] },
    { type: "member", interface: "Box", name: "width", valueType: "number" },
    { type: "member", interface: "Thing", name: "width", valueType: "string" },
    { type: "member", interface: "Thing", name: "id" },
  ]);

  assert.equal(surface.member("Grid", "width")?.interface, "Box");
  assert.equal(surface.member("Grid", "id")?.interface, "Thing");
  assert.equal(surface.member("Grid", "nowhere"), undefined);
  assert.deepEqual(surface.members("Grid"), []);
  assert.equal(surface.isComplete("Grid"), true);
});

test("what is only named as an heir is not complete, since nobody lists its members", (t) => {
  const { surface } = mergeChunks(t, [
    {
      title: "Scene",
      interface: "Scene",
      facts: [{ type: "interface", name: "DuskScene", parents: ["Scene"] }],
    },
    { title: "Scene.light", interface: "Scene", member: "light" },
  ]);

  assert.equal(surface.isComplete("Scene"), true);
  assert.equal(surface.isComplete("DuskScene"), false);
});

test("an interface is complete when all of its sources and parents are", (t) => {
  const { surface, notes } = mergeChunks(
    t,
    [
      { title: "Box", interface: "Box", source: "docs" },
      {
        title: "Grid",
        interface: "Grid",
        source: "docs",
        facts: [{ type: "interface", name: "Grid", parents: ["Box"] }],
      },
      { title: "Grid.news", interface: "Grid", member: "news", source: "news" },
      { title: "Lost", interface: "Lost", facts: [{ type: "interface", name: "Lost", parents: ["Gone"] }] },
      { title: "Sub", interface: "Sub", facts: [{ type: "interface", name: "Sub", parents: ["Grid"] }] },
      {
        title: "Loose",
        interface: "Loose",
        source: "docs",
        facts: [{ type: "interface", name: "Loose", parents: ["string", "[string]"] }],
      },
    ],
    ["docs"],
  );

  assert.deepEqual(
    ["Box", "Grid", "Lost", "Sub", "Loose", "Nowhere"].map((name) => surface.isComplete(name)),
    [true, false, false, false, false, false],
  );
  assert.deepEqual(surface.interface("Grid")?.sources, ["docs", "news"]);
  assert.deepEqual(
    notes.map(({ reason }) => reason),
    ['parent not documented: "Lost" has the parent "Gone"'],
  );
});

test("overloads stay apart, and a list of bare names is the same overload with types", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "member", interface: "Loom", name: "go", params: [{ name: "a", type: "string" }] },
    {
      type: "member",
      interface: "Loom",
      name: "go",
      params: [{ name: "a", type: "number" }],
      valueType: "Cloth",
    },
    { type: "member", interface: "Loom", name: "go", params: [{ name: "a" }], valueType: "Thread" },
    { type: "member", interface: "Loom", name: "go", params: [] },
  ]);

  const go = surface.member("Loom", "go");

  assert.deepEqual(go?.signatures, [[], [{ name: "a", type: "number" }], [{ name: "a", type: "string" }]]);
  assert.equal(go?.kind, "method");
  assert.equal(go?.valueType, "Cloth | Thread");
});

test("a static and an instance member of one name are two, and the instance's is found", (t) => {
  const { surface } = mergeChunks(t, [
    {
      title: "Loom.name",
      interface: "Loom",
      member: "name",
      facts: [{ type: "member", interface: "Loom", name: "name", static: true, valueType: "A" }],
    },
    {
      title: "Loom.name",
      interface: "Loom",
      member: "name",
      facts: [{ type: "member", interface: "Loom", name: "name", valueType: "B" }],
    },
    {
      title: "Loom.only",
      interface: "Loom",
      member: "only",
      facts: [{ type: "member", interface: "Loom", name: "only", static: true }],
    },
    {
      title: "Loom",
      interface: "Loom",
      facts: [{ type: "member", interface: "Loom", name: "only", valueType: "C" }],
    },
  ]);

  assert.deepEqual(
    surface.members("Loom").map((one) => [one.name, one.static, one.valueType]),
    [
      ["name", false, "B"],
      ["name", true, "A"],
      ["only", true, "C"],
    ],
  );
  assert.equal(surface.member("Loom", "name")?.valueType, "B");
});

test("names that differ in case alone both stay, and the report says so", (t) => {
  const { surface, notes } = mergeChunks(t, [
    {
      title: "Loom",
      interface: "Loom",
      facts: [{ type: "member", interface: "Loom", name: "Weave", kind: "method" }],
    },
    { title: "Loom.weave", interface: "Loom", member: "weave" },
  ]);

  assert.equal(surface.member("Loom", "weave")?.chunk, "Loom-weave");
  assert.equal(surface.member("Loom", "Weave")?.chunk, "Loom");
  assert.deepEqual(
    notes.map(({ reason }) => reason),
    ['conflict: "Loom" has "Weave" and "weave"; both are kept'],
  );
});

test("hostile names are ordinary names", (t) => {
  const names = ["__proto__", "constructor", "toString", "hasOwnProperty", "prototype"];
  const surface = surfaceOfFacts(t, [
    ...names.map((name) => ({ type: "member" as const, interface: name, name })),
    ...names.map((name) => ({ type: "function" as const, name, params: [{ name }] })),
    { type: "global", name: "valueOf", valueType: "constructor" },
  ]);

  assert.deepEqual(surface.interfaces(), names.toSorted());
  for (const name of names) {
    assert.deepEqual(
      surface.members(name).map((one) => one.name),
      [name],
    );
    assert.deepEqual(surface.owners(name), [name]);
    assert.deepEqual(surface.fn(name)?.signatures, [[{ name }]]);
    assert.equal(surface.member(name, "isPrototypeOf"), undefined);
  }
  assert.equal(surface.global("valueOf")?.interface, "constructor");
  for (const ask of ["valueOf", "propertyIsEnumerable"]) {
    assert.equal(surface.interface(ask), undefined);
    assert.equal(surface.fn(ask), undefined);
  }
});

test("what is no name of code and keys without an owner are reported, and cost nothing else", (t) => {
  const { surface, notes } = mergeChunks(t, [
    {
      title: "Loom",
      interface: "Loom",
      facts: [
        { type: "member", interface: "Loom", name: "two words" },
        { type: "member", interface: "Loom", name: "lone\ud800" },
        { type: "member", interface: "Loom", name: "good" },
        { type: "options", of: "Loom.nothing", keys: [{ name: "a" }] },
      ],
    },
  ]);

  assert.deepEqual(
    surface.members("Loom").map((one) => one.name),
    ["good"],
  );
  assert.deepEqual(
    notes.map(({ reason }) => reason),
    [
      'not a name of code, left out of the index: "two words"',
      'not a name of code, left out of the index: "lone\ufffd"',
      'option keys without an owner: nothing documents "Loom.nothing"',
    ],
  );
});

test("option keys are found by the interface and by the global that is of it, and those of a constructor too", (t) => {
  const surface = surfaceOfFacts(t, [
    { type: "global", name: "loom", valueType: "Loom" },
    { type: "constructor", interface: "Loom" },
    { type: "member", interface: "Loom", name: "weave", params: [{ name: "options" }] },
    { type: "function", name: "spin" },
    { type: "options", of: "loom.weave", keys: [{ name: "tight", type: "boolean" }] },
    { type: "options", of: "Loom.weave", keys: [{ name: "tight" }, { name: "wide", optional: true }] },
    { type: "options", of: "new Loom", keys: [{ name: "size" }] },
    { type: "options", of: "spin", keys: [{ name: "speed" }] },
  ]);

  assert.deepEqual(
    surface.member("Loom", "weave")?.options.map((key) => [key.name, key.type]),
    [
      ["tight", "boolean"],
      ["wide", undefined],
    ],
  );
  assert.deepEqual(surface.interface("Loom")?.constructorOptions, [{ name: "size" }]);
  assert.deepEqual(surface.fn("spin")?.options, [{ name: "speed" }]);
});

test("a real build gives the surface of its pages, and a reload moves it along", async (t) => {
  const { surface, docs, report } = await docsOf(t, {
    "Loom.md": "# Loom\n\nA loom.",
    "Loom-weave.md": "# Loom-weave\n\nWeaves.",
  });

  assert.deepEqual([report.interfaces, report.members], [1, 1]);
  assert.equal(surface.member("Loom", "weave")?.chunk, "Loom-weave");
  assert.equal(surface.isComplete("Loom"), true);
  assert.equal(docs.surface, surface);
});

test("names between underlines are read from a page as they are", async (t) => {
  const { surface } = await docsOf(t, {
    "Loom-__proto__.md": "# Loom-__proto__\n\nThe frame under the loom.\n",
    "Loom-weave.md": "# Loom-weave\n\nWeaves __one__ row.\n",
  });

  assert.deepEqual(
    surface.members("Loom").map(({ name }) => name),
    ["__proto__", "weave"],
  );
});
