// What the owner's word is about, and where a text names it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isWrittenAs, namesIt, overruledMessage, saidToExist, wordOf } from "../../../agent/overlay/words.ts";

test("the word that stands in code is the last part of what a finding is about", () => {
  const cases: [string, string, string][] = [
    ["member", "Sheet.gridCellEnd", "gridCellEnd"],
    ["function", "loadRecords()", "loadRecords"],
    ["constructor", "new HttpClient", "HttpClient"],
    ["constructor", "new ui.Panel", "Panel"],
    ["option", "Sheet.frameBegin(borderColour)", "borderColour"],
    ["engine", "Object.keys", "keys"],
    ["engine", "Array#map", "map"],
    ["object", "quire", "quire"],
    ["file", "lib/nowhere.js", "lib/nowhere.js"],
    ["syntax", "arrow function", "arrow function"],
  ];

  for (const [family, about, word] of cases) assert.equal(wordOf({ family, about }), word);
});

test("a text names a thing where it stands as a word, and a plain word only where it stands as code", () => {
  const cell = { family: "member", about: "Sheet.gridCellEnd" };
  const size = { family: "member", about: "Sheet.size" };
  const cost = { family: "member", about: "Sheet.$total" };

  assert.ok(namesIt("Close it with gridCellEnd, once.", cell));
  assert.ok(!namesIt("Close it with gridCellEnds.", cell));
  assert.ok(!namesIt("Close it with gridcellend.", cell));
  assert.ok(namesIt("sheet.$total(1)", cost));
  assert.ok(!namesIt("The size of a sheet is set up first.", size));
  for (const text of ["sheet.size", "`size`", "call size(3)", "{ size: 3 }", "'size'", "Sheet#size"])
    assert.ok(namesIt(text, size), text);
  assert.ok(namesIt("new client", { family: "constructor", about: "new client" }));
});

test("names with signs of patterns in them are plain text", () => {
  assert.ok(namesIt('include("lib/a+b.js")', { family: "file", about: "lib/a+b.js" }));
  assert.ok(!namesIt('include("lib/aab.js")', { family: "file", about: "lib/a+b.js" }));
  assert.ok(!namesIt("anything", { family: "object", about: "(((" }));
});

test("one family's word is no other's, and one owner's member is no other's", () => {
  const exists = saidToExist([{ family: "member", about: "Sheet.size" }]);

  assert.ok(exists({ family: "member", about: "Sheet.size" }));
  assert.ok(!exists({ family: "member", about: "Grid.size" }));
  assert.ok(!exists({ family: "engine", about: "Sheet.size" }));
  assert.ok(isWrittenAs("sheet.size", { family: "member", about: "Sheet.size" }));
  assert.ok(isWrittenAs("size", { family: "member", about: "Sheet.size" }));
  assert.ok(!isWrittenAs("Grid.size", { family: "member", about: "Sheet.size" }));
});

test("a running request hears who says it, and that it may make the refused call again", () => {
  const given = overruledMessage({ about: "Sheet.gridCellEnd" }, "exists");
  const taken = overruledMessage({ about: "Sheet.gridCellEnd" }, "withdrawn");

  assert.match(
    given,
    /^\[context, not a request\]\nThe owner of this workspace says that Sheet\.gridCellEnd exists/,
  );
  assert.match(given, /a call that was refused for it alone may be made again/);
  assert.match(taken, /taken back that Sheet\.gridCellEnd exists/);
});
