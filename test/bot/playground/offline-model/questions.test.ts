// The offline model answers questions: from the documentation with the chunk named, from searches with files
// and lines, and honestly when it has nothing. The real tools, over the sample and the other workspaces.

import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { converse, LOOM, PLAIN, QUIRE } from "./conversation.ts";

for (const words of [
  "what does sheet.frameBegin do?",
  "What does `frameBegin` do",
  "look up Sheet-frameBegin",
  "explain frameBegin, please",
  "frameBegin",
])
  test(`"${words}" is answered from the documentation with the chunk named`, async () => {
    await using quire = await converse(QUIRE, { docs: "docs" });

    const { text, calls } = await quire.say(words);

    assert.match(text, /^Sheet-frameBegin says: Opens a frame: a rectangle at a fixed place/);
    assert.match(text, /sheet\.frameBegin\(frame, options\)/);
    assert.deepEqual(calls, ["lookup_docs"]);
  });

test("a how question brings the worked example", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("How can I add a page footer?");

  assert.match(text, /^Sheet-frameBegin says: /);
  assert.match(text, /var foot = new Frame\(\);/);
});

test("documentation in another form answers too", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  const { text } = await loom.say("what does motifOpen do");

  assert.match(text, /says: Starts a motif/);
  assert.match(text, /motifOpen/);
});

test("what an entry does is told, not its signature or whose member it is", async (t) => {
  const home = await mkdtemp(join(tmpdir(), "handrail-said-"));
  t.after(() => rm(home, { recursive: true, force: true }));
  await mkdir(join(home, "docs"));
  const book =
    "<h2>Loom</h2><h3>Loom methods</h3><h4>weave</h4><p>Makes one row.</p><h4>stop</h4><p>Ends.</p>";
  await writeFile(join(home, "docs", "loom.html"), book);
  await writeFile(join(home, "docs", "Reed-dent.md"), "# Reed-dent\n\n`Number dent`\n\nThe gap in a reed.\n");
  await using loom = await converse(home, { docs: "docs" });

  const method = await loom.say("what does Loom.weave do");
  const property = await loom.say("what does Reed.dent do");

  assert.match(method.text, /^Loom-weave says: Makes one row\./);
  assert.match(property.text, /^Reed-dent says: The gap in a reed\./);
});

test("what no entry covers is said, with what the files have", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const nowhere = await quire.say("what is the weather");
  const inFiles = await quire.say("what does formatPrice do");

  assert.equal(
    nowhere.text,
    'I found no entry for "weather" in the documentation. Nor do the files mention it.',
  );
  assert.match(inFiles.text, /no entry for "formatPrice".*In the files:/s);
  assert.match(inFiles.text, /lib\/money\.js\n {2}7: `function formatPrice\(pence\) \{`/);
});

test("without documentation the files are what there is", async () => {
  await using plain = await converse(PLAIN);

  const { text, calls } = await plain.say("what does greeting do");

  assert.match(text, /^No documentation is configured here, so none for "greeting"\. In the files:/);
  assert.match(text, /greet\.js/);
  assert.deepEqual(calls, ["find_in_files"]);
});

test("a file is found by its name alone", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("find json");

  assert.equal(text, '"json" is in 1 file:\n- parts.json (the file\'s name)');
});

test("what is found comes with files and lines, scripts first", async () => {
  await using loom = await converse(LOOM, { docs: "reference" });

  const { text } = await loom.say("where is selvedge used?");

  assert.match(text, /^"selvedge" is in \d+ files:\n- edges\.js\n {2}1: /);
});

test("words in another style are found too", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const { text } = await quire.say("find the price tables");

  assert.match(text, /grid\.js\n.*priceTable/s);
});

test("nothing found is said so", async () => {
  await using plain = await converse(PLAIN);

  const { text } = await plain.say('search for "zeppelin"');

  assert.equal(text, 'I found nothing for "zeppelin" in this workspace: no line and no file name.');
});

test("files are listed, shown, and their names checked against the documentation", async () => {
  await using quire = await converse(QUIRE, { docs: "docs" });

  const list = await quire.say("list files");
  const shown = await quire.say("show main.js lines 14-15");
  const checked = await quire.say("check grid.js");

  assert.match(list.text, /^main\.js \(\d/m);
  assert.match(shown.text, /```\n14\| var shopName/);
  assert.match(checked.text, /`sheet\.gridBegin`: Sheet-gridBegin/);
  assert.match(checked.text, /`Grid`: Grid/);
  assert.match(checked.text, /I do not run the code/);
});

test("a file that is not there is said so", async () => {
  await using plain = await converse(PLAIN);

  const shown = await plain.say("show missing.js");
  const checked = await plain.say("check missing.js");

  assert.match(shown.text, /^I could not read missing\.js: /);
  assert.match(checked.text, /^I could not read missing\.js: /);
});

test("it says what it is and what it can do", async () => {
  await using plain = await converse(PLAIN);

  const help = await plain.say("help");
  const wish = await plain.say("Make the greeting friendlier, in the style of a pirate.");

  for (const { text, calls } of [help, wish]) {
    assert.match(text, /I am the offline model: rules, no intelligence\./);
    assert.match(text, /Configure OPENAI_API_KEY for a real one\./);
    assert.deepEqual(calls, []);
  }
  assert.match(wish.text, /^I have no rule for that\./);
});
