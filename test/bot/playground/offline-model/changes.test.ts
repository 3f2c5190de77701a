// The offline model renames, replaces and moves: whole words only, strings left alone, every edit counted.

import assert from "node:assert/strict";
import { test } from "node:test";
import { converse, LOOM, PLAIN, QUIRE } from "./conversation.ts";

test("a function is renamed in every script that uses it", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  const { text } = await loom.say("rename countPicks to pickCount");

  assert.equal(
    text,
    "Renamed countPicks to pickCount in cloth.js, lib/counts.js, stripes.js: 4 places changed.",
  );
  for (const path of ["cloth.js", "lib/counts.js", "stripes.js"])
    assert.doesNotMatch((await loom.file(path)) ?? "", /countPicks/);
});

test("a name is not renamed in strings, in longer names, or as another thing's member", async () => {
  const source =
    'var size = 2;\nvar sizes = [size];\nbox.size = size;\nsay("size", { size: size });\n// size of it\n';
  await using one = await converse({ "a.js": source });

  const { text } = await one.say("rename size to width");

  assert.equal(
    await one.file("a.js"),
    'var width = 2;\nvar sizes = [width];\nbox.size = width;\nsay("size", { size: width });\n// size of it\n',
  );
  assert.match(text, /^Renamed size to width in a\.js: 4 places changed\.$/);
});

test("a member that nothing declares is renamed as a member", async () => {
  await using one = await converse({ "a.js": "box.oldName = 1;\nuse({ oldName: 2 }); // oldName\n" });

  await one.say("rename oldName to newName");

  assert.equal(await one.file("a.js"), "box.newName = 1;\nuse({ newName: 2 }); // newName\n");
});

test("a line that is part of another line is told apart by its neighbours", async () => {
  const source = "a = 1\nx()\nba = 1\na = 1\ny()\n";
  await using one = await converse({ "a.lua": source });

  await one.say("rename a to c");

  assert.equal(await one.file("a.lua"), "c = 1\nx()\nba = 1\nc = 1\ny()\n");
});

test("a name that is taken is not merged with another", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("rename header to footer");

  assert.match(text, /^footer is already a name in main\.js/);
  assert.deepEqual(quire.stagedPaths(), []);
});

test("what is no name is refused", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say('rename header to "top bar"');

  assert.match(text, /no name that a program can use/);
});

test("a text is replaced where it stands, and prose is left alone and named", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  const { text } = await loom.say('replace "peat" with "bark"');

  assert.match(text, /^Replaced "peat" with "bark" in cloth\.js, stripes\.js: 2 places changed\./);
  assert.match(text, /Left as it is: reference\//);
});

test("a file that is named is the only one that changes", async () => {
  await using plain = await converse(PLAIN);

  const { text } = await plain.say("change 'ladder' to 'hose' in notes.txt");

  assert.match(text, /^Replaced "ladder" with "hose" in notes\.txt: 2 places changed\./);
  assert.match((await plain.file("notes.txt")) ?? "", /Return the hose\.\r\n/);
});

test("a text that is not there is not replaced", async () => {
  await using plain = await converse(PLAIN);

  const { text } = await plain.say('replace "zeppelin" with "balloon"');

  assert.match(text, /^I found no "zeppelin", so nothing was changed\./);
});

test("special characters are text, on both sides", async () => {
  await using one = await converse({ "a.js": 'var p = "$1.(x)*";\n' });

  await one.say('replace "$1.(x)*" with "$& $$ [y]+"');

  assert.equal(await one.file("a.js"), 'var p = "$& $$ [y]+";\n');
});

test("a file moves, and who still uses its old name is told", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("rename notes.js to remarks.js");

  assert.equal(await quire.file("notes.js"), null);
  assert.match((await quire.file("remarks.js")) ?? "", /function drawNotes/);
  assert.match(text, /^Moved notes\.js to remarks\.js\.\nThe old name is still written in .*main\.js/);
});

test("a file that is named without its folder is renamed in its folder", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("rename money.js to cash.js");

  assert.equal(await quire.file("lib/money.js"), null);
  assert.ok(await quire.file("lib/cash.js"));
  assert.match(text, /^Moved lib\/money\.js to lib\/cash\.js\./);
});

test("a refused move is told as it is", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("move notes.js to main.js");

  assert.match(text, /^I could not move notes\.js: .*exists already/);
  assert.deepEqual(quire.stagedPaths(), []);
});
