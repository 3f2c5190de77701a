// Stories of invented names over the sample workspace: what is refused before it is staged, in which words, and how often.

import assert from "node:assert/strict";
import { test } from "node:test";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { done, type Tool } from "../../../agent/tools/tool.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { call } from "../../servers/scripted-model.ts";
import { docsOfQuire, edit, scripts, stagedPaths, tools, turnOf, write } from "./quire-turn.ts";

test("each kind of invention is refused before it is staged, by its own family", async () => {
  const rows: [family: string, code: string, about: string][] = [
    ["member", "sheet.gridCellEnd();", "Sheet.gridCellEnd"],
    ["object", 'quire.openXml("a.xml");', "quire"],
    ["function", "loadRecords();", "loadRecords()"],
    ["syntax", "const a = 1;", "const"],
    [
      "option",
      "var f = new Frame();\nsheet.frameBegin(f, { borderColour: 1 });",
      "Sheet.frameBegin(borderColour)",
    ],
    ["constructor", "var c = new HttpClient();", "new HttpClient"],
    ["engine", "Object.keys({});", "Object.keys"],
    ["file", 'include("lib/nowhere.js");', "lib/nowhere.js"],
  ];

  const told = await turnOf(rows.map(([family, code]) => write(`new-${family}.js`, `${code}\n`)));

  assert.deepEqual(
    told.runs.map(({ findings = [] }) => findings.map(({ family, about }) => [family, about])),
    rows.map(([family, , about]) => [[family, about]]),
  );
  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", "invented", "invented", "syntax", "invented", "invented", "invented", "missing_file"],
  );
  assert.deepEqual(stagedPaths(told), []);
  assert.ok(told.events.every(({ type }) => type !== "staged"));
});

test("a cell's end is refused with the owner's words, and the corrected call is staged", async () => {
  const cells = (end: string) =>
    `var g = new Grid();\nsheet.gridBegin(g);\nsheet.gridRow();\nsheet.gridCell("a");\n${end}sheet.gridEnd();\n`;
  const told = await turnOf([
    write("table.js", cells("  sheet.gridCellEnd();\n")),
    write("table.js", cells("")),
  ]);

  const [refused = "", staged = ""] = told.results;
  assert.match(refused, /^Refused \(invented\): Not staged, nothing of this call: table\.js/);
  assert.match(
    refused,
    /- table\.js:5:9: sheet\.gridCellEnd does not exist: every member of Sheet is documented/,
  );
  assert.match(refused, /Rows and cells close by themselves\./);
  assert.match(refused, /make the call again\.$/);
  assert.match(staged, /^Staged table\.js/);
  assert.deepEqual(stagedPaths(told), ["table.js"]);
  assert.deepEqual(told.runs[0]?.struck, "table.js");
});

test("an invention stays refused in every later write of the turn, since the file before the turn is what counts", async () => {
  const told = await turnOf([
    edit("notes.js", scripts["notes.js"]?.split("\n")[0] ?? "", "// Notes.\nsheet.noteEnd();"),
    edit("notes.js", scripts["notes.js"]?.split("\n")[0] ?? "", "// Notes."),
    edit("notes.js", "// Notes.", "// Notes.\nsheet.noteEnd();"),
  ]);

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", null, "invented"],
  );
  assert.match(told.results[2] ?? "", /refused before in this request: Sheet\.noteEnd \(2 times now\)/);
});

test("a call of what another file of the change is to bring waits for that file, and says so", async () => {
  const caller = write("caller.js", 'include("lib/fresh.js");\nfreshHelp(1);\n');
  const told = await turnOf([
    caller,
    write("lib/fresh.js", "function freshHelp(a) {\n  return a;\n}\n"),
    caller,
  ]);

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", null, null],
  );
  assert.match(told.results[0] ?? "", /stage that file first/);
  assert.deepEqual(stagedPaths(told), ["caller.js", "lib/fresh.js"]);
});

test("three refused inventions leave the file alone, whatever the names and the tools; others go on", async () => {
  const told = await turnOf([
    write("a.js", "sheet.gridCellEnd();\n"),
    write("a.js", "sheet.gridFinish();\n"),
    write("b.js", "sheet.gridFinish();\n"),
    call("write_file", { path: "./a.js", content: "sheet.gridCellEnd();\n// sure\n" }),
    write("a.js", 'sheet.text("fine");\n'),
    write("b.js", 'sheet.text("fine");\n'),
  ]);

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", "invented", "invented", "invented", "left_alone", null],
  );
  assert.deepEqual(fold(told.events).leftAlone, ["a.js"]);
});

test("two tools that alternate meet the same cap, an owner's tool among them", async () => {
  const own: Tool = {
    name: "scaffold",
    description: "Writes a script.",
    effect: "stage",
    cost: "free",
    parameters: { type: "object", properties: {} },
    label: () => "scaffolding",
    call: async () =>
      done("Made.", null, [
        { path: "grid.js", after: new TextEncoder().encode("sheet.gridCellEnd();\n"), note: null },
      ]),
  };
  const first = scripts["grid.js"]?.split("\n")[0] ?? "";
  const told = await turnOf(
    [
      call("scaffold", {}),
      edit("grid.js", first, `${first}\nsheet.gridFinish();`),
      call("scaffold", { again: 1 }),
      edit("grid.js", first, `${first}\nsheet.text("fine");`),
      call("scaffold", { again: 2 }),
    ],
    { laid: layTools(plainLayer(tools), plainLayer([own])) },
  );

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", "invented", "invented", "left_alone", "left_alone"],
  );
});

test("the lookup that brought the name in is named", async () => {
  const own: Tool = {
    name: "wiki_lookup",
    description: "Looks into the wiki.",
    effect: "read",
    cost: "free",
    parameters: { type: "object", properties: { query: { type: "string" } } },
    label: () => "looking up",
    call: async () => done("Close every cell with `sheet.cellFinish()` before the next one.", null),
  };
  const told = await turnOf(
    [call("wiki_lookup", { query: "how to close a cell" }), write("a.js", "sheet.cellFinish();\n")],
    { laid: layTools(plainLayer(tools), plainLayer([own])) },
  );

  assert.match(
    told.results[1] ?? "",
    /- Sheet\.cellFinish came from wiki_lookup "how to close a cell": do not repeat that lookup\./,
  );
});

test("a lookup that says there is no such name did not bring it in", async () => {
  const told = await turnOf([
    call("find_construct", { words: "grid" }),
    write("a.js", "sheet.gridCellEnd();\n"),
  ]);

  assert.match(told.results[0] ?? "", /gridCellEnd/);
  assert.doesNotMatch(told.results[1] ?? "", /came from/);
});

test("a check that fails stages nothing, says so, and the turn goes on", async () => {
  const docs = await docsOfQuire();
  const broken = {
    ...docs,
    hasWord(): never {
      throw new Error("the index is gone");
    },
  };
  const told = await turnOf([write("a.js", "sheet.gridFinish();\n"), write("a.txt", "plain")], {
    deps: { docs: async () => broken },
  });

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["check_failed", null],
  );
  assert.match(
    told.results[0] ?? "",
    /the check of a\.js failed \(the index is gone\), and nothing is staged unchecked/,
  );
});
