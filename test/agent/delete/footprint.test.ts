// Footprints: all lines of a variable. Promises scopes where a script parses, words where it does not, and silence
// on globals and prose.

import assert from "node:assert/strict";
import { test } from "node:test";
import { footprints } from "../../../agent/delete/footprint.ts";

const byName = (source: string, path = "a.js") =>
  Object.fromEntries(
    (footprints(source, path) ?? []).map(({ name, declared, lines }) => [name, { declared, lines }]),
  );

test("a variable's footprint is its declaration, its settings and its uses", () => {
  const source = [
    "// foot",
    "var foot = new Frame();",
    "foot.height = 20;",
    "sheet.frameBegin(foot);",
    "other();",
  ];

  const prints = byName(source.join("\n"));

  assert.deepEqual(prints, { foot: { declared: [2], lines: [2, 3, 4] } });
});

test("a statement over several lines counts whole, a function does not", () => {
  const source = [
    "var box = new Box({",
    "  width: 3",
    "});",
    "draw(box, {",
    "  clip: true",
    "});",
    "run(function () {",
    "  other();",
    "  box.show();",
    "});",
  ];

  assert.deepEqual(byName(source.join("\n")).box, { declared: [1], lines: [1, 2, 3, 4, 5, 6, 9] });
});

test("a name that is declared twice in two scopes has two footprints", () => {
  const source = "function a() { var x = 1;\n x++; }\nfunction b() { var x = 2;\n x--; }\n";

  const prints = (footprints(source, "a.js") ?? []).filter(({ name }) => name === "x");

  assert.deepEqual(
    prints.map(({ lines }) => lines),
    [
      [1, 2],
      [3, 4],
    ],
  );
});

test("globals of the engine, parameters and properties are not told", () => {
  const prints = byName("sheet.text(a);\nfunction f(section) { section.x = 1; }\nvar x = 1;\nsheet.x = 2;\n");

  assert.deepEqual(Object.keys(prints).sort(), ["f", "x"]);
  assert.deepEqual(prints.x?.lines, [3]);
});

test("directives of a script host do not keep a file from being parsed", () => {
  const prints = byName('#target quire\n#include "lib.js"\nvar a = 1;\na = 2;\n');

  assert.deepEqual(prints.a, { declared: [3], lines: [3, 4] });
});

test("where a script does not parse, words stand in", () => {
  const prints = byName("var foot = new Frame(;\nfoot.height = 20;\n// foot\nsheet.foot = 1;\n");

  assert.deepEqual(prints.foot, { declared: [1], lines: [1, 2] });
});

test("other languages are read by words", () => {
  const prints = byName(
    "import os\n\ndef total(rows):\n    amount = 0\n    return amount\n\nprint(total([]))\n",
    "tally.py",
  );

  assert.deepEqual(prints.total, { declared: [3], lines: [3, 7] });
  assert.deepEqual(prints.amount, { declared: [4], lines: [4, 5] });
});

test("prose and data have no footprints", () => {
  assert.equal(footprints("let us go\nlet us stay", "notes.txt"), null);
  assert.equal(footprints("{}", "parts.json"), null);
});

test("names of objects' own methods are names like others", () => {
  const prints = byName(
    "var constructor = 1;\nvar toString = 2;\nuse(constructor, toString);\nvar x = (;",
    "a.js",
  );

  assert.deepEqual(prints.constructor, { declared: [1], lines: [1, 3] });
});
