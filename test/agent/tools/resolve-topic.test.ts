// The resolve_topic tool as a model meets it: strict matches, hints, misses, the owner's own topics. Promises the sample
// engines' documentation through a real index.

import assert from "node:assert/strict";
import { test } from "node:test";
import { resolveTopicTool } from "../../../agent/tools/resolve-topic.ts";
import { docsWorld } from "./docs-world.ts";

test("a goal gives the documentation's names, their order, and one exact lookup", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(resolveTopicTool, { goal: "draw a table with thick borders" });

  assert.ok(result.ok);
  assert.match(
    result.text,
    /^Real names here: .*\bGrid\b.*\n\nTopic: table with borders and a heading row\nNames: /,
  );
  assert.match(
    result.text,
    /^In order: new Grid → sheet\.gridBegin → sheet\.gridRow → sheet\.gridCell → sheet\.gridEnd$/m,
  );
  assert.match(result.text, /\nNext: lookup_docs Sheet-gridBegin$/);
  for (const chunk of ["Sheet-gridBegin", "Grid", "Sheet-gridEnd"])
    assert.ok(result.evidence?.chunks?.includes(chunk), chunk);
});

test("a weak match opens by calling itself a weak match and a hint, and grounds nothing", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(resolveTopicTool, {
    goal: "translate captions into a second language",
  });

  assert.ok(result.ok);
  assert.match(result.text, /^Weak match, a hint only; .*\n\nWeak match, a hint only: /);
  assert.deepEqual(result.evidence?.chunks, []);
});

test("a goal about page footers against a topic about layers stays a hint", async (t) => {
  const { docs } = await docsWorld(t);
  const layers = [{ phrases: ["show or hide a layer of the page"], symbols: ["Sheet.layerBegin"] }];
  const nothingMined = { ...docs, surface: docs.surface, topics: () => [] };
  const world = await docsWorld(t, {
    docs: nothingMined,
    profile: { topics: layers, suffixes: { open: "Up", close: "Down" } },
  });

  for (const goal of ["page footers", "put footers with the date and our address on the page"]) {
    const result = await world.call(resolveTopicTool, { goal });
    assert.match(
      result.text,
      /\n\nWeak match, a hint only: [^\n]*\nTopic: show or hide a layer of the page\n/,
      goal,
    );
  }
});

test("a miss says what to do and holds nothing to search for", async (t) => {
  const world = await docsWorld(t);

  const result = await world.call(resolveTopicTool, { goal: "encrypt certificates" });

  assert.deepEqual([result.ok, result.ok || result.reason], [false, "no_hits"]);
  assert.match(result.text, /find_construct/);
  assert.doesNotMatch(result.text, /encrypt|certificates|["`“]/);
});

test("what no example words so is still found as a construct", async (t) => {
  const world = await docsWorld(t, { docs: null });
  const { docs } = world;
  const withoutExamples = { ...docs, surface: docs.surface, topics: () => [] };
  const bare = await docsWorld(t, { docs: withoutExamples });

  const result = await bare.call(resolveTopicTool, { goal: "flow" });

  assert.ok(result.ok);
  assert.match(result.text, /\nflow: paired, of the interface Flow\n/);
  assert.ok(result.evidence?.chunks?.includes("Sheet-flowBegin"));
});

test("the owner's topics come first among equals, with the names that exist", async (t) => {
  const topics = [
    {
      phrases: ["letterhead on every page"],
      symbols: ["Sheet.bandBegin", "Sheet.stampAll"],
      pattern: "one band",
    },
  ];
  const world = await docsWorld(t, { profile: { topics } });

  const result = await world.call(resolveTopicTool, { goal: "letterhead on every page" });

  assert.match(result.text, /\nNames: Sheet\.bandBegin\nIn order: one band\n/);
  assert.doesNotMatch(result.text, /stampAll/);
});

test("without documentation it says where to learn instead, and the label shows the goal's words", async (t) => {
  const world = await docsWorld(t, { docs: null });

  const result = await world.call(resolveTopicTool, { goal: "tables" });

  assert.deepEqual([result.ok, result.ok || result.reason], [false, "no_docs"]);
  assert.equal(resolveTopicTool.label('{"goal":"how do I make a table?"}'), "looking up: make table");
});
