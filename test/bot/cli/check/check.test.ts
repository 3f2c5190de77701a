// `handrail check` over a real workspace: what it prints, what it reads, how it ends.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { workspaceId } from "../../../../bot/workspace-entry.ts";
import { systemClock } from "../../../../store/clock.ts";
import { openStore } from "../../../../store/open.ts";
import { heads, openCheckDesk } from "./desk.ts";

const GOOD = 'sheet.gridCell("a");\nvar w = sheet.pageWidth;\n';
const BAD = 'sheet.gridCell("a");\nsheet.gridCellEnd();\n';

test("files of real names end with 0 and a line that says how much was judged", async (t) => {
  const desk = await openCheckDesk(t, { "main.js": GOOD });

  const { code, out, err } = await desk.run(["."]);

  assert.equal(code, 0, err);
  assert.match(out, /^1 file checked: nothing invented; 2 of 2 names judged \(100 %\), \d+\.\d\d s\n$/);
});

test("an invented name ends with 1, at its line and column, with its family and the owner's fact", async (t) => {
  const desk = await openCheckDesk(t, { "lib/a.js": BAD });

  const { code, out } = await desk.run(["lib/a.js"]);

  assert.equal(code, 1);
  assert.match(out, /^lib\/a\.js:2:7 member sheet\.gridCellEnd does not exist: .*close by themselves/);
  assert.match(out, /\n1 file checked: 1 finding; /);
});

test("what is only likely is printed and marked, and fails nothing", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": "var n = sheet.columns;\n" });

  const { code, out } = await desk.run(["a.js"]);

  assert.equal(code, 0);
  assert.match(out, /^a\.js:1:15 member \(likely\) sheet\.columns/);
  assert.match(out, /nothing invented, 1 likely/);
});

test("folders, globs and names are each file once, in order; the workspace is found from a folder below", async (t) => {
  const desk = await openCheckDesk(t, {
    "b.js": BAD,
    "lib/a.js": BAD,
    "lib/deep/c.js": BAD,
    "lib/n.txt": BAD,
  });

  const all = await desk.run([".", "b.js", "**/*.js"]);
  const below = await desk.run(["*.js"], { cwd: join(desk.root, "lib") });
  const elsewhere = await desk.run(["quire/b.js"], { cwd: join(desk.root, "..") });

  assert.deepEqual(heads(all.out), [
    "b.js:2:7 member sheet.gridCellEnd",
    "lib/a.js:2:7 member sheet.gridCellEnd",
    "lib/deep/c.js:2:7 member sheet.gridCellEnd",
  ]);
  assert.deepEqual(heads(below.out), ["lib/a.js:2:7 member sheet.gridCellEnd"]);
  assert.deepEqual(heads(elsewhere.out), ["b.js:2:7 member sheet.gridCellEnd"]);
});

test("standard input is checked under the name that is said for it", async (t) => {
  const desk = await openCheckDesk(t);

  const plain = await desk.run(["-"], { stdin: BAD });
  const named = await desk.run(["-", "--stdin-path", "lib/x.js"], { stdin: BAD });
  const prose = await desk.run(["-", "--stdin-path", "notes.md"], { stdin: BAD });

  assert.deepEqual([plain.code, heads(plain.out)], [1, ["stdin.js:2:7 member sheet.gridCellEnd"]]);
  assert.deepEqual([named.code, heads(named.out)], [1, ["lib/x.js:2:7 member sheet.gridCellEnd"]]);
  assert.equal(prose.code, 0);
  assert.match(prose.err, /not checked: 1 file \(notes\.md\)/);
});

test("what cannot be looked at is a line each, the rest is checked, and the end is 2", async (t) => {
  const desk = await openCheckDesk(t, { "good.js": GOOD });
  await desk.write("binary.js", new Uint8Array([0, 1, 2, 0, 255]));
  await desk.write("latin.js", new Uint8Array([0x61, 0xe4, 0x62]));
  await desk.write("big.js", `var a = "${"x".repeat(9 * 1024 * 1024)}";\n`);
  await desk.write("broken.js", `${"{[(".repeat(200_000)}\n`);
  execFileSync("mkfifo", [join(desk.root, "pipe.js")]);

  const names = [
    "good.js",
    "nowhere.js",
    "binary.js",
    "latin.js",
    "big.js",
    "broken.js",
    "pipe.js",
    "/etc/passwd",
  ];
  const { code, out, err } = await desk.run(names);

  assert.equal(code, 2);
  assert.match(out, /^1 file checked: nothing invented; 2 of 2/);
  assert.deepEqual(err.trimEnd().split("\n").sort(), [
    `/etc/passwd: lies outside of ${desk.root}`,
    "big.js: is larger than 8 MB, so it is not checked",
    "binary.js: is no text in UTF-8",
    "broken.js: is too large or too broken to be judged",
    "latin.js: is no text in UTF-8",
    "nowhere.js: there is no such file",
    "pipe.js: is no regular file",
  ]);
});

test("a file that does not parse is one finding where it stops", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": "var a = ;\n" });

  const { code, out } = await desk.run(["a.js"]);

  assert.equal(code, 1);
  assert.match(out, /^a\.js:1:9 syntax The file does not parse here/);
});

test("JSON keeps its shape", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });

  const { code, out } = await desk.run(["a.js", "nowhere.js", "--format", "json"]);

  const told = JSON.parse(out);
  assert.equal(code, 2);
  assert.equal(out.trimEnd().split("\n").length, 1);
  assert.deepEqual(Object.keys(told), [
    ...["version", "root", "index", "since", "files", "problems", "summary", "exitCode"],
  ]);
  assert.deepEqual([told.version, told.root, told.since, told.exitCode], [1, desk.root, null, 2]);
  const [{ findings, ...file }] = told.files;
  assert.deepEqual(file, { path: "a.js", judged: 2, open: 0 });
  const { message, suggestions, ...finding } = findings[0];
  assert.deepEqual(finding, {
    family: "member",
    confidence: "certain",
    symbol: "sheet.gridCellEnd",
    about: "Sheet.gridCellEnd",
    line: 2,
    column: 7,
    origin: null,
    counts: true,
  });
  assert.equal(typeof message, "string");
  assert.ok(suggestions.includes("gridCell"));
  assert.deepEqual(told.problems, [{ path: "nowhere.js", text: "there is no such file" }]);
  const { ms, ...summary } = told.summary;
  assert.equal(typeof ms, "number");
  assert.deepEqual(summary, {
    ...{ files: 1, findings: 1, counting: 1, likely: 0, inherited: 0, judged: 2, open: 0, share: 1 },
  });
});

test("names of files and of things order no terminal about, in any format", async (t) => {
  const name = "a\u001b[31m\u202e\n.js";
  const desk = await openCheckDesk(t, { [name]: 'include("\u001b]0;owned\u0007\u009b31m.js");\n' });

  const text = await desk.run([".", "no\u001b[2Jwhere.js"]);
  const json = await desk.run([".", "--format", "json"]);
  const sarif = await desk.run([".", "--format", "sarif"]);

  assert.equal(text.code, 2);
  for (const told of [text.out, text.err, json.out, sarif.out])
    assert.doesNotMatch(told, /(?!\n)[\p{Cc}\u202a-\u202e\u2066-\u2069]/u);
  assert.equal(text.out.trimEnd().split("\n").length, 2);
  assert.equal(JSON.parse(json.out).files[0].path, name);
});

test("a terminal sees colours, a pipe none", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });

  const tty = await desk.run(["a.js"], { isTty: true });
  const pipe = await desk.run(["a.js"]);

  assert.ok(tty.out.startsWith("\u001b[1ma.js:2:7\u001b[22m \u001b[31mmember\u001b[39m "), tty.out);
  assert.ok(!pipe.out.includes("\u001b"));
});

test("folders of documentation need no workspace; a profile and a config file say the rest", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  const bare = join(desk.root, "..", "bare");
  await mkdir(bare);
  const run = (argv: string[], code = "sheet.cellEnd();\nvar f = () => 1;\n") =>
    desk.run(["-", ...argv], { cwd: bare, stdin: code });
  const docs = ["--docs", join(desk.root, "docs")];

  const complete = await run([...docs, "--complete"]);
  const profiled = await run([...docs, "--profile", join(desk.root, ".handrail/engine.json")]);
  const config = await run(["--config", join(desk.root, ".handrail/docs.json")]);

  assert.deepEqual(heads(complete.out), ["stdin.js:1:7 member sheet.cellEnd"]);
  assert.deepEqual(heads(profiled.out), [
    "stdin.js:1:7 member sheet.cellEnd",
    "stdin.js:2:9 syntax an arrow function",
  ]);
  assert.deepEqual(heads(config.out), heads(profiled.out));
});

test("files beside no workspace are one project by the folder that they share", async (t) => {
  const desk = await openCheckDesk(t);
  const far = join(desk.root, "../far");
  await mkdir(join(far, "lib"), { recursive: true });
  await writeFile(join(far, "a.js"), "helper();\nnobody();\n");
  await writeFile(join(far, "lib/b.js"), "function helper() {}\n");
  const bare = join(desk.root, "../bare");
  await mkdir(bare);

  const argv = ["../far/a.js", "../far/lib/b.js", "--docs", join(desk.root, "docs"), "--complete"];
  const both = await desk.run(argv, { cwd: bare });
  await writeFile(join(far, "c.ts"), "const n: number = sheet.pageWidht;\n");
  const typed = await desk.run(["../far/c.ts", "--docs", join(desk.root, "docs")], { cwd: bare });
  const none = await desk.run([...argv, "/etc/passwd"], { cwd: bare });

  assert.deepEqual(heads(both.out), ["a.js:2:1 function (likely) nobody()"]);
  assert.deepEqual(heads(typed.out), ["c.ts:1:25 member sheet.pageWidht"]);
  assert.match(none.err, /^These files share no folder/);
});

test("a profile that quotes orders to the terminal is told without them", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": GOOD });
  await desk.write(".handrail/engine.json", '{"\\u001b[31m": 1}');

  const { code, err } = await desk.run(["a.js"]);

  assert.equal(code, 2);
  assert.match(err, /engine\.json does not fit/);
  assert.ok(!err.includes("\u001b"));
});

test("a config file does not reach out of its folder", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  await desk.write("wide.json", JSON.stringify({ sources: [{ name: "far", folder: "/etc" }] }));

  const { code, out, err } = await desk.run(["a.js", "--config", "wide.json"]);

  assert.deepEqual([code, out], [2, ""]);
  assert.match(err, /^"far" is left out, .*--docs\.\nThere is no documentation of /);
});

test("the owner's word that a name exists holds here too", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": BAD });
  const found = await desk.run(["a.js"]);
  {
    const file = join(desk.dataDir, "handrail.sqlite");
    await using store = await openStore(`sqlite:${file}`, { clock: systemClock });
    const button = { token: "t", action: "exists", subject: "t", chat: "1", allowed: ["me"], once: true };
    await store.ledger.addButtons([button]);
    const wanted = { workspace: workspaceId(desk.root), family: "member", about: "Sheet.gridCellEnd" };
    const tap = { token: "t", by: "me", chat: "1", messageId: null, at: 1 };
    assert.equal((await store.ledger.addExisting(tap, wanted)).type, "decided");
  }

  const overruled = await desk.run(["a.js"]);

  assert.deepEqual([found.code, overruled.code], [1, 0]);
});

test("documentation that takes more than a second to read is told, on standard error", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": GOOD });

  const { code, out, err } = await desk.run(["a.js"], { isSlow: true });

  assert.equal(code, 0);
  assert.equal(err, `The documentation of ${desk.root} is being read…\n`);
  assert.ok(!out.includes("being read"));
});

test("wrong arguments are one line and 2", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": GOOD });
  const outside = join(desk.root, "..");
  const wrong: [string[], RegExp, string?][] = [
    [[], /^Name files, folders or globs; \. is all of them\. Usage: handrail check /],
    [["a.js", "--format", "xml"], /^--format takes text, json or sarif\./],
    [["a.js", "--docs", "docs", "--workspace", "."], /^Give one of --docs, --config and --workspace\./],
    [["a.js", "--docs", "nowhere"], /^There is no folder .*nowhere; give --docs/],
    [["a.js", "--config", "nowhere.json"], /^There is no file .*nowhere\.json/],
    [["a.js", "--profile", "nowhere.json"], /^The profile .*nowhere\.json cannot be read\./],
    [["a.js", "--complete"], /^--parser and --complete go with --docs\./],
    [["a.js", "--fromat", "json"], /^Unknown option '--fromat'\./],
    [["a.js"], /^There is no \.handrail\/ here or above: name the documentation/, outside],
  ];

  for (const [argv, words, cwd] of wrong) {
    const { code, out, err } = await desk.run(argv, cwd === undefined ? {} : { cwd });

    assert.deepEqual([code, out], [2, ""], argv.join(" "));
    assert.match(err, words);
    assert.equal(err.trimEnd().split("\n").length, 1, err);
  }
});
