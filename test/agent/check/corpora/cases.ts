// Inventions and non-inventions of real projects, each by the number of its report in cases.json: found by its family, left
// alone, or a limit that is named.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { type TestContext, test } from "node:test";
import { checkFile } from "../../../../agent/check/check-file.ts";
import type { Surface } from "../../../../agent/docs/surface/surface.ts";
import { defaultProfile, type Profile } from "../../../../agent/workspace/profile.ts";
import { corpusFolder } from "../../../corpora.ts";
import { tempDocs } from "../../docs/docs-folder.ts";
import { docsOfFolder } from "../../docs/surface-of.ts";
import { told } from "../engine-world.ts";
import type { SharedCorpora } from "./shared.ts";

type Case = { id: number; code: string; found: string[]; limit?: string; files?: Record<string, string> };
type Engine = { folder: string; only?: RegExp; profile: Partial<Profile>; cases: Case[] };

const STRING_KEYS = "which names a string may be is not in the member index";

const engines: Record<string, Engine> = {
  "After Effects": {
    folder: "aftereffects-dts",
    profile: { level: 3 },
    cases: [
      {
        id: 1,
        code: "var f = new File('a'); f.open('r'); var o = JSON.parse(f.read());",
        found: ["engine JSON"],
      },
      { id: 2, code: "alert('not found: ' + JSON.stringify(['a']));", found: ["engine JSON"] },
      { id: 4, code: "if (app.project) { JSON.stringify({}); }", found: ["engine JSON"] },
      {
        id: 6,
        code: "var names = app.project.selection.map(function (one) { return one.name; });",
        found: ["engine app.project.selection.map"],
      },
      {
        id: 8,
        code: "if (typeof JSON !== 'object') { JSON = {}; }\nJSON.lave({});",
        found: [],
        limit: "the members of an object that the project makes itself are the project's",
      },
      {
        id: 9,
        code: "app.project.activeItem.layer(1).property('ADBE Rotation').setValue(1);",
        found: [],
        limit: STRING_KEYS,
      },
      { id: 10, code: "app.executeCommand(2004);", found: [] },
      { id: 12, code: "let bytes = new Uint8Array(4);", found: ["syntax let", "engine Uint8Array"] },
      { id: 13, code: "var lib = {}; (function () { this.lib = lib; })();", found: [] },
      {
        id: 26,
        code: '#include "../_common/helper_js"\nalert("a");',
        found: ["file ../_common/helper_js"],
        files: { "_common/helper.js": "" },
      },
      {
        id: 27,
        code: "var SheetifyDialogContents = 'x';\nnew Window(sheetifyDialogContents);",
        found: ["object sheetifyDialogContents ?"],
      },
      { id: 28, code: "$.setAppName('x');", found: ["member $.setAppName"] },
    ],
  },
  InDesign: {
    folder: "indesign/api",
    only: /object-export-option/,
    profile: { level: 3, globals: ["options: ObjectExportOption"] },
    cases: [
      { id: 22, code: "options.preserveAppearanceFromLayout;", found: [] },
      { id: 21, code: "options.customImageConversion;", found: ["member options.customImageConversion"] },
      {
        id: 21,
        code: "if (options.customImageConversion) { options.customImageConversion = 1; }",
        found: [],
      },
    ],
  },
  Figma: {
    folder: "figma-dts",
    profile: { level: 2022 },
    cases: [
      { id: 35, code: 'const a = document.createElement("a");', found: ["object document"] },
      { id: 36, code: "const form = new FormData();", found: ["constructor FormData"] },
      { id: 37, code: "figma.loadAllPagesAsync();", found: [] },
    ],
  },
  PhantomJS: {
    folder: "phantomjs/api",
    profile: { level: 5, globals: ["document"], builtIns: { present: [], absent: ["Function#bind"] } },
    cases: [
      {
        id: 38,
        code: "var all = document.querySelectorAll.bind(document);",
        found: [],
        limit: "the browser's objects inside a page are not in the guide",
      },
      {
        id: 39,
        code: "document.querySelectorAll('a')[1].trigger('click');",
        found: [],
        limit: "the browser's objects inside a page are not in the guide",
      },
      {
        id: 40,
        code: "var page = require('webpage').create(); page.pages[0].evaluate(function () {});",
        found: [],
        limit: "the member is real: only a bridge to it lacks it",
      },
    ],
  },
  Acrobat: {
    folder: "acrobat/html",
    profile: { level: 3 },
    cases: [
      { id: 49, code: "var pp = this.getPrintPareams();", found: ["member this.getPrintPareams"] },
      {
        id: 52,
        code: "app.addMenuItem({ cName: 'a', cTooltext: 'b', cLabel: 'c', cParent: 'Help', cExec: 'd' });\napp.addSubMenu({ cName: 'a', cParent: 'b', cEnable: 'c', cMarked: 'd' });",
        found: ["option cTooltext", "option cLabel", "option cEnable", "option cMarked"],
      },
      { id: 53, code: "this.mailDoc({ bUI: true, cTo: 'a', cCC: 'b' });", found: ["option cCC"] },
      { id: 54, code: "this.submitForm({ cUrl: 'a', cSubmitAs: 'PDF' });", found: ["option cUrl"] },
    ],
  },
};

/** Of a large corpus only the pages that the cases are about. */
async function partOf(t: TestContext, { folder }: Engine, only: RegExp): Promise<Surface | undefined> {
  const whole = corpusFolder(t, folder);
  if (whole === undefined) return undefined;
  const files = fs
    .readdirSync(whole, { recursive: true, encoding: "utf8" })
    .filter((one) => only.test(one) && one.endsWith(".md"));
  const pages = Object.fromEntries(files.map((one) => [one, fs.readFileSync(path.join(whole, one))]));
  return (await docsOfFolder(t, tempDocs(t, pages).folder)).surface;
}

export function testCases(shared: SharedCorpora): void {
  for (const [name, engine] of Object.entries(engines))
    test(`${name}: the inventions that were reported are found, and what is real is left alone`, async (t) => {
      const surface = engine.only
        ? await partOf(t, engine, engine.only)
        : await shared.surface(t, engine.folder);
      if (surface === undefined) return;
      const profile = { ...defaultProfile, ...engine.profile };

      const wrong = engine.cases.flatMap(({ id, code, found, limit, files = {} }) => {
        const project = { paths: () => Object.keys(files), read: (one: string) => files[one] ?? null };
        const findings = told(checkFile({ path: "src/a.js", text: code }, { surface, profile, project }));
        return JSON.stringify(findings) === JSON.stringify(found) ? [] : [{ id, found: findings, limit }];
      });

      assert.deepEqual(wrong, []);
    });
}
