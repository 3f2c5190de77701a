// Which documented names example code is found to use: globals, constructors, flows through variables, fragments and
// code of unknown receivers. The engine is invented. Promises the product's own surface.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { codeSymbols } from "../../../../agent/docs/phrasebook/code-symbols.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { surfaceOfFacts } from "../surface-of.ts";

const member =
  (kind: "method" | "property") =>
  (owner: string, name: string, valueType?: string): Fact => ({
    type: "member",
    interface: owner,
    name,
    kind,
    ...(valueType === undefined ? {} : { valueType }),
  });
const method = member("method");
const property = member("property");

const KILN: Fact[] = [
  { type: "global", name: "kiln", valueType: "Kiln" },
  { type: "global", name: "this", valueType: "Batch" },
  { type: "function", name: "glaze", params: [], valueType: "Batch" },
  { type: "interface", name: "Tile", parents: ["Clay"] },
  { type: "constructor", interface: "Tile", params: [] },
  property("Clay", "colour", "string"),
  property("Tile", "edge", "number"),
  method("Kiln", "load", "Batch"),
  method("Kiln", "fire"),
  property("Kiln", "batches", "array of Batch"),
  method("Batch", "place", "Tile"),
  method("Batch", "toString", "string"),
  { type: "interface", name: "Heat", kind: "enumeration" },
  { type: "member", interface: "Heat", name: "LOW", kind: "value", static: true },
];

const kiln = (t: TestContext): Surface => surfaceOfFacts(t, KILN);
const symbolsOf = (t: TestContext, code: string, within: string | null = null) =>
  codeSymbols(code, kiln(t), within).symbols;

test("what is called or made is told in the order of the code, then what is read or set", (t) => {
  const code = `
    #target kiln
    var tile = new Tile();
    tile.colour = "red";
    var batch = kiln.load("a", { heat: Heat.LOW });
    batch.place(tile).edge = 4;
    kiln.fire();`;

  const { symbols, pattern } = codeSymbols(code, kiln(t), null);

  assert.deepEqual(symbols, [
    "Tile",
    "Kiln.load",
    "Batch.place",
    "Kiln.fire",
    "Clay.colour",
    "Heat.LOW",
    "Tile.edge",
  ]);
  assert.equal(pattern, "new Tile → kiln.load → Batch.place → kiln.fire");
});

test("items of lists, functions, this, and variables that are set late have their types too", (t) => {
  assert.deepEqual(symbolsOf(t, "for (const one of kiln.batches) one.place();"), [
    "Batch.place",
    "Kiln.batches",
  ]);
  assert.deepEqual(symbolsOf(t, "kiln.batches[0].place()"), ["Batch.place", "Kiln.batches"]);
  assert.deepEqual(symbolsOf(t, "glaze().place()"), ["glaze", "Batch.place"]);
  assert.deepEqual(symbolsOf(t, "this.place()"), ["Batch.place"]);
  assert.deepEqual(symbolsOf(t, "var b;\nfunction f() { b.place(); }\nb = kiln.load();"), [
    "Batch.place",
    "Kiln.load",
  ]);
});

test("names that the documentation does not have are left out", (t) => {
  const code = "kiln.melt(); new Brick(); pot.smash(); Heat.HIGH; kiln.toString(); [].push(1); Tile.edges";

  assert.deepEqual(symbolsOf(t, code), []);
});

test("what the code itself declares is not the engine's", (t) => {
  assert.deepEqual(symbolsOf(t, "function f(kiln) { kiln.fire; }"), ["Kiln.fire"], "the only one with it");
  assert.deepEqual(symbolsOf(t, "var glaze = make(); glaze();"), []);
});

test("an unknown receiver has a member that only one interface has, or the page's own", (t) => {
  assert.deepEqual(symbolsOf(t, "x.fire(); x.place()"), ["Kiln.fire", "Batch.place"]);
  assert.deepEqual(symbolsOf(t, "x.toString()", "Batch"), [], "every object has it");
  assert.deepEqual(symbolsOf(t, "console.fire(); Math.place()"), []);
});

test("fragments and broken code give what can be read of them", (t) => {
  assert.deepEqual(symbolsOf(t, "kiln.fire(;\nvar t = new Tile(\n...\nt.edge = "), [
    "Kiln.fire",
    "Tile",
    "Tile.edge",
  ]);
  assert.deepEqual(symbolsOf(t, "async () => { const b = await kiln.load(); b?.place() }"), [
    "Kiln.load",
    "Batch.place",
  ]);
});

test("no text is an error, and no symbol is outside the index", (t) => {
  const surface = kiln(t);
  const words = fc.constantFrom(
    "kiln",
    ".",
    "fire",
    "(",
    ")",
    "new ",
    "Tile",
    "var x = ",
    "x",
    "\n",
    "`",
    "[",
    "}",
  );
  const code = fc.oneof(
    fc.array(words).map((parts) => parts.join("")),
    fc.string({ maxLength: 200 }),
  );

  fc.assert(
    fc.property(code, (text) => {
      for (const symbol of codeSymbols(text, surface, null).symbols) {
        const [owner = "", name] = symbol.split(".");
        const known =
          name === undefined ? surface.interface(owner) || surface.fn(owner) : surface.member(owner, name);
        assert.ok(known, `${symbol} of ${text}`);
      }
    }),
  );
});
