// The line before every lookup result: real names for words, kin for names, the owner's fact for what is absent. Promises
// the sample engines' documentation through a real index.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { lookupDocsTool } from "../../../agent/tools/lookup-docs.ts";
import { conceptNames, terminologyHint } from "../../../agent/tools/terminology.ts";
import { defaultProfile } from "../../../agent/workspace/profile.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { docsOf } from "../docs/surface-of.ts";
import { docsWorld } from "./docs-world.ts";

async function hinting(t: TestContext, name: "quire" | "loom" = "quire"): Promise<(query: string) => string> {
  const { docs, profile } = await sampleDocs(t, name);
  return (query) => terminologyHint(query, docs, profile);
}

test("words get the engine's names, strict ones plainly and weak ones marked", async (t) => {
  const hint = await hinting(t);

  assert.match(hint("table with borders"), /^Real names here: .*\bSheet\.gridBegin\b.*\.$/);
  assert.match(
    hint("columns of unequal breadth"),
    /^Weak match, a hint only; names that may be meant: .*\.$/,
  );
  assert.equal(hint("barcode"), "");
});

test("an exact name gets its kin: the pair, the interface, the values", async (t) => {
  const hint = await hinting(t);

  assert.equal(
    hint("Sheet.gridBegin"),
    "Sheet.gridBegin belongs with Grid, Sheet.gridEnd, Sheet.gridCell, Sheet.gridRow.",
  );
  assert.equal(
    hint("new Band()"),
    "Band is opened with Sheet.bandBegin, closed with Sheet.bandEnd. It has the members of Box too.",
  );
  assert.match(hint("Band-repeat"), /^Band\.repeat belongs to Band, opened with Sheet\.bandBegin/);
  assert.equal(hint("sheet.text"), "Sheet.text belongs to Sheet, reached as sheet.");
  assert.equal(hint("Align"), "Align is an enumeration of CENTRE, JUSTIFY, LEFT, RIGHT.");
  assert.equal(hint("records"), "records is a global of the interface Records.");
  assert.match(hint("what does frameBegin take?"), /^Sheet\.frameBegin belongs with Frame/);
  assert.match(hint("page.frameBegin(box)"), /^Sheet\.frameBegin belongs with Frame/);
  assert.match(hint("where does set.sortBy stand"), /^RecordSet\.sortBy belongs to RecordSet/);
});

test("a name that the owner says is absent gets the reason", async (t) => {
  const hint = await hinting(t);

  assert.equal(hint("sheet.gridRowEnd"), "There is no gridRowEnd: Rows and cells close by themselves.");
  assert.equal(hint("where do I call listItemEnd"), "There is no listItemEnd: Items close by themselves.");
});

test("an engine with other endings has kin as well", async (t) => {
  const hint = await hinting(t, "loom");

  assert.match(hint("Loom.motifOpen"), /^Loom\.motifOpen belongs with Motif, Loom\.motifClose/);
});

test("without worked examples, interfaces are known by the words of their names", async (t) => {
  const { docs } = await docsOf(t, {
    "Dye.md": "# Dye\n\n## Properties\n\n| Property | Type |\n| --- | --- |\n| `shade` | string |\n",
    "DyeBath.md": "# DyeBath\n\n## Properties\n\n| Property | Type |\n| --- | --- |\n| `heat` | number |\n",
    "BathMat.md": "# BathMat\n\n## Properties\n\n| Property | Type |\n| --- | --- |\n| `size` | number |\n",
  });

  const hint = (query: string) => terminologyHint(query, docs, defaultProfile);

  assert.equal(hint("how warm is the dye bath?"), "Real names here: DyeBath, Dye.");
  assert.equal(hint("the bath"), "");
});

test("the hint is one line, and every name in it is documented", async (t) => {
  const { docs, profile } = await sampleDocs(t, "quire");
  const words = fc.constantFrom(
    "table",
    "page",
    "footer",
    "grid",
    "Grid",
    "of",
    "text",
    "list",
    "zebra",
    "Sheet.text",
    "x",
  );
  const query = fc.oneof(
    fc.array(words, { maxLength: 6 }).map((all) => all.join(" ")),
    fc.string({ maxLength: 60 }),
  );

  fc.assert(
    fc.property(query, (text) => {
      assert.doesNotMatch(terminologyHint(text, docs, profile), /\n/);
      const { strict, weak } = conceptNames(text, { docs, profile });
      for (const name of [...strict, ...weak]) {
        const [owner = "", member] = name.split(".");
        assert.ok(
          member === undefined ? docs.surface.interface(owner) : docs.surface.member(owner, member),
          name,
        );
      }
    }),
  );
});

test("lookup_docs puts it before what it found, and before what it did not find", async (t) => {
  const world = await docsWorld(t);
  const ask = async (query: string) => (await world.call(lookupDocsTool, { query })).text;

  assert.match(await ask("sheet.gridbegin"), /^Sheet\.gridBegin belongs with .*\n\nExact name\.\n\n# /);
  assert.match(await ask("table with borders"), /^Real names here: .*\n\nNo entry of exactly that name;/);
  assert.match(await ask("gridRowEnd"), /^There is no gridRowEnd: .*\n\n/);
});
