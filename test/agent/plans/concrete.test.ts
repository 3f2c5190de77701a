// Which items of a plan say something that can be seen when it is done.

import assert from "node:assert/strict";
import { test } from "node:test";
import { isConcrete } from "../../../agent/plans/concrete.ts";

const known = (word: string): boolean => word === "Sheet" || word === "Quire";
const judge = ([title, done]: readonly [string, string], files = ["src/x.js"]): boolean =>
  isConcrete({ title, done, files }, known);

const concrete: readonly (readonly [string, string])[] = [
  ["Move grid() into grid.js", "grid.js declares grid"],
  ["Rework x.js", "It is shorter"],
  ["Footer", "loader.load is called for the footer"],
  ["Page size", "`margin` is 4"],
  ["Use Sheet for the table", "It is used"],
  ["Zebra rows", "Every second row shows a grey background"],
  ["Search box", "Typing filters the list of parts"],
  ["Add a total below the price column", "The sum is printed"],
  ["Rename the settings", "PAGE_WIDTH holds the width"],
  ["Sort the customers", "Customers are listed by city"],
];

const vague: readonly (readonly [string, string])[] = [
  ["Improve the code", "Everything works better"],
  ["Finish the task", "It is done"],
  ["Clean up", "The code is clean"],
  ["Implement the feature", "The feature is implemented properly"],
  ["Do the rest", "All remaining work is finished"],
  ["Make changes as needed", "All changes are made"],
  ["Step two", "Complete"],
  ["", ""],
  ["Update the file", "The file is updated as required"],
  ["Fix the problems", "No more issues"],
];

test("an item that names a file, a member or a behaviour is taken", () => {
  assert.deepEqual(
    concrete.filter((words) => !judge(words)),
    [],
  );
});

test("an item that could mean anything is not", () => {
  assert.deepEqual(
    vague.filter((words) => judge(words)),
    [],
  );
});
