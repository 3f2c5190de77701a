// The find_construct tool as a model meets it: by id, interface, calls, alias and kind, with what is absent and where the
// workspace uses it. Promises the sample engines' own workspaces and documentation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { findConstructTool } from "../../../agent/tools/find-construct.ts";
import { defaultProfile } from "../../../agent/workspace/profile.ts";
import { docsOf } from "../docs/surface-of.ts";
import { docsWorld } from "./docs-world.ts";

test("a construct is told whole: declared, opened, filled, closed, members, what is absent, where it is used", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(findConstructTool, { words: "grid" });

  assert.ok(result.ok);
  const lines = result.text.split("\n");
  for (const line of [
    "grid: paired, of the interface Grid",
    "var grid = new Grid();",
    "sheet.gridEnd();",
    "Members of Grid: columns array of number; headerRows number; rowHeight number",
    "Rows and cells close by themselves. There is no gridRowEnd, no gridCellEnd.",
  ])
    assert.ok(lines.includes(line), line);
  assert.match(result.text, /^sheet\.gridBegin\(grid, options\?\); \/\/ options: lines string/m);
  assert.match(result.text, /^From its parents: fill Colour; .*width number$/m);
  assert.match(result.text, /^Used in: grid\.js lines 8, 13, 14, 15, 16, 17 and \d+ more$/m);
  assert.deepEqual(result.evidence?.chunks, [
    "Grid",
    "Sheet-gridBegin",
    "Sheet-gridEnd",
    "Sheet-gridCell",
    "Sheet-gridRow",
  ]);
});

test("any of its names finds it, in any case, and a call inside finds the family", async (t) => {
  const world = await docsWorld(t);

  for (const words of [
    "Grid",
    "gridBegin",
    "Sheet.gridEnd",
    "Sheet-gridBegin",
    "new Grid()",
    "gridrow",
    "sheet.gridCell",
    "Grid-columns",
    "Grid.columns",
    "`sheet.gridBegin`",
    "paired grid",
  ]) {
    const result = await world.call(findConstructTool, { words });
    assert.match(result.text, /\n\ngrid: paired, of the interface Grid\n/, words);
  }
});

test("words find it by what its examples are for", async (t) => {
  const world = await docsWorld(t);
  const first = async (words: string) =>
    /\n\n(\w+):/.exec((await world.call(findConstructTool, { words })).text)?.[1];

  assert.equal(await first("newspaper columns"), "flow");
  assert.equal(await first("bulleted list"), "list");
});

test("a kind lists the constructs of that kind", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(findConstructTool, { words: "paired" });

  assert.match(result.text, /\nAlso: .*\bframe\b.*\bgrid\b/);
});

test("a miss names the ids that there are, and what is used nowhere says so", async (t) => {
  const world = await docsWorld(t, { name: "loom" });

  const miss = await world.call(findConstructTool, { words: "barcode" });
  const motif = await world.call(findConstructTool, { words: "selvedge" });

  assert.deepEqual([miss.ok, miss.ok || miss.reason], [false, "no_hits"]);
  assert.match(miss.text, /one of these ids: .*\bmotif\b.*\bselvedge\b.*\bwarp\b/);
  assert.match(motif.text, /^loom\.selvedgeOpen\(selvedge.*\n/m);
  assert.match(motif.text, /^Used in: edges\.js lines? \d/m);
});

test("an engine that opens nothing says so, and names the other tool", async (t) => {
  const { docs } = await docsOf(t, {
    "Kiln.md": "# Kiln\n\nAn oven.",
    "Kiln-heat.md": "# Kiln.heat\n\nHeats.",
  });
  const world = await docsWorld(t, { docs, profile: defaultProfile });

  const result = await world.call(findConstructTool, { words: "Kiln" });

  assert.deepEqual([result.ok, result.ok || result.reason], [false, "no_constructs"]);
  assert.match(result.text, /^Kiln is .*\n\nThis documentation .* lookup_docs/s);
});
