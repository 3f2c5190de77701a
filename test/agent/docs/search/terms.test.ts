// The pieces below ranking: stems, packed lists, fields of a chunk, near words. Promises properties over any input where
// there are some. Refuses a build: these are functions.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { fieldsOf } from "../../../../agent/docs/search/chunk-fields.ts";
import { createReadWord, termsOf } from "../../../../agent/docs/search/chunk-terms.ts";
import { createNearTerms } from "../../../../agent/docs/search/near-terms.ts";
import { eachWeight, packLists, packWeights, unpackLists } from "../../../../agent/docs/search/packed.ts";
import { createTerms } from "../../../../agent/docs/search/stem.ts";

const term = createTerms();
const isOne = (words: string) => new Set(words.split(" ").map(term)).size === 1;

test("forms of one word are one term", () => {
  for (const words of [
    "valid validity",
    "rotate rotated rotation rotating",
    "colour colors Colour",
    "send sent sending",
    "child children",
    "hyphenate hyphenation",
    "grey gray",
    "initialise initialized",
    "labelled label",
    "big biggest",
    "café cafe",
  ])
    assert.ok(isOne(words), words);
});

test("words that mean different things stay apart", () => {
  for (const words of [
    "set settings",
    "lead leading",
    "position positive",
    "import important",
    "head headings",
    "string strip",
  ])
    assert.ok(!isOne(words), words);
});

test("a term is made of any text, and is the same each time", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 80 }), (word) => {
      assert.equal(term(word), createTerms()(word));
    }),
  );
  assert.equal(term("X".repeat(5000)).length, 5000);
});

test("what is packed comes out again", () => {
  const number = fc.integer({ min: 0, max: 2 ** 40 });
  fc.assert(
    fc.property(fc.uniqueArray(number), fc.array(fc.array(number)), (keys, lists) => {
      const entries = keys.toSorted((a, b) => a - b).flatMap((key) => [key, (key % 255) + 1]);
      const read: number[] = [];
      eachWeight(packWeights(entries), (key, weight) => read.push(key, weight));
      assert.deepEqual(read, entries);
      assert.deepEqual(unpackLists(packLists(lists)), lists);
    }),
  );
});

test("a chunk's text is cut into what each part is", () => {
  const text = [
    "`weave(rows, yarn)`",
    "",
    "- Interface: Loom",
    "",
    "Makes cloth.",
    "It takes a while.",
    "",
    "Parameters:",
    "- rows (number): How many.",
    "",
    "```js",
    "loom.weave(3);",
    "```",
    "",
    "Can accept: Yarn, Thread, Wool, Silk, Cotton or Linen.",
  ].join("\n");

  const { signature, lead, body, code, types } = fieldsOf(text);

  assert.match(signature, /weave\(rows, yarn\)/);
  assert.equal(lead, "Makes cloth.\nIt takes a while.\n");
  assert.match(body, /rows \(number\): How many/);
  assert.equal(code, "loom.weave(3);\n");
  assert.match(types, /Yarn, Thread, Wool, Silk, Cotton or Linen/);
  assert.ok(!body.includes("Silk"));
});

test("a table of versions above the first sentence does not take its place", () => {
  const { lead } = fieldsOf("| Version | Access |\n| --- | --- |\n| 5.0 | R/W |\n\nDeletes pages.");

  assert.equal(lead, "Deletes pages.\n");
});

test("hostile text costs no more than its length", () => {
  for (const text of [
    "A".repeat(100_000),
    "Aa, ".repeat(30_000),
    "[".repeat(50_000),
    "`".repeat(50_000),
    "A a".repeat(40_000),
  ])
    fieldsOf(text);
});

test("a name weighs more than a lead, a lead more than an example, and nothing more than all", () => {
  const { weights, name, owner } = termsOf(
    {
      title: "Loom.weaveRow",
      interface: "Loom",
      member: "weaveRow",
      text: "Makes cloth.\n\n```\nspindle()\n```",
      line: 1,
    },
    createReadWord(),
  );
  const [row = 0, cloth = 0, spindle = 0] = ["row", "cloth", "spindle"].map((word) =>
    weights.get(term(word)),
  );

  assert.ok(row > cloth && cloth > spindle && spindle > 0);
  assert.ok([...weights.values()].every((weight) => weight > 0 && weight <= 1));
  assert.deepEqual([name, owner], [["weav", "row"], ["loom"]]);
  assert.ok(weights.has("weaverow"));
});

test("a near word has a slip or two, never another first letter, and none is near to a short one", () => {
  const near = createNearTerms(["document", "paragraph", "height", "fold", "gold", "weight"]);

  assert.equal(near("documnt")[0]?.term, "document");
  assert.equal(near("paragrpah")[0]?.term, "paragraph");
  assert.equal(near("heigth")[0]?.term, "height");
  assert.deepEqual(near("bold"), []);
  assert.deepEqual(near("zzzzzzzz"), []);
});
