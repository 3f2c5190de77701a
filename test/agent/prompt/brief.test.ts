// The brief of a request: which construct families it gives, in which words, and what it provides. Promises the sample
// engines' own documentation through a real index, and an invented one where nothing is opened or closed.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import fc from "fast-check";
import { type Brief, briefFor } from "../../../agent/prompt/brief.ts";
import { wantedClauses } from "../../../agent/prompt/wanted-clauses.ts";
import { defaultProfile } from "../../../agent/workspace/profile.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { docsOf } from "../docs/surface-of.ts";

async function quire(t: TestContext): Promise<(request: string) => Brief | null> {
  const world = await sampleDocs(t, "quire");
  return (request) => briefFor(request, world);
}

test("a request for a table gives the grid with its rows and cells, and no frame", async (t) => {
  const brief = (await quire(t))("Please add a table with the prices below the heading");

  assert.deepEqual(brief?.constructs, ["grid"]);
  for (const line of [
    /^var grid = new Grid\(\);$/m,
    /^sheet\.gridBegin\(grid, options\?\); \/\/ options: lines string, lineColour Colour/m,
    /^sheet\.gridRow\(options\?\);.*\nsheet\.gridCell\(content, options\?\);.*\nsheet\.gridEnd\(\);$/m,
    /^Grid has columns array of number; headerRows number; rowHeight number\.$/m,
    /^From its parents: fill Colour; height number/m,
    /^Rows and cells close by themselves\. There is no gridRowEnd, no gridCellEnd\.$/m,
    /^Example, from \[chunk [\w-]+\]:\n```\n\/\/ .*table[\s\S]*sheet\.gridEnd\(\);\n```$/m,
  ])
    assert.match(brief?.text ?? "", line);
  for (const name of [
    "Grid",
    "Grid.columns",
    "Box.width",
    "Sheet.gridBegin",
    "Sheet.gridRow",
    "Sheet.gridEnd",
  ])
    assert.ok(brief?.provides.includes(name), name);
  assert.doesNotMatch(brief?.text ?? "", /frame/i);
});

test("each family is asked for by words of its own: goals, aliases, ids", async (t) => {
  const brief = await quire(t);
  const families = (request: string) => brief(request)?.constructs ?? null;

  assert.deepEqual(families("put a footer with the page number on each page"), ["frame"]);
  assert.deepEqual(families("two columns of text with a list of bullets"), ["flow", "list"]);
  assert.deepEqual(families("make the grid wider"), ["grid"]);
  assert.deepEqual(families("keep the heading together with its paragraph"), ["group"]);
  assert.deepEqual(families("letterhead on all pages!"), ["band"]);
});

test("what opens nothing is given by its interface: how one gets it, what the example uses", async (t) => {
  const brief = (await quire(t))("make the headings bold");

  assert.deepEqual(brief?.constructs, []);
  assert.match(brief?.text ?? "", /^Font: made with new Font\(family, size\)$/m);
  assert.match(brief?.text ?? "", /^- Font\.weight: number$/m);
  assert.ok(brief?.provides.includes("Font.weight"));
  assert.ok(!brief?.provides.includes("Font"), "its other members were not shown");
});

test("deletions get none, and what comes in their place does", async (t) => {
  const brief = await quire(t);

  for (const request of [
    "remove the footer",
    "Please delete the price table and the heading, too",
    "get rid of the columns.",
    "can you take out the page number",
  ])
    assert.equal(brief(request), null, request);
  assert.deepEqual(brief("remove the footer and add a table instead")?.constructs, ["grid"]);
  assert.deepEqual(brief("Drop the list. Show the parts in a table with borders")?.constructs, ["grid"]);
});

test("small talk and work on names get none", async (t) => {
  const brief = await quire(t);

  for (const request of [
    "hello",
    "thanks!",
    "list the files",
    "change LOW_STOCK to 5",
    "what did you do?",
    "",
  ])
    assert.equal(brief(request), null, request);
});

test("at most three fragments in three kilobytes, and what was cut is not provided", async (t) => {
  const brief = await quire(t);
  const long =
    "a table with borders, a footer with the page number, newspaper columns, numbered steps, letterhead on every page, " +
    "keep a heading with its paragraph";
  const asked = fc.oneof(fc.constant(long), fc.string({ maxLength: 400 }), fc.lorem({ maxCount: 30 }));

  const whole = brief(long);

  assert.equal(whole?.constructs.length, 3);
  fc.assert(
    fc.property(asked, fc.nat(10), (text, start) => {
      const made = brief(text.slice(start));
      if (!made) return;
      assert.ok(Buffer.byteLength(made.text) <= 3 * 1024);
      assert.ok(made.constructs.length <= 3);
      for (const name of made.provides) {
        const own = name.slice(name.lastIndexOf(".") + 1);
        assert.ok(made.text.includes(own), `${name} of ${text}`);
      }
    }),
    { numRuns: 60 },
  );
});

test("an engine with other endings is briefed the same way", async (t) => {
  const world = await sampleDocs(t, "loom");

  const brief = briefFor("weave a pattern several times over in the middle", world);

  assert.deepEqual(brief?.constructs, ["motif"]);
  assert.match(brief?.text ?? "", /^var motif = new Motif\(\);\nloom\.motifOpen\(motif, options\?\);/m);
  assert.match(brief?.text ?? "", /^loom\.motifClose\(\);$/m);
});

test("an engine without constructs is briefed on the interface that a strict topic names", async (t) => {
  const { docs } = await docsOf(t, {
    "kiln.md": '# Kiln\n\nThe oven. It is accessed using the global property "kiln".',
    "Kiln-heat.md":
      "# Kiln.heat\n\n- Interface: Kiln\n- Kind: method\n\n## Signature\n\n```text\nkiln.heat(degrees)\n```\n\n## Parameters\n\n" +
      "| Name | Type | Required | Description |\n| --- | --- | --- | --- |\n| `degrees` | number | yes | How hot. |\n\n## Example\n\n" +
      "```javascript\n// fire the glaze slowly\nkiln.heat(600);\nkiln.hold(30);\n```\n",
    "Kiln-hold.md": "# Kiln.hold\n\n- Interface: Kiln\n- Kind: method\n",
  });
  const world = { docs, profile: defaultProfile };

  const brief = briefFor("fire the glaze of the second batch", world);

  assert.deepEqual(brief?.constructs, []);
  assert.match(brief?.text ?? "", /^Kiln: reached as kiln$/m);
  assert.match(brief?.text ?? "", /^- Kiln\.heat\(degrees\)$/m);
  assert.match(brief?.text ?? "", /kiln\.hold\(30\);/);
  assert.deepEqual(brief?.provides.toSorted(), ["Kiln.heat", "Kiln.hold"]);
  assert.equal(briefFor("paint the fence", world), null);
});

test("a removal goes on until something else is asked for", () => {
  assert.deepEqual(wantedClauses("remove the header and the footer, then print the total"), [
    "print the total",
  ]);
  assert.deepEqual(wantedClauses("print rows and columns"), [
    "print rows and columns",
    "print rows",
    "columns",
  ]);
  assert.deepEqual(wantedClauses("please delete it"), []);
});
