// Each form of documentation, cut by its own parser: titles, owners, readable text, and what is reported instead of
// lost. Promises fixtures of our own invention. Refuses to index: a parser is a function of one page.

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import type { ParsedChunk } from "../../../agent/docs/chunk.ts";
import { nameForms, nameParts, splitTitle } from "../../../agent/docs/names.ts";
import { chooseParser, unreadKind } from "../../../agent/docs/parse/parsers.ts";
import { fixtures } from "./docs-folder.ts";

function parse(file: string) {
  const page = { path: file, text: fs.readFileSync(path.join(fixtures, file), "utf8") };
  const parser = chooseParser(page);
  return { parser: parser.name, ...parser.parse(page) };
}

const names = (chunks: ParsedChunk[]) => chunks.map((chunk) => [chunk.title, chunk.interface, chunk.member]);

test("a file per member gives that member, without repeating its title", () => {
  const { parser, chunks, notes } = parse("members/Loom-weaveRow.md");

  assert.equal(parser, "member-chunk");
  assert.deepEqual(names(chunks), [["Loom.weaveRow", "Loom", "weaveRow"]]);
  assert.match(chunks[0]?.text ?? "", /^Weaves one row/);
  assert.match(chunks[0]?.text ?? "", /\| `count` \| number \|/);
  assert.deepEqual(notes, []);
});

test("a file named for an interface is the interface's own page", () => {
  assert.deepEqual(names(parse("members/Loom.md").chunks), [["Loom", "Loom", undefined]]);
});

test("front matter names a member by its categories, and template tags are gone", () => {
  const member = parse("posts/api/shuttle/method/2020-01-01-pass-thread.md");
  const own = parse("posts/api/shuttle/2020-01-01-shuttle.md");

  assert.deepEqual(names(member.chunks), [["shuttle.passThread", "shuttle", "passThread"]]);
  assert.deepEqual(names(own.chunks), [["Shuttle Module", "shuttle", undefined]]);
  assert.match(own.chunks[0]?.text ?? "", /\[passing\]\(\/pass\.html\)/);
});

test("a title that is no name keeps its text and is noted; an empty page is noted", () => {
  const prose = parse("posts/api/shuttle/method/2020-01-01-notes.md");
  const empty = parse("posts/api/2020-01-01-api.md");

  assert.deepEqual(names(prose.chunks), [["shuttle > Notes on threading", undefined, undefined]]);
  assert.deepEqual(prose.notes, ['title "Notes on threading" names no interface']);
  assert.deepEqual([empty.chunks, empty.notes], [[], ["empty"]]);
});

test("a class page gives the class with its list, and a chunk per signature with its line", () => {
  const { parser, chunks, notes } = parse("classes/s/spindle/index.md");

  assert.equal(parser, "class-page");
  assert.deepEqual(
    chunks.map((chunk) => chunk.title),
    ["Spindle", "Spindle.FAST", "Spindle.parent", "Spindle.yarnWidth", "Spindle.windYarn", "Spindle.[]"],
  );
  assert.deepEqual(
    chunks.map((chunk) => chunk.line),
    [1, 7, 14, 18, 25, 35],
  );
  assert.equal(chunks[0]?.listing, "Class: FAST\n\nInstance: parent, yarnWidth\n\nMethods: windYarn, []");
  assert.equal(chunks[1]?.text, "`Number FAST = 7` (read only)\n\nTurns quickly.");
  assert.equal(
    chunks[3]?.text,
    "`Measurement Unit (Number or String)=any yarnWidth`\n\nHow thick the yarn is.",
  );
  assert.equal(
    chunks[4]?.text,
    "`Spindle windYarn(Number turns, Loom from)`\n\nWinds yarn up.\n\nParameters:\n" +
      "- turns (Number): How often.\n- from (Loom): Where it comes from. (Optional)",
  );
  assert.deepEqual(notes, ['line 22: no signature under "Instance"']);
});

test("an HTML book gives interfaces at h2, members at h4 under a kind, prose elsewhere", () => {
  const { parser, chunks } = parse("book/loom.html");

  assert.equal(parser, "html-book");
  assert.deepEqual(names(chunks), [
    ["The loom book", undefined, undefined],
    ["Heddle", "Heddle", undefined],
    ["Heddle.height", "Heddle", "height"],
    ["Heddle.lift", "Heddle", "lift"],
    ["Heddle > Values of the name", undefined, undefined],
    ["Cloth beam", undefined, undefined],
  ]);
});

test("HTML becomes readable Markdown: tables, lists and code keep their shape, scripts and navigation are gone", () => {
  const { chunks } = parse("book/loom.html");

  assert.equal(chunks[1]?.text, "Lifts the threads, with `lift`.");
  assert.equal(
    chunks[3]?.text,
    [
      "Member of: Heddle (methods)",
      "Lifts & holds.",
      "**Parameters**",
      "| Parameter | Description |\n| --- | --- |\n| `cName` | Which threads, `a\\|b`. - odd - even |",
      "1. First this\n2. then that",
      '```\nheddle.lift("odd");\n  // held\n```',
    ].join("\n\n"),
  );
  assert.equal(chunks[3]?.line, 11);
});

test("an HTML page without members has chapters, not interfaces", () => {
  assert.deepEqual(names(parse("book/preface.html").chunks), [
    ["Preface", undefined, undefined],
    ["Safety", undefined, undefined],
    ["Safety > Gloves", undefined, undefined],
  ]);
});

test("plain Markdown is cut at headings outside of code, and a dotted heading is a member", () => {
  const { parser, chunks } = parse("plain/guide.md");

  assert.equal(parser, "markdown");
  assert.deepEqual(names(chunks), [
    ["guide", undefined, undefined],
    ["Setting up", undefined, undefined],
    ["Setting up > Tension", undefined, undefined],
    ["Loom.release", "Loom", "release"],
  ]);
  assert.match(chunks[2]?.text ?? "", /# not a heading/);
});

test("a text file is one chunk", () => {
  assert.deepEqual(names(parse("plain/notes.txt").chunks), [["notes", undefined, undefined]]);
});

test("licences and other kinds are named, not read", () => {
  const kinds = ["api.d.ts", "LICENSE.md", "COPYRIGHT", "a.json", "README", "page.md"].map((name) =>
    unreadKind(name),
  );

  assert.deepEqual(kinds, [undefined, "licence text", "licence text", ".json", "no extension", undefined]);
});

test("titles and names are cut the same way wherever they come from", () => {
  assert.deepEqual(splitTitle("app.media-canPlay"), { interface: "app.media", member: "canPlay" });
  assert.deepEqual(splitTitle("`Loom.release()`"), { interface: "Loom", member: "release" });
  assert.equal(splitTitle("Loom-weave all"), undefined);
  assert.equal(splitTitle("Loom"), undefined);
  assert.deepEqual(nameParts("exportXMLFile_v2"), ["export", "xml", "file", "v2"]);
  assert.deepEqual(nameForms("new Loom();"), ["Loom"]);
  assert.deepEqual(nameForms("sheet.loom.weaveRow(3)"), ["sheet.loom.weaveRow", "loom.weaveRow"]);
  assert.deepEqual(nameForms("Loom-weaveRow"), ["Loom-weaveRow", "Loom.weaveRow"]);
});
