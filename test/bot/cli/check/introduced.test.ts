// `handrail check --introduced-since`: what a change brings against what was there, over real repositories, and the hook of the
// README in one.

import assert from "node:assert/strict";
import { chmod, mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type TestContext, test } from "node:test";
import { LAUNCHER } from "../rig.ts";
import { heads, openCheckDesk } from "./desk.ts";
import { openRepository } from "./repository.ts";

const OLD = 'sheet.gridCell("a");\nsheet.gridCellEnd();\n';
const inherited = /nothing invented, 1 from before HEAD, not shown/;

async function repository(t: TestContext, files: Record<string, string>, below = "") {
  const desk = await openCheckDesk(t, files);
  const repo = openRepository(join(desk.root, below));
  assert.equal(repo.commit("first").code, 0);
  return { ...desk, ...repo };
}

test("what stood there before does not count, what the change brings does", async (t) => {
  const desk = await repository(t, { "a.js": OLD });

  const before = await desk.run(["a.js", "--introduced-since", "HEAD"]);
  await desk.write("a.js", `var first;\n${OLD}sheet.gridRowEnd();\n`);
  const after = await desk.run(["a.js", "--introduced-since", "HEAD"]);
  const json = await desk.run(["a.js", "--introduced-since", "HEAD", "--format", "json"]);

  assert.equal(before.code, 0);
  assert.match(before.out, inherited);
  assert.deepEqual([after.code, heads(after.out)], [1, ["a.js:4:7 member sheet.gridRowEnd"]]);
  const told = JSON.parse(json.out);
  assert.match(told.since.tree, /^[0-9a-f]{40}/);
  assert.deepEqual(
    told.files[0].findings.map((one: Record<string, unknown>) => [one.symbol, one.origin, one.counts]),
    [
      ["sheet.gridCellEnd", "inherited", false],
      ["sheet.gridRowEnd", "introduced", true],
    ],
  );
});

test("a renamed file keeps what it had, a new one has introduced all of it", async (t) => {
  const desk = await repository(t, { "a.js": `${OLD}${"// a line\n".repeat(30)}` });
  desk.git("mv", "a.js", "moved to.js");
  await desk.write("new.js", OLD);

  const { code, out } = await desk.run([".", "--introduced-since", "HEAD"]);

  assert.equal(code, 1);
  assert.deepEqual(heads(out), ["new.js:2:7 member sheet.gridCellEnd"]);
});

test("a workspace below the repository's root, and names that git reads as patterns, are found as they are", async (t) => {
  const desk = await repository(t, { "lib/[a]*.js": OLD, ":(top)b.js": OLD }, "..");
  await desk.write("lib/a.js", "var a;\n");

  const { code, out } = await desk.run([".", "--introduced-since", "main"]);

  assert.equal(code, 0, out);
  assert.match(out, /nothing invented, 2 from before main, not shown/);
});

test("line ends that changed bring nothing", async (t) => {
  const desk = await repository(t, { "a.js": OLD });
  await desk.write("a.js", OLD.replaceAll("\n", "\r\n"));

  const { code, out } = await desk.run(["a.js", "--introduced-since", "HEAD"]);

  assert.equal(code, 0);
  assert.match(out, inherited);
});

test("no repository, no such revision, and what git would take for an option are one line and 2", async (t) => {
  const desk = await openCheckDesk(t, { "a.js": OLD });
  const bare = await desk.run(["a.js", "--introduced-since", "HEAD"]);
  openRepository(desk.root).commit("first");

  const nowhere = await desk.run(["a.js", "--introduced-since", "nowhere"]);
  const option = await desk.run(["a.js", "--introduced-since=--output=/tmp/x"]);

  assert.deepEqual([bare.code, nowhere.code, option.code], [2, 2, 2]);
  assert.match(bare.err, /^--introduced-since asks git, and .*quire is in no git repository\.\n$/);
  assert.match(nowhere.err, /^There is no revision nowhere in .*\n$/);
  assert.match(option.err, /^"--output=\/tmp\/x" is no revision of git\.\n$/);
  assert.equal(bare.out + nowhere.out + option.out, "");
});

test("nothing that the repository's own settings name is run", async (t) => {
  const desk = await repository(t, { "a.js": OLD, ".gitattributes": "*.js diff=evil filter=evil\n" });
  desk.git("mv", "a.js", "b.js");
  const trap = `touch ${join(desk.root, "trapped")}; cat`;
  for (const key of [
    "diff.evil.textconv",
    "diff.evil.command",
    "diff.external",
    "core.fsmonitor",
    "filter.evil.clean",
  ])
    desk.git("config", key, trap);

  await desk.write("b.js", `${OLD}var more;\n`);

  const { code } = await desk.run(["b.js", "--introduced-since", "HEAD"]);

  assert.equal(code, 0);
  await assert.rejects(readFile(join(desk.root, "trapped")), { code: "ENOENT" });
});

test("what a partial clone lacks is not fetched: its settings name the command for that", async (t) => {
  const desk = await repository(t, { "a.js": OLD });
  const blob = desk.git("rev-parse", "HEAD:a.js").trim();
  await rm(join(desk.root, ".git", "objects", blob.slice(0, 2), blob.slice(2)));
  const mark = join(desk.root, "fetched");
  for (const [key, value] of [
    ["core.repositoryFormatVersion", "1"],
    ["extensions.partialClone", "origin"],
    ["remote.origin.promisor", "true"],
    ["remote.origin.url", desk.root],
    ["remote.origin.uploadPack", `touch ${mark}; git-upload-pack`],
  ] as const)
    desk.git("config", key, value);

  const since = await desk.run(["a.js", "--introduced-since", "HEAD"]);
  const staged = await desk.run(["--staged", "a.js"]);

  assert.deepEqual([since.code, staged.code], [2, 2]);
  await assert.rejects(readFile(mark), { code: "ENOENT" });
});

test("--staged takes names, folders and globs from the index, also of files that are gone from the folder", async (t) => {
  const desk = await repository(t, { "lib/a.js": OLD, "b.js": OLD, "notes.md": "words" });
  await rm(join(desk.root, "b.js"));
  await desk.write("untracked.js", OLD);
  const run = async (...argv: string[]) => await desk.run([...argv, "--staged"]);

  const all = await run(".", "notes.md");
  const glob = await run("lib/*.js");
  const absent = await run("untracked.js", "b.js");
  const both = await desk.run(["-", "--staged"], { stdin: "" });

  const [a, b] = ["lib/a.js:2:7 member sheet.gridCellEnd", "b.js:2:7 member sheet.gridCellEnd"];
  assert.deepEqual([heads(all.out), all.code], [[b, a], 1]);
  assert.match(all.err, /not checked: 1 file \(notes\.md\)/);
  assert.deepEqual(heads(glob.out), [a]);
  assert.deepEqual([heads(absent.out), absent.code], [[b], 2]);
  assert.equal(absent.err, "untracked.js: is not in git's index\n");
  assert.match(both.err, /^Give --staged or standard input, not both\./);
});

const HOOK = join(import.meta.dirname, "pre-commit");

test("the hook stops a bad commit, lets a good one through, and an inherited finding too", async (t) => {
  const { desk, repo } = await hooked(t);

  await desk.write("good file.js", 'sheet.gridCell("a");\n');
  const good = repo.commit("good");
  await desk.write("good file.js", 'sheet.gridCell("a");\nsheet.gridRowEnd();\n');
  const bad = repo.commit("bad");
  repo.git("checkout", "HEAD", "--", "good file.js");
  await desk.write("old.js", `${OLD}var more;\n`);
  const old = repo.commit("old");
  await desk.write("notes.md", "words");
  const other = repo.commit("no script");

  assert.deepEqual([good.code, old.code, other.code], [0, 0, 0], good.said + old.said + other.said);
  assert.notEqual(bad.code, 0);
  assert.match(bad.said, /good file\.js:2:7 member sheet\.gridRowEnd does not exist/);
  assert.equal(repo.git("log", "--format=%s"), "no script\nold\ngood\nfirst\n");
});

test("the hook judges what is committed, not what lies in the folder", async (t) => {
  const { desk, repo } = await hooked(t);
  await desk.write("a.js", "sheet.gridRowEnd();\n");
  repo.git("add", "-A");
  await desk.write("a.js", 'sheet.gridCell("a");\n');

  const staged = repo.commit("bad beneath", []);
  const all = repo.commit("mended, by -a", ["-a"]);

  assert.notEqual(staged.code, 0);
  assert.match(staged.said, /a\.js:1:7 member sheet\.gridRowEnd/);
  assert.equal(all.code, 0, all.said);
});

test("the hook leaves scripts alone that lie beside the workspace", async (t) => {
  const { desk, repo } = await hooked(t, { below: ".." });
  await desk.write("../another.js", "sheet.gridRowEnd();\n");
  await desk.write("good.js", 'sheet.gridCell("a");\n');
  repo.git("add", "--", "another.js", "quire/good.js");

  const good = repo.commit("good", []);
  await desk.write("bad.js", OLD);
  await desk.write("../another.js", "sheet.gridRowEnd(1);\n");
  repo.git("add", "--", "another.js", "quire/bad.js");
  const bad = repo.commit("bad", []);

  assert.equal(good.code, 0, good.said);
  assert.notEqual(bad.code, 0);
  assert.match(bad.said, /(?:^|\n)bad\.js:2:7 member/);
  assert.doesNotMatch(bad.said, /another\.js:/);
});

test("the hook looks at a first commit too", async (t) => {
  const { desk, repo } = await hooked(t, { first: "" });
  await desk.write("a.js", OLD);

  const { code, said } = repo.commit("first");

  assert.notEqual(code, 0);
  assert.match(said, /a\.js:2:7 member/);
});

test("the hook of the README is the one that is tested", async () => {
  const readme = await readFile(join(import.meta.dirname, "../../../../README.md"), "utf8");
  const hook = await readFile(HOOK, "utf8");

  // Where a README shows a hook at all, it shows this one.
  if (readme.includes(".git/hooks/pre-commit")) assert.ok(readme.includes(hook.trim()));
  assert.ok(hook.trim().split("\n").length <= 10);
});

/** A repository whose commits go through the hook, with `handrail` on the path. */
async function hooked(t: TestContext, { first = "old.js", below = "." } = {}) {
  const desk = await openCheckDesk(t, first === "" ? {} : { [first]: OLD });
  const bin = await realpath(await mkdtemp(join(tmpdir(), "handrail-bin-")));
  t.after(() => rm(bin, { recursive: true, force: true }));
  await symlink(LAUNCHER, join(bin, "handrail"));
  const path = [bin, dirname(process.execPath), "/usr/bin", "/bin"].join(":");
  const root = join(desk.root, below);
  const repo = openRepository(root, { PATH: path, HANDRAIL_DATA: desk.dataDir });
  if (first !== "") repo.commit("first");
  await mkdir(join(root, ".git/hooks"), { recursive: true });
  await writeFile(join(root, ".git/hooks/pre-commit"), await readFile(HOOK));
  await chmod(join(root, ".git/hooks/pre-commit"), 0o755);
  return { desk, repo };
}
