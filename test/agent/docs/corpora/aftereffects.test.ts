// The declarations of After Effects and of ExtendScript's own objects, read where they lie: floors, a rough count beside
// the parser's, and what a script meets first.

import assert from "node:assert/strict";
import { test } from "node:test";
import { corpusFolder } from "../../../corpora.ts";
import { allMembers, declaredCorpus, membersMissed } from "./declared-corpus.ts";

const CORPUS = "aftereffects-dts";

test("After Effects: at least 199 types, 59 enumerations, 6,242 members with inherited ones", async (t) => {
  const corpus = await declaredCorpus(t, CORPUS);
  if (!corpus) return;
  const { surface, report } = corpus;

  const kinds = Map.groupBy(surface.interfaces(), (name) => surface.interface(name)?.kind);
  const members = surface.interfaces().reduce((sum, name) => sum + allMembers(surface, name).size, 0);

  assert.ok((kinds.get("class")?.length ?? 0) >= 203, `${kinds.get("class")?.length} types`);
  // 59 in the language's sense, and aliases that come to strings alone.
  assert.ok(
    (kinds.get("enumeration")?.length ?? 0) >= 65,
    `${kinds.get("enumeration")?.length} enumerations`,
  );
  assert.ok(members >= 6_520, `${members} members`);
  assert.ok(report.surface.functions >= 43 && report.surface.constructors >= 26);
  assert.deepEqual(
    report.skipped
      .map(({ reason }) => reason)
      .filter((reason) => !/^(?:duplicate title|parent not)/.test(reason)),
    [],
  );
});

test("a rough count of lines and brackets finds nothing that the parser has missed", (t) => {
  const folder = corpusFolder(t, CORPUS);
  if (folder === undefined) return;

  assert.deepEqual(membersMissed(folder), []);
});

test("what a script meets first: app, $, File, dialogs, enumerations", async (t) => {
  const corpus = await declaredCorpus(t, CORPUS);
  if (!corpus) return;
  const { surface } = corpus;

  assert.equal(surface.global("app")?.interface, "Application");
  assert.equal(surface.global("$")?.interface, "$");
  assert.equal(surface.member("Application", "project")?.valueType, "Project");
  assert.equal(surface.member("TextLayer", "inPoint")?.interface, "Layer");
  assert.deepEqual(
    [surface.member("File", "decode")?.static, surface.member("File", "readln")?.static],
    [true, false],
  );
  assert.equal(surface.interface("File")?.constructors?.length, 1);
  assert.equal(surface.fn("File")?.valueType, "File");
  assert.equal(surface.member("BlendingMode", "ADD")?.static, true);
  assert.equal(surface.member("ExternalObject", "AdobeXMPScript")?.static, true);
  assert.equal(surface.member("Panel", "add")?.kind, "method");
  assert.ok((surface.member("Panel", "add")?.signatures.length ?? 0) > 10);
  assert.ok(surface.member("Panel", "add")?.options.some(({ name }) => name === "multiline"));
  assert.equal(surface.member("PropertyGroup", "numProperties")?.readOnly, true);
  assert.equal(surface.fn("isValid")?.signatures[0]?.[0]?.name, "obj");
});
