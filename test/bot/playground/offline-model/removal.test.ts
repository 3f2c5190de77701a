// The offline model removes things: the right construct from the right file, told truly, and a question where
// the words fit several. The real tools stage what it marks.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { converse, LOOM, PLAIN, QUIRE } from "./conversation.ts";

const lines = (text: string | null) => (text ?? "").split("\n");
const disk = (root: string, path: string) => readFile(join(root, path), "utf8");

async function deletedLines(root: string, path: string, after: string | null): Promise<string[]> {
  const left = lines(after);
  return lines(await disk(root, path)).filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(0, at + 1);
    return at < 0;
  });
}

test("the footer goes, whole, and the header that looks like it stays", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text, calls } = await quire.say("remove the footer");

  const after = await quire.file("main.js");
  assert.equal(text, "Removed the footer from main.js: 17 of 82 lines deleted, none changed.");
  assert.deepEqual(calls, ["find_in_files", "read_file", "delete_lines"]);
  assert.deepEqual(quire.stagedPaths(), ["main.js"]);
  assert.doesNotMatch(after ?? "", /foot/i);
  assert.equal(after?.match(/header/g)?.length, (await disk(QUIRE, "main.js")).match(/header/g)?.length);
  assert.doesNotMatch(after ?? "", /\n\n\n/);
});

test("the price table goes and the stock table stays", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("Could you please get rid of the price table in grid.js?");

  const gone = await deletedLines(QUIRE, "grid.js", await quire.file("grid.js"));
  assert.match(text, /^Removed the price table from grid\.js: 22 of 47 lines deleted, none changed\./);
  assert.ok(gone.some((line) => line.includes('caption: "Prices"')));
  assert.match((await quire.file("grid.js")) ?? "", /stockTable\.padding = 2;[\s\S]*gridEnd\(\);\n\}/);
});

test("another engine's constructs go as well", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  const { text } = await loom.say("remove the border motif");

  const after = (await loom.file("cloth.js")) ?? "";
  assert.match(text, /^Removed the border motif from cloth\.js: 13 of 50 lines deleted/);
  assert.doesNotMatch(after, /border/);
  assert.equal(after.match(/diamond/g)?.length, (await disk(LOOM, "cloth.js")).match(/diamond/g)?.length);
  assert.equal(after.match(/motifClose/g)?.length, 1);
});

test("a construct that two functions open and close goes from both", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  await loom.say("delete the left edge");

  const after = (await loom.file("edges.js")) ?? "";
  assert.doesNotMatch(after, /leftEdge/);
  assert.equal(after.match(/selvedgeClose/g)?.length, 1);
});

test("a workspace that nobody prepared works too", async () => {
  const files = {
    "app/menu.lua":
      "-- Menu.\n\n-- clock in the corner\nlocal clock = Label.new()\nclock.x = 10\nclock.y = 10\nscreen.labelBegin(clock)\nscreen.time()\nscreen.labelEnd()\n\n-- title\nlocal title = Label.new()\ntitle.x = 50\n",
    "readme.txt": "A clock and a title.\n",
  };
  await using other = await converse(files);

  const { text } = await other.say("drop the clock");

  assert.match(text, /^Removed the clock from app\/menu\.lua: 8 of 13 lines deleted/);
  assert.equal(
    await other.file("app/menu.lua"),
    "-- Menu.\n\n-- title\nlocal title = Label.new()\ntitle.x = 50\n",
  );
});

test("a Python function goes; the answer names what still uses it", async () => {
  await using other = await converse({
    "a.py": "def foot(x):\n    return x\n\n\ndef body():\n    return foot(1)\n",
  });

  const { text } = await other.say("remove the foot function");

  assert.equal(await other.file("a.py"), "def body():\n    return foot(1)\n");
  assert.match(text, /still uses? foot/);
});

test("other places with the same words are named, in the scripts only", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("remove formatPrice");

  assert.match(text, /^Removed formatPrice from lib\/money\.js: /);
  assert.match(text, /The same words are also in cover\.js \(line 22\)/);
  assert.doesNotMatch(text, /docs\//);
});

test("two things of a kind in one file: it asks which, and the answer completes the wish", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text, asked } = await quire.say("remove the table");

  assert.equal(asked, true);
  assert.match(text, /Which one do you mean: priceTable, stockTable\?$/);
  assert.deepEqual(quire.stagedPaths(), []);

  const context = `Earlier in this chat:\nAsked: remove the table\nAnswered (answered): ${text}\n- priceTable`;
  await using next = await converse(QUIRE, { docs: "docs", context });

  const done = await next.say("stockTable");

  assert.match(done.text, /^Removed stockTable from grid\.js: 17 of 47 lines deleted/);
});

test("the same words in two files: it asks which file", async () => {
  const source = "// clock\nvar clock = new Clock();\nclock.x = 1;\n\nrun();\n";
  await using two = await converse({ "a.js": source, "b.js": source });

  const { text, asked, calls } = await two.say("remove the clock");

  assert.equal(asked, true);
  assert.equal(text, "It is in a.js and b.js. Which clock do you mean?");
  assert.equal(calls.at(-1), "ask_person");

  await using named = await converse(
    { "a.js": source, "b.js": source },
    { context: `Asked: remove the clock\nAnswered (answered): ${text}` },
  );
  await named.say("in b.js");

  assert.deepEqual(named.stagedPaths(), ["b.js"]);
});

test("an answer that was no question leaves nothing open", async () => {
  const context = "Asked: remove the footer\nAnswered (landed): Removed the footer from main.js.";
  await using quire = await converse(QUIRE, { docs: "docs", context });

  const name = await quire.say("frameBegin");
  const question = await quire.say("what does gridBegin do");

  assert.match(name.text, /^Sheet-frameBegin says/);
  assert.match(question.text, /^Sheet-gridBegin says/);
});

test("a question of the person is no answer to an open one", async () => {
  const context = "Asked: remove the table\nAnswered (answered): Which one do you mean: a, b?\n- a";
  await using quire = await converse(QUIRE, { docs: "docs", context });

  const { text } = await quire.say("what does gridBegin do");

  assert.match(text, /^Sheet-gridBegin says/);
});

test("without ask_person the question is the answer", async () => {
  const source = "// clock\nvar clock = 1;\nrun();\n";
  await using two = await converse(
    { "a.js": source, "b.js": source },
    { tools: (all) => all.filter(({ name }) => name !== "ask_person") },
  );

  const { text } = await two.say("remove the clock");

  assert.match(text, /Which clock do you mean\?$/);
});

test("two things joined by and both go", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("remove the price table and the footer");

  assert.match(text, /^Removed the price table from grid\.js: .*\nRemoved the footer from main\.js: /);
  assert.deepEqual(quire.stagedPaths(), ["grid.js", "main.js"]);
});

test("what is not there is not removed", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("remove the sidebar");

  assert.equal(text, "I found no sidebar in this workspace, so nothing was changed.");
  assert.deepEqual(quire.stagedPaths(), []);
});

test("documentation that has the words is left alone until it is named", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  await quire.say("remove the footer");
  const again = await quire.say("remove the footer");

  assert.match(again.text, /^I found the footer only in docs\/Sheet-frameBegin\.md/);
  assert.deepEqual(quire.stagedPaths(), ["main.js"]);
});

test("a whole file is deleted as a file, and who still names it is told", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("remove file terms.txt");

  assert.equal(await quire.file("terms.txt"), null);
  assert.match(text, /^Removed the file terms\.txt\.\nIts name is still in README\.md \(line \d+\)\.$/);
});

test("lines can be named by number", async () => {
  await using plain = await converse(PLAIN);

  const { text } = await plain.say("delete lines 2-3 from notes.txt");

  assert.match(text, /2 of 4 lines deleted/);
  assert.equal(
    await plain.file("notes.txt"),
    "Water the ferns on Monday.\r\nFerns again on Thursday, ladder or not.",
  );
});

test("a refusal is told as it is, and nothing is claimed", async () => {
  await using all = await converse({ "only.js": "var clock = 1;\nclock = 2;\n" });

  const { text } = await all.say("remove the clock");

  assert.match(text, /^I could not remove the clock from only\.js: .*every line/);
  assert.match(text, /Nothing was changed\. To remove the file say "remove file only\.js"\.$/);
  assert.deepEqual(all.stagedPaths(), []);
});
