// Stories of what is no invention of the turn over the sample workspace: real names, old code, moved lines, the owner's word.

import assert from "node:assert/strict";
import { test } from "node:test";
import { fold } from "../../../agent/turn/fold.ts";
import { loadProfile } from "../../../agent/workspace/profile.ts";
import { call, say } from "../../servers/scripted-model.ts";
import { QUIRE } from "./quire-docs.ts";
import { docsOfQuire, edit, lookUp, scripts, stagedPaths, tools, turnOf, write } from "./quire-turn.ts";
import { openWorkshop } from "./workshop.ts";

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

test("a file that is ignored is there all the same, with what it declares where a script loads it", async () => {
  const files = {
    ".gitignore": "built/\n",
    "built/all.js": "function builtHelp(a) {\n  return a;\n}\n",
    "start.js": 'include("built/all.js");\n',
  };
  const told = await turnOf([write("a.js", 'include("built/all.js");\nbuiltHelp(1);\n')], { files });

  assert.deepEqual(stagedPaths(told), ["a.js"]);
});
