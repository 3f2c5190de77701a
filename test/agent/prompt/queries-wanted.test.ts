// How many queries a request deserves: a table by somebody who never saw the rules, and each kind of request by name.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { type QueriesWanted, queriesWanted } from "../../../agent/prompt/queries-wanted.ts";

const table = z
  .object({ cases: z.array(z.object({ request: z.string(), queries: z.enum(["none", "one", "some"]) })) })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, "../lookups/tables/requests.json"), "utf8")));

test("of the requests in the table at least 86 of 90 get the number of queries that a reader gave them", () => {
  const right = table.cases.filter(({ request, queries }) => queriesWanted(request) === queries);

  assert.equal(table.cases.length, 90);
  assert.ok(right.length >= 86, `${right.length}`);
});

const kinds: Record<string, [QueriesWanted, string[]]> = {
  "a deletion needs none, however it is put": [
    "none",
    [
      "Delete the price table.",
      "the header can go",
      "we don't need the footer any more",
      "Please get rid of notes.js",
    ],
  ],
  "a deletion that makes room for something needs some": [
    "some",
    [
      "remove the header and put the shop name in a band",
      "Drop the footer. Then add a page number at the top.",
    ],
  ],
  "a check of a given name needs none, a how-to with that name needs some": [
    "none",
    [
      "does Grid have rounded corners?",
      "What can Frame.overflow be set to?",
      "app.beep() real?",
      "`pageBreak` documented?",
    ],
  ],
  "how to use a name is no check of it": [
    "some",
    ["how do I use RecordSet.where to filter by price?", "Use Sheet.rule between the sections"],
  ],
  "a plain fact needs one": [
    "one",
    ["how wide is a page?", "Which colours may a border have?", "smallest font?"],
  ],
  "a change that is dressed as a question is a change": [
    "some",
    ["Can you add a border to the price table, please?", "could you please turn the page by 90 degrees?"],
  ],
  "work on words, names and files that are there needs none": [
    "none",
    [
      'change "Page" to "Seite"',
      "rename row to line",
      "make LOW_STOCK 20",
      "show me grid.js",
      "Is cover.js still used?",
    ],
  ],
  "talk needs none": ["none", ["thanks!", "ok, go on", "😀", "", "undo", "what did you just change?"]],
  "what is said about the rest does not hide the wish": [
    "some",
    ["Make the heading blue. The printer has no red. Keep the rest as it is."],
  ],
};

for (const [name, [wanted, requests]] of Object.entries(kinds)) {
  test(name, () => {
    assert.deepEqual(
      requests.map((request) => [request, queriesWanted(request)]),
      requests.map((r) => [r, wanted]),
    );
  });
}

test("any text gets an answer at once", () => {
  for (const long of [
    "take ".repeat(50_000),
    "a".repeat(100_000),
    "can you ".repeat(10_000),
    `${"x.".repeat(9000)}?`,
  ])
    assert.ok(["none", "one", "some"].includes(queriesWanted(long)));
});
