// The ratio is Python's, to the last bit: the table was written by Python itself.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import fc from "fast-check";
import { ratio } from "../../../agent/lookups/ratio.ts";
import { subsequenceOf } from "../../../agent/lookups/subsequence.ts";

type Pair = { a: string; b: string; ratio: number };
const table = join(import.meta.dirname, "tables", "difflib-pairs.json");
const pairs: Pair[] = JSON.parse(readFileSync(table, "utf8")).cases;

test("the ratio of every pair of the table is the one that difflib gave", () => {
  const wrong = pairs.filter(({ a, b, ratio: expected }) => ratio(a, b) !== expected);

  assert.ok(pairs.length >= 200);
  assert.deepEqual(wrong, []);
});

test("a letter of two code units counts once", () => {
  assert.equal(ratio("😀a", "😁a"), 0.5);
});

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom("a", "b", " "), maxLength: 40 }),
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("a", "b", "c", "😀"), minLength: 180, maxLength: 260 }),
);

test("matching blocks are never longer together than the longest common subsequence", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      const both = [...a].length + [...b].length;

      assert.ok(both === 0 || ratio(a, b) <= (2 * subsequenceOf(a)(b)) / both);
    }),
  );
});

test("the longest common subsequence is as long as the plain table says", () => {
  fc.assert(
    fc.property(text, text, (a, b) => {
      assert.equal(subsequenceOf(a)(b), plainly([...a], [...b]));
    }),
  );
});

function plainly(a: string[], b: string[]): number {
  let above = new Array<number>(b.length + 1).fill(0);
  for (const letter of a) {
    const row = [0];
    for (const [j, other] of b.entries())
      row.push(letter === other ? (above[j] ?? 0) + 1 : Math.max(above[j + 1] ?? 0, row[j] ?? 0));
    above = row;
  }
  return above.at(-1) ?? 0;
}
