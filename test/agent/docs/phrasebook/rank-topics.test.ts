// How goals find topics: the table of the confidence ladder, written by somebody else and fixed before, and what it
// leaves open: goals of two words, spelling, thousands of topics. Refuses to know where topics come from.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { z } from "zod";
import { rankTopics } from "../../../../agent/docs/phrasebook/rank-topics.ts";

const tableSchema = z.object({
  cases: z.array(
    z.object({
      goal: z.string(),
      topics: z.array(z.object({ phrases: z.array(z.string()), symbols: z.array(z.string()) })),
      best: z.number().nullable(),
      strict: z.boolean(),
    }),
  ),
});

const table = join(import.meta.dirname, "../../lookups/tables/topics.json");

test("the table of goals: the best topic ranks first, and is strict only where the ladder says so", () => {
  const { cases } = tableSchema.parse(JSON.parse(readFileSync(table, "utf8")));

  const wrong = cases.filter(({ goal, topics, best, strict }) => {
    const first = rankTopics(goal, topics)[0];
    const at = first === undefined ? null : topics.indexOf(first.topic);
    return at !== best || (first?.strict ?? false) !== strict;
  });

  assert.ok(cases.length >= 50);
  assert.deepEqual(
    wrong.map(({ goal }) => goal),
    [],
  );
});

const topic = (...phrases: string[]) => ({ phrases });
const layers = topic("show or hide a layer of the page", "proof marks on their own layer");
const stamps = topic("add a sticky note", "stamp on each sheet");
const footer = topic("footer with the page number", "running line at the bottom");

test("of a goal of two words, the shared one decides only when both sides are about it", () => {
  const strict = (goal: string, one: { phrases: string[] }) => rankTopics(goal, [one])[0]?.strict;

  assert.equal(strict("page footers", layers), false);
  assert.equal(strict("footers of the page", layers), false);
  assert.equal(strict("delete page", layers), false);
  assert.equal(strict("layer names", layers), false);
  assert.equal(strict("hidden layers", layers), true);
  assert.equal(strict("email footers", footer), true);
  assert.equal(strict("watermarks and stamps", stamps), true);
  assert.equal(strict("page", layers), true);
});

test("one word among three is a hint, two are not", () => {
  assert.equal(rankTopics("coloured layer names", [layers])[0]?.strict, false);
  assert.equal(rankTopics("coloured page footer", [footer])[0]?.strict, true);
});

test("spelling and inflection of either side do not matter", () => {
  const colours = topic("centred text in a lighter colour", "rotation of labelled images");

  for (const goal of ["center text colored", "centering the colours", "rotate images with labels"]) {
    assert.equal(rankTopics(goal, [colours])[0]?.strict, true, goal);
  }
});

test("equal hits: the phrase that is hit more wholly first, then the rarer words", () => {
  const whole = topic("price list");
  const part = topic("price list in rows and columns with a heading");
  const rare = topic("zebra stripes");
  const common = [topic("stripes here"), topic("stripes there"), topic("stripes anywhere")];

  assert.deepEqual(
    rankTopics("a list of prices", [part, whole]).map((match) => match.topic),
    [whole, part],
  );
  assert.equal(rankTopics("zebra or table stripes", [...common, rare])[0]?.topic, rare);
});

test("words that say nothing find nothing, whatever they are", () => {
  for (const goal of ["", "   ", "how do I do this?", "?!", "the of and", "\u0000", "a".repeat(100_000)]) {
    assert.deepEqual(rankTopics(goal, [layers, stamps, footer]), []);
  }
});
