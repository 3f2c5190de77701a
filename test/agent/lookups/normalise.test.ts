// Which wordings are one query. The table of pairs was written by somebody who has not seen the code.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isAlike, normaliseQuery, significantWords, stem } from "../../../agent/lookups/normalise.ts";

type Pair = { a: string; b: string; same: boolean };
const table = join(import.meta.dirname, "tables", "calibration.json");
const pairs: Pair[] = JSON.parse(readFileSync(table, "utf8")).cases;

const alike = (a: string, b: string) => isAlike(normaliseQuery(a), normaliseQuery(b));

test("every pair of the table falls on its side of the threshold, whichever comes first", () => {
  const wrong = pairs.filter(({ a, b, same }) => alike(a, b) !== same || alike(b, a) !== same);

  assert.ok(pairs.filter(({ same }) => same).length >= 40);
  assert.ok(pairs.filter(({ same }) => !same).length >= 25);
  assert.deepEqual(wrong, []);
});

test("case, filler words, endings and order make no other query", () => {
  assert.equal(normaliseQuery("How do I split a table?"), normaliseQuery("SPLITTING tables"));
  assert.equal(normaliseQuery("the columns of text frames"), normaliseQuery("text frame column"));
});

test("every form of a word has one stem, and no other word has it", () => {
  const families = `rotate rotates rotated rotating, create creates created creating, delete deleted deleting,
    strip strips stripped stripping, stripe stripes striped, fill fills filled filling, file files filed filing,
    merge merged merging, place placed placing, remove removed removing, resize resized resizing, change changed changing,
    enable enabled enabling, close closed closing, parse parsed parsing, scale scaled scaling, style styled styling,
    encode encoded encoding, compute computed computing, describe described describing, define defined defining,
    store stored storing, compare compared comparing, measure measured measuring, compile compiled compiling,
    repeat repeats repeated repeating, load loads loaded loading, format formatted formatting, edit edited editing,
    open opened opening, render rendered rendering, label labeled labeling, limit limited limiting, join joined joining,
    wrap wrapped wrapping, copy copies, link linked linking, scroll scrolled scrolling, drag dragged dragging`
    .split(",")
    .map((family) => family.trim().split(/\s+/));

  for (const family of families) assert.equal(new Set(family.map(stem)).size, 1, family.join(" "));
  assert.equal(new Set(families.map(([word = ""]) => stem(word))).size, families.length);
});

test("words that turn the question round are kept", () => {
  assert.ok(!alike("table with borders", "table without borders"));
  assert.ok(!alike("insert before the row", "insert after the row"));
});

test("a light stem takes off an ending and what it doubled, and leaves short words alone", () => {
  const stems = { splitting: "split", planned: "plan", filling: "fill", adding: "add", entries: "entry" };
  const same = ["string", "add", "class", "status", "need", "this", "red"];

  for (const [word, expected] of Object.entries(stems)) assert.equal(stem(word), expected);
  for (const word of same) assert.equal(stem(word), word);
});

test("a query of filler words alone keeps them, and one that says nothing is empty", () => {
  assert.equal(normaliseQuery("what is this"), "is this what");
  assert.equal(normaliseQuery(" ?! … "), "");
  assert.ok(!isAlike("", ""));
});

test("names of code stay whole and exact", () => {
  const names = {
    "how to use sheet.gridBegin": "`sheet.gridBegin",
    "options of Grid-columns": "`Grid.columns option",
    "what does open() return": "`open return",
    "the `fill` of a box": "`fill box",
    "XMLElement attributes": "`XMLElement attribute",
    "page_count of a book": "`page_count book",
    "what does a += b mean": "`+= b mean",
  };

  for (const [query, expected] of Object.entries(names)) assert.equal(normaliseQuery(query), expected);
});

test("a capital at the start, a plural of initials and an abbreviation are no names of code", () => {
  assert.equal(
    normaliseQuery("Full-width tables, e.g. prices"),
    normaliseQuery("full width table e.g prices"),
  );
  assert.equal(normaliseQuery("URLs of pages"), normaliseQuery("url page"));
});

test("two queries that both hold names of code are one only where the names are the same", () => {
  assert.ok(!alike("arguments of sheet.gridBegin", "arguments of sheet.bandBegin"));
  assert.ok(!alike("arguments of sheet.gridBegin", "arguments of Sheet.gridBegin"));
  assert.ok(!alike("what does open() return", "what does opens() return"));
  assert.ok(alike("the arguments of sheet.gridBegin", "sheet.gridBegin argument"));
});

test("significant words come without the mark of names", () => {
  assert.deepEqual(significantWords("How do I set Grid.columns for tables?"), [
    "Grid.columns",
    "set",
    "table",
  ]);
  assert.deepEqual(significantWords(""), []);
});

test("a blob of letters is one word as it is, however long", () => {
  for (const unit of ["a", "a'", "aing", "ed"]) {
    const blob = unit.repeat(100_000);

    assert.equal(normaliseQuery(blob), blob.replaceAll("'", ""));
  }
});
