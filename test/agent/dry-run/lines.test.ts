// A dry run in words: a line that fits a phone's card, and a text that says what it proves.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dryRunLine, dryRunText } from "../../../agent/dry-run/lines.ts";
import type { DryRunReport } from "../../../agent/dry-run/report.ts";

const report: DryRunReport = {
  entries: [
    { path: "main.js", end: "completed", error: null },
    { path: "tool.js", end: "completed", error: null },
  ],
  findings: [],
  entered: 8,
  notEntered: [
    { name: "drawNotes", path: "notes.js", line: 5 },
    { name: "(anonymous)", path: "main.js", line: 9 },
  ],
  missing: [],
  loaded: ["main.js", "tool.js", "notes.js"],
  assumed: [],
  leftOut: [],
  output: [],
  ms: 40,
};
const thrown = {
  path: "lib/a-folder-of-a-long-name/and-a-script-of-a-long-name.js",
  end: "threw" as const,
  error: { message: "TypeError: x", path: "lib/b.js", line: 3, column: 4, confidence: "likely" as const },
};

test("a good run says what ran and what was never entered", () => {
  assert.equal(dryRunLine(report), "dry run: 2 scripts ran to their end, 2 of 10 functions not entered");
  assert.match(
    dryRunText(report),
    /8 of 10 functions entered\. Functions never entered: drawNotes \(notes\.js:5\)/,
  );
  assert.match(dryRunText(report), /ran touched no name that the documentation is known to lack\./);
  assert.match(dryRunText(report), /loops over what they hand out ran zero times/);
});

test("a run that met much still fits a card", () => {
  const finding = {
    family: "member" as const,
    confidence: "certain" as const,
    symbol: "sheet.x",
    about: "Sheet.x",
    line: 1,
    column: 2,
    message: "sheet.x does not exist.",
    suggestions: [],
    path: "main.js",
  };
  const much = { ...report, entries: [...report.entries, thrown, thrown], findings: Array(12).fill(finding) };

  const line = dryRunLine(much);

  assert.ok(line.length <= 90, line);
  assert.match(line, /^dry run: 12 undocumented names touched/);
  assert.equal(dryRunText(much).match(/sheet\.x does not exist/g)?.length, 5);
  assert.match(dryRunText(much), /ran touched no other name that the documentation is known to lack\./);
  assert.match(dryRunText(much), /Nor does the documentation have: Sheet\.x \(main\.js:1\)/);
});

test("an error that may be of the stubs says so", () => {
  const told = dryRunText({ ...report, entries: [thrown] });

  assert.match(told, /threw an error: lib\/b\.js:3:4: TypeError: x It may be of the stubs/);
});

test("where nothing could be run, nothing is claimed", () => {
  const none = { ...report, entries: [] };

  assert.equal(dryRunLine(none), "dry run: no script to run");
  assert.equal(dryRunText(none), "Dry run: there was no script to run.");
});
