// Names of an answer that its excerpts do not have: found wherever they stand, and not where English or the answer's own
// names only look like it. Over the sample engine's documentation.

import assert from "node:assert/strict";
import { test } from "node:test";
import { unseenNames } from "../../../agent/lookups/unseen-names.ts";
import { quireDocs } from "../turn/quire-docs.ts";

const quire = quireDocs();

async function unseen(answer: string, ...ids: string[]): Promise<string[]> {
  const docs = await quire();
  const excerpts = ids.flatMap((id) => docs.chunk(id) ?? []);
  return unseenNames(answer, { surface: docs.surface, excerpts });
}

test("a name that nothing documents is seen in prose, in markup, indented, as a chunk's title and alone", async () => {
  assert.deepEqual(await unseen("Then call sheet.gridCellEnd() after it."), ["sheet.gridCellEnd"]);
  assert.deepEqual(await unseen("<code>sheet.gridCellEnd()</code>"), ["sheet.gridCellEnd"]);
  assert.deepEqual(await unseen("Do:\n\n    sheet.gridCellEnd();\n"), ["sheet.gridCellEnd"]);
  assert.deepEqual(await unseen("See `Sheet-gridCellEnd`."), ["Sheet-gridCellEnd"]);
  assert.deepEqual(await unseen("Call gridCellEnd() at the end, then table.addRow()."), [
    "gridCellEnd",
    "addRow",
  ]);
});

test("documented names, names of the excerpts and of the answer itself, files and English are none", async () => {
  const plain = [
    "Sheet.gridBegin opens it, sheet.gridEnd() closes it, Align.CENTRE centres it, sheet.toString() is plain.",
    "function drawRow() {}\nvar o = { makeIt: function () {} };\ndrawRow(); o.makeIt(); parseInt('1');",
    "It is Grid-based and stands in sheet.js. Nothing ends the sheet.It ends itself (see there).",
    "As it says there [chunk Sheet-madeUp].",
  ];
  for (const answer of plain) assert.deepEqual(await unseen(answer, "Sheet-gridBegin"), [], answer);
});
