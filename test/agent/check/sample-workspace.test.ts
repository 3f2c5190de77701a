// The sample workspace: its own scripts raise nothing, and each kind of invention is found by its own family alone.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { checkFile } from "../../../agent/check/check-file.ts";
import type { World } from "../../../agent/check/world.ts";
import { sampleDocs } from "../docs/sample-docs.ts";
import { told } from "./engine-world.ts";

async function sampleWorld(t: TestContext): Promise<World> {
  const { docs, profile, root } = await sampleDocs(t, "quire");
  const all = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
  const paths = all.filter((one) => fs.statSync(path.join(root, one)).isFile());
  const read = (one: string): string | null =>
    paths.includes(one) ? fs.readFileSync(path.join(root, one), "utf8") : null;
  return { surface: docs.surface, profile, project: { paths: () => paths, read } };
}

test("the sample's own scripts raise nothing", async (t) => {
  const world = await sampleWorld(t);
  const scripts = world.project?.paths().filter((one) => one.endsWith(".js")) ?? [];

  const found = scripts.flatMap((one) =>
    checkFile({ path: one, text: world.project?.read(one) ?? "" }, world),
  );

  assert.ok(scripts.length > 4);
  assert.deepEqual(found, []);
});

test("each kind of invention is found by its own family and no other", async (t) => {
  const world = await sampleWorld(t);
  const rows: [string, string[]][] = [
    ["sheet.gridCellEnd();", ["member sheet.gridCellEnd"]],
    ['quire.openXml("a.xml");', ["object quire"]],
    ["loadRecords();", ["function loadRecords"]],
    ["const a = 1;", ["syntax const"]],
    ["var f = (a) => a;", ["syntax an arrow function"]],
    ["var f = new Frame();\nsheet.frameBegin(f, { borderColour: 1 });", ["option borderColour"]],
    ["var c = new HttpClient();", ["constructor HttpClient"]],
    ["Object.keys({});", ["engine Object.keys"]],
    ['JSON.parse("1");', ["engine JSON"]],
    ["[1].map(trace);", ["engine [1].map"]],
    ["Array.prototype.map.call([1], trace);", ["engine Array.prototype.map"]],
    ['include("lib/nowhere.js");', ["file lib/nowhere.js"]],
  ];

  const wrong = rows.flatMap(([text, expected]) => {
    const found = told(checkFile({ path: "new.js", text }, world));
    return JSON.stringify(found) === JSON.stringify(expected) ? [] : [{ text, found }];
  });

  assert.deepEqual(wrong, []);
});

test("a cell's end is refused in the owner's words", async (t) => {
  const world = await sampleWorld(t);

  const [found] = checkFile({ path: "grid.js", text: 'sheet.gridCell("a");\nsheet.gridCellEnd();\n' }, world);

  assert.match(found?.message ?? "", /Rows and cells close by themselves\./);
  assert.equal(found?.confidence, "certain");
  assert.deepEqual([found?.line, found?.column], [2, 7]);
});
