// What a person sees of a lookup: an advised query's label, an exact name, or some words. Never the raw arguments.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { cleanLabel, queryLabel } from "../../../agent/prompt/query-label.ts";
import { baseTools } from "../../../agent/tools/base-tools.ts";
import { docsTools } from "../../../agent/tools/docs-tools.ts";
import { layTools, plainLayer } from "../../../agent/tools/lay-tools.ts";

const ADVISED = [
  { query: "draw a table with borders", label: "tables with borders" },
  { query: "table border line", label: "border lines" },
];

test("an advised query shows its label, in other words too; another query some of its own", () => {
  assert.equal(queryLabel("draw a table with borders", ADVISED), "tables with borders");
  assert.equal(queryLabel("How do I draw tables with a border?", ADVISED), "tables with borders");
  assert.equal(queryLabel("table border lines", ADVISED), "border lines");
  assert.equal(queryLabel("how can I load the records of a shop", ADVISED), "load records shop");
});

test("an exact name is what the person wants to see", () => {
  for (const name of ["Sheet.gridBegin", "Sheet-gridBegin", "gridBegin()", "$.write", "grid"])
    assert.equal(queryLabel(name, ADVISED), name);
});

test("the labels of all knowledge tools go through it", () => {
  const labelOf = (query: string) => queryLabel(query, ADVISED);
  const tools = layTools(plainLayer(baseTools), docsTools);
  const query = "draw tables with a border";
  const args = {
    lookup_docs: { query },
    rag_lookup: { query },
    resolve_topic: { goal: query },
    find_construct: { words: query },
  };

  const named = Object.entries(args).map(([name, given]) =>
    tools.find((one) => one.name === name)?.label(JSON.stringify(given), labelOf),
  );

  for (const label of named) assert.match(label ?? "", /: tables with borders$/);
});

test("whatever is asked, one short line without markup is shown", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", maxLength: 300 }), (query) => {
      for (const label of [queryLabel(query, ADVISED), cleanLabel(query)]) {
        assert.ok(label.length <= 48, label);
        assert.doesNotMatch(label, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}`*<>|]/u);
        assert.ok(label.isWellFormed());
      }
    }),
    { numRuns: 500, seed: 3 },
  );
});

test("calls among words lose their brackets, and signs alone show that something is looked up", () => {
  assert.equal(queryLabel("sheet.gridBegin() or sheet.gridEnd()"), "sheet.gridBegin sheet.gridEnd");
  for (const query of ["🎉🎉", "..", "` `", "()"]) assert.equal(queryLabel(query), "the documentation");
});

test("the label of any tool is one line of bounded length, whatever its arguments hold", () => {
  const tools = layTools(plainLayer(baseTools), docsTools);
  const long = "a\nb\u202e\u0000 ".repeat(2000);
  for (const tool of tools) {
    const keys = Object.keys(Object(tool.parameters.properties));
    const label = tool.label(JSON.stringify(Object.fromEntries(keys.map((key) => [key, long]))));

    assert.ok(label.length <= 100 && label !== "", tool.name);
    assert.doesNotMatch(label, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u, tool.name);
  }
});
