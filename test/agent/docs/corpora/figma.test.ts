// Figma's declarations, read where they lie: every member of every interface, mixins and unions, options, globals.

import assert from "node:assert/strict";
import { test } from "node:test";
import { corpusFolder } from "../../../corpora.ts";
import { allMembers, declaredCorpus, membersMissed } from "./declared-corpus.ts";

const CORPUS = "figma-dts";

test("Figma: all 260 interfaces, the aliases with members, and every member", async (t) => {
  const corpus = await declaredCorpus(t, CORPUS);
  if (!corpus) return;
  const { surface, report } = corpus;

  const members = surface.interfaces().reduce((sum, name) => sum + allMembers(surface, name).size, 0);

  assert.ok(report.surface.interfaces >= 383, `${report.surface.interfaces} interfaces`);
  assert.ok(report.surface.members >= 2_260, `${report.surface.members} members`);
  assert.ok(report.surface.optionKeys >= 646, `${report.surface.optionKeys} keys`);
  assert.ok(members >= 7_700, `${members} members with inherited ones`);
  assert.deepEqual(
    report.skipped
      .map(({ reason }) => reason)
      .filter((reason) => !reason.startsWith("parent not documented")),
    [],
  );
});

test("a rough count of lines and brackets finds nothing that the parser has missed", (t) => {
  const folder = corpusFolder(t, CORPUS);
  if (folder === undefined) return;

  // The rough count takes a line of a type that spans several for a member.
  assert.deepEqual(membersMissed(folder), ["plugin-api.d.ts: BaseNonResizableTextMixin.Pick"]);
});

test("globals, mixins, unions, options: from figma to the keys of showUI", async (t) => {
  const corpus = await declaredCorpus(t, CORPUS);
  if (!corpus) return;
  const { surface } = corpus;

  assert.deepEqual(
    surface.globals().map(({ name, interface: of }) => [name, of]),
    [
      ["__html__", null],
      ["__uiFiles__", "__uiFiles__"],
      ["console", "Console"],
      ["figma", "PluginAPI"],
    ],
  );
  assert.deepEqual(
    surface.functions().map(({ name }) => name),
    ["clearInterval", "clearTimeout", "fetch", "setInterval", "setTimeout"],
  );
  assert.equal(surface.member("FrameNode", "layoutMode")?.interface, "AutoLayoutMixin");
  assert.equal(surface.member("SceneNode", "characters")?.name, "characters");
  assert.equal(surface.interface("BlendMode")?.kind, "enumeration");
  assert.equal(surface.member("ExtendedVariableCollection", "addMode"), undefined);
  assert.equal(surface.member("ExtendedVariableCollection", "renameMode")?.kind, "method");
  assert.deepEqual(
    surface.member("PluginAPI", "showUI")?.options.map(({ name }) => name),
    ["visible", "title", "width", "height", "position", "themeColors"],
  );
  assert.equal(surface.isComplete("RectangleNode"), true);
  assert.equal(surface.isComplete("ColorPalette"), false);
});
