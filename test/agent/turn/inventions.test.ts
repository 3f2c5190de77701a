// Stories of invented names over the sample workspace: what is refused before it is staged, in which words, and what is not.

import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { TurnEvent } from "../../../agent/events.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";
import { done, type Tool } from "../../../agent/tools/tool.ts";
import { fold } from "../../../agent/turn/fold.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, type ScriptItem, say } from "../../servers/scripted-model.ts";
import { QUIRE, quireDocs } from "./quire-docs.ts";
import { openWorkshop, type WorkshopOptions } from "./workshop.ts";

const docsOfQuire = quireDocs();
const tools = layTools(plainLayer(baseTools), docsTools);

const scripts = Object.fromEntries(
  readdirSync(QUIRE, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".js") && statSync(join(QUIRE, path)).isFile())
    .map((path) => [path, readFileSync(join(QUIRE, path), "utf8")]),
);

const lookUp = call("lookup_docs", { query: "Grid" });
const write = (path: string, content: string) => call("write_file", { path, content });
const edit = (path: string, old: string, fresh: string) => call("edit_file", { path, old, new: fresh });

type Told = { results: string[]; events: TurnEvent[]; runs: (TurnEvent & { type: "tool_ran" })[] };
type Setting = Pick<WorkshopOptions, "deps"> & { files?: Record<string, string>; laid?: readonly Tool[] };

/** Looks up once, then does what the script says, and answers. */
async function turnOf(
  script: ScriptItem[],
  { files = {}, laid = tools, deps = {} }: Setting = {},
): Promise<Told> {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  await using shop = await openWorkshop({
    files: { ...scripts, ...files },
    model: { script: [lookUp, ...script, say("There.")] },
    deps: { docs: async () => docs, tools: () => laid, profile, ...deps },
  });
  const turn = await shop.ask("go on");
  await shop.run(turn);
  const events = await shop.events(turn);
  const last: { messages: { role: string; content: string }[] } = JSON.parse(
    shop.model.requests.at(-1)?.raw.toString() ?? "",
  );
  const results = last.messages.filter(({ role }) => role === "tool").map(({ content }) => content);
  const runs = events.flatMap((e) => (e.type === "tool_ran" ? [e] : []));
  return { results: results.slice(1), events, runs: runs.slice(1) };
}

const stagedPaths = ({ events }: Told) => fold(events).changes.map(({ path }) => path);

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

test("names of the documentation are never refused, whoever writes them", async () => {
  const told = await turnOf([
    ...Object.entries(scripts).map(([path, text]) => write(`copy/${path.replaceAll("/", "-")}`, text)),
    edit(
      "grid.js",
      "sheet.gridEnd();\n\n  sheet.rule(",
      "sheet.gridEnd();\n\n  sheet.gridBegin(new Grid());\n  sheet.gridEnd();\n  sheet.rule(",
    ),
  ]);

  const refused = told.results.filter((result) => /^Refused \((?:invented|syntax)/.test(result));
  assert.deepEqual(refused, []);
});

test("a script of every documented member is staged, and nothing is noted of it", async () => {
  const { surface } = await docsOfQuire();
  const lines = surface.interfaces().flatMap((name, at) => {
    const info = surface.interface(name);
    if (!info || info.kind === "enumeration") return [];
    const made = info.constructors ? `new ${name}()` : (info.reach ?? null);
    if (made === null) return [];
    const members = surface.members(name).filter((member) => !member.static && member.name !== "[]");
    const uses = members.map((member) =>
      member.kind === "method" ? `v${at}.${member.name}();` : `trace(v${at}.${member.name});`,
    );
    return [`var v${at} = ${made};`, ...uses];
  });

  const told = await turnOf([write("all.js", `${lines.join("\n")}\n`)]);

  assert.ok(lines.length > 60, String(lines.length));
  assert.match(told.results[0] ?? "", /^Staged all\.js: \+\d+ −0 lines[^\n]*$/);
});

test("what stood in a file before the turn refuses nothing, and the model does not hear of it", async () => {
  const old = 'sheet.oldFangled();\nsheet.text("a");\n';
  const told = await turnOf([edit("old.js", '"a"', '"b"'), write("more.js", 'sheet.text("c");\n')], {
    files: { "old.js": old },
  });

  // edit_file needs no read: the file was found by its text.
  assert.ok(!told.results.join().includes("oldFangled"), told.results.join());
  assert.deepEqual(stagedPaths(told), ["more.js", "old.js"]);
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

test("a moved file brings nothing in, then or when it is edited later", async () => {
  const old = 'sheet.oldFangled();\nsheet.text("a");\n';
  const told = await turnOf(
    [
      call("move_file", { from: "old.js", to: "lib/old.js" }),
      edit("lib/old.js", '"a"', '"b"'),
      edit("lib/old.js", 'sheet.text("b");', 'sheet.text("b");\nsheet.newFangled();'),
    ],
    { files: { "old.js": old } },
  );

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    [null, null, "invented"],
  );
  assert.ok(!told.results[2]?.includes("oldFangled"));
});

test("lines that move from an old file into a new one are not the turn's inventions; a new use of one is", async () => {
  const files = {
    "old.js": 'function a() {\n  sheet.oldFangled();\n}\nfunction b() {\n  sheet.text("b");\n}\n',
  };
  const part = write("part.js", "function a() {\n  sheet.oldFangled();\n}\n");
  const told = await turnOf(
    [
      write("fresh.js", "sheet.oldFangled(1);\n"),
      part,
      edit("old.js", "function a() {\n  sheet.oldFangled();\n}\n", ""),
      write("late.js", "function a2() {\n    sheet.oldFangled();\n}\n"),
    ],
    { files },
  );

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    ["invented", null, null, null],
  );
});

test("a deletion brings nothing in, and calls of what it took away may go one by one", async () => {
  const file = "function helper(a) {\n  return a;\n}\nsheet.text(helper(1));\nsheet.text(helper(2));\n";
  const told = await turnOf(
    [
      call("edit_file", { path: "own.js", old: "function helper(a) {\n  return a;\n}\n", new: "" }),
      edit("own.js", "sheet.text(helper(1));", 'sheet.text("1");'),
      edit("own.js", "sheet.text(helper(2));", 'sheet.text("2");'),
    ],
    { files: { "own.js": file } },
  );

  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    [null, null, null],
  );
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

test("a name is no custom of the project because this turn has written it elsewhere", async () => {
  const told = await turnOf([
    write("one.ts", "sheet.gridFinish();\n"),
    write("two.ts", "sheet.gridFinish();\n"),
    write("three.js", "sheet.gridFinish();\n"),
  ]);

  // The sample's profile calls .js files alone the engine's own.
  assert.deepEqual(
    told.runs.map(({ reason }) => reason),
    [null, null, "invented"],
  );
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

test("documentation that is not whole refuses no name: it only notes it, once", async () => {
  const docs = await docsOfQuire();
  const names = [...docs.surface.interfaces()];
  const surface = {
    ...docs.surface,
    interfaces: () => names,
    isComplete: () => false,
    interface(name: string) {
      const info = docs.surface.interface(name);
      return info && { ...info, complete: false };
    },
  };
  const told = await turnOf(
    [
      write("a.js", "sheet.gridFinish();\nvar c = new HttpClient();\n"),
      edit("a.js", "new HttpClient()", "new HttpClient(1)"),
    ],
    { deps: { docs: async () => ({ ...docs, surface }) } },
  );

  assert.deepEqual(stagedPaths(told), ["a.js"]);
  assert.match(
    told.results[0] ?? "",
    /^Staged a\.js[\s\S]*does not settle this[\s\S]*- a\.js:1:7: sheet\.gridFinish/,
  );
  assert.doesNotMatch(told.results[1] ?? "", /settle/);
});

test("what the owner says exists is staged", async () => {
  const docs = await docsOfQuire();
  const profile = await loadProfile(QUIRE);
  await using shop = await openWorkshop({
    files: scripts,
    model: { script: [lookUp, write("a.js", "sheet.gridFinish();\n"), say("There.")] },
    deps: { docs: async () => docs, tools: () => tools, profile },
  });
  const said = { workspace: "ws", family: "member", about: "Sheet.gridFinish", by: "telegram:1", at: 1 };
  const ledger = { ...shop.deps.ledger, existing: async () => [said] };
  shop.deps.ledger = ledger;
  const turn = await shop.ask("go on");

  await shop.run(turn);

  assert.deepEqual(
    fold(await shop.events(turn)).changes.map(({ path }) => path),
    ["a.js"],
  );
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

test("a file that is ignored is there all the same, with what it declares where a script loads it", async () => {
  const files = {
    ".gitignore": "built/\n",
    "built/all.js": "function builtHelp(a) {\n  return a;\n}\n",
    "start.js": 'include("built/all.js");\n',
  };
  const told = await turnOf([write("a.js", 'include("built/all.js");\nbuiltHelp(1);\n')], { files });

  assert.deepEqual(stagedPaths(told), ["a.js"]);
});
