// The nearest query: what the index skips could never have been the answer.

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { ALIKE, isAlike, normaliseQuery } from "../../../agent/lookups/normalise.ts";
import { createQueryIndex, type Near } from "../../../agent/lookups/query-index.ts";
import { ratio } from "../../../agent/lookups/ratio.ts";

/** Compares with every one of them. */
function nearestOf(queries: ReadonlyMap<string, string>, asked: string): Near | null {
  const near = [...queries]
    .filter(([, query]) => isAlike(asked, query))
    .map(([key, query]) => ({ key, ratio: asked === query ? 1 : ratio(asked, query) }));
  near.sort((a, b) => b.ratio - a.ratio || (a.key < b.key ? -1 : 1));
  return near[0] ?? null;
}

const word = fc.constantFrom(
  "table",
  "border",
  "frame",
  "tabel",
  "fram",
  "`Grid.rows",
  "`Grid.cols",
  "é",
  "😀😀",
  "x",
);
const query = fc.oneof(
  fc.array(word, { maxLength: 5 }).map((words) => words.join(" ")),
  fc.string({ unit: fc.constantFrom("a", "b", " ", "`"), maxLength: 12 }),
  fc.string({ unit: "binary", maxLength: 12 }),
  fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 190, maxLength: 230 }),
);

test("the index answers as comparing with every query would", () => {
  fc.assert(
    fc.property(fc.array(query, { maxLength: 30 }), query, (queries, asked) => {
      const known = new Map(queries.map((one, n) => [`k${n}`, one]));
      const index = createQueryIndex();
      for (const [key, one] of known) index.add(key, one);

      assert.deepEqual(index.closest(asked), nearestOf(known, asked));
    }),
    { numRuns: 400 },
  );
});

test("what is added, replaced and removed is found, found as it is now, and found no more", () => {
  const step = fc.record({ key: fc.constantFrom("a", "b", "c", "d", "e", "f"), query: fc.option(query) });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), query, (steps, asked) => {
      const known = new Map<string, string>();
      const index = createQueryIndex();
      for (const { key, query: text } of steps) {
        if (text === null) assert.equal(index.remove(key), known.delete(key));
        else {
          known.set(key, text);
          index.add(key, text);
        }
      }

      assert.equal(index.size, known.size);
      assert.deepEqual(index.closest(asked), nearestOf(known, asked));
    }),
    { numRuns: 400 },
  );
});

test("of several that are equally near, the smallest key answers, in whatever order they came", () => {
  const [forth, back] = [createQueryIndex(), createQueryIndex()];
  for (const key of ["b", "a", "c"]) forth.add(key, "border table");
  for (const key of ["c", "b", "a"]) back.add(key, "border table");

  assert.deepEqual(forth.closest("border tables"), back.closest("border tables"));
  assert.equal(forth.closest("border table")?.key, "a");
});

test("a query at the threshold is found, and one below it is not", () => {
  const index = createQueryIndex();
  index.add("k", "aaaab");

  assert.deepEqual(index.closest("aaaac"), { key: "k", ratio: ALIKE });
  assert.equal(index.closest("aaacc"), null);
  assert.equal(index.closest(normaliseQuery("???")), null);
});
