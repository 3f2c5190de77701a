// The sample engine's documentation as a programming interface: built from its pages, with its own profile. Promises the
// whole list of its constructs. Refuses to repeat its documentation: names only.

import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { loadProfile } from "../../../../agent/workspace/profile.ts";
import { docsOfFolder } from "../surface-of.ts";

const sample = path.join(import.meta.dirname, "../../../../bot/playground/sample/quire");

test("Quire has six pairs, the calls inside two of them, and one pair that opens nothing", async (t) => {
  const { docs } = await docsOfFolder(t, path.join(sample, "docs"));

  const { constructs, skipped } = docs.constructs(await loadProfile(sample));

  assert.deepEqual(
    constructs.map((one) => [one.id, one.interface, one.declared, one.opened, one.closed]),
    [
      ["band", "Band", "var band = new Band();", "sheet.bandBegin(band);", "sheet.bandEnd();"],
      ["flow", "Flow", "var flow = new Flow();", "sheet.flowBegin(flow);", "sheet.flowEnd();"],
      ["frame", "Frame", "var frame = new Frame();", "sheet.frameBegin(frame);", "sheet.frameEnd();"],
      ["grid", "Grid", "var grid = new Grid();", "sheet.gridBegin(grid);", "sheet.gridEnd();"],
      ["gridcell", null, null, "sheet.gridCell(content);", null],
      ["gridrow", null, null, "sheet.gridRow();", null],
      ["group", "Group", "var group = new Group();", "sheet.groupBegin(group);", "sheet.groupEnd();"],
      ["list", "List", "var list = new List();", "sheet.listBegin(list);", "sheet.listEnd();"],
      ["listitem", null, null, "sheet.listItem(content);", null],
    ],
  );
  assert.deepEqual(skipped, [
    { pair: "Sheet.layerBegin/layerEnd", why: 'it opens on nothing that anyone makes: "name" is string' },
  ]);
});

test("Quire's rows, cells and items carry the owner's word on why nothing closes them", async (t) => {
  const { docs } = await docsOfFolder(t, path.join(sample, "docs"));

  const { constructs } = docs.constructs(await loadProfile(sample));

  const told = constructs.filter((one) => one.negativeFact !== null);
  assert.deepEqual(
    told.map((one) => [one.id, one.absent, one.inner]),
    [
      ["grid", ["gridRowEnd", "gridCellEnd"], ["Sheet.gridCell", "Sheet.gridRow"]],
      ["gridcell", ["gridCellEnd"], []],
      ["gridrow", ["gridRowEnd"], []],
      ["list", ["listItemEnd"], ["Sheet.listItem"]],
      ["listitem", ["listItemEnd"], []],
    ],
  );
  assert.ok(constructs.find((one) => one.id === "grid")?.aliases.some((alias) => /\btable\b/.test(alias)));
});

test("Quire's globals, parents, constructors and values are those of its pages", async (t) => {
  const { surface } = await docsOfFolder(t, path.join(sample, "docs"));

  assert.deepEqual(
    surface.globals().map((one) => [one.name, one.interface, one.isClass]),
    [
      ...["Align", "Band", "Colour", "Flow", "Font", "Frame", "Grid", "Group", "List"].map((name) => [
        name,
        name,
        true,
      ]),
      ["records", "Records", false],
      ["sheet", "Sheet", false],
    ],
  );
  assert.equal(surface.member("Grid", "width")?.interface, "Box");
  assert.equal(surface.member("Align", "RIGHT")?.static, true);
  assert.deepEqual(
    surface.member("Sheet", "gridBegin")?.options.map((key) => key.name),
    ["lines", "lineColour", "caption", "zebra"],
  );
  assert.ok(surface.interfaces().every((name) => surface.isComplete(name)));
});
