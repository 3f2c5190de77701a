// Topics as they are mined from the facts of pages: phrases from captions, tags, comments and headings, symbols from
// code. The engine is invented, with pairs of other endings than the sample's. Promises the product's own tables.

import assert from "node:assert/strict";
import { type TestContext, test } from "node:test";
import { createIndexFile, prepareWrite } from "../../../../agent/docs/index/index-file.ts";
import { mineTopics } from "../../../../agent/docs/phrasebook/mine-topics.ts";
import type { Topic } from "../../../../agent/docs/phrasebook/topic.ts";
import { openTopics } from "../../../../agent/docs/phrasebook/topic-tables.ts";
import { writeTopics } from "../../../../agent/docs/phrasebook/write-topics.ts";
import type { Fact } from "../../../../agent/docs/surface/facts.ts";
import { type FactChunk, mergeChunks } from "../surface-of.ts";

const LOOM: FactChunk = {
  title: "Loom",
  interface: "Loom",
  facts: [
    { type: "global", name: "loom", valueType: "Loom" },
    { type: "constructor", interface: "Motif", params: [] },
    { type: "member", interface: "Motif", name: "times", kind: "property", valueType: "number" },
    { type: "member", interface: "Loom", name: "throwPick", kind: "method", params: [] },
    { type: "member", interface: "Loom", name: "motifClose", kind: "method", params: [] },
  ],
};

const CODE = `
// weave a pattern several times over
var chevron = new Motif();
chevron.times = 12; // twelve
loom.motifOpen(chevron);
// lift
// var old = loom.lift([1, 4]);
loom.throwPick();
loom.motifClose();`;

const example = (about?: string, code: string = CODE, tags: string[] = []): Fact => ({
  type: "example",
  code,
  ...(about === undefined ? {} : { about }),
  ...(tags.length === 0 ? {} : { tags }),
});

function mined(t: TestContext, chunks: FactChunk[]): Topic[] {
  const { db } = mergeChunks(t, [LOOM, ...chunks]);
  mineTopics(db);
  const rows = db.prepare("SELECT * FROM topics ORDER BY n").all();
  return rows.map((row) => ({
    title: String(row.title),
    phrases: JSON.parse(String(row.phrases)),
    symbols: JSON.parse(String(row.symbols)),
    common: JSON.parse(String(row.common)),
    chunk: String(row.chunk),
    pattern: row.pattern === null ? null : String(row.pattern),
  }));
}

test("an example on a member's page becomes a topic: what it is for, what it uses, in which order", (t) => {
  const page = {
    title: "Loom.motifOpen",
    interface: "Loom",
    member: "motifOpen",
    facts: [example("Example")],
  };

  const [topic, ...others] = mined(t, [page]);

  assert.deepEqual(topic, {
    title: "weave a pattern several times over",
    phrases: ["weave a pattern several times over", "motif open"],
    symbols: ["Loom.motifOpen", "Motif", "Loom.throwPick", "Loom.motifClose", "Motif.times"],
    common: [],
    chunk: "Loom-motifOpen",
    pattern: "new Motif → loom.motifOpen → loom.throwPick → loom.motifClose",
  });
  assert.deepEqual(others, []);
});

test("headings, captions and tags are phrases; words that only announce an example are not", (t) => {
  const topics = mined(t, [
    {
      title: "Repeating a stripe",
      facts: [
        example("Example 2: The following example shows how to throw picks in turn", "loom.throwPick();", [
          "stripes",
          "bands",
        ]),
      ],
    },
  ]);

  assert.deepEqual(topics[0]?.phrases, ["throw picks in turn", "stripes", "bands", "Repeating a stripe"]);
});

test("an example that uses nothing documented is no topic, unless its page documents something", (t) => {
  const code = "var a = other.thing();";

  assert.deepEqual(mined(t, [{ title: "Installing", facts: [example("install it", code)] }]), []);
  assert.deepEqual(
    mined(t, [{ title: "Loom.oil", interface: "Loom", member: "oil", facts: [example("oil it", code)] }]).map(
      (topic) => topic.symbols,
    ),
    [["Loom.oil"]],
  );
});

test("what every other example uses as well is told apart from what an example is about", (t) => {
  const pages = Array.from({ length: 12 }, (_, n) => ({
    title: `Loom.step${n}`,
    interface: "Loom",
    member: `step${n}`,
    facts: [
      example(
        `step number ${n}`,
        `loom.throwPick(); loom.step${n}();${n === 3 ? " loom.motifClose();" : ""}`,
      ),
    ],
  }));

  const topics = mined(t, pages);

  assert.deepEqual(topics[3]?.symbols, ["Loom.step3", "Loom.motifClose"]);
  assert.deepEqual(topics[3]?.common, ["Loom.throwPick"]);
});

test("goals are answered from the file as from the topics at hand", (t) => {
  const { db } = mergeChunks(t, [
    LOOM,
    { title: "Loom.motifOpen", interface: "Loom", member: "motifOpen", facts: [example()] },
    {
      title: "Loom.oil",
      interface: "Loom",
      member: "oil",
      facts: [example("oil the bearings", "loom.oil()")],
    },
  ]);

  assert.equal(mineTopics(db), 2);

  const ask = openTopics(db);
  const [best, ...others] = ask("weaving the same pattern over and over", 5);
  assert.deepEqual(
    [best?.topic.chunk, best?.hits, best?.words, best?.strict],
    ["Loom-motifOpen", 2, 2, true],
  );
  assert.deepEqual(others, []);
  assert.deepEqual(ask("how do I do this?", 5), []);
});

test("a file without topics has none, and ten thousand answer within five milliseconds", (t) => {
  const db = createIndexFile(":memory:");
  t.after(() => db.close());
  assert.deepEqual(openTopics(db)("anything at all", 3), []);
  const words = ["page", "frame", "text", "border", "colour", "layer", "table", "row", "font", "field"];
  const phrase = (n: number) =>
    `${words[n % 10]} ${words[(n * 7) % 9]} of ${words[(n * 3) % 10]} number${n % 500}`;
  const topics = Array.from({ length: 10_000 }, (_, n) => ({
    title: phrase(n),
    phrases: [phrase(n), phrase(n + 13), phrase(n * 5)],
    symbols: ["Loom.oil"],
    common: [],
    chunk: null,
    pattern: null,
  }));
  writeTopics(db, topics);
  const ask = openTopics(db);
  const goal = "put a coloured border around every row of the table in a text frame on page number7";
  ask(goal, 5);

  const times = Array.from({ length: 40 }, () => {
    const from = performance.now();
    assert.equal(ask(goal, 5).length, 5);
    return performance.now() - from;
  });

  // The machine that tests run on is busy with other tests: an undisturbed run is what counts.
  assert.ok(Math.min(...times) < 5, `${times} ms`);
});

test("what is mined again after pages changed replaces what was there", (t) => {
  const { db } = mergeChunks(t, [
    LOOM,
    { title: "Loom.oil", interface: "Loom", member: "oil", facts: [example()] },
  ]);
  mineTopics(db);
  prepareWrite(db, "DELETE FROM topics").run();
  prepareWrite(db, "DELETE FROM topic_words").run();

  assert.equal(mineTopics(db), 1);
  assert.equal(openTopics(db)("weave patterns", 5).length, 1);
});

test("an example that is made to take long takes no longer than others", (t) => {
  const codes = [
    `// ${" ".repeat(2_000_000)}x`,
    "/*".repeat(100_000),
    `${"a.".repeat(100_000)}b`,
    `${"(".repeat(5_000)}`,
    `${"the ".repeat(50_000)}example`,
    "`${".repeat(20_000),
  ];
  const pages = codes.map((code, n) => ({ title: `Page ${n}`, facts: [example(code, code, [code])] }));
  const from = performance.now();

  mined(t, pages);

  assert.ok(performance.now() - from < 5_000);
});
