// The project's scripts in memory: what is read when, what the stage lays over them, what was left out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { checkFile } from "../../../agent/check/check-file.ts";
import { createProjectTexts, type ListedFile } from "../../../agent/check/project-files.ts";
import type { ProjectFiles } from "../../../agent/check/world.ts";
import { pressroom, told } from "./engine-world.ts";

/** A folder whose reads are counted. */
function folder(files: Record<string, string>) {
  const reads: string[] = [];
  const listed = (): ListedFile[] =>
    Object.entries(files).map(([path, text]) => ({ path, bytes: text.length, version: `v ${text.length}` }));
  const read = async (path: string) => {
    reads.push(path);
    return files[path] ?? null;
  };
  return { files, reads, listed, read };
}

const NONE = new Map<string, string | null>();

test("a script that did not change is read once, and what is no script never", async () => {
  const { files, reads, listed, read } = folder({ "a.js": "var a;", "b.js": "var b;", "c.txt": "c" });
  const texts = createProjectTexts();
  await texts.load(listed(), read);

  files["b.js"] = "var b = 2;";
  const project = (await texts.load(listed(), read)).under(NONE);

  assert.deepEqual(reads, ["a.js", "b.js", "b.js"]);
  assert.equal(project.read("b.js"), "var b = 2;");
  assert.deepEqual(project.paths(), ["a.js", "b.js", "c.txt"]);
  assert.equal(project.read("c.txt"), null);
});

test("what is laid over the files wins: new ones, other contents, deletions", async () => {
  const { listed, read } = folder({ "a.js": "old();", "b.js": "old();" });
  const loaded = await createProjectTexts().load(listed(), read);

  const project = loaded.under(
    new Map([
      ["a.js", "fresh();"],
      ["b.js", null],
      ["c.js", "old(); fresh();"],
    ]),
  );

  assert.deepEqual(project.mentions?.("old"), ["c.js"]);
  assert.deepEqual(project.mentions?.("fresh")?.toSorted(), ["a.js", "c.js"]);
  assert.deepEqual(project.paths(), ["a.js", "c.js"]);
  assert.deepEqual(loaded.under(NONE).mentions?.("old"), ["a.js", "b.js"]);
});

test("the index of words says the same as a look at the texts, in any letters", async () => {
  const source = { "a.js": "$x.été(_y1); // naïve", "b.js": "x$; y1; tete" };
  const { listed, read } = folder(source);
  const project = (await createProjectTexts().load(listed(), read)).under(NONE);
  const plain: ProjectFiles = { paths: project.paths, read: project.read };

  for (const word of ["$x", "x$", "x", "_y1", "y1", "été", "naïve", "t", "constructor"])
    assert.deepEqual(mentioning(project, word), mentioning(plain, word), word);
});

function mentioning(project: ProjectFiles, word: string): readonly string[] {
  const found = project.mentions?.(word);
  const pattern = new RegExp(`(?<![\\w$])${word.replaceAll("$", "\\$")}(?![\\w$])`);
  return found ?? project.paths().filter((path) => pattern.test(project.read(path) ?? ""));
}

test("beyond its limits it says what was left out, and a bare name is then no certain finding", async (t) => {
  const { world } = pressroom(t);
  const { listed, read } = folder({ "a.js": "var a;", "b.js": `function mine() {}${" ".repeat(50)}` });
  const whole = (await createProjectTexts().load(listed(), read)).under(NONE);
  const part = (await createProjectTexts({ scripts: 9, bytes: 20 }).load(listed(), read)).under(NONE);
  const check = (project: ProjectFiles) =>
    checkFile({ path: "c.js", text: "mine(); nobodys();" }, { ...world, project });

  assert.deepEqual(told(check(whole)), ["function nobodys"]);
  assert.deepEqual(told(check(part)), ["function mine ?", "function nobodys ?"]);
  assert.match(check(part)[0]?.message ?? "", /1 of the project's 2 scripts was not searched/);
});

test("a function of one file is found behind hundreds that call it", async (t) => {
  const { world } = pressroom(t);
  const callers = Array.from({ length: 300 }, (_, n) => [`a${n}.js`, "helper(1);"]);
  const { listed, read } = folder({ ...Object.fromEntries(callers), "z.js": "var x,\n  helper = 1;" });
  const project = (await createProjectTexts().load(listed(), read)).under(NONE);

  const found = checkFile({ path: "c.js", text: "helper(2);" }, { ...world, project });

  assert.deepEqual(found, []);
});

test("a version of a text that went says nothing any more, after hundreds of them too", async () => {
  const { files, listed, read } = folder({ "a.js": "var a;" });
  const texts = createProjectTexts();

  for (let n = 1; n < 500; n++) {
    files["a.js"] = `var word${n};${" ".repeat(n)}`;
    const project = (await texts.load(listed(), read)).under(NONE);
    assert.deepEqual(project.mentions?.(`word${n}`), ["a.js"]);
    assert.deepEqual(project.mentions?.(`word${n - 1}`), []);
  }
});
