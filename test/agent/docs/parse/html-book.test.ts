// HTML references as facts: books of many interfaces, one page per class, lists of entries. Promises fixtures of an
// invented engine. Refuses to look at the text of chunks: parsers.test.ts does.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import type { ParsedChunk } from "../../../../agent/docs/chunk.ts";
import { htmlBook } from "../../../../agent/docs/parse/html-book.ts";
import type { Fact, MemberFact } from "../../../../agent/docs/surface/facts.ts";
import { fixtures } from "../docs-folder.ts";

function read(file: string): { chunks: ParsedChunk[]; notes: string[] } {
  return htmlBook.parse({
    path: file,
    text: fs.readFileSync(path.join(fixtures, "html-book", file), "utf8"),
  });
}

const book = (body: string): ParsedChunk[] => htmlBook.parse({ path: "book.html", text: body }).chunks;
const factsOf = (chunks: ParsedChunk[], title?: string): Fact[] =>
  chunks
    .filter((chunk) => title === undefined || chunk.title === title)
    .flatMap((chunk) => chunk.facts ?? []);
const membersOf = (chunks: ParsedChunk[], owner: string): MemberFact[] =>
  factsOf(chunks).filter((fact): fact is MemberFact => fact.type === "member" && fact.interface === owner);
const names = (members: { name: string }[]): string[] => members.map(({ name }) => name);

test("the table over a member gives its type, access and version", () => {
  const { chunks } = read("kiln.html");

  assert.deepEqual(factsOf(chunks, "kiln.heat"), [
    { type: "member", interface: "kiln", name: "heat", kind: "property", valueType: "Number", since: "1.0" },
  ]);
  assert.deepEqual(factsOf(chunks, "kiln.shelves")[0], {
    type: "member",
    interface: "kiln",
    name: "shelves",
    kind: "property",
    valueType: "array of Shelf",
    readOnly: true,
    since: "1.2",
  });
  assert.deepEqual(factsOf(chunks, "kiln.report")[0], {
    type: "member",
    interface: "kiln",
    name: "report",
    kind: "method",
    valueType: "boolean",
    deprecated: true,
  });
});

test("a parameter table gives the parameters, and the same names as keys of one object", () => {
  const { chunks } = read("kiln.html");
  const params = [
    { name: "nHeat", type: "number" },
    { name: "bHold", optional: true, type: "boolean" },
  ];

  const [member, options] = factsOf(chunks, "kiln.fire");

  assert.deepEqual(member, {
    type: "member",
    interface: "kiln",
    name: "fire",
    kind: "method",
    valueType: "Firing",
    since: "1.0",
    params,
  });
  assert.deepEqual(options, { type: "options", of: "kiln.fire", keys: params });
});

test("a call that takes a described object has that object's properties for keys", () => {
  const { chunks } = read("kiln.html");

  const facts = factsOf(chunks, "kiln.load");

  assert.deepEqual(facts[1], {
    type: "options",
    of: "kiln.load",
    keys: [
      { name: "rows", type: "Number" },
      { name: "glaze", type: "Glaze object", optional: true },
    ],
  });
  assert.deepEqual(names(membersOf(chunks, "LoadPlan")), ["rows", "glaze"]);
});

test("members that only tables give are members: properties, names in rows and columns, values in full", () => {
  const { chunks } = read("kiln.html");

  assert.deepEqual(membersOf(chunks, "Firing").slice(0, 2), [
    {
      type: "member",
      interface: "Firing",
      name: "started",
      kind: "property",
      valueType: "Date object",
      readOnly: true,
      since: "1.0",
    },
    {
      type: "member",
      interface: "Firing",
      name: "note",
      kind: "property",
      valueType: "String",
      since: "2.0",
    },
  ]);
  assert.deepEqual(names(membersOf(chunks, "Firing").slice(2)), ["stop", "pause", "resume", "cool"]);
  assert.deepEqual(names(membersOf(chunks, "Shelf")), ["width"]);
  assert.deepEqual(names(membersOf(chunks, "mode")), ["slow", "fast"]);
  assert.ok(
    factsOf(chunks).some(
      (fact) => fact.type === "interface" && fact.name === "mode" && fact.kind === "enumeration",
    ),
  );
});

test("an object that a property holds is an interface under the property's path", () => {
  const { chunks } = read("kiln.html");

  assert.equal(membersOf(chunks, "kiln").find(({ name }) => name === "vents")?.valueType, "kiln.vents");
  assert.deepEqual(
    membersOf(chunks, "kiln.vents").map(({ name, readOnly }) => [name, readOnly]),
    [
      ["left", undefined],
      ["right", true],
    ],
  );
  assert.deepEqual(membersOf(chunks, "kiln.constants")[0]?.valueType, "kiln.constants.alarms");
  assert.deepEqual(names(membersOf(chunks, "kiln.constants.alarms")), ["door", "gas"]);
});

test("a static object and the use of its name in examples give a global; a member named like its interface constructs it", () => {
  const { chunks } = read("kiln.html");

  assert.deepEqual(factsOf(chunks, "kiln")[1], { type: "global", name: "kiln", valueType: "kiln" });
  assert.deepEqual(
    factsOf(chunks, "Glaze.Glaze").find((fact) => fact.type === "constructor"),
    { type: "constructor", interface: "Glaze", params: [{ name: "cName", type: "string" }] },
  );
});

test("an example keeps the words of its caption", () => {
  const { chunks } = read("kiln.html");

  const example = factsOf(chunks, "kiln.fire").find((fact) => fact.type === "example");

  assert.deepEqual(example, {
    type: "example",
    code: "kiln.fire({ nHeat: 900, bHold: true });",
    about: "Fire slowly.",
  });
});

test("a page of one class has its members one level below their groups, with signatures in the headings", () => {
  const { chunks } = read("oven-page.html");

  assert.deepEqual(
    chunks.map(({ title, interface: owner, member }) => [title, owner, member]),
    [
      ["Oven", "Oven", undefined],
      ["Oven > new Oven(width, options)", undefined, undefined],
      ["Oven.width", "Oven", "width"],
      ["Oven.count", "Oven", "count"],
      ["Oven.bake", "Oven", "bake"],
      ["Oven.empty", "Oven", "empty"],
      ["Oven.doorOpened", "Oven", "doorOpened"],
    ],
  );
  assert.deepEqual(factsOf(chunks, "Oven"), [
    { type: "interface", name: "Oven", kind: "class" },
    { type: "interface", name: "Oven", parents: ["Box"] },
  ]);
  assert.deepEqual(factsOf(chunks, "Oven > new Oven(width, options)"), [
    { type: "constructor", interface: "Oven", params: [{ name: "width" }, { name: "options" }] },
  ]);
  assert.deepEqual(
    membersOf(chunks, "Oven").map(({ name, kind, valueType, readOnly, static: isStatic }) => [
      name,
      kind,
      valueType,
      readOnly,
      isStatic,
    ]),
    [
      ["width", "property", "number", true, undefined],
      ["count", "property", "number", undefined, true],
      ["bake", "method", "Promise<Dish>", undefined, undefined],
      ["empty", "method", undefined, undefined, undefined],
      ["doorOpened", "event", undefined, undefined, undefined],
    ],
  );
});

test("headings under a member stay with it, and its table completes the parameters of its heading", () => {
  const { chunks } = read("oven-page.html");

  const [member, options] = factsOf(chunks, "Oven.bake");

  assert.deepEqual(member?.type === "member" && member.params, [
    { name: "dish", type: "Dish" },
    { name: "minutes", optional: true, type: "number" },
    { name: "options", type: "Object" },
  ]);
  assert.deepEqual(options, {
    type: "options",
    of: "Oven.bake",
    keys: [
      { name: "fan", type: "boolean" },
      { name: "rack", type: "number" },
    ],
  });
});

test("entries of a definition list that have an id are read like headings", () => {
  const { chunks } = read("entries.html");

  assert.deepEqual(
    chunks.map(({ title, interface: owner, member }) => [title, owner, member]),
    [
      ["Bread module", undefined, undefined],
      ["Loaf", "Loaf", undefined],
      ["Loaf.rise", "Loaf", "rise"],
      ["Loaf.weight", "Loaf", "weight"],
    ],
  );
  assert.deepEqual(factsOf(chunks, "Loaf.rise"), [
    {
      type: "member",
      interface: "Loaf",
      name: "rise",
      kind: "method",
      valueType: "boolean",
      params: [{ name: "hours", type: "number" }],
    },
  ]);
});

test("generated pages are read: a class with its signature, its parents in a list, types behind names", () => {
  const chunks = book(
    "<h1>Class: Book</h1><h2>Book<span>(title)</span></h2><p>A book.</p><h2>Constructor</h2><h4>new Book(title)</h4>" +
      "<h5>Parameters:</h5><table><tr><th>Name</th><th>Type</th></tr><tr><td>title</td><td>string</td></tr></table>" +
      "<h3>Extends</h3><ul><li>Item</li></ul><h3>Members</h3><h4>(readonly) pages :number</h4><p>How many.</p>" +
      '<h3>Methods</h3><h4>(static) find(name, options<span class="signature-attributes">opt</span>) &rarr; {Book}</h4><p>Finds.</p>',
  );

  assert.deepEqual(factsOf(chunks), [
    { type: "interface", name: "Book", kind: "class" },
    { type: "constructor", interface: "Book", params: [{ name: "title" }] },
    { type: "constructor", interface: "Book", params: [{ name: "title", type: "string" }] },
    { type: "interface", name: "Book", parents: ["Item"] },
    {
      type: "member",
      interface: "Book",
      name: "pages",
      kind: "property",
      valueType: "number",
      readOnly: true,
    },
    {
      type: "member",
      interface: "Book",
      name: "find",
      kind: "method",
      static: true,
      valueType: "Book",
      params: [{ name: "name" }, { name: "options", optional: true }],
    },
  ]);
});

test("a signature in its own line, without code marks, gives parameters and types", () => {
  const chunks = book(
    "<h1>Class Oven</h1><h2>Properties</h2><h3>heat</h3><div>heat: number</div><h2>Methods</h2><h3>bake</h3>" +
      "<ul><li>bake(dish: Dish, minutes?: number): Promise&lt;Dish&gt;</li><li><p>Bakes.</p><h4>Returns Promise&lt;Dish&gt;</h4></li></ul>",
  );

  assert.deepEqual(membersOf(chunks, "Oven"), [
    { type: "member", interface: "Oven", name: "heat", kind: "property", valueType: "number" },
    {
      type: "member",
      interface: "Oven",
      name: "bake",
      kind: "method",
      valueType: "Promise<Dish>",
      params: [
        { name: "dish", type: "Dish" },
        { name: "minutes", type: "number", optional: true },
      ],
    },
  ]);
});

test("a member that is named like a group stays a member", () => {
  const chunks = book(
    "<h2>Sieve</h2><h3>Sieve properties</h3><h4>events</h4><p>All.</p><h4>fields</h4><p>All of them.</p><h3>Sieve methods</h3><h4>shake</h4><p>Shakes.</p>",
  );

  assert.deepEqual(
    membersOf(chunks, "Sieve").map(({ name, kind }) => [name, kind]),
    [
      ["events", "property"],
      ["fields", "property"],
      ["shake", "method"],
    ],
  );
});

test("without groups, calls and names over their type are members, and chapters stay chapters", () => {
  const chunks = book(
    "<h1>API</h1><h2>Overview</h2><p>All.</p><h2>Lamp object</h2><p>Lights.</p>" +
      "<h3>brightness</h3><p><b>Type:</b> number</p><h3>dim(by)</h3><p>Dims.</p><h3>Safety</h3><p>Hot.</p>",
  );

  assert.deepEqual(
    chunks.map(({ title, interface: owner, member }) => [title, owner, member]),
    [
      ["Overview", undefined, undefined],
      ["Lamp", "Lamp", undefined],
      ["Lamp.brightness", "Lamp", "brightness"],
      ["Lamp.dim", "Lamp", "dim"],
      ["Lamp > Safety", undefined, undefined],
    ],
  );
});

test("the books' own remarks are notes: names that no script can write, objects without a name", () => {
  const { notes } = htmlBook.parse({
    path: "book.html",
    text:
      "<h2>Outer door</h2><h3>Outer door methods</h3><h4>open</h4><p>Opens.</p><p>It returns this:</p>" +
      "<table><tr><th>Property</th><th>Description</th></tr><tr><td><code>wide</code></td><td>How wide.</td></tr></table>",
  });

  assert.deepEqual(notes, [
    'line 1: the interface name "Outer door" is no identifier',
    'line 1: 1 table of objects without a name under "Outer door.open"',
  ]);
});

test("whatever a page holds, it is read, and each member heading under a group gives its member", () => {
  const name = fc.stringMatching(/^[a-z][a-zA-Z0-9]{2,8}$/);
  const text = fc.string({ maxLength: 60 }).filter((words) => !words.includes("<"));
  fc.assert(
    fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 5 }), text, (members, words) => {
      const body = members.map((member) => `<h4>${member}</h4><p>${words}</p>`).join("");

      const chunks = book(`<h2>Kiln</h2><p>${words}</p><h3>Kiln methods</h3>${body}`);

      const found = chunks.flatMap(({ member }) => member ?? []);
      return members.every((member) => found.includes(member));
    }),
  );
  fc.assert(
    fc.property(fc.string(), (words) => {
      book(words);
      book(`<h2>__proto__</h2><h3>Methods</h3><h4>constructor</h4>${words}`);
      return true;
    }),
  );
});
