// Asking the documentation: names at once, then words, then near names; and no query that breaks it. Promises a small
// documentation of our own. Refuses to hold ranking to more than which chunk comes first.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { openDocs } from "../../../agent/docs/open-docs.ts";
import { snippet } from "../../../agent/docs/search/snippet.ts";
import { buildHere, openHere, tempDocs } from "./docs-folder.ts";

const PAGES = {
  "Loom.md": "# Loom\n\nThe machine that is being programmed.",
  "Loom-weaveRow.md": "# Loom-weaveRow\n\nMakes one line of cloth from the threads that are set up.",
  "Loom-weavePattern.md": "# Loom-weavePattern\n\nRepeats a motif across the cloth.",
  "Loom-exportChart.md": "# Loom-exportChart\n\nWrites the weave to a picture file.",
  "Shuttle-load.md": "# Shuttle-load\n\nPuts yarn into the shuttle.",
  "Spindle-load.md": "# Spindle-load\n\nPuts raw wool on the spindle.",
  "shuttle-LOAD.md": "# shuttle-LOAD\n\nAn old constant of the same letters.",
  "Heddle-height.md": "# Heddle-height\n\nHow far it lifts, in tenths of a picometre.",
};

async function loomDocs(t: Parameters<typeof openHere>[0]) {
  const docs = tempDocs(t, PAGES);
  buildHere(docs);
  return openHere(t, docs.dir);
}

test("a name is found in every way that code or a title writes it", async (t) => {
  const docs = await loomDocs(t);

  for (const query of [
    "Loom.weaveRow",
    "Loom-weaveRow",
    "weaveRow",
    "loom.weaverow",
    "`Loom.weaveRow(3);`",
    "sheet.loom.weaveRow()",
  ]) {
    const { kind, hits, total } = await docs.lookup(query);
    assert.deepEqual([kind, hits[0]?.chunk, total], ["name", "Loom-weaveRow", 1], query);
  }
});

test("an interface's name gives its own page, a bare member every interface that has it, the same case first", async (t) => {
  const docs = await loomDocs(t);

  const own = await docs.lookup("Loom");
  const bare = await docs.lookup("load");
  const constant = await docs.lookup("LOAD");

  assert.deepEqual([own.kind, own.hits[0]?.chunk], ["name", "Loom"]);
  assert.deepEqual(
    bare.hits.map((hit) => hit.chunk),
    ["Shuttle-load", "Spindle-load", "shuttle-LOAD"],
  );
  assert.equal(constant.hits[0]?.chunk, "shuttle-LOAD");
  assert.equal((await docs.lookup("load", 1)).total, 3);
});

test("words find text, and the words inside of names", async (t) => {
  const docs = await loomDocs(t);

  const text = await docs.lookup("how do I repeat a motif");
  const inside = await docs.lookup("export a chart");

  assert.deepEqual([text.kind, text.hits[0]?.chunk], ["words", "Loom-weavePattern"]);
  assert.deepEqual([inside.kind, inside.hits[0]?.chunk], ["words", "Loom-exportChart"]);
  assert.match(text.hits[0]?.snippet ?? "", /Repeats a motif/);
});

test("a misspelt name or word finds what is near to it", async (t) => {
  const docs = await loomDocs(t);

  const near = [
    { query: "Loom.waeveRow", chunk: "Loom-weaveRow" },
    { query: "exprotChart", chunk: "Loom-exportChart" },
    { query: "hedle heigth", chunk: "Heddle-height" },
  ];
  for (const { query, chunk } of near) {
    const { kind, hits } = await docs.lookup(query);
    assert.deepEqual([kind, hits[0]?.chunk], ["typo", chunk], query);
  }
});

test("what is nowhere near anything finds nothing", async (t) => {
  const docs = await loomDocs(t);

  assert.deepEqual(await docs.lookup("qqqqxyzzy"), { kind: "none", hits: [], total: 0 });
  assert.equal(docs.chunk("Loom-nothing"), undefined);
});

const HOSTILE = [
  "",
  " ",
  "\0",
  '"',
  "' OR 1=1 --",
  "'; DROP TABLE chunks; --",
  'title:"Loom" NEAR(a b, 3) AND NOT',
  "* ^ ( ) { } : + -",
  "AND OR NOT",
  "😀🧵",
  "\ud800",
  "x".repeat(10_000),
  "loom ".repeat(2_000),
  "((((((((((",
  "the of and to",
  "%_%",
];

test("hostile queries are answered, never thrown", async (t) => {
  const docs = await loomDocs(t);

  for (const query of HOSTILE) {
    const { hits, total } = await docs.lookup(query);
    assert.ok(hits.length <= 8 && total >= hits.length, query.slice(0, 40));
  }
  for (const limit of [0, -3, 1.5, Number.NaN, 1e9])
    assert.ok((await docs.lookup("load", limit)).hits.length >= 1);
});

test("any text at all can be asked, and every hit names a chunk", async (t) => {
  const docs = await loomDocs(t);

  await fc.assert(
    fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (query) => {
      const { hits } = await docs.lookup(query);
      for (const hit of hits) assert.ok(docs.chunk(hit.chunk));
    }),
    { numRuns: 200 },
  );
});

test("the search thread starts with the first question of words, and a closed one refuses", async (t) => {
  const docs = tempDocs(t, PAGES);
  buildHere(docs);
  const opened = await openDocs(docs.dir, { signal: t.signal });
  assert.ok(opened);

  const answers = await Promise.all(["line of cloth", "yarn", "wool"].map((query) => opened.lookup(query)));
  await opened[Symbol.asyncDispose]();

  assert.deepEqual(
    answers.map(({ hits }) => hits[0]?.chunk),
    ["Loom-weaveRow", "Shuttle-load", "Spindle-load"],
  );
  await assert.rejects(opened.lookup("cloth"));
});

test("a folder without an index opens as nothing", async (t) => {
  assert.equal(await openDocs(tempDocs(t).dir, { signal: t.signal }), undefined);
});

test("a snippet is the line that answers, without markup, labels and code", () => {
  const text =
    "`Row weave(n)`\n\n- Interface: Loom\n\n```\nweave the code\n```\n\nFirst line.\nThen **weave** rows.";

  assert.equal(snippet(text, "weave"), "Then weave rows.");
  assert.equal(snippet(text, ""), "First line.");
  assert.equal(snippet("`Row weave(n)`", ""), "Row weave(n)");
  assert.ok(snippet("word ".repeat(100), "word").length <= 161);
});
